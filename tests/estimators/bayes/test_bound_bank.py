"""A bank bound to its kernels: one block after the other, and blocks that are not full."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.bank import Bank
from rosenblatt.estimators.bayes.bound_bank import BoundBank
from rosenblatt.estimators.bayes.members import Known
from rosenblatt.estimators.common.uninterrupted import make_calls


@pytest.mark.parametrize("known", [Known(), Known(drift=1e-3, prior=1.0)])
@pytest.mark.parametrize("full", [True, False])
def test_blocks_of_all_sizes_say_and_learn_the_same(known, full, random):
    x = np.column_stack([random.standard_normal((130, 3)), np.ones(130)])
    labels, weights = np.where(x[:, 0] > x[:, 1], 1.0, -1.0), random.choice([0.5, 1.0, 2.0], 130)
    whole = Bank.new(4, known, full=full, sparse=False, linear=False, runs=True)
    whole.learn(x[:70], labels[:70], weights[:70])  # members look at nothing before that
    x, labels, weights = x[70:], labels[70:], weights[70:]
    parts = whole.copy()
    said = whole.learn(x, labels, weights)
    bound, start = BoundBank(parts, 20, compiled=True), 0
    for size in (20, 1, 7, 20, 12):
        rows = slice(start, start + size)
        make_calls(bound.calls(x[rows], labels[rows], weights[rows], learn=False))
        assert bound.said(size)[:, :1] == pytest.approx(said[:, rows][:, :1], abs=1e-13)
        make_calls(bound.calls(x[rows], labels[rows], weights[rows], learn=True))
        assert bound.said(size) == pytest.approx(said[:, rows], abs=1e-13)
        start += size
    for name, array in whole.arrays().items():
        lower = np.tril if array.ndim == 3 else np.asarray
        assert lower(parts.arrays()[name]) == pytest.approx(lower(array), rel=1e-10, abs=1e-12), name


def test_asking_writes_nothing_to_the_bank(random):
    bank = Bank.new(4, Known(), full=True, sparse=False, linear=False, runs=True)
    for array in bank.arrays().values():
        array.flags.writeable = False
    before = {name: array.copy() for name, array in bank.arrays().items()}
    bank.predict(np.column_stack([random.standard_normal((10, 3)), np.ones(10)]))
    assert all(np.array_equal(array, before[name]) for name, array in bank.arrays().items())
