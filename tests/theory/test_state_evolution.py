"""State evolution: its fixed point and its first step."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.theory.state_evolution import state_evolution


@pytest.mark.parametrize(
    ("teacher", "channel", "alpha"),
    [
        (rb.Ternary(0.25), rb.Flips(), 1.4),
        ("binary", rb.Probit(2.0), 1.0),
        (rb.GaussBernoulli(0.1), rb.GaussianNoise(), 0.15),
    ],
    ids=str,
)
def test_it_ends_on_the_metastable_branch(teacher, channel, alpha):
    last = state_evolution(teacher, channel, alpha=alpha, sweeps=300).iloc[-1]
    row = rb.learning_curve("bayes", alpha, teacher=teacher, channel=channel, branch="metastable").frame.iloc[0]
    assert last["q"] == pytest.approx(row["q_norm"], abs=1e-8)
    assert last["disagreement"] == pytest.approx(row["disagreement"], abs=1e-8)


def test_the_first_sweep_is_hebbs():
    # Of clean signs the mean of label times input: A = 2 alpha/pi.
    first = state_evolution("spherical", alpha=3.0, sweeps=1).iloc[0]
    assert first["a"] == pytest.approx(6.0 / math.pi)
    assert first["q"] == pytest.approx(6.0 / math.pi / (1.0 + 6.0 / math.pi))


def test_what_is_no_alpha():
    with pytest.raises(ValueError, match="alpha must be"):
        state_evolution("spherical", alpha=-1.0)
    with pytest.raises(ValueError, match="alpha must be 0 or between"):
        state_evolution("binary", alpha=1e-300)
    with pytest.raises(ValueError, match="sweeps must be"):
        state_evolution("spherical", alpha=1.0, sweeps=0)
    with pytest.raises(ValueError, match="sweeps must be at most 100000; got 1000000000000"):
        state_evolution("spherical", alpha=1.0, sweeps=1e12)  # pyright: ignore[reportArgumentType]
