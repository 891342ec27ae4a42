"""The definitions themselves, where the answer is known without them."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.random import normal
from tests.helpers import Z_LIMIT
from tests.helpers.students import state_of


def test_rows_are_the_perceptron_of_textbooks(random):
    x = np.where(random.random((200, 9)) < 0.5, 1.0, -1.0)
    labels = np.where(random.random(200) < 0.5, 1.0, -1.0)
    weights, expected = np.zeros(9), []
    for row, label in zip(x, labels, strict=True):
        expected.append(weights @ row)
        if label * (weights @ row) <= 0.0:
            weights = weights + label * row
    synapses, cell = rb.Rosenblatt().start(9, 1.0)
    fields = plain_loops.learn_rows(rb.Rosenblatt(), x, labels, synapses, cell)
    assert fields.tolist() == expected
    assert synapses[0].tolist() == weights.tolist()
    assert plain_loops.hebbian_rows(rb.Rosenblatt(), x, labels, 1.0).tolist() == weights.tolist()
    assert cell.examples == 200.0


def test_a_sample_weight_multiplies_what_a_row_teaches(random):
    x, labels = random.standard_normal((20, 4)), np.where(random.random(20) < 0.5, 1.0, -1.0)
    weights = random.uniform(0.0, 3.0, 20)
    learnt = plain_loops.hebbian_rows(rb.Hebb(), x, labels, 0.5, weights)
    assert learnt == pytest.approx(0.5 * (weights * labels) @ x)


def test_one_example_leaves_half_of_a_normal_law():
    # A label cuts the law of w along S in half: mean sqrt(2/pi) and variance 1 - 2/pi there, nothing new across it.
    rule = rb.BayesGaussian(noise=0.0)
    synapses, cell = rule.start(3, 1.0)
    x = np.array([[3.0, 0.0, 4.0]])
    axis, g = x[0] / 5.0, math.sqrt(2.0 / math.pi)
    assert plain_loops.learn_covariance_rows(rule, x, np.array([-1.0]), synapses, cell, np.ones(1)).tolist() == [0.0]
    assert synapses[0] == pytest.approx(-g * axis)
    assert synapses[1:] == pytest.approx(np.eye(3) - g * g * np.outer(axis, axis))


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_averages_of_hebb_s_rule(noise):
    # F is the label: <F b> = (1 - 2 noise) <|b|>, <F c> = 0, <F^2> = 1.
    expected = ((1.0 - 2.0 * noise) * math.sqrt(2.0 / math.pi), 0.0, 1.0)
    assert plain_loops.averages(rb.Hebb(), 0.6, 0.8, 1.0, rb.Flips(noise)) == pytest.approx(expected, abs=1e-12)


def test_the_first_example_of_a_chain(seed):
    # From J = 0 Hebb's rule makes J = label S/sqrt(N): R = |b|/N, and N^2 Q = |S|^2 is b^2 and more.
    n, b = 50, normal(state_of(seed))
    r, q_norm = plain_loops.chain(rb.Hebb(), 1, n, rb.Scenario(), state_of(seed))
    assert r == pytest.approx(abs(b) / n, rel=1e-14)
    assert b * b < n * n * q_norm < 3.0 * n


def test_students_of_vectors_and_of_two_numbers_learn_as_well(random, seed):
    # Hebb's rule from J = 0 after p examples: R = sum of |b|/N, with the mean p sqrt(2/pi)/N.
    n, p, runs = 40, 80, 60
    teacher = random.standard_normal(n)
    teacher *= math.sqrt(n) / np.linalg.norm(teacher)
    spread = math.sqrt(p * (1.0 - 2.0 / math.pi) / runs) / n
    scenario, exact = rb.Scenario(), p * math.sqrt(2.0 / math.pi) / n
    chain = [plain_loops.chain(rb.Hebb(), p, n, scenario, state_of(seed + k))[0] for k in range(runs)]
    vectors = [
        plain_loops.ensemble(rb.Hebb(), p, scenario, teacher, np.zeros(n), state_of(seed + k))[0] @ teacher / n
        for k in range(runs)
    ]
    for overlaps in (chain, vectors):
        assert abs(np.mean(overlaps) - exact) < Z_LIMIT * spread
