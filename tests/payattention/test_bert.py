"""BERT against transformers', weights carried over by the loader of official checkpoints."""

from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tests.payattention.oracle import (
    assert_same_with_every_gradient,
    copy_linear,
    in_training,
    loaded_by,
    unchecked,
    with_random_weights,
)
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from torch import nn
from transformers import (
    BertConfig,
    BertForPreTraining,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
)

from payattention.attention import padding_mask
from payattention.bert import (
    BERT,
    NOT_CHOSEN,
    BERTConfig,
    BERTForPretraining,
    SequenceClassifier,
    SpanFinder,
    TokenClassifier,
    join_pairs,
    mask_tokens,
)
from payattention.cost import count_parameters as count
from payattention.cost import shapes_only
from payattention.maps import attention_maps

SMALL = BERTConfig(
    vocab_size=23, max_len=9, d_model=12, n_heads=3, d_ff=20, n_layers=2, dropout=0.0
)
WIDER = BERTConfig(
    vocab_size=31, max_len=7, d_model=16, n_heads=2, d_ff=8, n_layers=1, dropout=0.0, eps=1e-3
)


def theirs_of(config, kind=BertForPreTraining, **more):
    torch.manual_seed(0)
    theirs = kind(
        BertConfig(
            vocab_size=config.vocab_size,
            max_position_embeddings=config.max_len,
            hidden_size=config.d_model,
            num_hidden_layers=config.n_layers,
            num_attention_heads=config.n_heads,
            intermediate_size=config.d_ff,
            type_vocab_size=config.n_segments,
            layer_norm_eps=config.eps,
            hidden_dropout_prob=config.dropout,
            attention_probs_dropout_prob=config.dropout,
            pad_token_id=None,  # theirs gives that token's embedding no gradient
            **more,
        )
    )
    return with_random_weights(theirs)


@pytest.fixture(params=[SMALL, WIDER], ids=["small", "wider"])
def pair(request):
    theirs = theirs_of(request.param)
    return loaded_by(BERTForPretraining.from_pretrained, request.param)(theirs), theirs


def batch_for(config, batch=3, length=6):
    tokens = torch.randint(config.vocab_size, (batch, length))
    segments = (torch.arange(length) >= 3).long().expand(batch, length)
    return tokens, segments, padding_mask(torch.tensor([6, 4, 1][:batch]).clamp(max=length), length)


@pytest.mark.parametrize(("batch", "length"), [(3, 6), (1, 1), (2, 7)])
@pytest.mark.parametrize("masked", [False, True])
def test_both_heads_and_every_gradient_equal_transformers(pair, masked, batch, length):
    ours, theirs = pair
    tokens, segments, mask = batch_for(ours.bert.config, batch, length)
    mask = mask if masked else None
    expected = theirs(
        tokens,
        token_type_ids=segments,
        attention_mask=None if mask is None else mask[:, 0].long(),
    )
    output = ours(tokens, segments, mask)
    logits = torch.cat([output.mlm.flatten(), output.nsp.flatten()])
    their_logits = [
        expected.prediction_logits.flatten(),
        expected.seq_relationship_logits.flatten(),
    ]
    assert_same_with_every_gradient(
        logits,
        torch.cat(their_logits),
        pair,
        loaded_by(BERTForPretraining.from_pretrained, ours.bert.config),
    )


