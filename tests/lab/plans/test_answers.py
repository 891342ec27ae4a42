from __future__ import annotations

import threading

import pytest

import rosenblatt as rb
from rosenblatt.lab.plans import answers as answers_module
from rosenblatt.lab.plans.answers import answers, by_theory
from rosenblatt.lab.plans.settings import PlanSettings

QUICK = PlanSettings(rules=("hebb", "nobody", "rosenblatt"), n=30, value=0.2, noise=0.0)


def test_theory_answers_first_and_ranges_follow():
    seen = list(answers(QUICK, threading.Event()))
    assert [len(one) for one in seen] == [1, 2, 3, 3, 3]
    assert [answer.interval for answer in seen[2]] == [None] * 3
    for answer in (seen[-1][0], seen[-1][2]):
        expected = rb.plan(answer.title, n=30, disagreement=0.2, runs=200, progress=False)
        assert (answer.examples, answer.interval) == (expected.examples, expected.interval)
        assert answer.alpha == pytest.approx(expected.alpha)
    assert "registered name" in seen[-1][1].message


def test_it_stops_between_two_rules():
    stop = threading.Event()
    coming = answers(QUICK, stop)
    seen = [next(coming) for _ in range(4)]
    stop.set()
    assert list(coming) == []
    assert seen[-1][2].interval is None


def test_a_range_that_takes_too_long_is_refused_and_the_number_stays(monkeypatch):
    monkeypatch.setattr(answers_module, "MOST_STEPS", 10.0)
    settings = PlanSettings(rules=("hebb",), n=31, value=0.2)
    answer = list(answers(settings, threading.Event()))[-1][0]
    assert answer.examples is not None
    assert answer.message.startswith("range must take at most 10 examples here")


def test_the_curve_goes_through_the_target():
    frame = by_theory("hebb", PlanSettings(rules=(), value=0.1)).frame
    assert frame["disagreement"].iloc[0] > 0.1 > frame["disagreement"].iloc[-1]
