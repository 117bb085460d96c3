"""The real Llama's recording: heads are found and switched off right, and it can be made again."""

import pytest
import torch
import torch.nn.functional as F
from tests.payattention.test_wheels import needs_smollm2

from payattention.chatml import END, START, conversation
from payattention.experiments import smollm2
from payattention.experiments.smollm2 import (
    BLOCK,
    LONGEST,
    N_DATES,
    QUESTIONS,
    RECORDING,
    answer,
    date_prompt,
    head_scores,
    repeated_texts,
    repetition_loss,
    seconds_per_token,
    strongest,
    without,
)
from payattention.llama import Llama, LlamaConfig
from payattention.maps import attention_maps
from payattention.tokenize import BPE

VOCABULARY = 300


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    sizes = {"d_model": 24, "n_heads": 6, "n_kv_heads": 2, "d_ff": 20, "n_layers": 3}
    return Llama(LlamaConfig(vocab_size=VOCABULARY, max_len=128, **sizes)).eval()


@pytest.fixture(scope="module")
def texts():
    return repeated_texts(VOCABULARY, seed=3)


@pytest.fixture(scope="module")
def bpe():
    """A tokenizer whose tokens are single bytes, and the marks of a conversation."""
    tokens = [*(bytes([byte]) for byte in range(256)), START.encode(), END.encode()]
    return BPE(tokens, [], {START: 256, END: 257})


def test_the_second_half_repeats_the_first(texts):
    assert torch.equal(texts[:, :BLOCK], texts[:, BLOCK:])
    assert len({tuple(text) for text in texts.tolist()}) == len(texts)


def test_a_score_is_the_mean_weight_on_its_place(model, texts):
    scores = head_scores(model, texts)
    with torch.no_grad(), attention_maps(model) as maps:
        model(texts)
    weights = maps.self_attention[1][:, 4]  # of one head: texts, queries, keys
    queries = range(BLOCK, 2 * BLOCK)
    for name, key_of in (
        ("first token", lambda query: 0),
        ("one back", lambda query: query - 1),
        ("induction", lambda query: query - BLOCK + 1),
    ):
        each = torch.stack([weights[:, query, key_of(query)] for query in queries])
        assert scores[name][1, 4].item() == pytest.approx(each.mean().item(), abs=1e-6)
    for text in texts[:2].tolist():  # the token of induction follows the same token as the query's
        assert all(text[query - BLOCK] == text[query] for query in queries)


def test_a_head_that_is_switched_off_adds_nothing(model, texts):
    layer, group = model.stack.layers[2].attention, 3  # six heads of queries over two of keys
    x = torch.randn(1, 5, 24)
    rotation = model.stack.positions(0, 5)
    with torch.no_grad():
        before = layer(x, rotation)
        with attention_maps(model) as maps:
            layer(x, rotation)
        (weights,) = maps.self_attention
        value = layer.W_V(x).unflatten(-1, (2, 4))[0, :, 4 // group]  # what head 4 reads
        share = weights[0, 4] @ value @ layer.W_O.weight.unflatten(1, (6, 4))[:, 4].T
        with without(model, [(2, 4)]):
            torch.testing.assert_close(layer(x, rotation)[0], before[0] - share)
        assert torch.equal(layer(x, rotation), before)


def test_the_strongest_heads_come_by_layer_and_head():
    scores = torch.zeros(3, 4)
    scores[1, 3], scores[2, 0] = 0.5, 0.9
    assert strongest(scores, 2) == [(2, 0), (1, 3)]


def test_the_loss_of_each_half_is_that_of_its_tokens(model, texts):
    first, second = repetition_loss(model, texts)
    with torch.no_grad():
        log_p = model(texts).log_softmax(dim=-1)
    each = -log_p[:, :-1].gather(-1, texts[:, 1:, None]).squeeze(-1)
    assert first == pytest.approx(each[:, : BLOCK - 1].mean().item(), abs=1e-5)
    assert second == pytest.approx(each[:, BLOCK - 1 :].mean().item(), abs=1e-5)


def test_answers_of_a_batch_are_those_of_each_prompt_alone(model, bpe):
    prompts = [bpe.encode("a longer prompt"), bpe.encode("short")]
    together = answer(model, bpe, prompts, 6)
    assert together == [answer(model, bpe, [prompt], 6)[0] for prompt in prompts]


def test_the_examples_come_before_the_question(bpe):
    text = bpe.decode(date_prompt(bpe, "Monday", [("Sunday", "dimanche")]))
    places = [text.index(part) for part in ("Sunday", "dimanche", "Monday")]
    assert places == sorted(places)
    assert text.endswith(f"Monday{END}\n{START}assistant\n")


def test_a_time_is_positive(model):
    assert seconds_per_token(model, 5, calls=2) > 0


def test_the_recording_has_what_was_asked():
    recorded = RECORDING.read()
    assert [each["question"] for each in recorded["answers"]] == list(QUESTIONS)
    assert {len(texts) for texts in recorded["dates"].values()} == {N_DATES}
    config = LlamaConfig.smollm2_135m()
    for scores in recorded["heads"].values():
        assert torch.tensor(scores).shape == (config.n_layers, config.n_heads)


# ── the same weights once more ────────────────────────────────────────────────────────────────


@needs_smollm2
@pytest.mark.system
@pytest.mark.xdist_group("SmolLM2")
def test_the_recorded_answers_are_the_likeliest_tokens():
    model, bpe = smollm2._model()
    for each in RECORDING.read()["answers"]:
        for prompt, said in (
            (conversation(bpe, [("user", each["question"])]), each["with template"]),
            (bpe.encode(each["question"]), each["without"]),
        ):
            tokens = bpe.encode(said)
            ends = [] if len(tokens) == LONGEST else [bpe.special[END]]
            read = torch.tensor([[*prompt, *tokens, *ends]])
            with torch.no_grad():
                logits = model(read)[0, len(prompt) - 1 : -1]
            chosen = logits.gather(-1, read[0, len(prompt) :, None])[:, 0]
            assert (logits.amax(dim=-1) - chosen).max() < 0.1, each["question"]


@needs_smollm2
@pytest.mark.system
@pytest.mark.xdist_group("SmolLM2")
def test_recorded_anew_its_heads_look_and_work_as_before():
    recorded = RECORDING.read()
    model, _ = smollm2._model()
    anew = head_scores(model, repeated_texts(model.config.vocab_size))
    for name, scores in recorded["heads"].items():
        torch.testing.assert_close(anew[name], torch.tensor(scores), atol=0.01, rtol=0)
    off, new = recorded["switched off"], repeated_texts(model.config.vocab_size, seed=1)
    assert repetition_loss(model, new)[1] == pytest.approx(off["second half"], abs=0.1)
    with without(model, [tuple(head) for head in off["heads"]]):
        lost = repetition_loss(model, new)[1]
    assert lost == pytest.approx(off["second half, without these heads"], abs=0.2)


def test_a_guess_of_every_token_is_worse_than_the_recorded_repetition():
    guess = F.cross_entropy(torch.zeros(1, 49152), torch.tensor([0])).item()
    off = RECORDING.read()["switched off"]
    assert off["second half"] < guess < off["first half"]
