"""The optimal rule's curves: golden numbers, Cauchy and Schwarz, and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.optimal import asymptote
from tests.helpers import Z_LIMIT
from tests.helpers.channels import CHANNELS_OF_SIGNS

FADING = rb.FadingFlips(0.4, 0.5)


@pytest.mark.parametrize(
    ("channel", "alpha", "disagreement"),
    [
        (rb.Logistic(2.0), 1, 0.3224542),  # G9.1
        (rb.Logistic(2.0), 10, 0.1358329),  # G9.3
        (rb.Probit(1.0), 1, 0.3334249),  # G9.5
        (rb.Probit(1.0), 10, 0.1482773),  # G9.7
        (rb.Flips(0.15), 1, 0.3347315),  # G9.9
        (rb.Flips(0.15), 10, 0.1384822),  # G9.11
        (FADING, 1, 0.2983205),  # G9.13
        (FADING, 10, 0.1087671),  # G9.15
        (rb.Probit(2.0), 1, 0.2940085),  # G9.17
        (rb.Probit(2.0), 10, 0.1041524),  # G9.19
        (rb.Logistic(1.0), 1, 0.3745116),  # G9.21
        (rb.Logistic(1.0), 10, 0.2020114),  # G9.23
        (rb.Logistic(4.0), 1, 0.2898041),  # G9.25
        (rb.Logistic(4.0), 10, 0.0994191),  # G9.27
        (rb.Probit(2.0, 0.05), 1, 0.3128414),  # G9.29
        (rb.Probit(2.0, 0.05), 10, 0.1232614),  # G9.31
    ],
)
def test_golden_curves(channel, alpha, disagreement):
    for rule in ("optimal", rb.optimal_rule(channel)):
        frame = rb.learning_curve(rule, alpha, channel=channel).frame
        assert frame["disagreement"][0] == pytest.approx(disagreement, rel=1e-6)


def test_only_the_overlap_of_a_start_matters():
    for start in (0.3, (0.6, 4.0)):
        frame = rb.learning_curve("optimal", [0.0, 5.0], channel=rb.Logistic(2.0), start=start).frame
        assert frame["overlap"].tolist() == pytest.approx([0.3, 0.8383217], rel=1e-6)  # G9.47


@pytest.mark.parametrize(
    ("channel", "prefactor"),
    [(rb.Flips(0.05), 1.331939), (rb.Flips(0.15), 2.532961), (rb.Logistic(2.0), 1.0 / (math.pi * 0.6057055**0.5))],
)
def test_laws_at_large_alpha(channel, prefactor):
    found, exponent = asymptote(channel)  # G9.43, G9.45
    assert found == pytest.approx(prefactor, rel=1e-6)
    far = rb.learning_curve("optimal", 1e6, channel=channel).frame["disagreement"][0]
    assert far * 1e6**-exponent == pytest.approx(prefactor, rel=1e-4)


@pytest.mark.parametrize("channel", CHANNELS_OF_SIGNS[2::2], ids=lambda channel: channel.name)
def test_no_rule_is_better(channel):
    alpha = [0.5, 2.0, 10.0]
    best = rb.learning_curve("optimal", alpha, channel=channel).frame["disagreement"]
    for rule in ("hebb", "rosenblatt"):
        assert (rb.learning_curve(rule, alpha, channel=channel).frame["disagreement"] > best).all()


@pytest.mark.parametrize(
    ("channel", "method"),
    [
        (rb.Logistic(2.0), "chain"),
        (FADING, "chain"),
        (rb.InputNoise(0.3, 0.5), "chain"),
        (rb.InputNoise(0.3, 0.5), "vector"),
    ],
    ids=str,
)
def test_simulated_students_follow(channel, method, seed):
    how = dict(alpha=[1.0, 5.0], channel=channel)
    theory = rb.learning_curve("optimal", **how).frame
    frame = rb.simulate("optimal", n=300, runs=40, seed=seed, method=method, **how).frame
    for column in ("overlap", "q_norm"):
        assert ((frame[column] - theory[column]).abs() < Z_LIMIT * frame[f"{column}_sem"] + 2.0 / 300).all()


def test_a_rule_that_believes_another_channel_has_no_theory():
    with pytest.raises(NotImplementedError, match="channel of 'optimal' must be that of the scenario"):
        rb.learning_curve(rb.optimal_rule("logistic"), 1.0, channel=rb.Probit(1.0))
    with pytest.raises(NotImplementedError, match="drift of 'optimal' must be that of the scenario"):
        rb.learning_curve(rb.optimal_rule("flips", drift=0.1), 1.0)


def test_behind_a_drifting_teacher_it_is_the_bayesian_rule():
    how = dict(drift=0.2, noise=0.1)
    ours, theirs = (rb.learning_curve(rule, [1.0, 20.0], **how).frame["overlap"] for rule in ("optimal", "bayes-hebb"))
    assert np.asarray(ours) == pytest.approx(np.asarray(theirs), rel=1e-9)


@pytest.mark.parametrize("method", ["chain", "vector"])
def test_simulated_students_start_anywhere(method, seed):
    how = dict(alpha=[0.0, 3.0], channel=rb.Logistic(2.0), start=(0.8, 4.0))
    theory = rb.learning_curve("optimal", **how).frame
    frame = rb.simulate("optimal", n=300, runs=40, seed=seed, method=method, **how).frame
    assert frame["q_norm"][0] == pytest.approx(0.16)  # it knows how much it knows
    for column in ("overlap", "q_norm"):
        assert ((frame[column] - theory[column]).abs() < Z_LIMIT * frame[f"{column}_sem"] + 2.0 / 300).all()
    for start in (-0.3, 1.0, rb.Start(0.3, 1.0, 0.5)):
        for rule in ("optimal", "bayes-hebb"):
            with pytest.raises(NotImplementedError, match=r"must have R > 0, R\^2 < Q and no variance|channel must be"):
                rb.learning_curve(rule, 1.0, start=start, channel=rb.Logistic(2.0))


def test_the_channel_of_the_rule_is_that_of_a_scenario_which_leaves_it_open():
    rule = rb.optimal_rule("logistic:2")
    assert rb.learning_curve(rule, 1.0).scenario.channel == rb.Logistic(2.0)
    assert rb.simulate(rule, n=30, alpha=1.0, runs=2).scenario.channel == rb.Logistic(2.0)
