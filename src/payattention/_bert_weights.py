"""BERT's official files: the names of their weights, and their config.json."""

from pathlib import Path
from typing import Any

from payattention.pretrained import ENCODER_SIZES, Layout, read_sizes


def bert_sizes(source: str | Path) -> dict[str, Any]:
    """The fields of a `BERTConfig` that the model's config.json gives; see `read_sizes`.

    ``hidden_dropout_prob`` is used for all dropout.
    """
    supported = {
        "model_type": ("bert",),
        "hidden_act": ("gelu",),
        "position_embedding_type": ("absolute",),
        "is_decoder": (False,),
    }
    names = {
        "vocab_size": "vocab_size",
        "max_len": "max_position_embeddings",
        "n_segments": "type_vocab_size",
        **ENCODER_SIZES,
    }
    return read_sizes(source, supported, names)


BERT_LAYER = {
    "attention.W_Q": "attention.self.query",
    "attention.W_K": "attention.self.key",
    "attention.W_V": "attention.self.value",
    "attention.W_O": "attention.output.dense",
    "norm_1": "attention.output.LayerNorm",
    "feed_forward.W_1": "intermediate.dense",
    "feed_forward.W_2": "output.dense",
    "norm_2": "output.LayerNorm",
}
BERT_BODY = Layout(
    names={
        "embedding": "embeddings.word_embeddings",
        "positions": "embeddings.position_embeddings",
        "segments": "embeddings.token_type_embeddings",
        "norm": "embeddings.LayerNorm",
        **{f"encoder.layers.{{}}.{a}": f"encoder.layer.{{}}.{b}" for a, b in BERT_LAYER.items()},
        "pooler": "pooler.dense",
    },
    prefix="bert.",
    parts={
        "pooler.": "the pooler (new_heads=True makes a new one)",
        "cls.predictions.": "the MLM head (new_heads=True makes a new one)",
        "cls.seq_relationship.": "the NSP head (new_heads=True makes a new one)",
        "": "the body",
    },
    ties={},
    unused=r"embeddings\.position_ids|cls\..*",
)
BERT_AND_HEADS = BERT_BODY._replace(
    names={f"bert.{own}": name for own, name in BERT_BODY.names.items()}
    | {
        "transform": "cls.predictions.transform.dense",
        "norm": "cls.predictions.transform.LayerNorm",
        "bias": "cls.predictions.bias",
        "nsp": "cls.seq_relationship",
    },
    ties={
        "cls.predictions.decoder.weight": "embeddings.word_embeddings.weight",
        "cls.predictions.decoder.bias": "cls.predictions.bias",
    },
    unused=r"embeddings\.position_ids",
)
