"""The checks of assignment 06, BERT and GPT: one private module for each task."""

from payattention_checks.bert_gpt._check_draft import check_draft
from payattention_checks.bert_gpt._gpt_sizes import gpt_sizes
from payattention_checks.bert_gpt._loss_floor import loss_floor
from payattention_checks.bert_gpt._mask_words import mask_words
from payattention_checks.bert_gpt._merge_step import merge_step
from payattention_checks.bert_gpt._min_p import min_p
from payattention_checks.bert_gpt._order_pair import order_pair
from payattention_checks.bert_gpt._word_vectors import word_vectors

__all__ = [
    "check_draft",
    "gpt_sizes",
    "loss_floor",
    "mask_words",
    "merge_step",
    "min_p",
    "order_pair",
    "word_vectors",
]
