"""Paths for the linear shadow: the theory's curve and its slopes."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import linear_shadow as shadow
from rosenblatt.studies.linear_path import LinearPath, chunk_end, derivatives, slopes
from rosenblatt.theory.hebbian import averages_of
from rosenblatt.theory.integration import NotFollowed


@pytest.mark.parametrize(
    ("rule", "scenario"),
    [
        (rb.Rosenblatt(), rb.Scenario(channel=rb.Flips(0.1))),
        (rb.Rosenblatt(weight_decay=0.3), rb.Scenario(drift=0.2)),
        (rb.Normalised(eta=0.5), rb.Scenario(drift=0.2)),
    ],
    ids=str,
)
def test_slopes_are_those_of_the_curve(rule, scenario):
    alpha, step = 2.0, 1e-3
    curve = rb.learning_curve(rule, [alpha - step, alpha, alpha + step], scenario=scenario).frame
    r, r_perp = curve["r"].to_numpy(), np.sqrt(curve["q_norm"] - curve["r"] ** 2).to_numpy()
    expected = [(x[2] - x[0]) / (2.0 * step) for x in (r, r_perp)]
    found = slopes(rule, scenario, averages_of(rule, scenario), r[1], r_perp[1], alpha)
    assert found == pytest.approx(expected, rel=1e-5)


def test_derivatives_are_those_of_hebb():
    # f1 is constant, f2 = 1/(2 R_perp).
    rule, scenario = rb.Hebb(), rb.Scenario()
    found = derivatives(rule, scenario, averages_of(rule, scenario), 2.0, 0.5, 1.0)
    assert found == pytest.approx((0.0, 0.0, 0.0, -1.0 / (2.0 * 0.25)), abs=1e-6)


def test_rows_follow_each_other_and_hold_the_curve():
    path = LinearPath(rb.Hebb(), rb.Scenario(), 100)
    rows = np.vstack([path.chunk(0), path.chunk(chunk_end(0)), path.chunk(chunk_end(1))])
    ends = rows[:, shadow.UNTIL]
    assert ends[-1] == chunk_end(2)
    assert (np.diff(ends) >= 1.0).all()
    assert (np.diff(ends) <= np.maximum(1.0, ends[:-1] / 32.0)).all()
    alpha = np.maximum(0.5 * (np.append(0.0, ends[:-1]) + ends - 1.0), 0.5) / 100.0
    assert rows[:, shadow.AT_R] == pytest.approx(math.sqrt(2.0 / math.pi) * alpha, rel=1e-6)
    assert rows[:, shadow.AT_R_PERP] == pytest.approx(np.sqrt(alpha), rel=1e-5)
    assert rows[:, shadow.TAKEN_UP].tolist() == [0.0] + [1.0] * (len(rows) - 1)  # <F^2> < n Q: after the first example


def test_a_chunk_ends_where_its_curve_does_and_says_so():
    # Clean adaline is refused from alpha = 46 on, in the middle of a chunk.
    path = LinearPath(rb.Adaline(), rb.Scenario(channel=rb.GaussianNoise(0.0)), 100)
    assert path.chunk(3000)[-1, shadow.UNTIL] >= 3001
    with pytest.raises(NotFollowed, match="learning curve of 'adaline' must stay above"):
        path.chunk(8000)


def test_what_has_no_averages_is_said():
    assert "inputs must be" in LinearPath.obstacle(rb.Hebb(), rb.Scenario(inputs=rb.ShiftedInputs(4.0, -1.95)))
    assert LinearPath.obstacle(rb.Hebb(), rb.Scenario()) == ""
