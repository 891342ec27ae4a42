"""Bayesian members against the plain loop; ten million rows."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank.block_update import learn_by_blocks
from rosenblatt.kernels.bank.members import KAPPAS, Batch, learn_batch, member_of, said_by
from rosenblatt.kernels.bank.plain_loops import learn_member
from tests.kernels.bank.conftest import CASES


def copy_of(member):
    return type(member)(*(np.copy(part) for part in member))


@pytest.mark.parametrize(("drift", "grid"), CASES)
def test_a_full_covariance(drift, grid, batch, prior, new_stack, new_said, check_member):
    stack, said = new_stack(prior, [drift], grid, full=True), new_said(1, len(batch.x))
    plain = learn_member(batch, copy_of(member_of(stack, 0)))
    learn_batch(batch, stack, said)
    check_member(member_of(stack, 0), said_by(said, 0), plain, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(("drift", "grid"), CASES)
def test_a_diagonal(drift, grid, batch, prior, random, new_stack, new_said, check_member):
    x = np.where(random.random(batch.x.shape) < 0.4, batch.x, 0.0)
    rows = batch._replace(x=x)
    stack, said = new_stack(prior, [drift], grid, full=False), new_said(1, len(x))
    plain = learn_member(rows, copy_of(member_of(stack, 0)))
    learn_batch(rows, stack, said)
    check_member(member_of(stack, 0), said_by(said, 0), plain, rel=1e-11)


@pytest.mark.parametrize("full", [True, False])
def test_each_member_has_its_own_prior_drift_and_noise(full, batch, prior, new_stack, new_said, check_member):
    grids = np.stack([KAPPAS, np.zeros(len(KAPPAS)), np.full(len(KAPPAS), 0.1)])
    stack, said = new_stack(prior, [0.0, 0.0, 0.01], grids, full=full), new_said(3, len(batch.x))
    stack.priors[1] *= 2.0
    stack.spreads[1] *= 2.0
    plain = [learn_member(batch, copy_of(member_of(stack, k))) for k in range(3)]
    learn_batch(batch, stack, said)
    for k in range(3):
        check_member(member_of(stack, k), said_by(said, k), plain[k], rel=1e-11, abs=1e-12)
    assert not said.noises[1].any()


def test_read_only_rows_are_learnt_like_others(batch, prior, new_stack, new_said):
    both = []
    for frozen in (False, True):
        rows = Batch(*(part.copy() for part in batch))
        for part in rows:
            part.flags.writeable = not frozen
        stack, said = new_stack(prior, [1e-3], KAPPAS, full=False), new_said(1, len(batch.x))
        learn_batch(rows, stack, said)
        both.append((*stack, *said))
    for one, other in zip(*both, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("drift", [0.0, 1e-5])
def test_a_covariance_stays_positive_after_ten_million_rows(drift, random, new_stack, new_said):
    # Inputs that nearly repeat each other, a wide prior: what is known spans thirteen decades.
    base = random.standard_normal((10_000, 2))
    x = np.column_stack([base, base[:, 0] + 1e-3 * random.standard_normal(10_000), np.ones(10_000)])
    labels = np.where(x[:, 0] + random.standard_normal(10_000) > 0.0, 1.0, -1.0)
    stack, said = new_stack(np.full(4, 100.0), [drift], KAPPAS, full=True), new_said(1, 10_000)
    batch = Batch(x, np.zeros(10_000), labels, np.ones(10_000))
    for _ in range(1000):
        learn_batch(batch, stack, said)
    covariance = stack.spreads[0]
    whole = np.tril(covariance) + np.tril(covariance, -1).T
    assert np.isfinite(stack.means).all()
    assert np.linalg.eigvalsh(whole).min() > 0.0


@pytest.mark.parametrize("shift", [1e6, 1e8, 1e12, 1e60])
@pytest.mark.parametrize("blocks", [False, True])
def test_rows_that_rounding_makes_all_alike_leave_the_covariance_positive(shift, blocks, random, new_stack, new_said):
    x = np.column_stack([random.standard_normal((5000, 2)) + shift, np.ones(5000)])
    labels = np.where(x[:, 0] - shift + random.standard_normal(5000) > 0.0, 1.0, -1.0)
    stack, said = (
        new_stack(np.array([100.0, 100.0, 1000.0]), [0.0, 1e-4], np.tile(KAPPAS, (2, 1)), full=True),
        new_said(2, 5000),
    )
    batch = Batch(x, np.zeros(5000), labels, np.ones(5000))
    if blocks:
        for k in range(2):
            learn_by_blocks(batch, member_of(stack, k), said_by(said, k))
    else:
        learn_batch(batch, stack, said)
    assert np.isfinite(stack.means).all()
    assert np.isfinite(said).all()
    for covariance in stack.spreads:
        values = np.linalg.eigvalsh(covariance, UPLO="L")
        assert values.min() > -1e-13 * values.max()  # what is below it is rounding
