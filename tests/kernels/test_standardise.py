"""Running standardisation, number by number on small tables."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels.standardise import FARTHEST, compress_counts, fits_units, standardise_dense


def dense(x, weights=None, keep_binary=False):
    """Return what rows look like, and the state after them."""
    x, n = np.array(x, dtype=float), len(x[0])
    out, known = np.empty(x.shape), (*np.zeros((3, n)), np.full(n, float(keep_binary)))
    weights = np.ones(len(x)) if weights is None else np.array(weights)
    standardise_dense(x, weights, known, np.ones(n), FARTHEST, True, out)
    numbers, mean, spread, _ = known
    return out, numbers, mean, spread


def test_a_row_is_seen_through_the_means_and_deviations_up_to_itself(random):
    x = random.standard_normal((12, 3)) + 5.0
    x[:2] = [[4.0], [6.0]]  # or a third value could be wild beside two near ones
    seen, numbers, mean, spread = dense(x)
    for row in range(1, 12):
        known = x[: row + 1]
        assert seen[row] == pytest.approx((x[row] - known.mean(axis=0)) / known.std(axis=0))
    assert (seen[0] == 0.0).all()  # nothing has varied yet
    assert (numbers == 12.0).all()
    assert mean == pytest.approx(x.mean(axis=0))
    assert spread == pytest.approx(12.0 * x.var(axis=0))


def test_a_row_of_sample_weight_0_is_seen_and_not_remembered(random):
    x = random.standard_normal((6, 2))
    x[:2] = [[-1.0], [1.0]]
    weights = [1.0, 2.0, 0.0, 1.0, 0.0, 3.0]
    kept = np.array(weights) > 0.0
    seen, numbers, mean, spread = dense(x, weights)
    alone = dense(x[kept])
    assert seen[kept] == pytest.approx(alone[0])
    assert (numbers.tolist(), mean.tolist(), spread.tolist()) == tuple(part.tolist() for part in alone[1:])
    assert seen[2] == pytest.approx((x[2] - x[:2].mean(axis=0)) / x[:2].std(axis=0))


def test_nothing_is_farther_than_the_farthest(random):
    rows = np.append(random.standard_normal(200), [1e6, -1e6, 0.0])[:, None]
    seen, _, _, spread = dense(rows)
    assert seen[200:202, 0].tolist() == [FARTHEST, -FARTHEST]
    assert math.sqrt(spread[0] / 203.0) < 10.0  # each counts as thirty deviations, not as a million


def test_zeros_and_ones_are_kept_until_another_value_comes():
    seen, *_ = dense([[0.0], [1.0], [1.0], [3.0], [1.0]], keep_binary=True)
    assert seen[:3, 0].tolist() == [0.0, 1.0, 1.0]
    assert seen[3:, 0] == pytest.approx([1.75 / math.sqrt(1.1875), -0.2 / math.sqrt(0.96)])


def test_counts_are_compressed_in_units_of_their_usual_size_where_that_is_unusual():
    columns, numbers, sizes, out = np.array([0, 0, 1, 1], np.int32), np.zeros(2), np.zeros(2), np.empty(4)
    values = np.array([3.0, -1.0, 2000.0, 4000.0])
    compress_counts(values, columns, numbers, sizes, True, out)
    assert numbers.tolist() == [2.0, 2.0]
    assert sizes.tolist() == [2.0, 3000.0]
    logs = [math.log(4.0), -math.log(2.0), math.log(2.0), math.log1p(4000.0 / 3000.0)]
    assert out == pytest.approx(logs)
    compress_counts(values, columns, numbers, sizes, False, out)
    assert numbers.tolist() == [2.0, 2.0]  # only looked at


def test_a_missing_value_is_seen_as_the_mean_and_teaches_nothing(random):
    x = random.standard_normal((30, 2)) + 5.0
    x[:2] = [[4.0], [6.0]]
    gaps = random.random((30, 2)) < 0.3
    gaps[:2] = False
    seen, numbers, mean, spread = dense(np.where(gaps, np.nan, x))
    assert (seen[gaps] == 0.0).all()
    for i in range(2):
        kept = ~gaps[:, i]
        alone = dense(x[kept, i : i + 1])
        assert np.array_equal(seen[kept, i : i + 1], alone[0])
        assert [numbers[i], mean[i], spread[i]] == [part[0] for part in alone[1:]]


def test_a_missing_value_of_zeros_and_ones_is_their_mean():
    seen, numbers, mean, _ = dense([[1.0, 1.0], [0.0, np.nan], [np.nan, 1.0], [1.0, 0.0]], keep_binary=True)
    assert seen.tolist() == [[1.0, 1.0], [0.0, 1.0], [0.5, 1.0], [1.0, 0.0]]
    assert numbers.tolist() == [3.0, 3.0]
    assert mean == pytest.approx([2.0 / 3.0, 2.0 / 3.0])


def test_plain_rows_are_seen_by_the_bit_as_those_among_which_one_lacks_a_value(random):
    x = random.standard_normal((300, 20)) * 10.0 ** random.integers(-3, 4, 20)
    x[:, 3] = x[:, 3] > 0.0
    x[:, 4] = 5.0
    x[random.random(x.shape) < 0.005] *= 50.0  # some of them wild
    weights = (random.random(300) < 0.95).astype(float)
    first = np.zeros((300, 1))
    plain = dense(np.hstack([first, x]), weights, keep_binary=True)
    first[weights > 0.0] = np.nan  # a column that has had fewer values than the others
    mixed = dense(np.hstack([first, x]), weights, keep_binary=True)
    assert mixed[1][0] == 0.0
    for one, two in zip(plain, mixed, strict=True):
        assert np.array_equal(one[..., 1:], two[..., 1:])


def test_who_only_looks_sees_each_row_as_the_next_one(random):
    x = random.standard_normal((20, 3)) * [1.0, 0.0, 1.0] + [0.0, 2.0, 0.0]
    x[:, 2] = x[:, 2] > 0.0
    known = (*np.zeros((3, 3)), np.ones(3))
    standardise_dense(x[:10], np.ones(10), known, np.ones(3), FARTHEST, True, np.empty((10, 3)))
    before, out = [part.copy() for part in known], np.empty((10, 3))
    standardise_dense(x[10:], np.ones(10), known, np.ones(3), FARTHEST, False, out)
    assert all(np.array_equal(*pair) for pair in zip(before, known, strict=True))
    for row in range(10):
        own, seen = tuple(part.copy() for part in known), np.empty((1, 3))
        standardise_dense(x[10 + row : 11 + row], np.ones(1), own, np.ones(3), FARTHEST, True, seen)
        assert np.array_equal(out[row], seen[0])


@pytest.mark.parametrize(
    ("row", "spread", "units", "fits"),
    [
        ([1.0, np.nan], [1.0, 1.0], [0.5, 0.5], True),
        ([1.0, np.inf], [1.0, 1.0], [0.5, 0.5], False),
        ([1.0, 0.0], [1.0, 0.0], [0.5, 0.0], True),  # a column of zeros so far
        ([1.0, 3.0], [1.0, 0.0], [0.5, 0.0], False),  # its first value
        ([1.0, 3.0], [1.0, 0.0], [0.5, 0.5], True),  # a constant
        ([1.0, 1e200], [1.0, 0.0], [0.5, 0.5], False),  # too large for its unit
        ([1.0, -np.inf], [], [], False),  # features are not scaled
        ([1.0, 3.0], [], [], True),
    ],
)
def test_rows_that_need_no_other_units(row, spread, units, fits):
    assert fits_units(np.array(row), np.array(spread, dtype=float), np.array(units, dtype=float)) == fits
