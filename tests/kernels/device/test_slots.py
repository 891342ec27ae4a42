from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.layout import Layout
from rosenblatt.kernels.device.slots import ensemble_slots, following, signal_length
from rosenblatt.rules import registered
from rosenblatt.rules.kinds.compiled import CompiledRule
from tests.helpers.rules import Adaptive, PlainVector

COMPILED = [cls for cls in registered().values() if issubclass(cls, CompiledRule)]


@pytest.mark.parametrize("cls", COMPILED, ids=lambda cls: cls.name)
def test_every_compiled_rule_has_its_slots(cls):
    rule = cls()
    scenario = rb.Scenario().completed(rule)
    rule = rule.in_scenario(scenario)
    slots = ensemble_slots(rule, scenario, Layout.of(50, len(rule.synapse)))
    assert slots["SUMS"] == 1 + rule.n_sums
    assert slots["WORDS"] == 2 + signal_length(rule)


def test_a_rule_that_measures_its_weights_by_a_function_of_its_own_is_refused():
    class Measuring(Adaptive):
        name = "measuring"

        @staticmethod
        def refresh(synapses, cell):
            cell.usual = 1.0

    with pytest.raises(ValueError, match="got 'gpu', but 'measuring' measures its weights"):
        rb.simulate(Measuring(), n=5, alpha=1, runs=2, backend="gpu")


def test_a_signal_of_too_many_numbers_is_refused():
    class Talkative(Adaptive):
        name = "talkative"

        @staticmethod
        def respond(label, sums, cell, rate, forget):
            return (0.0,) * 7

    with pytest.raises(ValueError, match="at most 6 numbers"):
        signal_length(Talkative())


def test_a_rule_that_is_not_compiled_is_refused():
    with pytest.raises(TypeError, match="functions are compiled"):
        following(PlainVector())
