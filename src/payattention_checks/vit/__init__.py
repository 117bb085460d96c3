"""The checks of assignment 07, attention for images: one private module for each task."""

from payattention_checks.vit._attention_distance import attention_distance
from payattention_checks.vit._augment_digits import augment_digits
from payattention_checks.vit._cls_rollout import cls_rollout
from payattention_checks.vit._fill_masked import fill_masked
from payattention_checks.vit._hybrid_sizes import hybrid_sizes
from payattention_checks.vit._join_patches import join_patches
from payattention_checks.vit._rate_masks import rate_masks
from payattention_checks.vit._two_way_step import two_way_step
from payattention_checks.vit._zoom_positions import zoom_positions

__all__ = [
    "attention_distance",
    "augment_digits",
    "cls_rollout",
    "fill_masked",
    "hybrid_sizes",
    "join_patches",
    "rate_masks",
    "two_way_step",
    "zoom_positions",
]
