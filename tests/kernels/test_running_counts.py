"""Sums and counts row by row, against arrays of them."""

from __future__ import annotations

import numpy as np

from rosenblatt.kernels.running_counts import bin_of, count_probabilities, count_scores, sums_after

SHIFT = 14


def test_sums_are_those_of_one_row_after_the_other(random):
    values, rows = random.standard_normal(1000), np.array([2, 3, 3, 700, 1000])
    out = np.empty(len(rows))
    sums_after(values, 0.1, rows, out)
    assert np.array_equal(out, np.cumsum(np.append(0.1, values))[rows])


def test_bins_are_in_the_order_of_scores_and_as_wide_as_their_last_bits(random):
    scores = np.sort(random.standard_normal(2000) * 10.0 ** random.integers(-45, 38, 2000))
    scores = np.concatenate([[-np.inf], scores, [np.inf]])
    bins = np.array([bin_of(score, SHIFT) for score in scores])
    assert (np.diff(bins) >= 0).all()
    assert bins[0] >= 0
    assert bins[-1] < 2**18
    assert bin_of(1.0, SHIFT) == bin_of(1.0 + 2.0**-10, SHIFT) == bin_of(1.0 + 2.0**-9, SHIFT) - 1
    assert bin_of(-1.0, SHIFT) == bin_of(-1.0 - 2.0**-10, SHIFT) == bin_of(-1.0 - 2.0**-9, SHIFT) + 1
    assert bin_of(0.0, SHIFT) == 2**17
    assert bin_of(1e300, SHIFT) == bin_of(np.inf, SHIFT)


def test_rows_are_counted_in_the_bin_of_their_score_by_their_class(random):
    scores, second = random.integers(-3, 4, 500).astype(float), random.random(500) < 0.4
    misses, hits = np.zeros((2, 2**18))
    count_scores(scores, second, SHIFT, misses, hits)
    for score in range(-3, 4):
        place = bin_of(float(score), SHIFT)
        assert hits[place] == np.sum(second[scores == score])
        assert misses[place] == np.sum(~second[scores == score])
    assert misses.sum() + hits.sum() == 500.0


def test_probabilities_are_counted_by_their_odds_and_added_up(random):
    p, second = random.choice([0.0, 0.2, 0.9, 1.0], 500), random.random(500) < 0.4
    misses, hits, said = np.zeros((3, 2**18))
    count_probabilities(p, second, 1e-15, SHIFT, misses, hits, said)
    for value in (0.0, 0.2, 0.9, 1.0):
        kept = min(max(value, 1e-15), 1.0 - 1e-15)
        place, rows = bin_of(kept / (1.0 - kept), SHIFT), p == value
        assert (hits[place], misses[place]) == (np.sum(second[rows]), np.sum(~second[rows]))
        assert said[place] == np.cumsum(p[rows])[-1]
