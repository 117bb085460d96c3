"""Which patches of an image a ViT's answer depends on: rankings of the patches, and a test of them.

    by_rollout          attention, followed through all layers
    by_last_layer       attention of the last layer alone
    by_gradient         how much the answer's logit changes with the pixels of a patch
    by_gradient_ink     gradient times pixels: to first order, what is lost if the pixels become 0
    by_ink              no model at all: the patch with the most ink first
    rank_correlation    how well two rankings agree
    deletion            how fast the answer is lost as patches are blanked in the order of a ranking

The answer is the class with the largest logit.
"""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from payattention.maps import attention_maps
from payattention.vit import ViT, patches, rollout

Image = Float[Tensor, "batch channels height width"]
Relevance = Float[Tensor, "batch patches"]


def by_rollout(model: ViT, image: Image) -> Relevance:
    """Return how much of each patch is in [CLS] after the last layer, by attention rollout."""
    with torch.no_grad(), attention_maps(model) as maps:
        model(image)
    return rollout(maps.self_attention)[:, 0, 1:]


def by_last_layer(model: ViT, image: Image) -> Relevance:
    """Return the weights that [CLS] gives the patches in the last layer, averaged over heads."""
    with torch.no_grad(), attention_maps(model) as maps:
        model(image)
    return maps.self_attention[-1].mean(dim=-3)[:, 0, 1:]


def by_gradient(model: ViT, image: Image) -> Relevance:
    """Return the norm of the largest logit's gradient with respect to the pixels of each patch.

    Source: Simonyan et al. (2014), section 3. For a pixel with several channels, they take the
    largest of the channels' gradients.
    """
    return patches(_gradient(model, image), model.config.patch_size).norm(dim=-1)


def by_gradient_ink(model: ViT, image: Image) -> Relevance:
    """Return, for each patch, the sum over its pixels of pixel · gradient of the largest logit."""
    return patches(_gradient(model, image) * image, model.config.patch_size).sum(dim=-1)


def by_ink(model: ViT, image: Image) -> Relevance:
    """Return the sum of the pixels of each patch, which is its ink. ``model`` is not run."""
    return patches(image, model.config.patch_size).sum(dim=-1)


RELEVANCES = {
    "rollout": by_rollout,
    "gradient": by_gradient,
    "gradient × ink": by_gradient_ink,
    "ink": by_ink,
}


def _gradient(model: ViT, image: Image) -> Image:
    image = image.detach().requires_grad_()
    (gradient,) = torch.autograd.grad(model(image).amax(dim=-1).sum(), image)
    return gradient


def rank_correlation(a: Relevance, b: Relevance) -> Float[Tensor, " batch"]:
    """Return Spearman's ρ for each image: the correlation of the patches' ranks in ``a`` and ``b``.

    Patches with equal relevance are ranked in their order in the image.
    """
    ranks = torch.stack([ranked(a), ranked(b)]).double()  # (2, batch, patches)
    x, y = ranks - ranks.mean(dim=-1, keepdim=True)
    return ((x * y).sum(dim=-1) / (x.norm(dim=-1) * y.norm(dim=-1))).float()


def ranked(relevance: Relevance) -> Int[Tensor, "batch patches"]:
    """Return the rank of each patch, 0 for the most relevant."""
    return relevance.argsort(dim=-1, descending=True, stable=True).argsort(dim=-1)


def deletion(
    model: ViT, image: Image, relevance: Relevance, *, blank: float = 0.0
) -> Float[Tensor, " deleted"]:
    """Return the mean probability of the original answer after 0, 1, … all patches are blanked.

    The original answer is the class predicted from the whole image. The most relevant patches are
    blanked first: all their pixels get the value ``blank`` (default: 0, white paper). The faster
    the probability falls, the better the ranking.
    Source: Samek et al. (2017), "region perturbation", section III-B; Petsiuk et al. (2018).
    """
    size, rank = model.config.patch_size, ranked(relevance)
    grid = model.config.image_size // size
    with torch.no_grad():
        answer = model(image).argmax(dim=-1, keepdim=True)  # (batch, 1)
        confidence = []
        for n in range(model.config.n_patches + 1):
            keep = (rank >= n).unflatten(-1, (grid, grid))[:, None]  # (batch, 1, grid, grid)
            keep = keep.repeat_interleave(size, dim=-2).repeat_interleave(size, dim=-1)
            seen = torch.where(keep, image, blank)
            confidence.append(model(seen).softmax(dim=-1).gather(1, answer).mean())
    return torch.stack(confidence)
