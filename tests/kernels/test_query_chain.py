"""What the chain of queries draws, and the modulation at given fields."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.query_chain import drawn, query_chain_kernel, strengths_kernel, stretch_function
from rosenblatt.kernels.random import chi_square, chi_square_law, normal, uniform
from tests.helpers.rules import self_scaled
from tests.helpers.students import state_of


def test_numbers_are_drawn_from_cells(seed):
    state, cells = state_of(seed), (np.array([-1.0, 0.0]), np.array([0.0, 2.0]), np.array([0.25, 1.0]))
    values = np.array([drawn(state, *cells) for _ in range(20_000)])
    single = values == -1.0
    assert abs(single.mean() - 0.25) < 4.0 * math.sqrt(0.25 * 0.75 / len(values))
    rest = values[~single]
    assert rest.min() >= 0.0
    assert rest.max() < 2.0
    assert abs(rest.mean() - 1.0) < 4.0 * math.sqrt(1.0 / 3.0 / len(rest))


def test_what_fields_are_multiplied_by():
    assert stretch_function(rb.Queries(1.0))(3.0, 4.0) == 1.0
    assert stretch_function(rb.ShrinkingQueries(1.0))(-3.0, 4.0) == pytest.approx(4.0 / 3.0)
    assert stretch_function(rb.ShrinkingQueries(1.0))(0.0, 4.0) == 0.0


@pytest.mark.parametrize("rule", [rb.Rosenblatt(weight_decay=0.3), rb.Normalised(), self_scaled()], ids=str)
def test_the_chain_equals_its_plain_loop(rule, seed):
    n, steps, law = 30, 200, rb.Queries([0.3, 1.1, -0.5], [0.2, 0.5, 0.3])
    student, state = np.array([0.4, 0.7, 0.0, 0.0]), state_of(seed)
    kernel = query_chain_kernel(rule, rb.Flips(0.2), law)
    assert (
        kernel(steps, float(n), np.array([0.2]), 0.0, rule.weight_decay, *law.cells(), state, student, rule.own) == -1
    )
    weights, state = np.array([0.4, 0.7]), state_of(seed)
    for seen in range(1, steps + 1):
        length = math.hypot(*weights)
        toward = weights / length
        x = drawn(state, *law.cells())
        y = normal(state)
        s = x * toward + y * np.array([toward[1], -toward[0]])
        label = 1.0 if s[0] > 0.0 else -1.0
        label = -label if uniform(state) < 0.2 else label
        strength = rule.full_modulation(label, length * x, seen / n, length * length, rule.own)
        weights = (1.0 - rule.weight_decay / n) * weights
        if strength != 0.0:
            rest = chi_square(normal(state), state, chi_square_law(n - 2.0))
            weights = weights + strength * s / n
            weights[1] = math.sqrt(weights[1] ** 2 + (strength / n) ** 2 * rest)
            weights = weights / math.hypot(*weights) if rule.normalised else weights
    assert student[:2] == pytest.approx(weights, rel=1e-9, abs=1e-12)


def test_strengths_are_those_of_the_modulation():
    rule, x = rb.Rosenblatt(eta=0.5), np.array([-1.0, 0.0, 2.0])
    result = np.empty((2, 3))
    strengths_kernel(rule)(x, 2.0, 1.0, rule.own, result)
    assert result.tolist() == [[0.0, -0.5, -0.5], [0.5, 0.5, 0.0]]  # a tie is a mistake
