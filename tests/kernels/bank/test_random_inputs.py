"""Cells and waves: compiled as plain, and the kernel that waves stand for."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.random_looks import CELLS, FIRST_ROWS, SETS, WAVES, CellLook, WaveLook
from rosenblatt.kernels.bank.plain_forest import fill_cells, fill_waves


@pytest.mark.parametrize("features", [1, 3, 30])
def test_cells(features, random):
    x = np.column_stack([random.standard_normal((FIRST_ROWS, features)), np.ones(FIRST_ROWS)])
    cells = CellLook.new(features)
    cells.notice(x)
    x = x[:50]
    seen = cells.see(x)
    assert seen.columns.reshape(50, SETS).tolist() == fill_cells(x, cells.features, cells.edges).tolist()
    assert seen.columns.max() < CELLS
    assert seen.values.tolist() == [1.0] * (50 * SETS)
    assert seen.starts.tolist() == list(range(0, 50 * SETS + 1, SETS))


def test_waves(random):
    x = np.column_stack([3.0 * random.standard_normal((FIRST_ROWS, 5)), np.ones(FIRST_ROWS)])
    waves = WaveLook.new(5)
    waves.notice(x)
    assert waves.see(x) == pytest.approx(fill_waves(x[:, :5], waves.frequencies[:5], waves.phases), abs=1e-12)


def test_products_of_waves_are_a_gaussian_of_the_distance(random):
    # On average over the waves; one set of them scatters by 1/sqrt(D).
    z = np.column_stack([random.uniform(-1.0, 1.0, (FIRST_ROWS, 4)), np.ones(FIRST_ROWS)])
    waves = WaveLook.new(4)
    waves.notice(z)
    seen = waves.see(z)[:, :-1]
    apart = ((z[:, None] - z[None]) ** 2).sum(axis=2)
    errors = seen @ seen.T - np.exp(-apart / (2.0 * 4.0))
    assert np.sqrt((errors**2).mean()) < 2.0 / np.sqrt(WAVES)
