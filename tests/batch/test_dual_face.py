"""The top of a face: its equations, examples that leave, and sets that no plane separates."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.batch.dual_face import climb_face
from rosenblatt.batch.margin_certificate import NotSeparable, SignedRows


def height(rows, shares):
    w = rows.x.T @ (rows.labels * shares)
    return shares.sum() - 0.5 * w @ w


@pytest.mark.parametrize("intercept", [False, True])
def test_it_ends_where_all_that_have_a_share_are_at_the_margin(intercept, random):
    for _ in range(20):
        x, w = random.standard_normal((30, 6)), random.standard_normal(6)
        labels = np.where(x @ w > (0.2 if intercept else 0.0), 1.0, -1.0)
        rows, shares = SignedRows(x, labels, intercept), np.zeros(30)
        support = random.permutation(30)[:12]  # more than there are weights: some have to leave
        if len(set(labels[support])) < 2:
            continue
        shares[support] = 0.1 * random.random(12)
        before, started = height(rows, shares), shares.copy()
        offset = climb_face(rows, shares, support)
        assert (shares >= 0.0).all() and not shares[np.setdiff1d(np.arange(30), support)].any()
        kept = shares > 0.0
        fields = labels * (x @ (x.T @ (labels * shares)) + offset)
        assert fields[kept].tolist() == pytest.approx([1.0] * int(kept.sum()), abs=1e-6)
        if intercept:
            assert labels @ shares == pytest.approx(0.0, abs=1e-8)
        else:
            assert offset == 0.0 and height(rows, shares) >= before
        assert not np.array_equal(started, shares)


@pytest.mark.parametrize("intercept", [False, True])
def test_a_set_without_a_plane_is_proved_to_be_one(intercept):
    x = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]) - 0.5 * intercept
    rows = SignedRows(x + 2.0 * (not intercept), np.array([-1.0, 1.0, 1.0, -1.0]), intercept)
    with pytest.raises(NotSeparable, match="a sum of 4 examples with positive shares is 0"):
        climb_face(rows, np.full(4, 0.3), np.arange(4))


def test_planes_that_are_nearly_none_are_not_said_to_be_none():
    # Two examples 1e-13 apart and of different labels: the equations are too badly determined to say anything.
    rows = SignedRows(np.array([[1.0, 0.0], [1.0, 1e-8]]), np.array([1.0, -1.0]), False)
    shares = np.ones(2)
    assert climb_face(rows, shares, np.arange(2)) in (0.0, None)
