"""Gains of one example against the equations of KC, and the rules that rows compare."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.papers.kinouchi_caticha import online
from rosenblatt.rules.adaline import Adaline
from rosenblatt.rules.optimal_linear import OptimalLinear


@pytest.mark.parametrize("rho", [0.2, 0.8])
def test_the_gain_of_the_standard_rule_over_all_fields_is_that_of_kc_23(rho):
    nodes, weights = np.polynomial.hermite_e.hermegauss(20)
    gains = [online._gain(Adaline.modulation, rho, h, 1.0, 1.0) for h in nodes.tolist()]
    assert weights @ gains / weights.sum() == pytest.approx(1.0 - rho)


def test_chosen_examples_have_the_size_that_is_asked_for(context):
    # At size 0 the rule sees h = 0 only, and F = b/rho: students that start at random end near the bound.
    overlaps = online._chosen(context, 0.0, 1.0, runs=20, n=100)
    assert overlaps.mean() == pytest.approx(math.sqrt(-math.expm1(-1.0)), abs=0.1)


def test_the_three_rules():
    assert online.online_rule("optimal") == OptimalLinear()
    assert online.online_rule("free") == OptimalLinear(constrained=False)
    assert online.online_rule("standard") == Adaline(constrained=True)
    assert set(online.EXACT) == {"optimal", "free", "standard"}
