"""The signal-to-noise ratio as a clock: alpha and back, to the last deficits."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Flips, GaussianNoise
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior
from rosenblatt.theory.signal_to_noise import signal_to_noise


def test_deficits_down_to_1e_300():
    alpha = rb.theory.perfect_alpha("bayes-binary") * (1.0 - np.array([1e-3, 1e-6, 1e-9]))
    d = rb.learning_curve("bayes-binary", alpha).frame["disagreement"]
    assert (np.diff(d) < 0.0).all()
    assert 0.0 < d[2] < 1e-8
    tiny = rb.learning_curve("bayes", [1e140]).frame["disagreement"][0]
    assert tiny == pytest.approx(0.4417e-140, rel=1e-4)


def test_it_is_elementary_for_normal_weights_and_clean_numbers():
    # 1 - q = 1/(1 + A) and I = 1/(1 - q) = 1 + A: online alpha = ln(1 + A) = s, offline alpha = A/(1 + A).
    clock, alpha = signal_to_noise(GaussianPrior(), GaussianNoise()), np.array([0.1, 0.5, 0.9])
    assert clock.online(alpha) == pytest.approx(alpha, rel=1e-10)
    assert clock.offline(alpha) == pytest.approx(-np.log1p(-alpha), rel=1e-10)
    assert clock.unknown(alpha) == pytest.approx(0.5 * alpha, rel=1e-12)  # half the integral of dA/(1 + A)
    assert clock.turns.tolist() == [0.0, clock.edges[-1]]


@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_way_back_is_the_way_there_on_every_part(part):
    clock = signal_to_noise(BinaryPrior(), GaussianNoise(0.06))
    assert len(clock.turns) == 4  # it rises, falls and rises again
    low, high = clock.turns[part : part + 2]
    s = low + (min(high, low + 2.0) - low) * np.array([0.2, 0.5, 0.8])
    alpha = clock.offline_alpha(s)
    assert (np.diff(alpha) * (-1) ** part > 0.0).all()
    assert clock.offline(alpha, part) == pytest.approx(s, rel=1e-9)


def test_a_part_that_does_not_reach_an_alpha_says_so():
    clock = signal_to_noise(BinaryPrior(), Flips())
    spinodal = float(clock.offline_alpha(clock.turns[1:2])[0])
    assert np.isnan(clock.offline(np.array([1.1 * spinodal]), 0)).all()


def test_interpolated_deficits_are_those_of_the_prior():
    s = np.array([1e-6, 0.3, 2.0, 5.0])
    for prior in (BinaryPrior(), GaussianPrior()):
        assert signal_to_noise(prior, Flips(0.1)).deficit(s) == pytest.approx(prior.deficit(np.expm1(s)), rel=1e-11)


def test_all_that_is_learnt_of_a_sign_is_its_entropy():
    # Half the integral of the deficit over A, from nothing to everything: ln 2.
    assert signal_to_noise(BinaryPrior(), Flips()).unknown(np.array([6.0])) == pytest.approx(math.log(2.0), rel=1e-9)


class Told(rb.Prior):
    """A prior of some deficit."""

    def __init__(self, deficit):
        self.told = deficit

    def deficit(self, a):
        return self.told(np.atleast_1d(np.asarray(a, dtype=float)))


@pytest.mark.parametrize(
    "deficit",
    [
        lambda a: np.full(len(a), np.nan),
        lambda a: 2.0 / (1.0 + a),
        lambda a: 0.5 + 0.0 * a + 0.1 * (a > 0.0),
        lambda a: -1.0 / (1.0 + a),
        lambda a: 0.5,
    ],
    ids=["nan", "mean square 2", "rising", "negative", "one number"],
)
def test_what_is_no_deficit_is_refused(deficit):
    with pytest.raises(ValueError, match="prior must have a deficit, 1 - q, between 0 and 1 that falls with A"):
        rb.learning_curve("bayes", [1.0], teacher=rb.IndependentTeacher(Told(deficit)))


def test_a_prior_of_ones_own_is_the_built_in_one():
    own = rb.learning_curve("bayes", [0.5, 2.0], teacher=rb.IndependentTeacher(Told(lambda a: 1.0 / (1.0 + a))))
    same = rb.learning_curve("bayes", [0.5, 2.0])
    assert own.frame["disagreement"].tolist() == pytest.approx(same.frame["disagreement"].tolist(), rel=1e-12)


@pytest.mark.parametrize("function", [lambda b: 0.5 + 0.0 * b, lambda b: 0.5 + 0.4 * np.exp(-b * b)])
def test_labels_that_tell_nothing_are_refused(function):
    with pytest.raises(ValueError, match="channel must have labels whose mean grows or falls with the field"):
        rb.learning_curve("bayes", [1.0], channel=rb.OwnChannel(function))
