from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.compiler import Slot, template
from rosenblatt.kernels.device.compiler import DeviceCopier, specialise_for_device
from rosenblatt.rules.bayes_binary import NEARLY_ONE, BayesBinary

absorb, respond = Slot("absorb"), Slot("respond")


@template
def loop(values):
    values[0] = absorb((values[1],), values[2], (values[3],))[0]
    values[4] = respond(values[1])


def thirds(synapse, x, signal):
    return (x / 3.0 + 0.1,)


def third(value):
    return value / 3.0 + 0.1


def test_what_synapses_do_has_constants_of_single_precision_and_all_else_of_double():
    copier = DeviceCopier({"absorb": thirds, "respond": third}, "digest")
    single, double = copier.filled("absorb"), copier.filled("respond")
    assert {type(one) for one in _function(single).__code__.co_consts if one is not None} == {np.float32}
    assert {type(one) for one in _function(double).__code__.co_consts if one is not None} == {float}


def _function(compiled):
    return getattr(compiled, "py_func", None) or compiled.fn


def test_constants_are_rounded_towards_zero():
    copied = _function(DeviceCopier({"absorb": BayesBinary.absorb}, "digest").filled("absorb"))
    assert np.float32(NEARLY_ONE) == 1.0
    assert copied.__globals__["NEARLY_ONE"] == np.nextafter(np.float32(1.0), np.float32(0.0))


def test_the_same_functions_are_copied_once():
    fillings = {"absorb": thirds, "respond": third}
    assert specialise_for_device(loop, fillings) is specialise_for_device(loop, fillings)
    assert specialise_for_device(loop, fillings) is not specialise_for_device(loop, {**fillings, "respond": abs})


def test_a_rule_that_leaves_things_to_chance_is_refused():
    import random

    def careless(synapse, x, signal):
        return (random.random(),)

    with pytest.raises((ValueError, TypeError), match="random"):
        specialise_for_device(loop, {"absorb": careless, "respond": third})


def test_a_users_rule_is_simulated_by_the_very_function():
    @rb.rule
    def margin(label, field):
        return label if label * field <= 0.25 else 0.0

    a, b = (rb.simulate(rule, n=5, alpha=1, runs=2, backend="gpu") for rule in (margin, rb.Margin(margin=0.25)))
    assert a.frame["overlap"].tolist() == b.frame["overlap"].tolist()
