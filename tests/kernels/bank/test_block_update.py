"""Blocks of rows against the plain loop, and against the compiled one for many features."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.kernels.bank.block_update import BLOCK, learn_by_blocks
from rosenblatt.kernels.bank.members import KAPPAS, Batch, learn_batch, member_of, said_by
from rosenblatt.kernels.bank.plain_loops import learn_member
from tests.kernels.bank.conftest import CASES


@pytest.mark.parametrize(("drift", "grid"), CASES)
def test_blocks_are_the_plain_loop(drift, grid, batch, prior, new_stack, new_said, check_member):
    assert len(batch.x) % BLOCK  # the last block is not full
    member, said = member_of(new_stack(prior, [drift], grid, full=True), 0), new_said(len(batch.x))
    plain = learn_member(batch, type(member)(*(np.copy(part) for part in member)))
    learn_by_blocks(batch, member, said)
    check_member(member, said, plain, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("drift", [0.0, 1e-4])
def test_blocks_are_the_loop_for_many_features(drift, random, new_stack, new_said):
    d = 300
    labels = np.where(random.random(200) < 0.5, 1.0, -1.0)
    batch = Batch(random.standard_normal((200, d)), np.zeros(200), labels, np.ones(200))
    one, other = (new_stack(np.full(d, 2.0), [drift], KAPPAS, full=True) for _ in range(2))
    said, said_by_blocks = new_said(1, 200), new_said(1, 200)
    learn_batch(batch, one, said)
    for part in batch:
        part.flags.writeable = False
    learn_by_blocks(batch, member_of(other, 0), said_by(said_by_blocks, 0))
    for a, b in [
        (one.means, other.means),
        (np.tril(one.spreads[0]), np.tril(other.spreads[0])),
        *zip(said, said_by_blocks, strict=True),
    ]:
        assert a == pytest.approx(b, rel=1e-12, abs=1e-12)
