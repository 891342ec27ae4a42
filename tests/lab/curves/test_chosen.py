from __future__ import annotations

from rosenblatt.lab.curves.chosen import chosen, chosen_rate
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.expressions.own_rules import own_rule
from rosenblatt.lab.learners import Rate


def test_each_is_chosen_once_the_named_before_the_own():
    found = chosen(CurveSettings(rules=("hebb", "hebb", "margin"), own=("label", "label")))
    assert [one.title for one in found] == ["hebb", "margin", "label"]
    assert found[0].learner(None).name == "hebb"
    assert found[2].learner(Rate(0.5)) is own_rule("label")


def test_a_rate_is_none_constant_or_a_power_law():
    assert chosen_rate(CurveSettings(eta=2.0, z=1.5)) is None
    assert chosen_rate(CurveSettings(rate="constant", eta=2.0, z=1.5)) == Rate(2.0)
    assert chosen_rate(CurveSettings(rate="power", eta=2.0, z=1.5)) == Rate(2.0, 1.5)