def test_dropout_is_transformers_for_the_same_draw():
    config = replace(SMALL, dropout=0.3)
    theirs = theirs_of(config)
    ours = loaded_by(BERTForPretraining.from_pretrained, config)(theirs)
    tokens, segments, mask = batch_for(config)
    real = mask[:, 0].long()
    expected = in_training(theirs, tokens, token_type_ids=segments, attention_mask=real)
    found = in_training(ours, tokens, segments, mask)
    torch.testing.assert_close(found.mlm, expected.prediction_logits, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(found.nsp, expected.seq_relationship_logits, rtol=1e-5, atol=1e-5)


def test_the_loss_and_every_gradient_equal_transformers(pair):
    ours, theirs = pair
    tokens, segments, mask = batch_for(ours.bert.config)
    labels = tokens.where(torch.rand(3, 6) < 0.4, NOT_CHOSEN)
    follows_not = torch.tensor([0, 1, 1])
    expected = theirs(
        tokens,
        token_type_ids=segments,
        attention_mask=mask[:, 0].long(),
        labels=labels,
        next_sentence_label=follows_not,
    ).loss
    output = ours.loss(tokens, labels, segments, mask, follows_not)
    alone = ours.loss(tokens, labels, segments, mask)
    nsp = torch.nn.functional.cross_entropy(ours(tokens, segments, mask).nsp, follows_not)
    torch.testing.assert_close(alone, output - nsp, rtol=1e-5, atol=1e-5)
    carried_over = loaded_by(BERTForPretraining.from_pretrained, ours.bert.config)
    assert_same_with_every_gradient(output, expected, pair, carried_over)


def test_without_a_chosen_token_the_loss_is_zero():
    ours, (tokens, segments, mask) = BERTForPretraining(SMALL), batch_for(SMALL)
    assert ours.loss(tokens, torch.full_like(tokens, NOT_CHOSEN), segments, mask) == 0


def test_maps_equal_transformers(pair):
    ours, theirs = pair
    theirs.set_attn_implementation("eager")
    tokens, segments, mask = batch_for(ours.bert.config)
    with attention_maps(ours) as maps:
        x = ours.bert(tokens, segments, mask)
    assert list(maps) == [f"bert.encoder.layers.{i}.attention" for i in range(len(maps))]
    expected = theirs.bert(
        tokens, token_type_ids=segments, attention_mask=mask[:, 0].long(), output_attentions=True
    )
    torch.testing.assert_close(x, expected.last_hidden_state, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(ours.bert.pool(x), expected.pooler_output, rtol=1e-5, atol=1e-5)
    torch.testing.assert_close(maps.self_attention, list(expected.attentions), rtol=1e-5, atol=1e-5)


def test_without_segments_all_are_the_first():
    model, (tokens, segments, _) = BERT(SMALL), batch_for(SMALL)
    torch.testing.assert_close(model(tokens), model(tokens, torch.zeros_like(segments)))
    assert not torch.allclose(model(tokens), model(tokens, segments))


@pytest.mark.parametrize(
    ("kind", "their_kind", "n_labels"),
    [
        (lambda bert: SequenceClassifier(bert, 4), BertForSequenceClassification, 4),
        (lambda bert: TokenClassifier(bert, 5), BertForTokenClassification, 5),
        (SpanFinder, BertForQuestionAnswering, 2),
    ],
)
@pytest.mark.parametrize("masked", [False, True])
def test_fine_tuning_heads_equal_transformers(kind, their_kind, n_labels, masked):
    theirs, rest = theirs_of(SMALL, their_kind, num_labels=n_labels), theirs_of(SMALL)

    def carried_over(theirs):
        """What the fine-tuned model lacks of a whole checkpoint comes from ``rest``."""
        rest.bert.load_state_dict(theirs.bert.state_dict(), strict=False)
        if theirs.bert.pooler is None:
            nn.init.zeros_(rest.bert.pooler.dense.weight)
            nn.init.zeros_(rest.bert.pooler.dense.bias)
        ours = kind(loaded_by(BERTForPretraining.from_pretrained, SMALL)(rest).bert).eval()
        head = theirs.qa_outputs if hasattr(theirs, "qa_outputs") else theirs.classifier
        copy_linear(ours.head, head.weight, head.bias)
        return ours

    ours = carried_over(theirs)
    tokens, segments, mask = batch_for(SMALL)
    mask = mask if masked else None
    their_mask = None if mask is None else mask[:, 0].long()
    expected = theirs(tokens, token_type_ids=segments, attention_mask=their_mask)
    output = ours(tokens, segments, mask)
    if isinstance(output, tuple):
        logits = torch.stack([expected.start_logits, expected.end_logits])
        output = torch.stack(output)
    else:
        logits = expected.logits
    assert_same_with_every_gradient(output, logits, (ours, theirs), carried_over)


def test_large_has_as_many_parameters_as_transformers():
    with shapes_only():
        theirs = BertModel(
            BertConfig(
                hidden_size=1024,
                num_hidden_layers=24,
                num_attention_heads=16,
                intermediate_size=4096,
            )
        )
        assert count(BERT(BERTConfig.large())) == count(theirs)


NUMBERS = st.lists(st.integers(3, 9), max_size=9)


@given(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=4), st.sampled_from([5, 9, 21]))
def test_pairs_are_joined_as_by_tokenizers(pairs, max_len):
    names = ["[PAD]", "[CLS]", "[SEP]", *map(str, range(3, 10))]
    theirs = Tokenizer(models.WordLevel({name: i for i, name in enumerate(names)}))
    theirs.pre_tokenizer = pre_tokenizers.Whitespace()
    theirs.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    theirs.enable_truncation(max_len, strategy="longest_first")
    theirs.enable_padding()
    expected = theirs.encode_batch([tuple(" ".join(map(str, s)) for s in pair) for pair in pairs])
    firsts, seconds = zip(*pairs, strict=True)
    ours = join_pairs(firsts, seconds, cls=1, sep=2, pad=0, max_len=max_len)
    assert ours.tokens.tolist() == [each.ids for each in expected]
    assert ours.segments.tolist() == [each.type_ids for each in expected]
    assert ours.mask[:, 0].int().tolist() == [each.attention_mask for each in expected]


def test_blanks_are_made_80_10_10():
    random = torch.Generator().manual_seed(0)
    tokens = torch.randint(5, 1000, (400, 500), generator=random)
    never = torch.zeros_like(tokens, dtype=torch.bool)
    never[:, 0] = True
    blanks = mask_tokens(tokens, mask_token=3, vocab_size=1000, never=never, random=random)
    chosen = blanks.labels != NOT_CHOSEN
    assert not chosen[never].any()
    assert (blanks.labels[chosen] == tokens[chosen]).all()
    assert (blanks.tokens[~chosen] == tokens[~chosen]).all()
    before, after = tokens[chosen], blanks.tokens[chosen]
    # 3 standard deviations of a share of about 30,000 draws are below 0.008
    assert chosen[~never].float().mean() == pytest.approx(0.15, abs=0.003)
    assert (after == 3).float().mean() == pytest.approx(0.8, abs=0.008)
    assert (after == before).float().mean() == pytest.approx(0.1, abs=0.006)
    changed = after[(after != 3) & (after != before)]
    assert len(changed) / len(after) == pytest.approx(0.1, abs=0.006)
    assert changed.float().mean() == pytest.approx(500, abs=20)  # any token, evenly


@given(st.floats(0, 1), st.integers(0, 2**32 - 1))
def test_making_blanks_is_seeded_and_leaves_the_text_alone(rate, seed):
    tokens = torch.arange(20).reshape(2, 10)
    original = tokens.clone()
    made = [
        mask_tokens(
            tokens,
            mask_token=0,
            vocab_size=20,
            rate=rate,
            random=torch.Generator().manual_seed(seed),
        )
        for _ in range(2)
    ]
    assert torch.equal(made[0].tokens, made[1].tokens)
    assert torch.equal(made[0].labels, made[1].labels)
    assert torch.equal(tokens, original)
    restored = made[0].tokens.where(made[0].labels == NOT_CHOSEN, made[0].labels)
    assert torch.equal(restored, original)


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (
            lambda: mask_tokens(torch.ones(1, 2).long(), mask_token=9, vocab_size=9),
            "mask_token must be from 0 to 8, but it is 9",
        ),
        (
            lambda: mask_tokens(torch.ones(1, 2).long(), mask_token=0, vocab_size=9, rate=1.5),
            r"rate must be in \[0, 1\], but it is 1.5",
        ),
        (
            lambda: join_pairs([[3]], [], cls=1, sep=2, pad=0, max_len=9),
            "firsts and seconds must have the same length, .* 1 and 0",
        ),
        (
            lambda: join_pairs([[3]], [[4]], cls=1, sep=2, pad=0, max_len=2),
            r"max_len must be at least 3, for \[CLS\] and two \[SEP\], but it is 2",
        ),
        (
            lambda: BERT(SMALL)(torch.full((1, 2), 23)),
            r"tokens must .* one is 23",
        ),
        (
            lambda: BERT(SMALL)(torch.ones(1, 2).long(), torch.full((1, 2), 2)),
            "segments must be .* 1, but one is 2",
        ),
        (
            lambda: unchecked(BERT.forward)(
                BERT(SMALL), torch.ones(1, 2).long(), torch.ones(1, 3).long()
            ),
            r"segments must have the shape \(1, 2\), but its shape is \(1, 3\)",
        ),
        (
            lambda: BERT(SMALL)(torch.ones(1, 10).long()),
            "tokens must have a length of at most 9, but it is 10",
        ),
        (
            lambda: unchecked(BERT.forward)(BERT(SMALL), torch.ones(3).long()),
            r"shape \(batch, length\)",
        ),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()
