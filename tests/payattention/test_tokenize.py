"""Byte-pair encoding equals `tokenizers`, and decoding gives back any text."""

import copy
import json
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken, ByteLevelBPETokenizer, Tokenizer, decoders, models
from tokenizers.pre_tokenizers import ByteLevel, Digits, Sequence

from payattention._byte_names import RARE, visible_name
from payattention.data.text import python_reference
from payattention.tokenize import (
    BOS,
    BPE,
    EOS,
    PAD,
    Vocabulary,
    learn_merges,
    merge_word,
    merged,
    pad,
)

pytestmark = pytest.mark.xdist_group("BPE")  # which learns its merges once, in one process

SPECIAL = ("[PAD]", "[CLS]")
# what both our tables of letters and theirs know
ASSIGNED = st.characters(exclude_categories=("Cn", "Cs"))
# `tokenizers` recognises special tokens in a text, ours does not.
ORDINARY = st.text(ASSIGNED).filter(lambda text: not any(name in text for name in SPECIAL))


@pytest.fixture(scope="module")
def text():
    return python_reference()


@pytest.fixture(scope="module")
def ours(text):
    return BPE.train(text, 2000, special=SPECIAL)


@pytest.fixture(scope="module")
def theirs(text):
    tokenizer = ByteLevelBPETokenizer()
    tokenizer.train_from_iterator(
        [text], vocab_size=2000, min_frequency=2, special_tokens=list(SPECIAL), show_progress=False
    )
    return tokenizer


def test_the_same_merges_and_numbers_as_tokenizers(ours, theirs, tmp_path):
    ours.save(tmp_path / "ours")
    (tmp_path / "theirs").mkdir()
    theirs.save_model(str(tmp_path / "theirs"))
    for name, read in (("vocab.json", json.loads), ("merges.txt", str)):
        mine, other = (
            read((tmp_path / who / name).read_text(encoding="utf-8")) for who in ("ours", "theirs")
        )
        assert mine == other
    assert len(ours) == 2000


@pytest.mark.system
def test_the_same_ids_as_tokenizers_on_the_bundled_text(ours, theirs, text):
    ids = ours.encode(text)
    assert ids == theirs.encode(text).ids
    assert ours.decode(ids) == text


@given(ORDINARY | st.text(st.sampled_from("aAthe  \n\t'sreld0½é语-_")))
def test_the_same_ids_as_tokenizers_on_any_text(ours, theirs, text):
    assert ours.encode(text) == theirs.encode(text).ids


def tokenizers_twin(bpe):
    """The same tokenizer in the package `tokenizers`, built as SmolLM2's tokenizer.json says."""
    special = {number: name for name, number in bpe.special.items()}
    names = [special.get(i, visible_name(token)) for i, token in enumerate(bpe.tokens)]
    vocab = {name: i for i, name in enumerate(names)}
    merges = [(names[a], names[b]) for (a, b), _ in bpe.merges]
    twin = Tokenizer(models.BPE(vocab, merges))
    bytes_of_words = ByteLevel(add_prefix_space=False)
    digits = Digits(individual_digits=True)
    twin.pre_tokenizer = Sequence([digits, bytes_of_words]) if bpe.digits_apart else bytes_of_words
    twin.decoder = decoders.ByteLevel()
    twin.add_special_tokens([AddedToken(name, special=True) for name in bpe.special])
    return twin


@pytest.fixture(scope="module")
def apart(ours):
    return BPE(ours.tokens, ours.merges, ours.special, digits_apart=True)


@given(ORDINARY | st.text(st.sampled_from("a12 ²½٣Ⅷ  \n\t's,é语")))
def test_digits_apart_give_the_same_ids_as_tokenizers(apart, text):
    ids = apart.encode(text)
    assert ids == tokenizers_twin(apart).encode(text).ids
    assert apart.decode(ids) == text


def test_digits_apart_are_single_tokens(apart):
    assert [apart.tokens[i] for i in apart.encode("in 1995,")][-6:] == [
        b" ", b"1", b"9", b"9", b"5", b",",
    ]  # fmt: skip


