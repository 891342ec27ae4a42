"""A user's own probability."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import expit, ndtr

from rosenblatt.scenario import Flips, Logistic, OwnChannel
from tests.helpers.channels import lopsided


def test_jumps_kinks_and_steep_places_are_found():
    assert OwnChannel(expit).features == ()
    ((place, width),) = OwnChannel(lopsided).features
    assert (place, width) == (pytest.approx(0.3, abs=1e-9), 0.0)
    assert OwnChannel(lopsided).sharp and not OwnChannel(expit).sharp
    ((place, width),) = OwnChannel(lambda b: expit(80.0 * (b - 1.0))).features
    assert place == pytest.approx(1.0, abs=0.03)
    assert 0.005 < width < 0.1
    kink = OwnChannel(lambda b: np.minimum(np.abs(b), 1.0))
    assert [round(place, 6) for place, _ in kink.features] == [-1.0, 0.0, 1.0]
    assert not kink.sharp


@pytest.mark.parametrize(
    ("function", "channel"), [(lambda b: expit(2.0 * b), Logistic(2.0)), (lambda b: 0.1 + 0.8 * (b > 0.0), Flips(0.1))]
)
def test_it_is_the_channel_of_the_same_probability(function, channel):
    own = OwnChannel(function)
    for known, spread in ((-1.0, 1.0), (0.2, 0.3), (0.01, 0.01)):
        theirs = type(channel).likelihood(known, spread, channel.kernel_numbers)
        assert OwnChannel.likelihood(known, spread, own.kernel_numbers) == pytest.approx(theirs, rel=1e-7, abs=1e-9)
    assert own.floor == pytest.approx(channel.floor, abs=1e-10)


@pytest.mark.parametrize(
    "function", [lambda b: 1.5 * expit(b), lambda b: b * np.nan, lambda b: 0.5, 0.5, lambda b: 0.5 + 0.1j * b]
)
def test_what_is_no_probability_is_refused(function):
    with pytest.raises(ValueError, match="probability must"):
        OwnChannel(function)


def test_a_wild_function_is_refused():
    with pytest.raises(ValueError, match="needs more than"):
        OwnChannel(lambda b: 0.5 + 0.4 * np.sin(1e6 * b))


def test_its_floor_where_coins_are_beside_the_plane():
    own = OwnChannel(lambda b: 0.1 + 0.75 * ndtr(1.5 * b - 0.4))

    def inside(b: float) -> float:
        return abs(2.0 * (0.1 + 0.75 * float(ndtr(1.5 * b - 0.4))) - 1.0) * np.exp(-0.5 * b * b) / np.sqrt(2.0 * np.pi)

    exact = 0.5 * (1.0 - quad(inside, -10, 10, points=[0.2, 0.3, 0.5], epsabs=1e-13, limit=400)[0])
    assert own.floor == pytest.approx(exact, rel=1e-9)
