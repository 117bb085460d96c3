"""Paying Attention: the models of the course, one idea a file, in the order of the book.

recurrent    RNN cell, GRU, LSTM, reading in both directions
seq2seq      encoder and decoder, with one thought vector or with attention
luong        another order of the decoder's steps
caption      a decoder that attends to the regions of an image
attention    scores, masks, weights, attention, heads
scores       any score in one generic layer
maps         look inside: the weights of every layer, recorded while a model runs
multihead    what several heads can do together
position     how attention learns the order of its input
transformer  encoder, decoder, the whole
bert, gpt    its two halves, taught by text alone
multitask    one encoder for several tasks
vit, sam     attention for images
saliency     what an answer about an image depends on
tokenize     from text to numbers and back: byte-pair encoding
wordpiece    the same, as BERT does it
decode       from a model's scores to text
bleu         how good a translation is
cost         parameters, operations and memory of a configuration
layercost    the same of one layer, as formulas
compare      recurrence and attention, measured
train, data  the one training loop, and all data sets
experiments  what the course has measured, each in one call, and the models it has trained
ngram        what a language model must beat
pretrained   official weights in these modules
hub          where their files come from
checkpoint   files of tensors, read whole or not at all
export       trained models as graphs that run in a browser
require      checks that turn silent errors loud
plots        the one style of all figures
checks       instant feedback on the exercises
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        """``__version__``, which reads all files of the package: only when somebody asks."""
        if name == "__version__":
            from payattention._version import version

            return version()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
