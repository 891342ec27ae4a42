"""Loops with momentum against plain ones, number by number."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.momentum import ENTRIES, momentum_chain_kernel, momentum_vectors_kernel
from rosenblatt.kernels.random import chi_square, chi_square_law, normal, uniform
from tests.helpers.rules import margin, proportional
from tests.helpers.students import state_of

RULES = [rb.Hebb(weight_decay=0.2), rb.Normalised(eta=0.5), margin(), proportional()]
STEPS, N, NOISE, KEPT, STEP = 40, 20, 0.2, 0.9, 0.3


def noisy_sign(field, state):
    flipped = uniform(state) < NOISE
    return (1.0 if field > 0.0 else -1.0) * (-1.0 if flipped else 1.0)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_chain_is_that_of_vectors_in_four_dimensions(rule, seed):
    """B, J and V as plain vectors with the axes of the chain; C and D are made anew from J and V after each example."""
    state, student = state_of(seed), np.zeros(ENTRIES)
    student[:2] = 0.3, 0.8
    world = (float(N), np.array([NOISE]), KEPT, STEP, rule.weight_decay, state_of(seed))
    assert momentum_chain_kernel(rule, rb.Flips(NOISE))(STEPS, *world, student, rule.own) == -1
    j, v = np.array([0.3, 0.8, 0.0, 0.0]), np.zeros(4)
    for example in range(1, STEPS + 1):
        c = np.array([0.0, *j[1:]]) / np.linalg.norm(j[1:])
        d = v - v[0] * np.eye(4)[0] - (v @ c) * c
        d = d / np.linalg.norm(d) if np.linalg.norm(d) > 0.0 else np.array([0.0, -c[2], c[1], 0.0])
        rest = np.linalg.svd(np.array([np.eye(4)[0], c, d]))[2][3]
        b_field, c_field = normal(state), normal(state)
        label = noisy_sign(b_field, state)
        f = rule.full_modulation(label, j @ (b_field * np.eye(4)[0] + c_field * c), example / N, j @ j, rule.own)
        x = np.zeros(4)
        if f != 0.0:
            d_field = normal(state)
            far = math.sqrt(chi_square(normal(state), state, chi_square_law(N - 3.0)))
            x = b_field * np.eye(4)[0] + c_field * c + d_field * d + far * rest
        v = KEPT * v + f * x / N
        j = (1.0 - rule.weight_decay / N) * j + STEP * v
        j /= math.sqrt(j @ j) if rule.normalised else 1.0
    r, r_perp, r_v, c_v, w_r, seen = student
    assert (r, r * r + r_perp * r_perp, r_v) == pytest.approx((j[0], j @ j, v[0]), rel=1e-9)
    assert (r * r_v + r_perp * c_v, r_v**2 + c_v**2 + w_r**2) == pytest.approx((j @ v, v @ v), rel=1e-9)
    assert seen == STEPS


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_loop_over_all_weights_equals_a_plain_one(rule, seed, random):
    teacher, weights = random.standard_normal((2, N))
    state, ours, velocity, seen = state_of(seed), weights.copy(), np.zeros(N), np.zeros(1)
    world = (np.array([NOISE]), KEPT, STEP, rule.weight_decay, teacher, np.zeros(N), state_of(seed))
    kernel = momentum_vectors_kernel(rule, rb.Scenario(channel=rb.Flips(NOISE)))
    assert kernel(STEPS, *world, ours, velocity, seen, rule.own) == -1
    v = np.zeros(N)
    for example in range(1, STEPS + 1):
        x = np.array([normal(state) for _ in range(N)])
        label = noisy_sign(teacher @ x, state)
        field, q_norm = weights @ x / math.sqrt(N), weights @ weights / N
        v = KEPT * v + rule.full_modulation(label, field, example / N, q_norm, rule.own) * x / math.sqrt(N)
        weights = (1.0 - rule.weight_decay / N) * weights + STEP * v
        weights /= math.sqrt(weights @ weights / N) if rule.normalised else 1.0
    assert ours == pytest.approx(weights, rel=1e-9)
    assert velocity == pytest.approx(v, rel=1e-9)
    assert seen[0] == STEPS


def test_the_example_at_which_it_is_not_finite_is_told(seed):
    late = rb.rule(lambda label, field, alpha: label * math.exp(800.0 * (alpha - 1.5)) ** 2, name="late")()
    first = next(k for k in range(1, 100) if 1600.0 * (k / 10.0 - 1.5) > 710.0) - 1
    world = (np.zeros(1), KEPT, STEP, 0.0)
    assert momentum_chain_kernel(late, rb.Flips())(40, 10.0, *world, state_of(seed), np.zeros(ENTRIES), ()) == first
    vectors = (np.ones(10), np.zeros(10), state_of(seed), np.zeros(10), np.zeros(10), np.zeros(1))
    assert momentum_vectors_kernel(late, rb.Scenario())(40, *world, *vectors, ()) == first
