"""What chance allows is neither more nor less."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers import chance


@pytest.mark.parametrize(("tests", "runs"), [(1, None), (8, None), (1, 10), (8, 10)])
def test_the_worst_of_many_means_exceeds_the_limit_as_rarely_as_said(tests, runs, monkeypatch):
    monkeypatch.setattr(chance, "CHANCE_OF_A_ROW", 0.05)
    drawn = np.random.default_rng(1).standard_normal((20_000, tests, runs or 4))
    error = drawn.std(axis=2, ddof=1) / np.sqrt(runs) if runs else np.full(drawn.shape[:2], 0.5)
    worst = (np.abs(drawn.mean(axis=2)) / error).max(axis=1)
    share = np.mean(worst > chance.limit(tests, runs))
    assert share == pytest.approx(0.05, abs=0.006)


def test_a_bias_is_allowed_beside_chance():
    assert chance.over_allowed(1.5, 1.0, 1e-9, bias=0.5) == pytest.approx(1.0, rel=1e-6)
    assert chance.over_allowed([1.5, 1.0], [1.0, 1.0], [0.0, 0.0], bias=0.25) == 2.0


def test_points_without_an_error_are_refused():
    with pytest.raises(ValueError, match="error must be above 0"):
        chance.over_allowed([1.0], [1.0], [0.0])


def test_too_many_is_where_chance_ends():
    first = next(k for k in range(101) if chance.too_many(k, 100, 0.1))
    drawn = np.random.default_rng(2).binomial(100, 0.1, 1_000_000)
    assert 1e-6 < np.mean(drawn >= first) < chance.CHANCE_OF_A_ROW
