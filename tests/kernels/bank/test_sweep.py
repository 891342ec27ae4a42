"""Sweeps over a covariance: strong drifts, and what is not among the inputs; the members' own tests have the others."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.estimators.bayes.posteriors import BLOCK_FROM
from rosenblatt.kernels.bank.members import KAPPAS, learn_batch, member_of, said_by
from rosenblatt.kernels.bank.plain_loops import learn_member
from rosenblatt.kernels.bank.sweep import WIDEST, room_for


@pytest.mark.parametrize("drift", [0.3, 0.9, 0.999])
def test_a_strong_drift(drift, batch, prior, new_stack, new_said, check_member):
    stack, said = new_stack(prior, [drift], KAPPAS, full=True), new_said(1, len(batch.x))
    plain = learn_member(batch, member_of(stack, 0))
    learn_batch(batch, stack, said)
    check_member(member_of(stack, 0), said_by(said, 0), plain, rel=1e-11, abs=1e-12)


def test_there_is_room_for_all_that_is_not_learnt_by_blocks():
    assert BLOCK_FROM <= WIDEST
    with pytest.raises(AssertionError):
        room_for(WIDEST + 1)


def test_rows_may_have_more_inputs_than_members(batch, prior, new_stack, new_said):
    both = []
    for inputs in (12, 20):
        x = np.column_stack([batch.x, np.full((len(batch.x), inputs - 12), np.nan)])
        stack, said = new_stack(prior, [0.0, 1e-3], KAPPAS, full=True), new_said(2, len(x))
        learn_batch(batch._replace(x=x), stack, said)
        both.append(said)
    for one, other in zip(*both, strict=True):
        assert np.array_equal(one, other)


def test_what_has_drifted_away_is_nothing(batch, prior, new_stack, new_said):
    # Numbers below 1e-308 stay there for ever, and make every later row slow.
    stack = new_stack(prior, [0.01], KAPPAS, full=True)
    quiet = batch.x.copy()
    quiet[:, :2] = 0.0  # two inputs that are not met any more
    for x in (batch.x, *[quiet] * (40_000 // len(batch.x))):
        learn_batch(batch._replace(x=x), stack, new_said(1, len(x)))
    lower = np.tril(stack.spreads[0])
    assert (lower[1, 0], stack.means[0, 0], stack.means[0, 1]) == (0.0, 0.0, 0.0)
    assert np.abs(lower[lower != 0.0]).min() > 1e-150
    assert np.diagonal(lower)[:2] == pytest.approx(prior[0, :2] if prior.ndim > 1 else prior[:2])
