"""Shapes inside shapes: what is promised of the images, the clicks and what they mean."""

import pytest
import torch

from payattention.data.nested import SIZE, clicks, stacks


@pytest.fixture(scope="module")
def data():
    return clicks(600, seed=3)


def test_each_shape_lies_inside_the_one_around_it_and_none_is_empty(data):
    whole, part, innermost = data.shape.unbind(dim=1)
    assert not (part & ~whole).any()
    assert not (innermost & ~part).any()
    sizes = data.shape.sum((-2, -1))  # (images, 3)
    assert (sizes[:, :2] > sizes[:, 1:]).all()
    assert (sizes > 0).all()


def test_a_stack_lies_inside_the_image(data):
    border = torch.ones(SIZE, SIZE, dtype=torch.bool)
    border[1:-1, 1:-1] = False
    assert not (data.shape[:, 0] & border).any()
    centre = torch.arange(SIZE).float()
    for axis in (-1, -2):
        profile = data.shape[:, 0].sum(axis).float()
        middle = (profile * centre).sum(-1) / profile.sum(-1)
        assert (middle > 4).all()
        assert (middle < SIZE - 5).all()


def test_the_click_lies_in_as_many_shapes_as_its_depth_says(data):
    x, y = data.click[:, 0].long().unbind(dim=-1)
    held = data.shape[torch.arange(600), :, y, x]  # (images, 3)
    assert torch.equal(held.sum(dim=1), data.depth)
    assert (data.depth.bincount(minlength=4)[1:] > 150).all()


def test_what_is_meant_holds_the_click_and_each_shape_is_meant_as_often(data):
    assert (data.target_index < data.depth).all()
    x, y = data.click[:, 0].long().unbind(dim=-1)
    assert data.target[torch.arange(600), y, x].all()
    meant = data.target_index[data.depth == 3].bincount(minlength=3)
    assert (meant > 0.2 * meant.sum()).all()


def test_the_clicked_stack_lies_in_every_quarter_of_the_image(data):
    whole = data.shape[:, 0]
    y, x = (whole.any(dim=axis).float().argmax(dim=1) for axis in (2, 1))
    corner = (2 * (y > 6) + (x > 6)).bincount(minlength=4)
    assert (corner > 60).all()


def test_every_image_holds_a_second_stack(data):
    """What is bright outside the clicked stack is about as large as a stack."""
    outside = (data.image[:, 0] > 0.2) & ~data.shape[:, 0]
    assert (outside.sum((-2, -1)) > 20).float().mean() > 0.95


def test_a_seed_means_one_set_of_images():
    once, again, other = clicks(5, seed=1), clicks(5, seed=1), clicks(5, seed=2)
    assert all(torch.equal(a, b) for a, b in zip(once, again, strict=True))
    assert not torch.equal(once.image, other.image)


def test_the_first_of_two_stacks_is_clicked_and_the_other_lies_apart(data):
    image, shape = stacks(600, seed=3)
    assert torch.equal(image, data.image)
    first, second = shape.unbind(dim=1)  # (images, 3, 24, 24) each
    assert torch.equal(first, data.shape)
    assert not (first[:, 0] & second[:, 0]).any()
    assert (second.sum((-2, -1)) > 0).all()
    paper = ~(first | second).any(dim=1)
    assert image[:, 0][paper].mean().abs() < 0.01
    assert image[:, 0][second[:, 0]].mean() > 0.2
