"""Curves of rules that believe the wrong thing: golden numbers, simulation, limits, and what they end at."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import ndtr

import rosenblatt as rb
from rosenblatt.scenario.channels import OwnChannel, Probit
from rosenblatt.theory import bayes, mismatch
from rosenblatt.theory.mismatch import asymptote, end_believing_clean

GOLDEN = [
    ("G11.1", 0.05, 0.15, 1.0, "disagreement", 0.33591),
    ("G11.3", 0.05, 0.15, 10.0, "disagreement", 0.1422522),
    ("G11.5", 0.05, 0.15, 10.0, "q_norm", 0.6719579),
    ("G11.7", 0.01, 0.15, 5.0, "disagreement", 0.2112299),
    ("G11.9", 0.01, 0.15, 10.0, "variance", 0.05328569),
    ("G11.11", 0.15, 0.0, 5.0, "disagreement", 0.1295172),
    ("G11.13", 0.15, 0.0, 10.0, "variance", 0.1374149),
    ("G11.15", 0.0, 0.15, 1.0, "disagreement", 0.3395078),
    ("G11.17", 0.0, 0.15, 10.0, "disagreement", 0.2337625),
    ("G11.19", 0.0, 0.15, 20.0, "variance", 0.0004036742),
]


def half_a_digit(value):
    """Return how far a number may be from one that is printed to so many digits."""
    return 0.5001 * 10.0 ** -len(str(value).partition(".")[2])


@pytest.mark.parametrize(
    ("believed", "noise", "alpha", "column", "value"), [row[1:] for row in GOLDEN], ids=[row[0] for row in GOLDEN]
)
def test_golden_numbers(believed, noise, alpha, column, value):
    curve = rb.learning_curve(rb.BayesHebb(noise=believed), alpha, noise=noise)
    assert curve.frame.loc[0, column] == pytest.approx(value, abs=half_a_digit(value), rel=1e-9)
    each = rb.learning_curve(rb.BayesDiagonal(noise=believed), alpha, noise=noise)
    assert each.frame.equals(curve.frame)


@pytest.mark.parametrize(("noise", "value"), [(0.01, 0.09159944), (0.15, 0.2455026)], ids=["G11.29", "G11.31"])
def test_golden_ends_of_the_failure(noise, value):
    assert end_believing_clean(noise) == pytest.approx(value, abs=half_a_digit(value))
    curve = rb.learning_curve(rb.BayesHebb(noise=0.0), [1e3, 1e5], noise=noise)
    assert curve.frame["disagreement"].to_numpy() == pytest.approx(end_believing_clean(noise), rel=1e-4)
    assert curve.frame["disagreement"].iloc[-1] == pytest.approx(end_believing_clean(noise), rel=1e-9)
    assert curve.decay is None


class TestCurves:
    @pytest.mark.parametrize(
        ("believed", "noise"), [(0.05, 0.15), (0.15, 0.0), (0.01, 0.3), (0.001, 0.05), (0.45, 0.2), (0.1, 0.1)]
    )
    def test_a_curve_ends_in_its_law(self, believed, noise):
        rule, start = rb.BayesHebb(noise=believed), rb.Start(0.5, 1.0, 0.5)
        curve = rb.learning_curve(rule, [1e6, 1e12], noise=noise, start=start)
        found = asymptote(noise, believed)
        assert curve.decay == (found.prefactor, -1.0)
        assert curve.frame["disagreement"].iloc[1] * 1e12 == pytest.approx(found.prefactor, rel=1e-7)
        assert curve.frame["chi"].to_numpy() == pytest.approx(found.chi, rel=1e-3)

    @pytest.mark.parametrize("name", ["bayes-hebb", "bayes-diagonal"])
    def test_the_law_of_a_rule_that_believes_the_truth(self, name):
        curve = rb.learning_curve(name, np.geomspace(1e5, 1e7, 5), noise=0.15)
        assert curve.decay == (asymptote(0.15, 0.15).prefactor, -1.0)
        assert curve.fit_decay() == pytest.approx(curve.decay, rel=1e-3)
        assert rb.learning_curve(name, 1.0, noise=0.15, readout="clipped").decay is None
        assert rb.learning_curve("bayes-hebb", 1.0, noise=0.15, drift=0.1).decay is None

    @pytest.mark.parametrize("noise", [0.0, 0.1])
    def test_the_truth_is_a_belief_too(self, noise):
        # The other theory knows one number, R = Q = 1 - lambda; a vanishing start is no start.
        alpha = [0.1, 1.0, 10.0, 1e4]
        known = rb.learning_curve("bayes-hebb", alpha, noise=noise).frame
        three = rb.learning_curve("bayes-hebb", alpha, noise=noise, start=rb.Start(0.0, 1e-14)).frame
        for column in ("r", "q_norm", "disagreement", "error"):
            assert three[column].to_numpy() == pytest.approx(known[column].to_numpy(), rel=1e-6)
        assert three["variance"].to_numpy() == pytest.approx(1.0 - known["r"].to_numpy(), rel=1e-4)
        assert three["chi"].to_numpy() == pytest.approx(1.0, rel=1e-6)

    @pytest.mark.parametrize("drift", [0.1, 2.0])
    def test_the_true_drift_is_a_belief_too(self, drift):
        known = rb.learning_curve("bayes-hebb", [0.5, 5.0, 100.0], noise=0.1, drift=drift).frame
        three = rb.learning_curve("bayes-hebb", [0.5, 5.0, 100.0], noise=0.1, drift=drift, start=(0.0, 1e-14)).frame
        assert three["disagreement"].to_numpy() == pytest.approx(known["disagreement"].to_numpy(), rel=1e-6)
        stays = 1.0 - bayes.stationary_deficit(rb.Flips(0.1), drift)
        assert three["q_norm"].iloc[-1] == pytest.approx(stays, rel=1e-6)

    def test_believing_clean_labels_is_not_monotone_and_forgets_its_length(self):
        frame = rb.learning_curve(rb.BayesHebb(noise=0.0), [10.0, 100.0, 1e3, 1e6], noise=0.15).frame
        assert frame["disagreement"].round(4).tolist() == [0.2338, 0.2455, 0.2455, 0.2455]
        assert frame["disagreement"].round(6)[1] == 0.245499
        assert frame["q_norm"][1] == pytest.approx(1.2e-9, rel=0.05)
        assert frame["variance"][1] == pytest.approx(2.4e-15, rel=0.05)
        assert 0.0 < frame["variance"][2] < 1e-100 and frame["variance"][3] == frame["q_norm"][3] == 0.0
        small = rb.learning_curve(rb.BayesHebb(noise=0.001), [10.0, 100.0, 1e3], noise=0.15).frame["disagreement"]
        assert small.is_monotonic_decreasing and small.iloc[-1] * 1e3 == pytest.approx(3.604, rel=0.02)

    def test_the_length_that_is_left_is_not_that_of_the_teacher(self):
        frame = rb.learning_curve(rb.BayesHebb(noise=0.05), 1e9, noise=0.15).frame
        assert frame["q_norm"].round(3).tolist() == [0.692]

    def test_columns_and_the_beginning(self):
        curve = rb.learning_curve(rb.BayesHebb(noise=0.05), [0.0, 1e-7, 2.0], noise=0.15)
        assert curve.frame.columns[-2:].tolist() == ["variance", "chi"]
        assert not curve.frame.isna().any().any()
        assert curve.frame["chi"][0] == pytest.approx(0.9 / 0.7) == pytest.approx(curve.frame["chi"][1], rel=1e-3)
        assert curve.frame.loc[0, ["disagreement", "variance", "q_norm"]].tolist() == [0.5, 1.0, 0.0]
        begun = rb.learning_curve(
            rb.BayesHebb(noise=0.05), [0.0, 1e-9], noise=0.15, start=rb.Start(-0.3, 0.5, 0.2)
        ).frame
        assert begun.loc[0].to_numpy() == pytest.approx(begun.loc[1].to_numpy(), rel=1e-6, abs=2e-9)
        assert begun["chi"][0] < 0.0  # beyond a right angle
        along = rb.learning_curve(rb.BayesHebb(noise=0.1), [0.0, 1e-12], noise=0.2, start=1.0).frame
        assert along["disagreement"].to_numpy() == pytest.approx([0.0, 0.0], abs=1e-5)
        right = rb.learning_curve(rb.BayesHebb(noise=0.1), 0.0, noise=0.2, start=(0.0, 2.0)).frame
        assert right.loc[0, ["chi", "variance", "disagreement"]].tolist() == [math.inf, 1.0, 0.5]

    def test_certainty_grows_as_far_as_floats_go(self):
        frame = rb.learning_curve("bayes-diagonal", [1e3, 1e4, 1e24], drift=0.05).frame
        assert frame["chi"].tolist() == [pytest.approx(4.4251e32, rel=1e-3), *[np.finfo(float).max] * 2]
        assert np.isfinite(frame.to_numpy()).all()

    def test_clipped_weights(self):
        mean, clipped = (
            rb.learning_curve(rb.BayesHebb(noise=0.0), [5.0, 1e4], noise=0.1, readout=readout).frame
            for readout in ("mean", "clipped")
        )
        expected = np.arccos(math.sqrt(2.0 / math.pi) * mean["overlap"]) / math.pi  # priors.6
        assert clipped["disagreement"].to_numpy() == pytest.approx(expected.to_numpy())
        assert clipped["q_norm"].tolist() == [1.0, 1.0]

    def test_points_do_not_depend_on_each_other(self):
        rule, alpha = rb.BayesHebb(noise=0.02), np.geomspace(1e-2, 1e5, 7)
        together = rb.learning_curve(rule, alpha, noise=0.1).frame["disagreement"].to_numpy()
        alone = [rb.learning_curve(rule, one, noise=0.1).frame.loc[0, "disagreement"] for one in alpha]
        assert together == pytest.approx(alone, rel=1e-8)


class TestScenarios:
    @pytest.mark.parametrize(
        ("rule", "how"),
        [
            (rb.BayesHebb(noise=0.05), dict(noise=0.15)),
            (rb.BayesHebb(noise=0.0), dict(noise=0.15)),
            (rb.BayesHebb(noise=0.2), dict(noise=0.0)),
            (rb.BayesHebb(noise=0.05), dict(noise=0.15, start=rb.Start(-0.5, 1.0, 0.1))),
            (rb.BayesHebb(), dict(noise=0.1, start=(0.3, 4.0))),
            (rb.BayesHebb(noise=0.05, drift=0.3), dict(noise=0.15, drift=0.1)),
            (rb.BayesHebb(drift=0.0), dict(noise=0.1, drift=0.2)),
        ],
        ids=str,
    )
    def test_simulation_follows(self, rule, how, seed):
        n, alpha = 500, [1.0, 5.0, 10.0]
        run = rb.simulate(rule, n=n, alpha=alpha, runs=40, seed=seed, **how)
        curve = rb.learning_curve(rule, alpha, **how).frame
        assert run.method == "chain"
        for column in ("disagreement", "r", "q_norm"):
            apart = np.abs(run.frame[column] - curve[column])
            assert (apart < 4.0 * run.frame[f"{column}_sem"] + 2.0 / n).all()

    @pytest.mark.parametrize("how", [{}, {"start": rb.Start(0.3, 0.5, 0.3)}], ids=["fresh", "start"])
    @pytest.mark.parametrize("believed", [0.0, 0.05])
    def test_a_variance_for_each_weight_is_the_same_for_many_weights(self, believed, how, seed):
        rule, n = rb.BayesDiagonal(noise=believed), 300
        run = rb.simulate(rule, n=n, alpha=[1.0, 5.0], runs=20, seed=seed, noise=0.15, **how).frame
        curve = rb.learning_curve(rule, [1.0, 5.0], noise=0.15, **how).frame
        apart = np.abs(run["disagreement"] - curve["disagreement"])
        assert (apart < 4.0 * run["disagreement_sem"] + 2.0 / n).all()

    def test_other_channels_have_curves_too(self):
        rule = rb.BayesHebb(noise=0.1)
        flips = rb.learning_curve(rule, [1.0, 10.0], noise=0.15).frame
        probit = rb.learning_curve(rule, 0.3, channel=Probit(1)).frame
        own = rb.learning_curve(rule, 0.3, channel=OwnChannel(ndtr)).frame
        assert own.to_numpy() == pytest.approx(probit.to_numpy(), rel=1e-8)
        blurred = [
            rb.learning_curve(rule, [1.0, 10.0], channel=Probit(1.0 / width, 0.15)).frame["disagreement"].to_numpy()
            for width in (1e-6, 0.5)
        ]
        assert blurred[0] == pytest.approx(flips["disagreement"].to_numpy(), rel=1e-5)
        assert (blurred[1] > blurred[0] + 0.01).all()

    def test_a_wrong_drift_is_worse_than_the_true_one(self):
        true, none, wild = (
            rb.learning_curve(rb.BayesHebb(drift=drift), 50.0, noise=0.1, drift=0.1).frame.loc[0, "disagreement"]
            for drift in (None, 0.0, 3.0)
        )
        assert true < min(none, wild)
        row = rb.theory.stationary(rb.BayesHebb(noise=0.2, drift=0.3), 0.1)
        later = rb.learning_curve(rb.BayesHebb(noise=0.2, drift=0.3), 1e3, drift=0.1).frame.iloc[0]
        assert row["disagreement"] == pytest.approx(later["disagreement"], rel=1e-5)

    def test_refusals(self):
        with pytest.raises(NotImplementedError, match="start must be left out|must believe in flips"):
            rb.learning_curve("bayes-diagonal", 1.0, channel=Probit(2, 0.1), start=rb.Start(0.3, 0.2, 0.5))
        with pytest.raises(NotImplementedError, match="inputs of the student must have no noise|flipped signs"):
            rb.learning_curve(rb.BayesHebb(noise=0.1), 1.0, channel=rb.InputNoise(student=0.3))
        with pytest.raises(
            NotImplementedError, match="readout must be 'mean' or 'clipped'.*got 'binarised'.*Simulate it"
        ):
            rb.learning_curve(rb.BayesHebb(noise=0.2), 1.0, teacher="binary", readout="binarised")
        with pytest.raises(NotImplementedError, match="inputs must be CentredInputs"):
            rb.learning_curve(rb.BayesHebb(noise=0.2), 1.0, inputs="shifted")
        with pytest.raises(NotImplementedError, match="variance of start must be left out for 'hebb'.*got 0.5"):
            rb.learning_curve("hebb", 1.0, start=rb.Start(0.5, 1.0, 0.5))
        with pytest.raises(ValueError, match=r"variance of start must be left out for 'hebb'.*got 0.5. Leave it out."):
            rb.simulate("hebb", n=10, alpha=1.0, runs=2, start=rb.Start(0.5, 1.0, 0.5))
        with pytest.raises(NotImplementedError, match="channel of 'bayes-gaussian' must be that of the labels"):
            rb.learning_curve(rb.BayesGaussian(noise=0.2), 1.0)
        with pytest.raises(mismatch.NoTheory, match="start must be left out"):
            rb.learning_curve("bayes-binary", 1.0, start=0.5)


def test_a_drift_that_a_rule_does_not_know_is_followed_however_far():
    far, near = (rb.learning_curve("bayes-diagonal", alpha, drift=0.3).frame.iloc[0] for alpha in (1e24, 1e3))
    assert far["disagreement"] == pytest.approx(near["disagreement"], rel=1e-6)
