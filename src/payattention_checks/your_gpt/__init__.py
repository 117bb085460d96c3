"""The checks of assignment 08, your own GPT: one private module for each task."""

from payattention_checks.your_gpt._adamw_steps import adamw_steps
from payattention_checks.your_gpt._attend_causally import attend_causally
from payattention_checks.your_gpt._get_batch import get_batch
from payattention_checks.your_gpt._learning_rate import learning_rate
from payattention_checks.your_gpt._next_tokens import next_tokens
from payattention_checks.your_gpt._run_block import run_block
from payattention_checks.your_gpt._run_gpt import run_gpt
from payattention_checks.your_gpt._train_bigram import train_bigram
from payattention_checks.your_gpt._trained_gpt import trained_gpt
from payattention_checks.your_gpt._write_with_cache import write_with_cache

__all__ = [
    "adamw_steps",
    "attend_causally",
    "get_batch",
    "learning_rate",
    "next_tokens",
    "run_block",
    "run_gpt",
    "train_bigram",
    "trained_gpt",
    "write_with_cache",
]
