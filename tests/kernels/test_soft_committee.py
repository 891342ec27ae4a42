"""The loops of the soft committee against one example by hand, and against each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels.random import fill_normals, seed_state
from rosenblatt.kernels.soft_committee import learn_by_chain, learn_by_vectors


def test_one_example_is_learnt_as_the_equation_says():
    random = np.random.default_rng(1)
    n, eta = 7, 0.8
    students, teachers = random.standard_normal((2, n)) / math.sqrt(n), np.eye(3, n)
    state = seed_state(np.random.SeedSequence(5))
    x = np.empty(n)
    fill_normals(state.copy(), x)
    fields = students @ x
    off = sum(math.erf(y / math.sqrt(2.0)) for y in teachers @ x) - sum(math.erf(h / math.sqrt(2.0)) for h in fields)
    slope = math.sqrt(2.0 / math.pi) * np.exp(-0.5 * fields**2)
    expected = students + eta * off / n * slope[:, None] * x
    learn_by_vectors(1, eta, 0.0, state, students, teachers)
    assert students == pytest.approx(expected)


@pytest.mark.parametrize("noise", [0.0, 0.5])
def test_chain_and_vectors_have_the_same_law(noise):
    """Twelve weights, 40 examples, 3000 runs each: means and variances of three overlaps within 5 errors."""
    n, k, m, runs, eta = 12, 2, 2, 3000, 1.0
    start = np.array([[0.3, 0.0, 0.4, 0.0], [0.0, 0.2, 0.1, 0.3]])
    found = {}
    for axes in (n, k + m + 1):
        values = []
        for seed in np.random.SeedSequence([axes, 7]).spawn(runs):
            students, state = np.zeros((k, axes)), seed_state(seed)
            students[:, : k + m] = start
            if axes == n:
                learn_by_vectors(40, eta, noise, state, students, np.eye(m, axes))
            else:
                learn_by_chain(40, float(n), eta, noise, state, students, np.eye(m, axes))
            values.append([students[0, 0], students[1, 0], students[0] @ students[1], students[1] @ students[1]])
        found[axes] = np.array(values)
    one, other = found.values()
    for power in (1, 2):
        a, b = one**power, other**power
        error = np.sqrt((a.var(axis=0) + b.var(axis=0)) / runs)
        assert (np.abs(a.mean(axis=0) - b.mean(axis=0)) < 5.0 * error).all()


def test_the_noise_of_the_output_is_normal():
    """A student and a teacher of no weights: what is learnt from one example is the noise alone."""
    n, noise, drawn = 5, 0.3, []
    for seed in np.random.SeedSequence(11).spawn(2000):
        state, students, x = seed_state(seed), np.zeros((1, n)), np.empty(n)
        fill_normals(state.copy(), x)
        learn_by_vectors(1, 1.0, noise, state, students, np.zeros((1, n)))
        drawn.append(students[0, 0] / x[0] * n / (noise * math.sqrt(2.0 / math.pi)))
    assert abs(np.mean(drawn)) < 5.0 / math.sqrt(2000)
    assert np.var(drawn) == pytest.approx(1.0, abs=5.0 * math.sqrt(2.0 / 2000))
