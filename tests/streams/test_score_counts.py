"""Counted scores against the scores themselves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from rosenblatt.streams import measures
from rosenblatt.streams.score_counts import ScoreCounts


def test_the_area_is_within_its_bound(random):
    scores = random.standard_normal(3000) * 10.0 ** random.integers(-3, 4, 3000)
    second = random.random(3000) < expit(scores)
    counts = ScoreCounts()
    counts.add(scores, second)
    exact = measures.auc(scores, second)
    assert abs(counts.auc() - exact) <= counts.auc_error() + 1e-12
    assert counts.auc_error() < 2e-3
    ties = ScoreCounts()
    ties.add(np.array([1.0, 1.0, 2.0, -3.0]), np.array([True, False, True, False]))
    assert ties.auc() == measures.auc(np.array([1.0, 1.0, 2.0, -3.0]), np.array([True, False, True, False]))


def test_calibration_is_that_of_the_rows(random):
    p = random.beta(0.5, 0.5, 20_000)
    second = random.random(20_000) < p**1.3
    counts = ScoreCounts()
    counts.add_probabilities(p, second)
    assert counts.calibration_error() == pytest.approx(measures.calibration_error(p, second), abs=1e-3)
    exact, found = measures.reliability(p, second), counts.reliability()
    assert found["said"].to_numpy() == pytest.approx(exact["said"].to_numpy(), abs=2e-3)
    assert found["happened"].to_numpy() == pytest.approx(exact["happened"].to_numpy(), abs=3e-3)


def test_blocks_and_files_change_no_bit(random):
    p, second = random.random(1000), random.random(1000) < 0.5
    p[:3] = 0.0, 1.0, 0.5
    whole, parts = ScoreCounts(), ScoreCounts()
    whole.add_probabilities(p, second)
    for rows in (slice(0, 7), slice(7, 600), slice(600, 1000)):
        parts.add_probabilities(p[rows], second[rows])
        parts = ScoreCounts.of_arrays(parts.arrays())
    for name in ("misses", "hits", "said"):
        assert np.array_equal(getattr(whole, name), getattr(parts, name))
