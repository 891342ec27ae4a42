from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.lab.learners import CAP, Rate, named_learner, offered, offered_rules
from rosenblatt.rules.registry import registered
from rosenblatt.theory.registry import offline_learners


def test_all_rules_and_offline_learners_are_offered_by_the_registry():
    assert list(offered_rules()) == list(registered())
    assert set(offered()) == {*registered(), *offline_learners()}
    assert all(summary and not summary.endswith(".") for summary in offered_rules().values())


def test_a_name_may_have_parameters():
    assert named_learner("margin:margin=0.3,eta=2") == rb.Margin(margin=0.3, eta=2.0)
    assert named_learner("ridge:penalty=0.5").penalty == 0.5
    assert named_learner("ridge:penalty=best").penalty == "best"


def test_a_rate_is_set_where_there_is_one_and_own_parameters_come_first():
    assert named_learner("rosenblatt", Rate(0.5)) == rb.Rosenblatt(eta=0.5)
    falls = rb.PowerLaw(2.0, z=1.0, cap=CAP * 2.0)
    assert named_learner("rosenblatt", Rate(2.0, 1.0)) == rb.Rosenblatt(eta=falls)
    assert named_learner("margin:eta=3", Rate(0.5)).eta == 3.0
    assert named_learner("hebb", Rate(0.5)) == rb.Hebb()


@pytest.mark.parametrize("token", ["nobody", "margin:width=1", "margin:margin", "margin:margin=wide", "ridge:width=1"])
def test_what_is_unknown_is_told(token):
    with pytest.raises((ValueError, TypeError), match="must be"):
        named_learner(token)
