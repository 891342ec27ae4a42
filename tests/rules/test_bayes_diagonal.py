"""The Bayesian rule with a variance for each weight: where it is exact, and what it is for."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_rows


def test_one_input_at_a_time_is_the_exact_posterior_of_its_weight():
    # The sign of a N(0, 1) weight: its mean becomes sqrt(2/pi) and its variance 1 - 2/pi. The others stay.
    x = np.array([[0.0, 3.0, 0.0], [-0.01, 0.0, 0.0]])
    rule = rb.BayesDiagonal(noise=0.0)
    synapses, cell = rule.start(3, 1.0)
    learn_rows(rule, x, np.array([-1.0, -1.0]), synapses, cell)
    half = math.sqrt(2.0 / math.pi)
    assert rule.weights(synapses, cell) == pytest.approx([half, -half, 0.0])
    assert rule.report(synapses, cell)["variance"] == pytest.approx([1.0 - 2.0 / math.pi, 1.0 - 2.0 / math.pi, 1.0])


def test_on_inputs_of_signs_it_is_the_hebb_approximation(random):
    x, labels = np.where(random.random((40, 6)) < 0.5, 1.0, -1.0), np.where(random.random(40) < 0.5, 1.0, -1.0)
    diagonal, hebb = rb.BayesDiagonal(noise=0.1), rb.BayesHebb(noise=0.1)
    one, other = diagonal.start(6), hebb.start(6)
    learn_rows(diagonal, x, labels, *one)
    learn_rows(hebb, x, labels, *other)
    assert diagonal.weights(*one) == pytest.approx(hebb.weights(*other))
    assert one[0][1] == pytest.approx(np.full(6, other[1].variance))


def test_a_rare_input_is_learnt_as_fast_as_on_the_first_day():
    x, labels = np.repeat([[1.0, 0.0], [0.0, 1.0]], [100, 1], axis=0), np.ones(101)
    diagonal, hebb = rb.BayesDiagonal(noise=0.0), rb.BayesHebb(noise=0.0)
    one, other = diagonal.start(2, 1.0), hebb.start(2, 1.0)
    learn_rows(diagonal, x, labels, *one)
    learn_rows(hebb, x, labels, *other)
    assert diagonal.weights(*one)[1] == pytest.approx(math.sqrt(2.0 / math.pi))
    assert hebb.weights(*other)[1] < 0.5 * diagonal.weights(*one)[1]  # one variance for all: it believes to know
