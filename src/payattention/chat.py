"""Chat with a small language model in the terminal.

    python -m payattention.chat
    python -m payattention.chat --once "What is the capital of France?"

The model is SmolLM2-135M-Instruct in the modules of this course, on this machine. Ctrl-C stops an
answer; Ctrl-D, or Ctrl-C where you type, ends the conversation.
"""

import argparse
import codecs
import sys
import time
from collections.abc import Generator, Sequence
from typing import Any

import torch

from payattention import wheels
from payattention._language_model import LanguageModel
from payattention.chatml import END, SYSTEM, mark, message, request
from payattention.decode import stream
from payattention.llama import Llama
from payattention.require import require_positive, require_within
from payattention.tokenize import BPE


class Chat:
    """A conversation with a model, which reads only the new tokens at each turn.

    ``options`` are those of `decode.stream`: temperature, top_k, top_p and seed.
    """

    def __init__(self, model: LanguageModel, bpe: BPE, system: str = SYSTEM, **options: Any):
        self.model, self.bpe, self.options = model, bpe, options
        self.end = mark(bpe, END)
        self.tokens = message(bpe, "system", system)
        self.cache = model.start()

    def answer(self, text: str, max_new: int = 512) -> Generator[str, None, None]:
        """Yield the answer to ``text`` in pieces, one for each token, while the model writes it.

        Raises: ValueError if the conversation is longer than the model's max_len.
        """
        self.tokens += message(self.bpe, "user", text) + request(self.bpe)
        room = self.model.config.max_len - len(self.tokens)
        if room < 1:
            raise ValueError(
                f"The conversation must be shorter than {self.model.config.max_len} tokens, but it "
                f"has {len(self.tokens)}. Please begin a new one."
            )
        unread = torch.tensor([self.tokens[self.cache.layers[0].length :]])
        utf8 = codecs.getincrementaldecoder("utf-8")("replace")
        written = stream(
            self.model.step,
            unread,
            max_new=min(max_new, room),
            eos=self.end,
            cache=self.cache,
            **self.options,
        )
        try:
            for token in map(int, written):
                self.tokens.append(token)
                if token != self.end:
                    yield utf8.decode(self.bpe.tokens[token])
        finally:  # also when the reader stops the answer
            self._end_answer()

    def _end_answer(self) -> None:
        if self.tokens[-1] != self.end:
            self.tokens.append(self.end)
        self.tokens += self.bpe.encode("\n")
        if len({layer.length for layer in self.cache.layers}) > 1:  # stopped between two layers
            self.cache = self.model.start()


def show(pieces: Generator[str, None, None]) -> None:
    """Print an answer as it is written, then its speed. Ctrl-C stops it."""
    begun, n = time.perf_counter(), 0
    first = begun
    try:
        for piece in pieces:
            first = first if n else time.perf_counter()
            n += 1
            print(piece, end="", flush=True)
    except KeyboardInterrupt:
        print(" … stopped", end="")
    finally:
        pieces.close()
    print(flush=True)
    seconds = time.perf_counter() - first
    speed = f", {(n - 1) / seconds:.1f} tokens/s after the first" if n > 1 else ""
    print(f"[{n} tokens, the first after {first - begun:.1f} s{speed}]", file=sys.stderr)


def converse(chat: Chat, max_new: int) -> None:
    """Read questions from the terminal, and show the answers, until Ctrl-D or Ctrl-C."""
    print("Ctrl-C stops an answer, Ctrl-D ends the conversation.", file=sys.stderr)
    while True:
        try:
            text = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if text:
            show(chat.answer(text, max_new))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; exit with a sentence if the model is missing or an option is wrong."""
    options = _parser().parse_args(arguments)
    try:
        require_within("[0, inf)", temperature=options.temperature)
        require_within("(0, 1]", top_p=options.top_p)
        require_positive(max_new=options.max_new)
        source = options.model or wheels.smollm2()
        model, bpe = Llama.from_pretrained(source), BPE.from_pretrained(source)
        how: dict[str, Any] = {"top_k": 1}  # the likeliest token
        if options.temperature:
            how = {"temperature": options.temperature, "top_p": options.top_p}
        chat = Chat(model, bpe, options.system, seed=options.seed, **how)
        if options.once is None:
            converse(chat, options.max_new)
        else:
            show(chat.answer(options.once, options.max_new))
    except ValueError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell does


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m payattention.chat", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--once", metavar="TEXT", help="answer this, and end")
    parser.add_argument("--temperature", type=float, default=0.2, help="0: the likeliest token")
    parser.add_argument("--top-p", type=float, default=0.9, help="the nucleus to draw from")
    parser.add_argument("--max-new", type=int, default=512, help="longest answer, in tokens")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--system", default=SYSTEM, help="the first message, to the model")
    parser.add_argument("--model", help="another Llama: a name on the hub, a folder or a GGUF file")
    return parser


if __name__ == "__main__":
    main()
