"""Sums of independent signs: against enumeration and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import poisson_binom

from rosenblatt import signs
from tests.helpers.signs import cube, probability


@pytest.mark.parametrize("n", [1, 4, 60])
def test_the_law_is_scipy_s(n, random):
    p = random.uniform(0.001, 0.999, n)
    values, law = signs.sum_law(p, np.ones(n))
    assert values.tolist() == list(range(-n, n + 1, 2))
    assert law == pytest.approx(poisson_binom.pmf(np.arange(n + 1), p), rel=1e-12)
    assert law.sum() == pytest.approx(1.0, abs=1e-13)


@pytest.mark.parametrize("n", [1, 3, 7])
def test_law_tail_and_disagreement_are_those_of_all_inputs(n, random):
    x = cube(n)
    for _ in range(30):
        p, w, v = random.uniform(0.0, 1.0, n), random.integers(-1, 2, n), random.integers(-1, 2, n)
        weight = probability(x, p)
        values, law = signs.sum_law(p, w)
        for value, mass in zip(values, law, strict=True):
            assert mass == pytest.approx(weight[x @ w == value].sum(), abs=1e-14)
        thresholds = np.arange(-n - 2, n + 2)
        above = [weight[x @ w > r].sum() for r in thresholds]
        assert signs.tail((values, law), thresholds) == pytest.approx(np.array(above), abs=1e-14)
        theta, other = random.integers(-n - 1, n + 1, 2)
        differ = weight[(x @ w > theta) != (x @ v > other)].sum()
        assert signs.disagreement(p, w, theta, v, other) == pytest.approx(differ, abs=1e-14)


def test_far_tails_keep_their_digits():
    _, law = signs.sum_law(np.full(300, 1e-3), np.ones(300))
    assert law[-1] == pytest.approx(0.0, abs=0.0)  # 1e-900 is below the smallest number
    assert law[100] == pytest.approx(poisson_binom.pmf(100, np.full(300, 1e-3)), rel=1e-11)
    assert 0.0 < law[100] < 1e-200


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9])
def test_on_fair_signs_only_the_number_of_different_weights_counts(n, random):
    x = cube(n)
    for k in range(n + 1):
        w = random.choice([-1, 1], n)
        v = w * np.where(random.permutation(n) < k, -1, 1)
        assert signs.fair_disagreements(n)[k] == pytest.approx(np.mean((x @ w > 0) != (x @ v > 0)), abs=1e-14)
