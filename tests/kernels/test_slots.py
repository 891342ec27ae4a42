"""What fills the slots of the loops, kind by kind."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.kernels.covariance import learn_covariance
from rosenblatt.kernels.single_example import learn_dense, learn_sparse
from rosenblatt.kernels.slots import cell_record, learning_slots, parameter_tuple
from tests.helpers.rules import Adaptive, PlainVector


def test_rules_of_synapses_give_their_functions_and_learn_dense_and_sparse_rows():
    slots = learning_slots(Adaptive())
    assert (slots["learn"], slots["learn_stored"]) == (learn_dense, learn_sparse)
    assert slots["absorb"]((1.0, 0.5), 2.0, (0.3, 0.0)) == pytest.approx((1.3, 0.5))  # the rule's own
    assert slots["nothing"] == (0.0, 0.0)  # one number for each of its sums


def test_rules_with_a_covariance_learn_whole_rows_only():
    slots = learning_slots(rb.BayesGaussian())
    assert slots["respond"].__code__ is rb.BayesGaussian().response.__code__
    assert slots["learn"] is learn_covariance
    assert "learn_stored" not in slots


def test_rules_on_vectors_are_not_compiled():
    with pytest.raises(TypeError, match="rule must be of a kind that is compiled; got 'plain-vector'. Let it learn by"):
        learning_slots(PlainVector())


def test_types_of_cell_and_parameters_are_those_of_the_rule():
    rule = Adaptive()
    assert tuple(cell_record(rule).fields) == rule.start(3)[1].dtype.names
    assert "usual" in cell_record(rule).fields
    assert len(parameter_tuple(rule)) == len(rule.parameters) == 2
