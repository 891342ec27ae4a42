"""The shifted perceptron in theory: its drift is an average over examples, its start, and its end."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm

import rosenblatt as rb
from rosenblatt.theory.shifted_perceptron import asymptote, best_eta_0, slopes
from tests.helpers import Z_LIMIT

CENTRE = rb.ShiftedInputs(1.5, 0.7)


def test_the_drift_is_the_average_over_examples(random):
    # One step from a student in three dimensions, T being subtracted from each input.
    noise, eta, n, q0, v = 0.1, 0.3, 400_000, CENTRE.q0, CENTRE.across
    student = np.array([0.5, 0.4, math.sqrt(1 - 0.25 - 0.16)])
    x = random.standard_normal((n, 3)) + np.array([q0, v, 0.0])
    label = np.where(x[:, 0] > 0, 1, -1) * np.where(random.random(n) < noise, -1, 1)
    wrong = label * (x @ student) <= 0
    shift = np.array([q0 + 2 * norm.pdf(q0) / (2 * norm.cdf(q0) - 1), v, 0.0])  # shifted-rule-theory.1
    push = (wrong * label)[:, None] * (x - shift)
    mean, sem = push.mean(axis=0), push.std(axis=0) / math.sqrt(n)
    error = wrong.mean()
    expected = eta * (mean - (mean @ student) * student) - 0.5 * eta**2 * error * student
    found = slopes(0.5, 0.4, student[2] ** 2, noise, CENTRE, eta)
    assert np.abs((np.array(found[:2]) - expected[:2]) / (eta * 3 * sem[:2])).max() < Z_LIMIT
    rest = 2 * student[2] * expected[2] + eta**2 * error
    assert abs(found[2] - rest) < Z_LIMIT * eta * 6 * sem.max()


def test_the_length_is_kept():
    for r, across in ((0.1, -0.3), (0.8, 0.55)):
        to_r, to_across, to_rest = slopes(r, across, 1 - r * r - across * across, 0.2, CENTRE, 0.7)
        assert 2 * r * to_r + 2 * across * to_across + to_rest == pytest.approx(0.0, abs=1e-13)


def test_noise_does_not_change_the_direction():
    # X has no kappa in it: what is left of kappa is of the order of eta^2.
    clean, noisy = (np.array(slopes(0.5, 0.4, 0.59, noise, CENTRE, 1e-9)) for noise in (0.0, 0.4))
    assert noisy == pytest.approx(clean, rel=1e-7)


def test_it_waits_and_then_starts_at_the_mean_of_the_inputs():
    rule = rb.Shifted(wait=4.0)
    before, after = rb.learning_curve(rule, [4.0, 4.0 * (1 + 1e-9)], inputs=rb.ShiftedInputs(1.5, -0.7)).frame.iloc
    assert (before["r"], before["q"], before["disagreement"]) == (0.0, 0.0, 0.5)
    length = math.sqrt(1.5**2 + 0.25)  # of the mean of 4 N inputs: U and a random vector
    assert (after["r"], after["q"]) == pytest.approx((0.7 / length, -(1.5**2) / length), rel=1e-6)


@pytest.mark.parametrize("shift", ["learnt", "known"])
@pytest.mark.parametrize(("eta_0", "z"), [(2.0, 1.0), (4.0, 1.0), (0.3, 0.5)])
def test_it_ends_at_its_asymptote(shift, eta_0, z):
    rule = rb.Shifted(eta_0=eta_0, z=z)
    end = rb.learning_curve(rule, 1e7, noise=0.1, inputs=CENTRE, shift=shift).frame["disagreement"][0]
    assert end == pytest.approx(float(asymptote(1e7, 0.1, learnt=shift == "learnt", eta_0=eta_0, z=z)), rel=1e-2)


def test_a_learnt_shift_is_worse_by_the_share_of_clean_labels():
    assert asymptote(100.0, 0.1) == pytest.approx(asymptote(100.0, 0.1, learnt=False) / 0.8)


@pytest.mark.parametrize("learnt", [True, False])
def test_the_best_rate_is_the_best(learnt):
    best = best_eta_0(0.2, learnt=learnt)
    end, less, more = (asymptote(1.0, 0.2, learnt=learnt, eta_0=factor * best) for factor in (1.0, 0.9, 1.1))
    assert end < min(less, more)


@pytest.mark.parametrize("wrong", [{"eta_0": 1.0}, {"z": 2.0}])
def test_where_the_start_decides_there_is_no_asymptote(wrong):
    with pytest.raises(ValueError, match="eta_0 must be above 1 where z is 1"):
        asymptote(100.0, 0.1, **wrong)


@pytest.mark.parametrize("rule", [rb.Shifted(cap=1.0), rb.Shifted(eta_0=0.2, z=0.3, wait=2.0)], ids=["z=1", "z=0.3"])
def test_the_curve_of_a_learnt_shift_is_that_of_simulations(rule, seed):
    # The chain is exact for every N: what is left are terms of the order of 1/N.
    how = {"alpha": [3.0, 10.0, 50.0, 200.0], "noise": 0.2, "inputs": CENTRE}
    frame = rb.simulate(rule, n=2000, runs=30, seed=seed, **how).frame
    theory = rb.learning_curve(rule, **how).frame["disagreement"]
    assert (np.abs(frame["disagreement"] - theory) / frame["disagreement_sem"]).max() < Z_LIMIT
    known = rb.learning_curve(rule, **how, shift="known").frame["disagreement"]
    assert (np.abs(frame["disagreement"] - known) / frame["disagreement_sem"]).max() > Z_LIMIT


def test_balanced_labels_have_no_shift():
    with pytest.raises(ValueError, match="q0 must not be 0 for 'shifted'.*see 'normalised'"):
        rb.learning_curve("shifted", 10.0, inputs=rb.ShiftedInputs(1.0, 0.0))


def test_clean_labels_are_followed_to_small_angles():
    # alpha d grows by the same amount in every decade; at 1e12 it had drifted to a twentieth.
    alpha = 10.0 ** np.arange(6, 22, 3)
    scaled = alpha * rb.learning_curve("shifted", alpha).frame["disagreement"].to_numpy()
    assert np.diff(scaled) == pytest.approx(np.full(5, np.diff(scaled)[-1]), rel=1e-4)


@pytest.mark.parametrize("shift", ["learnt", "known"])
@pytest.mark.parametrize("alpha", [1e15, 1e21])
def test_the_asymptote_holds_at_any_alpha(alpha, shift):
    end = rb.learning_curve("shifted", alpha, noise=0.1, inputs=CENTRE, shift=shift).frame["disagreement"][0]
    assert end == pytest.approx(float(asymptote(alpha, 0.1, learnt=shift == "learnt")), rel=1e-6)
