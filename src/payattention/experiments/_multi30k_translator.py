"""The data of `multi30k` as batches of tokens, and the translator that learns from them."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor

from payattention.bleu import Bleu, bleu
from payattention.decode import beam_search
from payattention.maps import attention_maps
from payattention.tokenize import BOS, BPE, EOS, PAD, pad
from payattention.transformer import Transformer

Pairs = list[tuple[str, str]]

BATCH_TOKENS = 3000  # in the longer of source and target, with padding
BEAM, LENGTH_PENALTY = 5, 0.6
WORD = re.compile(r"\w+|[^\w\s]")


class Corpus:
    """The training data: sentence pairs, a BPE tokenizer learnt from them, and batches of tokens.

    ``known`` holds the pairs, (English, French). The vocabulary has at most ``vocab_size`` tokens.
    """

    def __init__(self, known: Pairs, *, vocab_size: int):
        text = "\n".join(sentence for pair in known for sentence in pair)
        self.bpe = BPE.train(text, vocab_size, special=(PAD, BOS, EOS))
        self.known = known

    def ids(self, sentences: Sequence[str]) -> Tensor:
        """The token ids of each sentence, between BOS and EOS, right-padded to the longest."""
        bos, eos = self.bpe.special[BOS], self.bpe.special[EOS]
        rows = [[bos, *self.bpe.encode(sentence), eos] for sentence in sentences]
        return pad(rows, self.bpe.special[PAD])[0]  # (sentences, longest)

    @cached_property
    def batches(self) -> list[tuple[Tensor, Tensor]]:
        """All training pairs as batches of token ids, (source, target).

        Each batch holds pairs of similar length, so it has little padding.
        """
        lengths = [
            max(len(self.bpe.encode(sentence)) for sentence in pair) + 2 for pair in self.known
        ]
        order = sorted(range(len(self.known)), key=lengths.__getitem__)
        groups: list[list[int]] = [[]]
        for i in order:
            if (len(groups[-1]) + 1) * lengths[i] > max(BATCH_TOKENS, lengths[i]):
                groups.append([])
            groups[-1].append(i)
        return [
            (self.ids([self.known[i][0] for i in rows]), self.ids([self.known[i][1] for i in rows]))
            for rows in groups
        ]

    @property
    def longest(self) -> int:
        """The number of tokens of the longest training sentence, with BOS and EOS."""
        return max(ids.shape[1] for batch in self.batches for ids in batch)


class Translator(NamedTuple):
    """A trained Transformer, and its training corpus, whose tokenizer it uses."""

    model: Transformer
    corpus: Corpus

    def translate(self, sentences: Sequence[str], *, beam: int = BEAM) -> list[str]:
        """Translate English sentences into French by beam search with ``beam`` hypotheses.

        A sentence that is too long for the model is cut off.
        """
        special, device = self.corpus.bpe.special, self.model.embedding.weight.device
        self.model.eval()
        order = sorted(range(len(sentences)), key=lambda i: len(sentences[i]))
        translations = dict.fromkeys(order, "")
        with torch.no_grad():
            for rows in (order[i : i + 64] for i in range(0, len(order), 64)):
                source = self.corpus.ids([sentences[i] for i in rows])
                source = source[:, : self.model.config.max_len].to(device)
                mask = (source != special[PAD]).unsqueeze(1)  # (rows, 1, source)
                found = beam_search(
                    self.model.step,
                    torch.full((len(rows), 1), special[BOS], device=device),
                    beam=beam,
                    max_new=min(2 * source.shape[1] + 10, self.model.config.max_len - 1),
                    eos=special[EOS],
                    length_penalty=LENGTH_PENALTY,
                    cache=self.model.start(source, mask),
                )
                for i, tokens in zip(rows, found.tokens[:, 0].tolist(), strict=True):
                    end = tokens.index(special[EOS]) if special[EOS] in tokens else len(tokens)
                    translations[i] = self.corpus.bpe.decode(tokens[:end])
        return [translations[i] for i in range(len(sentences))]

    def bleu(self, pairs: Pairs, *, beam: int = BEAM) -> Bleu:
        """Translate the English sentences of ``pairs``; return BLEU against the French sentences.

        Upper and lower case are not distinguished, as in `bleu_of_words`.
        """
        return bleu_of_words(self.translate([english for english, _ in pairs], beam=beam), pairs)

    def loss(self, pairs: Pairs) -> float:
        """Mean cross-entropy of the French sentences given the English ones, in nats per token.

        No label smoothing is used.
        """
        source, target = (self.corpus.ids([pair[side] for pair in pairs]) for side in (0, 1))
        device, special = self.model.embedding.weight.device, self.corpus.bpe.special
        total, count = 0.0, 0
        self.model.eval()
        with torch.no_grad():
            for a, b in zip(source.split(64), target.split(64), strict=True):
                n = int((b[:, 1:] != special[PAD]).sum())
                total += n * float(self.model.loss(a.to(device), b.to(device), pad=special[PAD]))
                count += n
        return total / count

    def cross_attention(self, english: str, french: str) -> dict[str, Any]:
        """Return the cross-attention weights between an English sentence and a French translation.

        In the result, "english" and "french" are the tokens of the sentences. "weights" is a list
        with a row for each French token. The row holds the weight of each English token while the
        model predicts the French token: in the last layer, averaged over its heads.
        """
        source, target = (self.corpus.ids([sentence]) for sentence in (english, french))
        device = self.model.embedding.weight.device
        self.model.eval()
        with torch.no_grad(), attention_maps(self.model) as maps:
            self.model(source.to(device), target[:, :-1].to(device))
        weights = maps.cross_attention[-1][0].mean(dim=0)  # (target, source)
        names = [
            [self.corpus.bpe.decode([i]) for i in ids[0, 1:].tolist()] for ids in (source, target)
        ]
        return {
            "english": ["BOS", *names[0][:-1], "EOS"],
            "french": [*names[1][:-1], "EOS"],
            "weights": [[round(w, 4) for w in row] for row in weights.tolist()],
        }


def words(sentence: str) -> list[str]:
    """Split a sentence into words and punctuation marks, in lower case, to compute BLEU."""
    return WORD.findall(sentence.lower())


def bleu_of_words(translations: Sequence[str], pairs: Pairs) -> Bleu:
    """Compute BLEU of ``translations``, with the French sentences of ``pairs`` as references.

    Words and punctuation marks are compared in lower case.
    """
    return bleu([words(text) for text in translations], [[words(french)] for _, french in pairs])
