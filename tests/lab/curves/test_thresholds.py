from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.thresholds import marks


def test_the_best_learner_of_a_binary_teacher_jumps():
    found = marks(CurveSettings(rules=("bayes", "gibbs", "hebb"), teacher="binary"))
    expected = rb.theory.thresholds("binary")
    assert [mark.alpha for mark in found] == pytest.approx([expected.transition, expected.spinodal])
    assert ["1.245" in found[0].meaning, "1.493" in found[1].meaning] == [True, True]


def test_the_online_learner_of_binary_weights_knows_them_at_last():
    [mark] = marks(CurveSettings(rules=("bayes-binary",), noise=0.05))
    assert mark.alpha == pytest.approx(rb.theory.perfect_alpha("bayes-binary", 0.05))


@pytest.mark.parametrize(
    "settings",
    [
        CurveSettings(rules=("bayes", "bayes-hebb", "hebb")),
        CurveSettings(rules=("bayes",), teacher="binary", last=1.0),
        CurveSettings(rules=("nobody",), teacher="binary"),
    ],
    ids=["steady", "beyond", "unknown"],
)
def test_elsewhere_there_are_none(settings):
    assert marks(settings) == []
