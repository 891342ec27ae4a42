"""The best constant rate: at one alpha, behind a drift, never the edge of what is tried, and where there is none."""

from __future__ import annotations

import importlib
import math
from dataclasses import replace

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.best_rate import best_rate
from rosenblatt.theory.tracking import stationary
from tests.helpers.rules import logistic_gradient

module = importlib.import_module("rosenblatt.theory.best_rate")  # the package has a function of that name


class TestAtOneAlpha:
    @pytest.mark.parametrize(
        ("rule", "how"),
        [
            ("adatron", {"alpha": 10.0, "start": 0.2}),
            ("rosenblatt", {"alpha": 10.0, "start": 0.2, "noise": 0.1}),
            ("margin", {"alpha": 10.0}),
            ("normalised", {"alpha": 10.0, "drift": 0.1}),
            ("normalised", {"alpha": 10.0}),
            ("adaline", {"alpha": 5.0, "noise": 0.3}),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_no_other_constant_is_better(self, rule, how):
        best = best_rate(rule, **how)
        assert best.alpha == how.pop("alpha")
        errors = [
            rb.learning_curve(replace(best.rule, eta=factor * best.rate), best.alpha, **how).frame["error"][0]
            for factor in (0.97, 1.0, 1.03)
        ]
        assert best.error == pytest.approx(errors[1], rel=1e-9)
        assert best.error < min(errors[0], errors[2])

    def test_the_rate_of_the_adatron_goes_to_its_limit(self):
        best = best_rate("adatron", alpha=1e5, start=0.2)
        assert best.rate == pytest.approx(1.5, abs=1e-3)
        assert best.disagreement * 1e5 == pytest.approx(4.0 / 3.0, rel=1e-3)

    def test_of_hebb_with_a_start_it_is_the_greedy_one(self):
        best = best_rate("hebb", alpha=10.0, start=0.2)  # which has no rate: one is put in front of it
        assert best.parameter == "eta"
        assert best.rate == pytest.approx(math.sqrt(2.0 / math.pi) * 0.96 / 0.2, rel=1e-4)
        assert best.disagreement == pytest.approx(
            rb.best_schedule("hebb", alpha=10.0, start=0.2).frame["disagreement"][0], rel=1e-8
        )

    def test_a_schedule_is_never_worse(self):
        constant = best_rate("rosenblatt", alpha=10.0, start=0.2).disagreement
        assert rb.best_schedule("rosenblatt", alpha=10.0, start=0.2).frame["disagreement"][0] < constant
        constant = best_rate(logistic_gradient(), alpha=10.0, start=0.3).disagreement
        assert rb.best_schedule(logistic_gradient(), alpha=10.0, start=0.3).frame["disagreement"][0] < constant

    def test_a_scenario_is_as_good_as_its_keywords(self):
        keywords = best_rate("normalised", alpha=5.0, noise=0.1, drift=0.2)
        scenario = rb.Scenario(channel=rb.Flips(0.1), drift=0.2)
        assert best_rate("normalised", scenario, alpha=5.0) == keywords
        assert keywords.drift == 0.2

    def test_other_parameters_have_a_best_value_too(self):
        best = best_rate("hebb", alpha=10.0, drift=0.1, parameter="weight_decay")
        assert best.rule == rb.Hebb(weight_decay=best.rate)
        assert best.disagreement < rb.learning_curve("hebb", 10.0, drift=0.1).frame["disagreement"][0]

    @pytest.mark.parametrize(
        ("rule", "how", "why"),
        [
            ("hebb", {}, "the error is the same at all of them. Any will do."),
            ("rosenblatt", {"noise": 0.1}, "the error is the same at all of them. Any will do."),
            ("hebb", {"start": -0.3}, "the larger the better."),
            ("hebb", {"start": 1.0}, "the smaller the better."),
        ],
    )
    def test_where_there_is_none_it_is_said_why(self, rule, how, why):
        with pytest.raises(ValueError, match=f"eta of '{rule}' must have a best value; got none .*: {why}"):
            best_rate(rule, alpha=10.0, **how)


class TestBadInput:
    @pytest.mark.parametrize(
        ("given", "how", "message"),
        [
            (("normalised", 0.1), {"noise": 0.7}, "noise must be"),
            (("normalised", 0.1), {"parameter": "foo"}, "parameter must be one of"),
            (("normalised", -1.0), {}, "drift must be above 0"),
            (("bayes-hebb", 0.1), {}, "finds its own"),
            (("bayes-hebb",), {"alpha": 1.0}, "finds its own"),
            (("hebb",), {}, "drift must be above 0; got 0.0. Without drift no rate is best .* give alpha"),
            (("hebb",), {"alpha": 0.0}, "alpha must be above 0; got 0.0"),
        ],
    )
    def test_it_is_one_sentence(self, given, how, message):
        with pytest.raises(ValueError, match=message):
            best_rate(*given, **how)

    def test_a_drift_is_given_once(self):
        with pytest.raises(TypeError, match="drift must be given once; got 0.1 and 0.2"):
            best_rate("normalised", 0.1, drift=0.2)


def test_the_best_rate_is_the_best():
    for name, drift, noise in (("adaline", 0.05, 0.2), ("normalised", 0.02, 0.1), ("hebb", 0.1, 0.0)):
        best = best_rate(name, drift, noise=noise)
        for factor in (0.8, 1.25):
            other = replace(best.rule, **{best.parameter: factor * best.rate})
            assert stationary(other, drift, noise=noise)["error"] > best.error
        assert best.error == pytest.approx(stationary(best.rule, drift, noise=noise)["error"])


def test_the_best_rate_is_not_the_edge_of_what_is_tried():
    # Rates up to 3 were tried at this drift: 2.999998 was returned, and 3.5 is better.
    @rb.rule(labels="linear")
    def third(label, field, eta=1.0):
        return 0.3 * eta * (label - field)

    best = best_rate(third, 0.01)
    assert 0.3 * best.rate == pytest.approx(best_rate("adaline", 0.01).rate, rel=1e-4)


def test_a_rule_without_a_best_rate_is_refused(monkeypatch):
    monkeypatch.setattr(module, "RATES", (1e-2, 10.0))
    with pytest.raises(ValueError, match="ratio of 'adaline' must have a best value; got none between 0.01 and 10"):
        best_rate("adaline", 0.5, parameter="ratio")  # the smaller the labels, the smaller their error


def test_lengths_do_not_matter_to_who_learns_from_mistakes():
    # A perceptron with weight decay is a normalised one with some rate: the best of both are as good.
    one, other = best_rate("rosenblatt", 0.1), best_rate("normalised", 0.1)
    assert (one.parameter, other.parameter) == ("weight_decay", "eta")
    assert one.disagreement == pytest.approx(other.disagreement, rel=1e-4)


def test_a_simulated_student_settles_there(seed):
    drift = 0.1
    best = best_rate("normalised", drift)
    how = dict(n=5000, runs=6, teacher=rb.DriftingTeacher(drift), seed=seed)
    blocks = rb.simulate(best.rule, alpha=np.arange(40.0, 80.0, 4.0), **how).samples["disagreement"].mean(axis=1)
    assert blocks.mean() == pytest.approx(best.disagreement, rel=0.01)


def test_a_drift_that_only_forgetting_everything_survives_has_no_best_rate():
    """The best rate of adaline without noise is 1 - delta/2: beyond delta = 2 every rate is worse than none."""
    assert best_rate("adaline", 1.5).rate == pytest.approx(0.25, rel=1e-4)
    with pytest.raises(ValueError, match="must have a best value"):
        best_rate("adaline", 3.0)


def test_a_fast_drift_is_not_searched_for_ever(monkeypatch):
    tried = []
    original = module.stationary
    monkeypatch.setattr(module, "stationary", lambda *a, **k: tried.append(1) or original(*a, **k))
    assert best_rate("hebb", 3.0).rate == pytest.approx(3.58046, abs=1e-5)
    assert len(tried) < 30  # 17; all rates there are would be 55