def without_rare_bytes(bpe):
    """The same tokenizer, but without the bytes that SmolLM2 lacks or may lack."""
    rare = [i for i, token in enumerate(bpe.tokens) if len(token) == 1 and token[0] in RARE]
    kept = [i for i in range(len(bpe)) if i not in rare]
    place = {old: new for new, old in enumerate(kept)}
    merges = [
        ((place[a], place[b]), place[new])
        for (a, b), new in bpe.merges
        if {a, b, new} <= place.keys()
    ]
    special = {name: place[i] for name, i in bpe.special.items()}
    return BPE([bpe.tokens[i] for i in kept], merges, special, digits_apart=True)


@given(ORDINARY | st.text(st.sampled_from("ab \x00\x1b\x1d\x7f\n")))
def test_bytes_without_a_token_are_left_out_as_tokenizers_does(ours, text):
    fewer = without_rare_bytes(ours)
    assert len(fewer) < len(ours)
    assert fewer.encode(text) == tokenizers_twin(fewer).encode(text).ids


@given(st.text(st.characters(exclude_categories=("Cc", "Cn", "Cs"))))
def test_no_text_needs_a_rare_byte(text):
    assert not RARE & set(text.encode())


def test_a_byte_of_ordinary_text_must_not_be_missing(ours):
    kept = [token for token in BPE.train("", 256).tokens if token != b"a"]
    with pytest.raises(ValueError, match=r"tokens must hold every single byte .* lack 1, .* b'a'"):
        BPE(kept, [])


@given(st.text())
def test_any_text_survives(ours, text):
    assert ours.decode(ours.encode(text)) == text


@pytest.mark.system
@pytest.mark.parametrize("vocab_size", [256, 300, 7000])
def test_other_sizes_and_least_counts_give_the_same_merges(text, vocab_size):
    part = text[:60_000]
    theirs = ByteLevelBPETokenizer()
    theirs.train_from_iterator([part], vocab_size=vocab_size, min_frequency=5, show_progress=False)
    ours = BPE.train(part, vocab_size, min_count=5)
    assert len(ours) == theirs.get_vocab_size()
    assert ours.encode(part[:20_000]) == theirs.encode(part[:20_000]).ids


def test_a_very_long_word_is_merged_like_theirs(ours, theirs):
    word = "".join(random.Random(0).choices("ethrsn", k=20_000))
    assert ours.encode(word) == theirs.encode(word).ids


def spelt(bpe):
    """Its merges, as pairs of bytes."""
    return [(bpe.tokens[a], bpe.tokens[b]) for (a, b), _ in bpe.merges]


def test_the_textbook_learns_the_merges_of_sennrichs_example():
    text = "low low low low low lower lower newest newest newest widest"
    # l-o and o-w occur 7 times, l is older; then lo-w 7, space-low 6, e-s and s-t 4
    assert learn_merges(text, 5) == [
        (b"l", b"o"),
        (b"lo", b"w"),
        (b" ", b"low"),
        (b"e", b"s"),
        (b"es", b"t"),
    ]


@given(st.text(st.sampled_from("aab  é"), max_size=60), st.integers(0, 30))
def test_the_textbook_and_the_fast_training_learn_the_same(text, n):
    expected = learn_merges(text, n)
    fast = spelt(BPE.train(text, 256 + n, min_count=1))  # up to n new tokens
    assert fast[: len(expected)] == expected
    if len(fast) < n:  # nothing was left to merge
        assert fast == expected


def test_the_textbook_and_the_fast_training_learn_the_same_from_english(text):
    part = text[:20_000]
    fast = BPE.train(part, 256 + 60, min_count=1)
    assert spelt(fast) == learn_merges(part, 60)


@given(st.text(st.sampled_from("aab é"), max_size=60), st.text(st.sampled_from("ab"), max_size=30))
def test_the_textbook_and_the_fast_encoding_split_words_alike(text, word):
    bpe = BPE.train(text, 300, min_count=1)
    assert [bpe.tokens[i] for i in bpe.encode(word)] == merge_word(word, spelt(bpe))


