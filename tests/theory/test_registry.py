"""Theories by who learns: which one is found, what it takes, and what it says if there is none."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory import registry
from rosenblatt.theory.curve import Curve, frame_of
from rosenblatt.theory.learning_curve import resolve_learner
from rosenblatt.theory.registry import (
    NoTheory,
    Theory,
    has_theory,
    offline_learners,
    theories,
    theories_of,
    theory,
)
from tests.helpers.rules import Adaptive


def test_a_rule_without_theory_names_those_that_have_one():
    with pytest.raises(NotImplementedError, match="got 'adaptive', which has none.*hebb"):
        rb.learning_curve(Adaptive(), 1.0)


class Answer(Theory):
    """A theory that knows one number, and an option."""

    learners = (Adaptive,)

    def curve(self, learner, scenario, alpha, readout, *, trust=1.0):
        angle = np.full(len(alpha), math.pi * 0.25 * trust)
        ones = np.ones(len(alpha))
        frame = frame_of(alpha, np.cos(angle), ones, angle, scenario.channel.student_error)
        return Curve(learner, scenario, readout.name, frame, "a guess")


@pytest.fixture
def registered_theory(monkeypatch):
    """A way to register theories that are forgotten after the test."""
    theories()
    monkeypatch.setattr(registry, "_theories", dict(registry._theories))
    return theory


class TestRegistration:
    def test_a_theory_that_is_registered_is_found(self, registered_theory):
        assert not has_theory(Adaptive)
        registered_theory(Answer)
        assert has_theory(Adaptive)
        curve = rb.learning_curve(Adaptive(), [2.0, 1.0], noise=0.1)
        assert curve.method == "a guess"
        assert curve.frame["alpha"].tolist() == [2.0, 1.0]
        assert curve.frame["error"].tolist() == pytest.approx([0.1 + 0.8 * 0.25] * 2)

    def test_it_is_gone_again(self):
        assert not has_theory(Adaptive)

    def test_the_same_class_defined_again_replaces_the_first(self, registered_theory):
        for _ in range(2):
            registered_theory(Answer)
        assert [type(one) for one in theories_of(Adaptive)] == [Answer]

    def test_its_options_are_handed_on(self, registered_theory):
        registered_theory(Answer)
        assert rb.learning_curve(Adaptive(), 1.0, trust=0.4).frame["disagreement"][0] == pytest.approx(0.1)
        with pytest.raises(NoTheory, match="trust must be left out for 'hebb'"):
            rb.learning_curve("hebb", 1.0, trust=0.4)
        assert rb.learning_curve("hebb", 1.0, trust=1.0).method == "ODE with closed-form averages"  # a default

    def test_one_that_needs_an_option_is_used_only_with_it(self, registered_theory):
        @registered_theory
        class Needy(Answer):
            learners = (rb.Hebb,)

            def curve(self, learner, scenario, alpha, readout, *, trust):
                return super().curve(learner, scenario, alpha, readout, trust=trust)

        assert rb.learning_curve("hebb", 1.0).method == "ODE with closed-form averages"
        assert rb.learning_curve("hebb", 1.0, trust=0.4).method == "a guess"


class TestWhoIsCovered:
    def test_a_theory_of_a_kind_holds_for_every_rule_of_that_kind(self):
        class Mine(rb.Hebb):
            name = "mine"

        assert "HebbianTheory" in {type(one).__name__ for one in theories_of(Mine)}
        assert rb.learning_curve(Mine(), 2.0).frame.equals(rb.learning_curve("hebb", 2.0).frame)

    def test_a_theory_of_a_rule_does_not_hold_for_its_subclass(self):
        class Mine(rb.BayesHebb):
            name = "mine"

        assert has_theory(rb.BayesHebb) and not has_theory(Mine)
        with pytest.raises(NoTheory, match="got 'mine', which has none"):
            rb.learning_curve(Mine(), 1.0)

    def test_a_theory_of_one_rule_comes_before_that_of_its_kind(self):
        names = [type(one).__name__ for one in theories_of(rb.ClippedHebb)]
        assert names[0] == "FiniteClippedHebbTheory"
        assert "HebbianTheory" in names[1:]

    def test_whether_there_is_a_theory_depends_on_the_scenario(self):
        shifted = rb.Scenario(inputs="shifted")
        assert has_theory(rb.Normalised(), shifted) and not has_theory(rb.Hebb(), shifted)
        assert has_theory(rb.Hebb(), rb.Scenario(start=0.5)) and not has_theory(
            rb.BayesBinary(), rb.Scenario(start=0.5)
        )
        drifting = rb.Scenario(drift=0.1)
        assert has_theory(rb.BayesHebb(), drifting) and has_theory(rb.BayesHebb(drift=0.2), drifting)
        assert not has_theory(rb.BayesGaussian(), drifting)
        assert not has_theory(Adaptive(), rb.Scenario())

    def test_offline_learners_are_found_by_name(self):
        assert {"bayes", "gibbs", "pseudo-inverse"} <= set(offline_learners())
        assert resolve_learner("gibbs") == offline_learners()["gibbs"]
        assert resolve_learner("hebb") == rb.Hebb()


class TestOptions:
    def test_each_goes_to_the_theory_that_takes_it(self):
        assert rb.learning_curve("clipped-hebb", 1.0, n=11).method.startswith("exact mean overlap of n weights")
        assert rb.learning_curve("bayes", 1.0, branch="metastable").method.endswith("metastable branch")
        assert rb.learning_curve("hebb", 1.0, averages="quadrature").method == "ODE with averages by quadrature"

    @pytest.mark.parametrize(
        ("rule", "option"),
        [("hebb", {"n": 10}), ("hebb", {"branch": "metastable"}), ("bayes", {"averages": "quadrature"})],
    )
    def test_others_refuse_it(self, rule, option):
        (name,) = option
        with pytest.raises(NoTheory, match=f"{name} must be left out for '{rule}', whose theory does not take it"):
            rb.learning_curve(rule, 1.0, **option)

    def test_none_and_defaults_say_nothing(self):
        plain = rb.learning_curve("bayes", 1.0)
        assert rb.learning_curve("bayes", 1.0, n=None, averages="auto", branch="stable").frame.equals(plain.frame)

    def test_a_typo_is_told_the_nearest_name(self):
        known = "averages, batch, branch, momentum, n, shift"
        with pytest.raises(TypeError, match=f"among {known}; got 'brnach'. Did you mean 'branch'"):
            rb.learning_curve("bayes", 1.0, brnach="stable")

    def test_the_reason_is_that_of_the_theory_that_was_nearest(self):
        # 'normalised' has a theory for these inputs, which fails for a detail; the one of its kind for the inputs.
        with pytest.raises(NoTheory, match="must have a fixed teacher.* See whether rb.simulate can follow it"):
            rb.learning_curve("normalised", 1.0, inputs="shifted", drift=0.1)


def test_a_student_that_knows_its_teacher_is_clipped_to_it():
    first = rb.learning_curve(rb.ClippedHebb(weight_decay=0.1), [0.0, 2.0], start=(1.0, 1.0)).frame.iloc[0]
    assert (first["overlap"], first["disagreement"]) == (1.0, 0.0)
