"""Inputs that are made to have a given field."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.query_vectors import query_ensemble_kernel, query_vectors_kernel
from tests.helpers.students import state_of


def test_a_hebb_student_is_turned_by_an_input_of_the_chosen_field(random, seed):
    n, law = 50, rb.Queries([0.7])
    teacher, before = rb.SphericalTeacher().draw(n, random), random.standard_normal(n)
    weights = before.copy()
    kernel = query_vectors_kernel(rb.Hebb(), rb.Flips(), law)
    assert kernel(1, np.zeros(1), 0.0, 0.0, teacher, *law.cells(), state_of(seed), weights, 0.0, ()) == -1
    step = (weights - before) * math.sqrt(n)  # label times S
    assert abs(step @ before) / np.linalg.norm(before) == pytest.approx(0.7)
    assert step @ teacher > 0.0
    assert 0.3 * n < step @ step < 2.0 * n


def test_a_bayesian_student_too(random, seed):
    n, rule, law = 50, rb.BayesHebb(noise=0.1, drift=0.0), rb.Orthogonal()
    teacher = rb.SphericalTeacher().draw(n, random)
    synapses, cell = rule.start(n)
    kernel = query_ensemble_kernel(rule, rb.Flips(0.1), law)
    state = state_of(seed)
    assert kernel(1, np.array([0.1]), 0.0, teacher, *law.cells(), state, synapses, cell, rule.parameters) == -1
    before = rule.weights(synapses, cell).copy()
    assert kernel(1, np.array([0.1]), 0.0, teacher, *law.cells(), state, synapses, cell, rule.parameters) == -1
    step = rule.weights(synapses, cell) - before
    assert abs(step @ before) < 1e-12 * np.linalg.norm(step) * np.linalg.norm(before)
    assert np.linalg.norm(step) > 0.0
