"""Loops over batches against plain ones, number by number."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.chain import new_student
from rosenblatt.kernels.mini_batches import batch_chain_kernel, batch_vectors_kernel
from rosenblatt.kernels.random import chi_square, chi_square_law, normal, uniform
from rosenblatt.scenario import Start
from tests.helpers.rules import margin, proportional
from tests.helpers.students import state_of

RULES = [rb.Rosenblatt(weight_decay=0.2), rb.Normalised(eta=0.5), margin(), proportional()]
BATCHES, SIZE, N, NOISE = 3, 8, 20, 0.2


def noisy_sign(field, state):
    flipped = uniform(state) < NOISE
    return (1.0 if field > 0.0 else -1.0) * (-1.0 if flipped else 1.0)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_chain_equals_its_plain_loop(rule, seed):
    state, student = state_of(seed), new_student(Start(0.3, 1.0))
    world = (float(N), np.array([NOISE]), rule.weight_decay, state_of(seed))
    assert batch_chain_kernel(rule, rb.Flips(NOISE))(BATCHES, SIZE, *world, student, rule.own) == -1
    r, r_perp = 0.3, math.sqrt(1.0 - 0.09)
    for batch in range(1, BATCHES + 1):
        sums, q_norm = np.zeros(3), r * r + r_perp * r_perp
        for _ in range(SIZE):
            b, c = normal(state), normal(state)
            label = noisy_sign(b, state)
            f = rule.full_modulation(label, r * b + r_perp * c, batch * SIZE / N, q_norm, rule.own)
            sums += [f * b, f * c, f * f]
        keep, rest = 1.0 - rule.weight_decay * SIZE / N, chi_square(normal(state), state, chi_square_law(N - 2.0))
        r = keep * r + sums[0] / N
        r_perp = math.hypot(keep * r_perp + sums[1] / N, math.sqrt(sums[2] * rest) / N)
        length = math.hypot(r, r_perp) if rule.normalised else 1.0
        r, r_perp = r / length, r_perp / length
    assert student[:3].tolist() == pytest.approx([r, r_perp, BATCHES * SIZE], rel=1e-10)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_loop_over_all_weights_equals_plain_sums(rule, seed, random):
    teacher, weights = random.standard_normal((2, N))
    state, ours, seen = state_of(seed), weights.copy(), np.zeros(1)
    world = (np.array([NOISE]), rule.weight_decay, teacher, np.zeros(N), state_of(seed))
    kernel = batch_vectors_kernel(rule, rb.Scenario(channel=rb.Flips(NOISE)))
    assert kernel(BATCHES, SIZE, *world, ours, seen, rule.own) == -1
    for batch in range(1, BATCHES + 1):
        step, q_norm = np.zeros(N), weights @ weights / N
        for _ in range(SIZE):
            x = np.array([normal(state) for _ in range(N)])
            label = noisy_sign(teacher @ x, state)
            field = weights @ x / math.sqrt(N)
            step += rule.full_modulation(label, field, batch * SIZE / N, q_norm, rule.own) * x / math.sqrt(N)
        weights = (1.0 - rule.weight_decay * SIZE / N) * weights + step
        weights /= math.sqrt(weights @ weights / N) if rule.normalised else 1.0
    assert ours == pytest.approx(weights, rel=1e-9)
    assert seen[0] == BATCHES * SIZE


def test_the_example_at_which_it_is_not_finite_is_told(seed):
    late = rb.rule(lambda label, field, alpha: label * math.exp(800.0 * (alpha - 1.5)) ** 2, name="late")()
    kernel = batch_chain_kernel(late, rb.Flips())
    assert kernel(4, 5, 10.0, np.zeros(1), 0.0, state_of(seed), new_student(), ()) == 15
    weights = np.zeros(10)
    kernel = batch_vectors_kernel(late, rb.Scenario())
    world = (np.zeros(1), 0.0, np.ones(10), np.zeros(10), state_of(seed))
    assert kernel(4, 5, *world, weights, np.zeros(1), ()) == 15
