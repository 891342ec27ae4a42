"""Which students can go on learning in whole numbers."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.programs.learners import Student, learner_of


def learnt(rule, random, **how):
    x = np.where(random.random((60, 5)) < 0.5, 1.0, 0.0)
    return rb.OnlineClassifier(rule, **how).fit(x, x[:, 0] > 0.0)


def test_weights_are_those_of_the_student(random):
    model = learnt(rb.Rosenblatt(eta=0.5), random)
    learner = model.described("c", learn=True, inputs="zero-one")
    assert (0.5 * learner.weights).tolist() == [*model.coef_[0], *model.intercept_]
    model = learnt(rb.Bounded(eta=0.1), random)
    learner = model.described("c", learn=True)
    assert learner.weights[:5] * 2.0**-48 - 0.5 == pytest.approx(model.coef_[0], abs=1e-12)
    model = learnt("clipped-hebb", random)
    signs = np.where(model.described("c", learn=True).weights > 0, 1.0, -1.0)
    assert signs.tolist() == [*model.coef_[0], *model.intercept_]


@pytest.mark.parametrize(
    ("rule", "inputs", "said"),
    [
        (rb.Hebb(), None, "rule must be clipped-hebb, rosenblatt or bounded"),
        (rb.Rosenblatt(eta=0.3), None, "eta must be a number of few binary digits"),
        (rb.Rosenblatt(weight_decay=0.1), None, "weight_decay must be 0"),
        (rb.Rosenblatt(eta=rb.PowerLaw(1.0, 0.5)), None, "eta must be a number"),
        (rb.Bounded(), "signs", "inputs of 'bounded' must be 'zero-one'"),
        (rb.Rosenblatt(), "numbers", "inputs must be one of"),
    ],
    ids=str,
)
def test_others_are_refused(rule, inputs, said):
    with pytest.raises(ValueError, match=said):
        learner_of(rule, Student(np.zeros(3), (0, 1), True, inputs))


def test_features_must_be_seen_as_they_come(random):
    with pytest.raises(ValueError, match="model must have two classes and see features as they come"):
        learnt("rosenblatt", random, standardise=True).described("c", learn=True)
