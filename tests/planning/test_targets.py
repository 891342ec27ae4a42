"""Targets of plans, and those that cannot be one."""

from __future__ import annotations

import pytest

from rosenblatt.planning import plan


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
