"""The mixture of experts against its plain loop."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank import plain_loops
from rosenblatt.kernels.bank.mixture import (
    LONG,
    Experts,
    Mixed,
    MixtureWeights,
    follow_errors,
    mixing_kernel,
    mixture_kernel,
)

SHARES = np.array([1e-4, 1e-2])
ROWS = 200


@pytest.fixture
def experts(random) -> Experts:
    observed = random.random((3, ROWS))
    observed[2, ::7], observed[0, ::11] = 0.0, 1.0  # experts that are certain, some of them wrong
    return Experts(observed, random.standard_normal((2, 3, ROWS)))


@pytest.fixture
def labels(experts, random) -> np.ndarray:
    return np.where(random.random(ROWS) < experts.observed[1], 1.0, -1.0)


def even_weights() -> MixtureWeights:
    return MixtureWeights(SHARES, np.full((2, 3), 1.0 / 3.0), np.full(2, 0.5))


def room() -> Mixed:
    return Mixed(np.full(ROWS, np.nan), np.full((2, ROWS), np.nan))


@pytest.mark.parametrize("sample_weights", ["ones", "others"])
def test_rows_are_mixed_and_learnt(sample_weights, experts, labels, random):
    counts = np.ones(ROWS) if sample_weights == "ones" else random.choice([0.5, 1.0, 3.0], ROWS)
    weights, mixed = even_weights(), room()
    plain, after = plain_loops.mix_and_learn_rows(experts, labels, counts, even_weights())
    mixture_kernel()(experts, labels, counts, weights, mixed)
    assert mixed.observed == pytest.approx(plain.observed, rel=1e-12)
    assert mixed.others == pytest.approx(plain.others, rel=1e-12, abs=1e-13)
    assert weights.of_experts == pytest.approx(after.of_experts, rel=1e-11)
    assert weights.of_shares == pytest.approx(after.of_shares, rel=1e-11)
    assert weights.of_experts[0].argmax() == 1  # who was right


def test_rows_are_mixed_by_weights_that_cannot_be_changed(experts, random):
    weights = (random.dirichlet(np.ones(3), 2), random.dirichlet(np.ones(2)))
    for part in weights:
        part.flags.writeable = False
    mixed, plain = room(), plain_loops.mix_rows(experts, *weights)
    mixing_kernel()(experts, *weights, mixed)
    assert mixed.observed == pytest.approx(plain.observed, rel=1e-12)
    assert mixed.others == pytest.approx(plain.others, rel=1e-12, abs=1e-13)


def test_what_is_said_of_a_row_does_not_depend_on_whether_it_is_learnt_then(experts, labels):
    weights, asked, learnt = even_weights(), room(), room()
    mixing_kernel()(experts, weights.of_experts, weights.of_shares, asked)
    mixture_kernel()(experts, labels, np.ones(ROWS), weights, learnt)
    assert learnt.observed[0] == asked.observed[0]
    assert np.array_equal(learnt.others[:, 0], asked.others[:, 0])
    assert not np.allclose(learnt.observed[1:], asked.observed[1:])


@pytest.mark.parametrize("clock", [0, 900, 10_000])
def test_errors(clock, random):
    errors, mean = random.random(300), np.array([0.3])
    expected = plain_loops.follow_errors(errors, 0.3, clock)
    follow_errors(errors, mean, clock)
    assert mean[0] == pytest.approx(expected, rel=1e-13)


def test_errors_of_the_first_rows_have_a_plain_mean(random):
    errors, mean = random.random(int(LONG)), np.array([7.0])  # what was there before the first row does not count
    follow_errors(errors, mean, 0)
    assert mean[0] == pytest.approx(errors.mean(), rel=1e-12)
