"""Offline students of fixed length against replica theory, and their sampler against its energy."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.batch.pseudo_inverse import pseudo_inverse
from rosenblatt.papers.kinouchi_caticha.offline import exactly, measured_on, problem
from rosenblatt.papers.kinouchi_caticha.students_on_sphere import gibbs_on_sphere, optimal, standard
from rosenblatt.theory.replica import replica
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("alpha", [0.3, 0.8])
def test_students_at_zero_temperature(alpha, random):
    n, runs, found = 200, 30, {"optimal": [], "standard": []}
    for _ in range(runs):
        teacher, x, b = problem(n, alpha, random)
        assert x @ pseudo_inverse(x, b) == pytest.approx(b)
        found["optimal"].append(measured_on(np.array([optimal(x, b)] * 2), teacher, x, b))
        found["standard"].append(measured_on(standard(x, b, random, students=2), teacher, x, b))
    for name, values in found.items():
        exact = exactly(replica(alpha, r=name))
        error = np.std(values, axis=0, ddof=1) / math.sqrt(runs)
        assert (np.abs(np.mean(values, axis=0) - exact) <= Z_LIMIT * error + 2.0 / n).all(), name


def test_students_of_least_energy_where_none_fits(random):
    n, runs, alpha, r, values = 200, 30, 0.8, 0.5, []
    for _ in range(runs):
        teacher, x, b = problem(n, alpha, random)
        values.append(measured_on(standard(x, b / r, random, students=2), teacher, x, b))
    exact = exactly(replica(alpha, r=r))
    error = np.std(values, axis=0, ddof=1) / math.sqrt(runs)
    assert (np.abs(np.mean(values, axis=0) - exact) <= Z_LIMIT * error + 2.0 / n).all()


@pytest.mark.parametrize("r", [1.0, 0.8])
@pytest.mark.parametrize("temperature", [0.1, 0.5, 2.0])
def test_students_at_a_temperature(r, temperature, random):
    n, runs, alpha = 100, 16, 0.8
    values = []
    for _ in range(runs):
        teacher, x, b = problem(n, alpha, random)
        how = dict(temperature=temperature, r=r, random=random, students=10, sweeps=60)
        students = gibbs_on_sphere(x, b, **how)
        assert (students**2).sum(axis=1) == pytest.approx(n)
        values.append(measured_on(students, teacher, x, b))
    exact = exactly(replica(alpha, temperature=temperature, r=r))
    error = np.std(values, axis=0, ddof=1) / math.sqrt(runs)
    assert (np.abs(np.mean(values, axis=0) - exact) <= Z_LIMIT * error + 2.0 / n).all()


def test_the_sampler_is_that_of_its_energy(random):
    # Three weights: angles on the sphere against a weighted uniform sample.
    x, b = random.standard_normal((4, 3)), random.standard_normal(4)
    drawn = gibbs_on_sphere(x, b, temperature=0.7, r=1.0, random=random, students=4000, sweeps=40)
    uniform = random.standard_normal((200_000, 3))
    uniform *= math.sqrt(3.0) / np.linalg.norm(uniform, axis=1, keepdims=True)
    weight = np.exp(-0.5 * ((b - uniform @ x.T) ** 2).sum(axis=1) / 0.7)
    exact = weight @ uniform / weight.sum()
    spread = np.sqrt(weight @ (uniform - exact) ** 2 / weight.sum())
    assert (np.abs(drawn.mean(axis=0) - exact) < Z_LIMIT * spread * (1 / math.sqrt(4000) + 0.01)).all()
