"""Running standardisation: against plain means and deviations, at any scale, with wild values and silent columns."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.estimators.common.running_scaler import DENSE_TOGETHER, RunningScaler, dense_pieces


def plain(x):
    """The definition, row by row."""
    out = np.zeros_like(x)
    for t in range(1, len(x)):
        deviation = x[: t + 1].std(axis=0)
        out[t] = np.divide(x[t] - x[: t + 1].mean(axis=0), deviation, out=np.zeros(x.shape[1]), where=deviation > 0.0)
    return np.clip(out, -8.0, 8.0)


def test_it_is_the_definition(random):
    x = random.standard_normal((3000, 4)) * [1.0, 1e3, 1e-5, 1.0] + [0.0, 5e3, 1.0, 7.0]
    x[:, 3] = 2.5  # constant
    scaler = RunningScaler.new(4)
    seen = scaler.learn_and_scale(x, np.ones(3000))
    assert seen == pytest.approx(plain(x), rel=1e-7, abs=1e-9)
    assert scaler.scale(x[-1:]) == pytest.approx(seen[-1:], rel=1e-12, abs=1e-15)
    assert scaler.factor()[:3] == pytest.approx(1.0 / x.std(axis=0)[:3], rel=1e-9)
    assert scaler.centre() == pytest.approx(x.mean(axis=0), rel=1e-9)


@pytest.mark.parametrize("scale", [1e-200, 1e-150, 1e150, 1e200, 1e300])
def test_units_change_nothing(scale, random):
    x = random.standard_normal((400, 2))
    one, other = RunningScaler.new(2), RunningScaler.new(2)
    plain_rows = one.learn_and_scale(x, np.ones(400))
    assert other.learn_and_scale(x * scale, np.ones(400)) == pytest.approx(plain_rows, rel=1e-9, abs=1e-12)
    assert other.scale(x * scale) == pytest.approx(one.scale(x), rel=1e-9, abs=1e-12)


def test_the_largest_numbers_have_a_unit_too(random):
    x = np.where(random.random((400, 2)) < 0.5, 1.0, -1.0)
    one, other = RunningScaler.new(2), RunningScaler.new(2)
    plain_rows = one.learn_and_scale(x, np.ones(400))
    assert other.learn_and_scale(x * 1.7e308, np.ones(400)) == pytest.approx(plain_rows, rel=1e-9)
    assert other.scale(x * 1.7e308) == pytest.approx(one.scale(x), rel=1e-9)


def test_numbers_that_are_not_finite_in_the_units_of_a_column_leave_its_statistics_finite(random):
    x = random.standard_normal((3000, 1)) * 1e-300
    x[10:] = 1e300
    scaler = RunningScaler.new(1)
    assert np.abs(scaler.learn_and_scale(x, np.ones(3000))).max() <= 8.0
    assert np.isfinite([*scaler.mean, *scaler.spread, *scaler.scale(x)[0], *scaler.preview(x)[0]]).all()


def test_sparse_rows_become_dense_some_at_a_time():
    x = sp.random_array((7, 50), density=0.3, rng=np.random.default_rng(0), format="csr")
    pieces = list(dense_pieces(x))
    assert np.array_equal(np.concatenate([piece for _, piece in pieces]), x.toarray())
    wide = sp.csr_matrix((3, 2 * DENSE_TOGETHER))
    assert [(rows.start, rows.stop) for rows, _ in dense_pieces(wide[:, :DENSE_TOGETHER])] == [(0, 1), (1, 2), (2, 3)]
    assert next(dense_pieces(wide))[1].shape == (1, 2 * DENSE_TOGETHER)


def test_one_wild_value_does_not_silence_its_column(random):
    x = random.standard_normal((40_000, 1))
    x[20_000] = 1e300
    seen = RunningScaler.new(1).learn_and_scale(x, np.ones(40_000))
    assert seen[20_000] == 8.0
    assert seen[20_001:].std() == pytest.approx(1.0, abs=0.2)


def test_a_column_that_starts_late_or_changes_its_scale(random):
    x = random.standard_normal((8000, 2))
    x[:4000, 0], x[4000:, 1] = 0.0, x[4000:, 1] * 1e6
    seen = RunningScaler.new(2).learn_and_scale(x, np.ones(8000))
    assert (np.abs(seen) <= 8.0).all()
    assert seen[-1000:].std(axis=0) == pytest.approx([1.4, 1.4], abs=0.3)


def test_zeros_and_ones_may_stay(random):
    x = (random.random((300, 3)) < 0.3).astype(float)
    x[200:, 1] = 3.0 * random.standard_normal(100)
    scaler = RunningScaler.new(3, keep_binary=True)
    seen = scaler.learn_and_scale(x, np.ones(300))
    assert np.array_equal(seen[:, [0, 2]], x[:, [0, 2]])
    assert np.array_equal(seen[:200, 1], x[:200, 1])
    assert seen[200:, 1] == pytest.approx(plain(x)[200:, 1])
    assert scaler.scale(x)[:, 0] == pytest.approx(x[:, 0])


@pytest.mark.parametrize("pieces", [1, 7, 3000])
def test_a_batch_equals_its_rows(pieces, random):
    x = random.standard_normal((3000, 3)) * 10.0 ** np.array([0.0, 120.0, -120.0])
    whole, parts = RunningScaler.new(3), RunningScaler.new(3)
    seen = whole.learn_and_scale(x, np.ones(3000))
    rows = [parts.learn_and_scale(part, np.ones(len(part))) for part in np.array_split(x, pieces)]
    assert np.concatenate(rows) == pytest.approx(seen, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("zeros", [300, 1500])
def test_a_column_that_is_silent_for_long_is_seen_as_row_by_row(zeros, random):
    x = np.zeros((zeros + 200, 2))
    x[:, 1], x[zeros:, 0] = random.standard_normal((2, zeros + 200))[0], random.standard_normal(200)
    together, alone = RunningScaler.new(2), RunningScaler.new(2)
    known = together.copy()
    known.learn_and_scale(x[:100], np.ones(100))
    assert known.preview(x[100:])[zeros - 50] == pytest.approx(known.preview(x[zeros + 50 : zeros + 51])[0], rel=1e-12)
    seen = together.learn_and_scale(x, np.ones(len(x)))
    one_by_one = [alone.learn_and_scale(x[k : k + 1], np.ones(1))[0] for k in range(len(x))]
    assert seen == pytest.approx(np.array(one_by_one), rel=1e-9, abs=1e-12)
