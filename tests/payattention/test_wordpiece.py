"""WordPiece equals `tokenizers`, and files that are not BERT's are refused."""

import copy
import json
import pickle
import random
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import BertWordPieceTokenizer
from transformers import BertTokenizerFast

from payattention.data.text import python_reference
from payattention.wordpiece import WordPiece, longest_pieces, split_words

pytestmark = pytest.mark.xdist_group("WordPiece")  # whose vocabularies one process learns

SCRIPTS = {
    "Latin": (0x20, 0x24F),
    "accents": (0x300, 0x36F),
    "Greek": (0x370, 0x3FF),
    "Cyrillic": (0x400, 0x4FF),
    "Hebrew": (0x591, 0x5F4),
    "Arabic": (0x600, 0x6FF),
    "Devanagari": (0x900, 0x97F),
    "Thai": (0xE01, 0xE5B),
    "punctuation": (0x2000, 0x206F),
    "mathematics": (0x2190, 0x22FF),
    "kana": (0x3000, 0x30FF),
    "Chinese": (0x4E00, 0x4FFF),
    "rare Chinese": (0x20000, 0x200FF),
    "Hangul": (0xAC00, 0xAFFF),
    "emoji": (0x1F300, 0x1F64F),
    "controls": (0x00, 0x9F),
    "private": (0xE000, 0xE0FF),
    "compatible Chinese": (0xF900, 0xF9FF),
    "replacement": (0xFFF0, 0xFFFF),
}
# a mark that Unicode made punctuation in 2021, after the tables of `tokenizers`
NEWER = {"\u061d"}
ALPHABETS = {
    script: [c for c in map(chr, range(first, last + 1)) if category(c) != "Cn" and c not in NEWER]
    for script, (first, last) in SCRIPTS.items()
}


def random_text(draw):
    """A few words, each of one or two scripts, with ASCII among them; some are very long."""
    words = []
    for _ in range(draw.randrange(12)):
        alphabet = [
            c for s in draw.choices([*ALPHABETS], k=draw.choice((1, 1, 2))) for c in ALPHABETS[s]
        ]
        length = (
            draw.choice((1, 2, 3, 5, 8, 13, 100, 101, 130))
            if draw.random() < 0.1
            else draw.randrange(1, 9)
        )
        words.append("".join(draw.choices(alphabet, k=length)))
    return "".join(
        word + draw.choice((" ", " ", "\t", "\n", "\u00a0", "\u2028", "")) for word in words
    )


