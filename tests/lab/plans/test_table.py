from __future__ import annotations

import io
import threading

import pandas as pd

from rosenblatt.lab.plans.answers import Answer, answers
from rosenblatt.lab.plans.settings import PlanSettings
from rosenblatt.lab.plans.table import plan_csv, plan_lines, plan_rows

SETTINGS = PlanSettings(rules=("hebb", "nobody"), n=30, value=0.2)


def test_rows_and_csv_have_those_that_reach_the_target():
    known = list(answers(SETTINGS, threading.Event()))[-1]
    low, high = known[0].interval
    assert plan_rows(known) == [("hebb", f"{known[0].examples:,}", f"{known[0].alpha:.4g}", f"{low:,} to {high:,}")]
    table = pd.read_csv(io.StringIO(plan_csv(known)))
    assert table[["rule", "labels", "low", "high"]].values.tolist() == [["hebb", known[0].examples, low, high]]


def test_a_range_that_is_not_known_is_not_made_up():
    assert plan_rows([Answer("hebb", 1.0, 30)])[0][3] == "…"
    assert plan_rows([Answer("hebb", 1.0, 30, message="too long")])[0][3] == "not computed"


def test_the_lines_give_the_same_plan():
    known = list(answers(SETTINGS, threading.Event()))[-1]
    scope: dict = {}
    exec(compile(plan_lines(SETTINGS, known), "script", "exec"), scope)
    assert [(one.rule.name, one.examples) for one in scope["plans"]] == [("hebb", known[0].examples)]
