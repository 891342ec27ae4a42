"""Rules of which a synapse is its weight: what a rule adds, and by whom it is followed."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows
from rosenblatt.rules import registered
from rosenblatt.rules.kinds.one_weight import OneWeightRule
from rosenblatt.rules.kinds.synaptic import IsotropicRule


class Projecting(OneWeightRule):
    """Adds so much of the input that the label is met: Kaczmarz's projection."""

    name = "projecting"

    @staticmethod
    def respond(label, sums, cell):
        return ((label - sums[0]) / sums[1],)


def test_respond_gets_the_field_and_the_squared_length_and_says_how_much_is_added(random):
    x, labels = random.standard_normal((8, 5)), random.standard_normal(8)
    rule, w = Projecting(), np.zeros(5)
    synapses, cell = rule.start(5, 1.0)
    learn_rows(rule, x, labels, synapses, cell)
    for row, label in zip(x, labels, strict=True):
        w += (label - w @ row) / (row @ row) * row
    assert rule.weights(synapses, cell) == pytest.approx(w)
    assert w @ x[-1] == pytest.approx(labels[-1])


def test_it_does_not_see_rotations_and_has_a_chain():
    assert issubclass(OneWeightRule, IsotropicRule)
    found = {name for name, cls in registered().items() if issubclass(cls, OneWeightRule)}
    assert found == {"bayes-hebb", "bayes-linear", "optimal", "practical-linear"}
    for name in found:
        assert rb.simulate(name, n=20, alpha=[1.0], runs=2).method == "chain"


def test_without_a_response_there_is_no_rule():
    with pytest.raises(TypeError, match="abstract.*respond"):
        OneWeightRule()
