"""WordPiece: the tokens of BERT.

split_words     split a text into words and punctuation signs, without accents and capitals
longest_pieces  split a word into pieces of the vocabulary, the longest first
WordPiece       the whole tokenizer: from a text to numbers, and back

Byte-pair encoding repeats the merges that it learnt; WordPiece keeps only the vocabulary, and takes
the longest piece that fits. A piece inside a word begins with "##".
Source: Schuster and Nakajima (2012); Devlin et al. (2019), section 3.
"""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from unicodedata import category, normalize

import regex

from payattention.checkpoint import read_json, read_text
from payattention.hub import locate, locate_any
from payattention.require import require_ids, require_numbered

PAD, UNK, CLS, SEP, MASK = "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"
LONGEST = 100  # characters; a longer word is unknown

# Chinese is written without spaces, so each of its characters is a word.
CHINESE = (
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    r"\U00020000-\U0002a6df\U0002a700-\U0002ceaf\U0002f800-\U0002fa1f"
)
ALONE = rf"\p{{P}}$+<=>^`|~{CHINESE}"  # these are words by themselves
WORD = regex.compile(rf"[{ALONE}]|[^\s{ALONE}]+", regex.V0)
CONTROLS = ("Cc", "Cf", "Co", "Cs")  # Unicode's categories of invisible characters


def split_words(text: str, *, lowercase: bool = True) -> list[str]:
    """Split a text at spaces and around punctuation signs.

    ``lowercase`` also changes capitals to lower case and removes accents. As in the package
    `tokenizers`, each letter is changed to lower case separately, so a final Σ becomes σ and not ς.
    Source: Devlin et al. (2019), the code with the paper, tokenization.py.
    """
    text = "".join(c for c in text if c in "\t\n\r" or category(c) not in CONTROLS)
    text = text.replace("\N{REPLACEMENT CHARACTER}", "")
    if lowercase:
        letters = (c for c in normalize("NFD", text) if category(c) != "Mn")
        text = "".join(letter.lower() for letter in letters)
    return WORD.findall(text)


def longest_pieces(word: str, vocabulary: Collection[str]) -> list[str]:
    """Split a word into pieces, from the left, each the longest that is in the vocabulary.

        longest_pieces("unaffable", {"un", "##aff", "##able"}) → ["un", "##aff", "##able"]

    A word that cannot be split completely becomes ["[UNK]"].
    Source: Devlin et al. (2019), the code with the paper, tokenization.py.
    """
    pieces, start = [], 0
    while start < len(word):
        for end in range(len(word), start, -1):
            piece = ("##" if start else "") + word[start:end]
            if piece in vocabulary:
                break
        else:
            return [UNK]
        pieces.append(piece)
        start = end
    return pieces


class WordPiece:
    """BERT's tokenizer: from a text to the numbers of its pieces, and back.

    ``tokens[i]`` is the piece with number i. ``special`` holds the numbers of the special tokens.
    `encode` returns the number of "[UNK]" for an unknown word. It never returns the numbers of
    "[CLS]", "[SEP]", "[PAD]" and "[MASK]": add these numbers yourself, for example
    ``wordpiece.special["[CLS]"]``.
    Raises: ValueError if two tokens are equal, or "[UNK]" is missing.
    """

    def __init__(self, tokens: Sequence[str], *, lowercase: bool = True):
        self.tokens = list(tokens)
        self.lowercase = lowercase
        self._ids = {token: i for i, token in enumerate(self.tokens)}
        if UNK not in self._ids:
            raise ValueError(f"tokens must include {UNK}, but they do not")
        if len(self._ids) < len(self.tokens):
            twice = next(token for i, token in enumerate(self.tokens) if self._ids[token] != i)
            raise ValueError(f"tokens must include no token twice, but {twice!r} is")
        self.special = {t: self._ids[t] for t in (PAD, UNK, CLS, SEP, MASK) if t in self._ids}

    def __len__(self) -> int:
        return len(self.tokens)

    def encode(self, text: str) -> list[int]:
        """Return the numbers of a text's pieces; special tokens are not recognised in the text."""
        words = split_words(text, lowercase=self.lowercase)
        return [self._ids[piece] for word in words for piece in self._pieces(word)]

    def decode(self, ids: Iterable[int]) -> str:
        """Join pieces to a text, with spaces between words; capitals and accents are not restored.

        Raises: ValueError if an id is not that of a token.
        """
        numbers = list(ids)
        require_ids("ids", numbers, len(self))
        return " ".join(self.tokens[number] for number in numbers).replace(" ##", "")

    def _pieces(self, word: str) -> list[str]:
        return longest_pieces(word, self._ids) if len(word) <= LONGEST else [UNK]

    @classmethod
    def from_pretrained(cls, name: Path | str) -> "WordPiece":
        """The tokenizer of an official model, like "bert-base-uncased", from the hub or a folder.

        Raises: DataError, a ValueError, if the files cannot be reached; ValueError as `load`.
        """
        file = locate(name, "tokenizer.json", "vocab.txt")
        if file.name == "vocab.txt":
            locate_any(name, "tokenizer_config.json")
        return cls.load(file.parent)

    @classmethod
    def load(cls, folder: Path | str) -> "WordPiece":
        """Read a tokenizer from ``tokenizer.json``, or else from ``vocab.txt``.

        ``tokenizer.json``, a file of the package `tokenizers`, also says whether capitals and
        accents are kept. For ``vocab.txt``, ``tokenizer_config.json`` says it. If this file is
        missing, the vocabulary decides: capitals and accents are kept if a token such as "Paris"
        has a capital; tokens that begin with "[", such as "[CLS]", do not count.
        Raises: ValueError if a file is missing or damaged, or is not of BERT's tokenizer.
        """
        folder = Path(folder)
        if (folder / "tokenizer.json").is_file():
            return cls._of_tokenizers(folder / "tokenizer.json")
        tokens = read_text(folder / "vocab.txt").removesuffix("\n").split("\n")
        lowercase = not any(token != token.lower() for token in tokens if token[:1] != "[")
        if (folder / "tokenizer_config.json").is_file():
            lowercase = read_json(folder / "tokenizer_config.json").get("do_lower_case", lowercase)
        return cls(tokens, lowercase=lowercase)

    @classmethod
    def _of_tokenizers(cls, file: Path) -> "WordPiece":
        content = read_json(file)
        model, cleaning = content.get("model") or {}, content.get("normalizer") or {}
        lowercase = cleaning.get("lowercase", True)
        expected = {
            "type": "WordPiece", "unk_token": UNK,
            "continuing_subword_prefix": "##", "max_input_chars_per_word": LONGEST,
        }  # fmt: skip
        is_berts = cleaning.get("type") == "BertNormalizer" and expected.items() <= model.items()
        if not is_berts or cleaning.get("strip_accents") not in (None, lowercase):
            raise ValueError(f"tokenizer.json must hold WordPiece as in BERT, but {file} does not")
        vocab = model["vocab"]
        require_numbered(str(file), vocab)
        return cls(sorted(vocab, key=vocab.__getitem__), lowercase=lowercase)
