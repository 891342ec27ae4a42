"""Modulations of the Hebb term: their formula, the length that some of them follow, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.rules.kinds.hebbian import HebbianRule
from tests.helpers.rules import decaying, self_scaled


def test_a_rule_that_asks_for_alpha_sees_the_present_example_counted():
    rule = decaying()
    _, cell = rule.start(4)
    cell.examples = 1.0
    assert rule.functions.respond(1.0, (0.0,), cell, *rule.parameters) == (2.0 / (1.0 + 1 / 4),)


def test_a_negative_weight_decay():
    with pytest.raises(ValueError, match="weight_decay must be at least 0; got -0.1"):
        rb.Hebb(weight_decay=-0.1)


@pytest.mark.parametrize("rule", [rb.Hebb(weight_decay=0.4), rb.Normalised(eta=0.7), self_scaled(weight_decay=0.4)])
def test_the_synapses_are_those_of_the_formula(rule, random):
    # The formula keeps J and divides by its length; the synapses keep J/gain and follow Q by its recursion.
    x, labels = random.standard_normal((25, 6)), np.where(random.random(25) < 0.5, 1.0, -1.0)
    synapses, cell = rule.start(6, 0.5)
    plain_loops.learn_rows(rule, x, labels, synapses, cell)
    weights = rule.weights(synapses, cell)
    assert weights == pytest.approx(plain_loops.hebbian_rows(rule, x, labels, 0.5))
    if rule.follows_length():
        assert cell.q_norm == pytest.approx(weights @ weights / 6)


def test_q_is_measured_anew_once_in_n_examples():
    synapses, cell = rb.Normalised().start(5)
    cell.q_norm = 1.5  # a recursion that went astray
    for examples, expected in ((4.0, 1.5), (5.0, 1.0)):
        cell.examples = examples
        rb.Normalised().functions.refresh(synapses, cell)
        assert cell.q_norm == pytest.approx(expected)


def test_only_who_asks_for_it_pays_for_q():
    for rule, names in (
        (rb.Rosenblatt(), ()),
        (decaying(), ()),
        (self_scaled(), ("q_norm",)),
        (rb.Normalised(), ("q_norm",)),
    ):
        assert rule.follows_length() == bool(names)
        assert tuple(rule.own_memory) == names
        assert rule.n_sums == 1 + len(names)


def test_a_normalised_student_has_its_length_from_the_start_but_on_data_none():
    rule = rb.Normalised()
    assert rule.weights(*rule.start(9)) == pytest.approx(np.ones(9))
    assert rule.weights(*rule.start(9, 1.0)) == pytest.approx(np.zeros(9))


def test_without_a_modulation_there_is_no_rule():
    with pytest.raises(TypeError, match="abstract.*modulation"):
        HebbianRule()


@pytest.mark.parametrize("name", ["respond", "project", "learn", "field"])
def test_a_function_that_the_kind_never_calls_is_refused(name):
    with pytest.raises(
        TypeError, match=f"Both must give functions that its kind calls, modulation; got '{name}'.*or subclass"
    ):
        type("Both", (HebbianRule,), {"name": "both", name: staticmethod(lambda *arguments: 0.0)})


def test_a_modulation_with_arguments_of_another_order_is_refused():
    class Muddled(HebbianRule):
        name = "muddled"

        @staticmethod
        def modulation(label, field, q_norm, alpha):
            return label

    with pytest.raises(
        TypeError, match="modulation of 'muddled' must take .*'alpha', 'q_norm'.*; got .*'q_norm', 'alpha'"
    ):
        Muddled()


def test_a_weight_decay_that_forgets_everything_is_refused():
    rb.Hebb(weight_decay=9.0).check_scenario(rb.Scenario(), 10)
    with pytest.raises(ValueError, match="weight_decay must be below n = 10; got 10"):
        rb.Hebb(weight_decay=10.0).check_scenario(rb.Scenario(), 10)
