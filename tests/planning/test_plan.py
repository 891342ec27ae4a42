"""One door to both questions: which options belong to which."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.planning import DriftPlan, Plan, plan


def test_unknown_options_are_refused():
    with pytest.raises(TypeError, match="got 'reedout'. Did you mean 'readout'"):
        rb.plan("hebb", n=50, disagreement=0.1, reedout="mean")


def test_labels_that_are_numbers_have_plans_too():
    # e_g = exp(-alpha)/2 from J = 0; and R = 1/(1 + delta) = Q/... at eta = 1 gives e_g = 1 - R.
    assert rb.plan("adaline", n=100, error=0.1, runs=20).alpha == pytest.approx(math.log(5.0), rel=1e-6)
    assert rb.plan("adaline", n=100, ask="drift", error=0.1).drift == pytest.approx(1.0 / 9.0, rel=1e-4)


def test_each_question_has_its_own_answer():
    examples = plan("hebb", n=50, disagreement=0.2, runs=20)
    assert isinstance(examples, Plan)
    assert str(plan("hebb", n=50, ask="examples", disagreement=0.2, runs=20)) == str(examples)
    assert isinstance(plan("bayes-hebb", n=50, ask="drift", error=0.2), DriftPlan)


def test_a_scenario_and_its_keywords_give_the_same_plan():
    one = plan("hebb", n=50, disagreement=0.2, runs=20, noise=0.1, start=0.3)
    other = plan("hebb", n=50, disagreement=0.2, runs=20, scenario=rb.Scenario(channel=rb.Flips(0.1), start=0.3))
    assert one == other
    assert one.alpha < plan("hebb", n=50, disagreement=0.2, runs=20, noise=0.1).alpha
