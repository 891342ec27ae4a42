"""Members that see sparse rows, all at once, against the plain loop of each."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt.kernels.bank.members import KAPPAS, Batch, SparseBatch, Stack, member_of, said_by
from rosenblatt.kernels.bank.plain_loops import learn_member
from rosenblatt.kernels.bank.sparse_members import OWN, learn_sparse_batch, sparse_members_kernel
from rosenblatt.kernels.compiler import machine_code
from tests.kernels.bank.conftest import CASES


@pytest.fixture
def even_prior() -> np.ndarray:
    """The same for all inputs but the intercept's."""
    return np.append(np.full(11, 2.0), 20.0)


@pytest.fixture
def dense(batch, random) -> Batch:
    x = np.where(random.random(batch.x.shape) < 0.4, batch.x, 0.0)
    x[:, -1] = 1.0
    return batch._replace(x=x)


def as_sparse(dense: Batch) -> SparseBatch:
    x = dense.x[:, :-1]
    stored = sp.csr_matrix(np.where(x == 0.0, 1.0, x))
    stored.data[(x == 0.0).ravel()] = 0.0  # zeros that are stored are zeros
    return SparseBatch(stored.data, stored.indices.astype(np.uint64), stored.indptr.astype(np.int64), *dense[1:])


def by_inputs(stack: Stack) -> Stack:
    """The same members, the numbers of one input side by side."""
    means, spreads = np.array(stack.means, order="F"), np.array(stack.spreads, order="F")
    return stack._replace(means=means, spreads=spreads, kappas=stack.kappas.copy())


@pytest.mark.parametrize(("drift", "grid"), CASES)
def test_one_member(drift, grid, dense, even_prior, new_stack, new_said, check_member):
    stack, said = by_inputs(new_stack(even_prior, [drift], grid, full=False)), new_said(1, len(dense.x))
    plain = learn_member(dense, member_of(stack, 0))
    learn_sparse_batch(as_sparse(dense), stack, said)
    check_member(member_of(stack, 0), said_by(said, 0), plain, rel=1e-10)


@pytest.mark.parametrize("members", [3, 4, 10, 64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_several_members(members, order, dense, even_prior, random, new_stack, new_said, check_member):
    grids = np.where(random.random(members)[:, None] < 0.5, KAPPAS, 0.0)
    stack = new_stack(even_prior, random.choice([0.0, 1e-3, 0.05], members).tolist(), grids, full=False)
    scale = random.choice([0.1, 1.0, 10.0], members)[:, None]
    stack = stack._replace(priors=scale * stack.priors, spreads=scale * stack.spreads)
    stack, said = by_inputs(stack) if order == "F" else stack, new_said(members, len(dense.x))
    plain = [learn_member(dense, member_of(stack, k)) for k in range(members)]
    learn_sparse_batch(as_sparse(dense), stack, said)
    for k in range(members):
        check_member(member_of(stack, k), said_by(said, k), plain[k], rel=1e-10)


def test_who_is_only_asked_says_the_same_and_stays_as_it_is(dense, even_prior, new_stack, new_said):
    stack, said = by_inputs(new_stack(even_prior, [0.0, 0.01, 0.05], KAPPAS, full=False)), new_said(3, len(dense.x))
    learn_sparse_batch(as_sparse(dense), stack, said)
    asked, learnt, before = new_said(3, 1), new_said(3, 1), [part.copy() for part in stack]
    row = as_sparse(Batch(*(part[:1] for part in dense)))
    own = (stack.means.T, stack.spreads.T)
    for part in own:
        part.flags.writeable = False
    rest = (stack.drifts, stack.priors, *own, stack.kappas, stack.grids, 0, *asked, np.empty(OWN))
    machine_code(sparse_members_kernel())(False, row.labels, row.weights, *row[:4], *rest)
    assert all(np.array_equal(one, other) for one, other in zip(stack, before, strict=True))
    for part in own:
        part.flags.writeable = True
    learn_sparse_batch(row, stack, learnt)
    for one, other in zip(asked, learnt, strict=True):
        assert one == pytest.approx(other, rel=1e-13)
