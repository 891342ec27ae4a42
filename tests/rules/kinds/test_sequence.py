"""Rules one after the other."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.kinds.sequence import RuleSequence
from rosenblatt.rules.registry import resolve

BOTH = [("hebb", 5), rb.Rosenblatt(eta=0.5)]


def test_each_rule_has_its_time():
    rule = resolve(BOTH)
    assert isinstance(rule, RuleSequence)
    assert rule.name == "hebb to 5, rosenblatt"
    early, late = (rule.full_modulation(1.0, 0.3, alpha, 1.0, rule.own) for alpha in (5.0, 5.0001))
    assert (early, late) == (1.0, 0.0)
    assert rule.full_modulation(-1.0, 0.3, 6.0, 1.0, rule.own) == -0.5
    assert (rule.at(5.0).name, rule.at(6.0).name) == ("hebb", "rosenblatt")
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert resolve(["hebb"]) == rb.Hebb()


def test_three_rules_and_their_numbers_do_not_mix():
    rules = [(rb.Rosenblatt(eta=2.0), 1), (rb.rule(lambda label, field, alpha, width=0.7: width * label, name="w"), 2)]
    rule = resolve([*rules, rb.Rosenblatt(eta=rb.PowerLaw(3.0, z=1.0))])
    got = [rule.full_modulation(1.0, -0.1, alpha, 1.0, rule.own) for alpha in (0.5, 1.5, 3.0)]
    assert got == [2.0, 0.7, 1.0]


def test_data_are_learnt_by_one_after_the_other(random):
    x = random.standard_normal((40, 4))
    y = np.where(x @ [1.0, -1.0, 0.5, 0.0] > 0.0, 1, -1)
    how = dict(fit_intercept=False)
    both = rb.OnlineClassifier(resolve([("hebb", 5), "rosenblatt"]), **how).fit(x, y)  # 20 rows of four inputs
    first = rb.OnlineClassifier("hebb", **how).fit(x[:20], y[:20])
    assert not np.allclose(both.coef_, first.coef_)
    weights = first.coef_.ravel().copy()
    for row, label in zip(x[20:], y[20:], strict=True):
        weights += label * row * (label * (weights @ row) <= 0.0)
    assert both.coef_.ravel() == pytest.approx(weights)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([("hebb", -1), "rosenblatt"], "increasing alphas above 0; got"),
        ([("hebb", 5), ("rosenblatt", 2), "hebb"], "increasing alphas above 0; got"),
        (["hebb", "rosenblatt"], "for all rules of a sequence but the last"),
        ([("hebb", 5), ("rosenblatt", 9)], "for all rules of a sequence but the last"),
        ([], "for all rules of a sequence but the last"),
        ([("bayes-hebb", 2), "rosenblatt"], "must be modulations of the Hebb term; got 'bayes-hebb'"),
        ([("normalised", 2), "rosenblatt"], "must have the same normalised"),
        ([("adaline", 2), "rosenblatt"], "must have the same labels"),
        ([("hebb", "x"), "rosenblatt"], "switch must be a number"),
    ],
)
def test_what_is_no_sequence_is_refused_in_a_sentence(parts, message):
    with pytest.raises((ValueError, TypeError), match=message):
        resolve(parts)