def test_the_textbook_splits_english_words_as_the_fast_encoding_does(ours, text):
    merges = spelt(ours)
    for word in {*text[:4_000].split(" ")} - {""}:
        if word.isalpha():
            assert [ours.tokens[i] for i in ours.encode(word)] == merge_word(word, merges)


def test_a_pair_is_merged_from_the_left():
    assert merged([1, 1, 1, 2], (1, 1), 9) == [9, 1, 2]
    assert merged((b"a", b"b", b"a", b"b"), (b"a", b"b"), b"ab") == [b"ab", b"ab"]


def test_few_words_are_remembered_and_any_number_is_split(ours, monkeypatch):
    expected = ours.encode("the one or the other of the many")
    monkeypatch.setattr("payattention.tokenize.MOST_KNOWN", 2)
    few = copy.copy(ours)
    few._known = {}
    assert few.encode("the one or the other of the many") == expected
    assert len(few._known) <= 2


def test_it_can_be_pickled_and_copied(ours):
    expected = ours.encode("Any text, really.")
    for other in (pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours)):
        assert other.encode("Any text, really.") == expected
        assert other.special == ours.special


def test_smollm2s_file_says_that_digits_are_apart(apart, tmp_path, text):
    tokenizers_twin(apart).save(str(tmp_path / "tokenizer.json"))
    loaded = BPE.from_pretrained(tmp_path)
    assert loaded.digits_apart
    assert loaded.special == apart.special
    assert loaded.encode(text[:9_000]) == apart.encode(text[:9_000])


def test_digits_in_threes_are_refused(apart, tmp_path):
    twin = tokenizers_twin(apart)
    twin.pre_tokenizer = Sequence([Digits(individual_digits=False), ByteLevel(False)])
    twin.save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ValueError, match=r"tokenizer\.json must hold byte-level BPE as in GPT-2"):
        BPE.load(tmp_path)


def test_what_gpt_2s_files_cannot_say_is_not_saved(ours, apart, tmp_path):
    with pytest.raises(ValueError, match="GPT-2's files cannot say that digits are apart"):
        apart.save(tmp_path)
    tokenizers_twin(apart).save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ValueError, match=r"folder must hold no tokenizer\.json, but there is"):
        ours.save(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["tokenizer.json"]


@pytest.mark.parametrize("spaces", [True, False])
def test_tokenizers_own_file_is_read_too(ours, tmp_path, text, spaces):
    ours.save(tmp_path)
    there = ByteLevelBPETokenizer(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"))
    there.add_special_tokens(list(SPECIAL))
    (tmp_path / "one").mkdir()
    file = tmp_path / "one" / "tokenizer.json"
    there.save(str(file))
    if spaces:  # as older versions wrote the pairs
        content = json.loads(file.read_text("utf-8"))
        content["model"]["merges"] = [" ".join(pair) for pair in content["model"]["merges"]]
        file.write_text(json.dumps(content), encoding="utf-8")
    for folder in (tmp_path, tmp_path / "one"):
        loaded = BPE.from_pretrained(folder)
        assert loaded.encode(text[:9_000]) == there.encode(text[:9_000]).ids
        assert loaded.special == ours.special


@pytest.mark.parametrize(
    "change",
    [
        {"model": {"type": "WordPiece"}},
        {"pre_tokenizer": {"type": "Whitespace"}},
        {"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": True}},
        {"pre_tokenizer": {"type": "ByteLevel", "use_regex": False}},
        {"normalizer": {"type": "NFC"}},
    ],
)
def test_another_tokenizers_file_is_refused(ours, tmp_path, change):
    ours.save(tmp_path)
    there = ByteLevelBPETokenizer(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"))
    (tmp_path / "one").mkdir()
    file = tmp_path / "one" / "tokenizer.json"
    there.save(str(file))
    file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | change), encoding="utf-8")
    with pytest.raises(ValueError, match=f"byte-level BPE as in GPT-2, but {file} does not"):
        BPE.load(tmp_path / "one")


