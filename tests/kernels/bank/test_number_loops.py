"""The loops with a slot for what a target teaches, filled with labels, against the plain loop."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from numba import types

from rosenblatt.kernels.bank.block_update import OF_LABELS
from rosenblatt.kernels.bank.members import KAPPAS, MATRIX, VECTOR, Member, Said, SparseBatch, member_of
from rosenblatt.kernels.bank.number_loops import LOOPS, ROWS, writable
from rosenblatt.kernels.bank.plain_loops import learn_member
from rosenblatt.kernels.compiler import named_tuple_type, specialise


def compiled(rows, axes):
    member = named_tuple_type(Member, types.float64, VECTOR, VECTOR, MATRIX if axes == 3 else VECTOR, VECTOR, VECTOR)
    said = named_tuple_type(Said, VECTOR, VECTOR, VECTOR)
    return specialise(LOOPS[rows, axes], "labels", types.void(ROWS[rows], member, said), OF_LABELS)


@pytest.mark.parametrize("drift", [0.0, 0.05])
@pytest.mark.parametrize("kind", ["full", "diagonal", "sparse"])
def test_they_learn_labels_too(kind, drift, batch, prior, new_stack, new_said, check_member):
    member = member_of(new_stack(prior, [drift], KAPPAS, full=kind == "full"), 0)
    plain, said = learn_member(batch, Member(*(np.copy(part) for part in member))), new_said(len(batch.x))
    rows = batch
    if kind == "sparse":
        stored = sp.csr_matrix(batch.x[:, :-1])
        rows = SparseBatch(stored.data, stored.indices.astype(np.uint64), stored.indptr.astype(np.int64), *batch[1:])
    compiled(type(rows), 3 if kind == "full" else 2)(rows, member, said)
    check_member(member, said, plain, rel=1e-10, abs=1e-12)


def test_read_only_arrays_are_copied(batch):
    assert writable(batch) is batch
    batch.x.flags.writeable = False
    assert writable(batch).x.flags.writeable
    assert np.array_equal(writable(batch).x, batch.x)
