"""Curves of the online Bayesian rules: known values, perfect learning, and who must know what."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior
from rosenblatt.theory import bayes
from rosenblatt.theory.bayes_online import perfect_alpha
from rosenblatt.theory.registry import covering_theory


def test_the_values_of_the_equation_book():
    assert rb.learning_curve("bayes", [1, 2, 10]).frame["disagreement"].round(4).tolist() == [
        0.2544,
        0.1745,
        0.0436,
    ]
    assert rb.learning_curve("bayes-hebb", [1, 10]).frame["disagreement"].round(4).tolist() == [0.2711, 0.0712]
    binary = rb.learning_curve("bayes-binary", [1, 2, 3, 5]).frame
    assert binary["disagreement"].round(4).tolist() == [0.2589, 0.1637, 0.0886, 0.0]
    assert (binary["r"] == binary["q_norm"]).all()


def test_repeated_and_unordered_alphas():
    one = rb.learning_curve("bayes-binary", [2.0, 1.0, 2.0]).frame["disagreement"]
    assert one[0] == one[2] < one[1]


def test_refusals():
    with pytest.raises(NotImplementedError, match="channel of 'bayes-gaussian'"):
        rb.learning_curve(rb.BayesGaussian(noise=0.2), [1], noise=0.1)
    with pytest.raises(NotImplementedError, match="must be left out"):
        rb.learning_curve("bayes", [1], n=10)
    with pytest.raises(NotImplementedError, match="must not drift"):
        rb.learning_curve("bayes", [1], teacher=rb.DriftingTeacher(0.1))
    with pytest.raises(NotImplementedError, match="knows the drift"):
        rb.learning_curve("bayes-gaussian", [1], teacher=rb.DriftingTeacher(0.1))
    with pytest.raises(NotImplementedError, match="'binary'"):
        rb.learning_curve("bayes-binary", [1], teacher="spherical")
    with pytest.raises(ValueError, match="branch must be left out"):
        rb.learning_curve("hebb", [1], branch="metastable")
    with pytest.raises(ValueError, match="branch"):
        rb.learning_curve("bayes", [1], branch="upper")
    with pytest.raises(ValueError, match="readout 'binarised'"):
        rb.learning_curve("bayes-hebb", [1], readout="binarised")


def test_only_binary_weights_are_ever_known_perfectly():
    end = perfect_alpha("bayes-binary")
    before, after = rb.learning_curve("bayes-binary", [0.999 * end, 1.001 * end]).frame["disagreement"]
    assert before > after == 0.0
    assert perfect_alpha("bayes-diagonal") == math.inf
    with pytest.raises(ValueError, match="rule must be one of bayes-hebb.*; got 'hebb'. Others never know"):
        perfect_alpha(rb.Hebb())


def test_one_variance_for_all_is_as_good_as_one_for_each():
    one, each = (rb.learning_curve(name, [0.5, 4.0], noise=0.1).frame for name in ("bayes-hebb", "bayes-diagonal"))
    assert one.equals(each)


def test_readouts_of_a_binary_teacher():
    # Reading through tanh turns a Gaussian posterior into that of signs: no better readout exists, clipping included.
    alpha = np.array([0.5, 2.0, 6.0])
    a, deficit = bayes.online(GaussianPrior(), rb.Flips(), alpha)
    mean, clipped, binarised = (
        rb.learning_curve("bayes-hebb", alpha, teacher="binary", readout=readout).frame["disagreement"].to_numpy()
        for readout in ("mean", "clipped", "binarised")
    )
    assert mean == pytest.approx(bayes.bayes_disagreement(deficit))
    assert clipped == pytest.approx(bayes.clipped_disagreement(a), rel=1e-7)
    assert binarised == pytest.approx(bayes.binarised_disagreement(a), rel=1e-7)
    assert (binarised < np.minimum(mean, clipped)).all()
    own = rb.learning_curve("bayes-binary", alpha, readout="clipped").frame["disagreement"].to_numpy()
    assert own == pytest.approx(bayes.clipped_disagreement(bayes.online(BinaryPrior(), rb.Flips(), alpha)[0]))


def test_where_it_settles_is_where_its_curve_ends():
    rule, scenario = rb.BayesHebb(), rb.Scenario(drift=0.2, channel=rb.Flips(0.1))
    row = covering_theory(rule, scenario, {})[0].settled(rule, scenario)
    end = rb.learning_curve(rule, 100.0, scenario=scenario).frame.iloc[0]
    for column in ("r", "q_norm", "disagreement", "error"):
        assert row[column] == pytest.approx(end[column], rel=1e-6)


class TestAnyChannel:
    def test_a_variance_for_each_weight_learns_as_the_optimal_rule(self):
        for channel in (rb.Probit(1.5), rb.InputNoise(0.3, 0.5)):
            curves = [rb.learning_curve(rule, [0.5, 5.0], channel=channel) for rule in ("bayes-diagonal", "optimal")]
            assert curves[0].frame.to_numpy() == pytest.approx(curves[1].frame.to_numpy(), rel=1e-12)

    @pytest.mark.parametrize(("rule", "n"), [("bayes-gaussian", 80), ("bayes-binary", 200)])
    def test_theory_and_simulation_agree(self, rule, n, seed):
        channel = rb.Probit(2.0, 0.05)
        curve = rb.learning_curve(rule, [1.0, 4.0], channel=channel).frame
        found = rb.simulate(rule, n=n, alpha=[1.0, 4.0], runs=40, channel=channel, seed=seed).frame
        z = (found["disagreement"] - curve["disagreement"]) / np.hypot(found["disagreement_sem"], 0.5 / n)
        assert np.abs(z).max() < 4.0

    def test_the_full_covariance_gains_where_labels_are_smooth(self):
        full, one = (
            rb.learning_curve(rule, [2.0, 20.0], channel=rb.Probit(1.0)).frame["disagreement"]
            for rule in ("bayes-gaussian", "optimal")
        )
        assert (full < one).all()

    def test_a_wrong_channel_has_no_theory(self):
        with pytest.raises(NotImplementedError, match="channel of 'bayes-binary' must be that of the labels"):
            rb.learning_curve(rb.BayesBinary(channel="logistic"), 1.0, channel=rb.Probit(2.0))
        with pytest.raises(NotImplementedError, match="channel of 'bayes-diagonal' must be that.*got Logistic"):
            rb.learning_curve(rb.BayesDiagonal(channel="logistic"), 1.0, channel=rb.Probit(2.0))
