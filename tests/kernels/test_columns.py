"""Columns as rows, for numbers of rows beside those that go together."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.columns import TOGETHER, rows_of_columns


@pytest.mark.parametrize("rows", [0, 1, TOGETHER - 1, TOGETHER, 5 * TOGETHER + 3])
def test_rows_have_the_numbers_of_the_columns(rows, random):
    columns = random.standard_normal((3, rows + 2))
    columns[0, :1] = np.nan
    out = np.full((rows, 3), 7.0)
    rows_of_columns(columns[:, :rows], out)
    assert np.array_equal(out, columns[:, :rows].T, equal_nan=True)
