"""What figures 2 and 3 show: both G, of samples and of theory."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.papers.golea_marchand import samples
from tests.helpers.signs import cube


def test_both_g_are_means_over_the_same_students(context):
    frame = samples.simulated(context, 9, 0.1, 20, (1.0, 5.0))
    overlap = samples.simulate("clipped-hebb", n=9, alpha=(1.0, 5.0), noise=0.1, runs=20).samples["overlap"]
    assert frame["overlap"].tolist() == pytest.approx(overlap.mean(axis=0))
    assert frame["G(rho)"].tolist() == pytest.approx(1.0 - np.mean(np.arccos(overlap), axis=0) / math.pi)
    x, wrong = cube(9), np.rint(4.5 * (1.0 - overlap)).astype(int)
    agree = [np.mean((x @ np.where(np.arange(9) < k, -1, 1) > 0) == (x.sum(axis=1) > 0)) for k in range(10)]
    assert frame["G"].tolist() == pytest.approx(np.array(agree)[wrong].mean(axis=0))


def test_theories_of_n_weights_go_to_that_of_many():
    alpha, many = np.array([1.0, 5.0]), samples.many_weights(np.array([1.0, 5.0]), 0.2)
    off = {
        n: (samples.theory(n, alpha, 0.2)[list(samples.QUANTITIES)] - many[list(samples.QUANTITIES)])
        for n in (101, 501)
    }
    assert (off[501].abs() < 0.3 * off[101].abs()).all(axis=None)


def test_a_difference_is_measured_in_what_chance_allows():
    right = samples.theory(50, np.array([1.0]))
    found = right.assign(overlap=right["overlap"] + 4.0 * right["overlap_std"] / 10.0)
    near, far = (samples.over_allowed(found, 50, 0.0, runs, "overlap", 1) for runs in (100, 400))
    assert 0.9 < near < 4.0 / 4.11
    assert far == pytest.approx(2.0 * near, rel=0.02)
