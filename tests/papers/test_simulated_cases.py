"""Students follow their curve, and others do not."""

from __future__ import annotations

import pytest

from rosenblatt.papers.judging import Context
from rosenblatt.papers.simulated_cases import Case, follow_theory

CONTEXT = Context(None, "a-paper", seed=3)


def test_a_case_knows_its_students_and_its_theory():
    case = Case("noisy", "hebb", 50, 30, 1.0, {"noise": 0.1})
    assert case.theory([1.0])["error"][0] == pytest.approx(0.1 + 0.8 * case.theory([1.0])["disagreement"][0])
    found = case.students([1.0, 2.0], seed=1)
    assert found["alpha"].tolist() == [1.0, 2.0]
    assert (found["disagreement_sem"] > 0.0).all()


def test_the_worst_of_all_cases_counts():
    good = Case("good", "hebb", 200, 60, 2.0)
    measured, worst = follow_theory(CONTEXT, [good], (1.0, 5.0))
    assert 0.0 < worst < 1.0
    assert list(measured) == ["good: d at alpha = 5, theory", "largest difference over what is allowed"]


def test_a_bias_is_allowed_and_nothing_else(monkeypatch):
    case = Case("perceptron", "rosenblatt", 200, 60, 2.0)
    curve = case.theory([5.0])
    monkeypatch.setattr(Case, "theory", lambda self, alpha: curve.assign(disagreement=1.1 * curve["disagreement"]))
    assert follow_theory(CONTEXT, [case], (5.0,))[1] > 1.0
    generous = Case("perceptron", "rosenblatt", 200, 60, 30.0)
    assert follow_theory(CONTEXT, [generous], (5.0,))[1] < 1.0
