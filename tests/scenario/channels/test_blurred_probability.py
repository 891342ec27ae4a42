"""Averages of a probability over normal fields, against one plain sum of thousands of nodes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import expit

from rosenblatt.scenario.channels import OwnChannel, blurred_probability
from rosenblatt.scenario.channels.blurred_probability import blurred
from rosenblatt.scenario.channels.channel import SignChannel, chebyshev_series, interpolated


def broken(field):
    return np.where(field > 0.5, 0.9, np.where(field > -0.2, np.clip(0.3 + field, 0.1, 0.7), 0.2 * np.exp(-(field**2))))


BREAKS = [(-0.2, 0.0), (0.4, 0.0), (0.5, 0.0)]
CASES = [
    (broken, BREAKS),
    (lambda b: expit(30.0 * b), [(0.0, 2.0 / 30.0)]),
    (lambda b: 0.5 + 0.4 * np.sin(3.0 * b), []),
]


def plain(function, features, known, spread):
    """Return Z and D by panels that are narrow everywhere, and cut at every feature."""
    steps = np.array([-10.0, -5.0, -2.0, -1.0, 0.0, 1.0, 2.0, 5.0, 10.0])
    cuts = [(at + width * step - known) / spread for at, width in features for step in steps]
    edges = np.unique(np.concatenate([np.linspace(-9.0, 9.0, 181), np.clip(cuts, -9.0, 9.0)]))
    x, weights = np.polynomial.legendre.leggauss(30)
    half, middle = 0.5 * np.diff(edges)[:, None], 0.5 * (edges[1:] + edges[:-1])[:, None]
    y = (middle + half * x).ravel()
    mass = (half * weights).ravel() * np.exp(-0.5 * y * y) / math.sqrt(2.0 * math.pi) * function(known + spread * y)
    return mass.sum(), (mass * y).sum() / spread


@pytest.mark.parametrize(("function", "features"), CASES, ids=["broken", "steep", "waves"])
@pytest.mark.parametrize("spread", [1.0, 0.2, 0.01, 1e-4])
def test_it_is_the_plain_sum(function, features, spread):
    known = np.concatenate([np.linspace(-4.0, 4.0, 23), 0.5 + spread * np.linspace(-9.0, 9.0, 11)])
    up, slope = blurred(function, features, known, spread)
    exact = np.array([plain(function, features, one, spread) for one in known.tolist()]).T
    assert up == pytest.approx(exact[0], abs=1e-13)
    assert spread * slope == pytest.approx(spread * exact[1], abs=1e-13)


def test_the_shape_is_kept_and_many_fields_are_taken_in_turn(monkeypatch):
    known = np.linspace(-2.0, 2.0, 60).reshape(3, 20)
    whole = blurred(broken, BREAKS, known, 0.3)
    monkeypatch.setattr(blurred_probability, "AT_ONCE", 500)
    parts = blurred(broken, BREAKS, known, 0.3)
    assert whole[0].shape == known.shape
    assert np.array_equal(whole, parts)
    assert [part.shape for part in blurred(broken, BREAKS, np.empty(0), 0.3)] == [(0,), (0,)]


def test_far_below_the_scale_of_a_jump_it_is_a_step_of_a_normal_law():
    own, known = OwnChannel(broken), 0.5 + 1e-8 * np.array([-2.0, -0.3, 0.0, 1.1, 9.0])
    up, slope = SignChannel.evidence(own, known, 1e-8)
    u = (known - own.features[-1][0]) / 1e-8
    assert up == pytest.approx(0.7 + 0.2 * np.array([0.5 * math.erfc(-one / math.sqrt(2.0)) for one in u]), abs=1e-5)
    assert 1e-8 * slope == pytest.approx(0.2 * np.exp(-0.5 * u * u) / math.sqrt(2.0 * math.pi), abs=1e-5)


def test_averages_of_many_deficits_are_those_of_each():
    deficit = np.geomspace(1e-25, 1.0, 150)
    for function in (broken, lambda b: 0.5 + 0.45 * np.tanh(b)):
        own = OwnChannel(function)
        each = np.concatenate([own.information(deficit[k : k + 50]) for k in (0, 50, 100)])
        error = np.abs(own.information(deficit) / each - 1.0)
        assert error.max() < 1e-6  # where a jump is narrower than 1e-7 rounding leaves no more
        assert error[deficit > 1e-13].max() < 1e-8
        each = np.concatenate([own.potential(deficit[k : k + 50]) for k in (0, 50, 100)])
        assert own.potential(deficit) == pytest.approx(each, rel=1e-9)


def test_points_are_doubled_until_they_tell_no_more():
    asked = []

    def counted(x):
        asked.append(len(x))
        return 1.0 / (1.05 - x)

    series = chebyshev_series(counted)
    x = np.linspace(-1.0, 1.0, 41)
    assert np.polynomial.chebyshev.chebval(x, series) == pytest.approx(1.0 / (1.05 - x), rel=1e-9)
    assert asked == [9, 8, 16, 32, 64]
    places = np.linspace(-30.0, 0.0, 7)
    assert interpolated(lambda z: np.tanh(z + 5.0), places) == pytest.approx(np.tanh(places + 5.0), abs=1e-9)
