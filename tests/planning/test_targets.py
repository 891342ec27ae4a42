"""Targets of plans, and those that cannot be one."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.planning import plan
from rosenblatt.planning.targets import Target, chosen_target


def test_an_error_below_the_noise_offers_the_disagreement():
    with pytest.raises(ValueError, match=r"error must be above the noise, in \(0.1, 0.5\); got 0.05.*disagreement="):
        plan("hebb", n=100, error=0.05, noise=0.1)


@pytest.mark.parametrize("targets", [{}, {"error": 0.2, "disagreement": 0.2}])
def test_exactly_one_target(targets):
    with pytest.raises(TypeError, match="exactly one of error= and disagreement="):
        plan("hebb", n=100, **targets)


@pytest.mark.parametrize("value", [0.0, 0.5, -0.1, 1.0])
def test_a_disagreement_that_is_none(value):
    with pytest.raises(ValueError, match=r"disagreement must be in \(0, 0.5\)"):
        plan("hebb", n=100, disagreement=value)


@pytest.mark.parametrize(
    ("channel", "least", "most"),
    [(rb.Flips(0.1), 0.1, 0.5), (rb.GaussianNoise(0.4), 0.2, 0.7)],
    ids=["signs", "numbers"],
)
def test_an_error_lies_between_that_of_the_teacher_and_that_of_who_knows_nothing(channel, least, most):
    # Half the mean square of a number: s^2/2 for the teacher itself, (1 + s^2)/2 for a student that answers 0.
    for inside in (least + 1e-9, most - 1e-9):
        assert chosen_target(inside, None, channel) == Target("error", inside)
    for outside in (least, most):
        with pytest.raises(ValueError, match=rf"error must be above the noise, in \({least:g}, {most:g}\); got"):
            chosen_target(outside, None, channel)


def test_a_disagreement_does_not_know_the_noise():
    assert chosen_target(None, 0.01, rb.Flips(0.3)) == Target("disagreement", 0.01)