def texts():
    draw = random.Random(0)
    return [random_text(draw) for _ in range(10_000)]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Vocabularies that `tokenizers` learns from English and from half of the random texts."""
    folders = {}
    for lowercase in (True, False):
        theirs = BertWordPieceTokenizer(lowercase=lowercase)
        theirs.train_from_iterator(
            [python_reference(), *texts()[:2000]],
            vocab_size=8000,
            min_frequency=1,
            limit_alphabet=3000,
            show_progress=False,
        )
        folders[lowercase] = tmp_path_factory.mktemp(f"lowercase-{lowercase}")
        theirs.save_model(str(folders[lowercase]))
    return folders


def tokenizers_of(folder, lowercase):
    theirs = BertWordPieceTokenizer(str(folder / "vocab.txt"), lowercase=lowercase)
    return WordPiece.load(folder), theirs


@pytest.mark.system
@pytest.mark.parametrize(("lowercase", "n"), [(True, 10_000), (False, 2_000)])
def test_the_same_ids_as_tokenizers_on_ten_thousand_texts_of_many_scripts(files, lowercase, n):
    ours, theirs = tokenizers_of(files[lowercase], lowercase)
    assert ours.lowercase == lowercase
    unknown = total = 0
    for text in texts()[:n]:
        ids = ours.encode(text)
        assert ids == theirs.encode(text, add_special_tokens=False).ids, ascii(text)
        unknown += ids.count(ours.special["[UNK]"])
        total += len(ids)
    assert 0.01 < unknown / total < 0.3  # both kinds of words are among them


@given(st.text(st.sampled_from("aAbBéÉüſßİıΣσς ǅ\u0301\u00ad\u200d\x85\x1c\t'’-–_$語가")))
def test_the_same_words_as_tokenizers_for_the_hardest_letters(files, text):
    ours, theirs = tokenizers_of(files[True], True)
    assert ours.encode(text) == theirs.encode(text, add_special_tokens=False).ids


def test_english_is_the_same_and_can_be_read_again(files):
    ours, theirs = tokenizers_of(files[True], True)
    text = python_reference()[:20_000]
    ids = ours.encode(text)
    assert ids == theirs.encode(text, add_special_tokens=False).ids
    assert ours.decode(ours.encode("The function returns")) == "the function returns"


def test_the_longest_piece_is_taken_first():
    vocabulary = {"un", "una", "##aff", "##ffable", "##able", "##a"}
    assert longest_pieces("unaffable", vocabulary) == ["una", "##ffable"]
    assert longest_pieces("unaffable", vocabulary - {"una"}) == ["un", "##aff", "##able"]
    assert longest_pieces("unaffables", vocabulary) == ["[UNK]"]


def test_words_are_split_at_punctuation_and_chinese_characters():
    assert split_words("It's Zürich, 東京!") == ["it", "'", "s", "zurich", ",", "東", "京", "!"]
    assert split_words("Zürich", lowercase=False) == ["Zürich"]


def test_no_text_becomes_a_special_token(files):
    ours = WordPiece.load(files[True])
    ids = ours.encode("[CLS] and [MASK]")
    assert not set(ids) & {ours.special["[CLS]"], ours.special["[MASK]"]}
    assert ours.decode([ours.special["[CLS]"], *ours.encode("x")]) == "[CLS] x"


@pytest.mark.parametrize("lowercase", [True, False])
def test_one_file_and_two_are_read_alike(files, tmp_path, lowercase):
    there = BertTokenizerFast(str(files[lowercase] / "vocab.txt"), do_lower_case=lowercase)
    there.save_pretrained(tmp_path)
    assert (tmp_path / "tokenizer.json").is_file()
    ours = WordPiece.from_pretrained(tmp_path)
    text = "Ein Straßencafé, ÉTÉ 東京 naïve"
    assert ours.lowercase == lowercase
    assert ours.encode(text) == there.encode(text, add_special_tokens=False)
    assert ours.encode(text) == WordPiece.load(files[lowercase]).encode(text)


def test_what_the_configuration_says_of_capitals_counts(tmp_path):
    (tmp_path / "vocab.txt").write_text("[UNK]\na\n", encoding="utf-8")
    assert WordPiece.load(tmp_path).encode("A") == [1]
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": false}', encoding="utf-8")
    assert WordPiece.load(tmp_path).encode("A") == [0]


def test_it_can_be_pickled_and_copied(files):
    ours = WordPiece.load(files[True])
    for other in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours)):
        assert other.encode("Any text, really.") == ours.encode("Any text, really.")


@pytest.mark.parametrize(
    "change",
    [
        {"model": {"type": "BPE"}},
        {"model": {"type": "WordPiece", "unk_token": "<unk>"}},
        {"normalizer": {"type": "Lowercase"}},
        {"normalizer": None},
    ],
)
def test_another_tokenizer_is_refused(files, tmp_path, change):
    BertTokenizerFast(str(files[True] / "vocab.txt")).save_pretrained(tmp_path)
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | change), encoding="utf-8")
    with pytest.raises(ValueError, match=f"must hold WordPiece as in BERT, but {file} does not"):
        WordPiece.load(tmp_path)


def test_what_makes_no_vocabulary_is_refused():
    with pytest.raises(ValueError, match=r"tokens must include \[UNK\], but they do not"):
        WordPiece(["a", "b"])
    with pytest.raises(ValueError, match=r"tokens must include no token twice, but 'a' is"):
        WordPiece(["[UNK]", "a", "a", "b"])
    with pytest.raises(ValueError, match="ids must be from 0 to 1, but one is 2"):
        WordPiece(["[UNK]", "a"]).decode([2])
    with pytest.raises(
        ValueError, match=r"vocab\.txt must be readable and complete, but .*No such file"
    ):
        WordPiece.load("/nowhere")