def test_saved_files_load_here_and_there(ours, tmp_path, text):
    ours.save(tmp_path)
    loaded = BPE.load(tmp_path)
    there = ByteLevelBPETokenizer(str(tmp_path / "vocab.json"), str(tmp_path / "merges.txt"))
    expected = ours.encode(text[:20_000])
    assert loaded.encode(text[:20_000]) == expected
    assert there.encode(text[:20_000]).ids == expected
    assert loaded.special == ours.special == {"[PAD]": 0, "[CLS]": 1}
    assert loaded.tokens == ours.tokens
    assert loaded.merges == ours.merges


def test_no_text_becomes_a_special_token(ours):
    ids = ours.encode("[CLS] and [PAD]")
    assert not set(ids) & set(ours.special.values())
    assert ours.decode([ours.special["[CLS]"], *ours.encode("x")]) == "[CLS]x"


def test_half_a_character_becomes_a_replacement_sign():
    bpe = BPE.train("", 256)
    assert bpe.decode(bpe.encode("é")[:1]) == "\N{REPLACEMENT CHARACTER}"


def test_what_makes_no_encoding_is_refused_by_name(ours, tmp_path):
    with pytest.raises(ValueError, match=r"vocab_size must be at least 258, .* 257"):
        BPE.train("text", 257, special=SPECIAL)
    with pytest.raises(ValueError, match="ids must be from 0 to 1999, but one is 2000"):
        ours.decode([3, 2000])
    with pytest.raises(ValueError, match=r"tokens must hold every single byte of .* lack \d+, "):
        BPE([b"a"], [])
    with pytest.raises(
        ValueError, match=r"special must not have the name of another token .*\['a'\]"
    ):
        BPE.train("", 257, special=["a"]).save(tmp_path)
    with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
        ours.encode("\ud800")


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (
            "merges.txt",
            lambda text: text + "Ġ\n",
            "each merge in merges.txt must join two tokens .* 'Ġ'",
        ),
        (
            "merges.txt",
            lambda text: text + "Q Q\n",
            "each merge in merges.txt must join two tokens .* 'Q Q'",
        ),
        (
            "merges.txt",
            lambda text: text[: len(text) // 2],
            "merges.txt must end with a line break",
        ),
        ("vocab.json", lambda text: text.replace(": 7,", ": 9999,"), "vocab.json must number"),
        (
            "vocab.json",
            lambda text: text[: text.index(', "', len(text) // 2)],  # behind a whole entry
            "vocab.json must be readable and complete, but .* delimiter",
        ),
        ("vocab.json", lambda text: '{"a": "b"}', "vocab.json must hold a number for each token"),
    ],
)
def test_damaged_files_are_refused_by_name(ours, tmp_path, name, change, message):
    ours.save(tmp_path)
    file = tmp_path / name
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        BPE.load(tmp_path)


def test_a_vocabulary_numbers_the_special_symbols_first():
    vocabulary = Vocabulary("banana")
    assert vocabulary.symbols == [PAD, BOS, EOS, "a", "b", "n"]
    assert len(vocabulary) == 6
    assert vocabulary.encode("nab") == [5, 3, 4]
    assert vocabulary.encode([BOS, "n", EOS]) == [1, 5, 2]
    assert vocabulary.decode([5, 3, 2]) == ["n", "a", EOS]


@given(st.text(min_size=1))
def test_a_text_survives_its_own_vocabulary(text):
    vocabulary = Vocabulary(text, special=())
    assert "".join(vocabulary.decode(vocabulary.encode(text))) == text


def test_what_a_vocabulary_lacks_is_refused_by_name():
    with pytest.raises(ValueError, match="symbols must be one text or more"):
        Vocabulary("", special=())
    with pytest.raises(ValueError, match=r"text must be made of .* 2 symbols, but it holds 'c'"):
        Vocabulary("ab", special=()).encode("abc")
    with pytest.raises(ValueError, match="ids must be from 0 to 1, but one is -1"):
        Vocabulary("ab", special=()).decode([-1])


def test_pad_fills_up_and_counts():
    tokens, lengths = pad([[5, 6], [7], []], value=9)
    assert tokens.tolist() == [[5, 6], [7, 9], [9, 9]]
    assert lengths.tolist() == [2, 1, 0]
    with pytest.raises(ValueError, match="n_sequences must be at least 1, but it is 0"):
        pad([], value=0)
