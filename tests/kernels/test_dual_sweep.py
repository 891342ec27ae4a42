"""The compiled sweep against the plain one, on dense and sparse rows."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from rosenblatt.batch.dual_ascent import plain_sweep
from rosenblatt.batch.margin_certificate import SignedRows
from rosenblatt.kernels.dual_sweep import compiled_sweep


def wide_indices(x):
    matrix = sparse.csr_matrix(x)
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int64), matrix.indptr.astype(np.int64)
    return matrix


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix, wide_indices], ids=["dense", "sparse", "long"])
@pytest.mark.parametrize("constant", [0.0, 0.7])
def test_it_does_what_the_plain_one_does(form, constant, random):
    x = random.standard_normal((25, 7)) * (random.random((25, 7)) < 0.6)
    rows = SignedRows(form(x), np.where(random.random(25) < 0.5, 1.0, -1.0), constant > 0.0)
    rates, states = 1.3 / (rows.squares + 1.0), []
    for sweep in (plain_sweep, compiled_sweep):
        state = (np.zeros(25), np.zeros(7), np.zeros(2))
        for seed in range(3):
            sweep(rows, np.random.default_rng(seed).permutation(25), rates, *state, constant)
        states.append(np.concatenate(state))
    assert states[1] == pytest.approx(states[0], rel=1e-12, abs=1e-14)
    assert states[0][:25].any() and not states[0][:25].all()  # some are right already
