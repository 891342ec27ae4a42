"""Offline learning of the linear perceptron: replica theory against its limits, its slopes, and students."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from rosenblatt.batch.linear import gibbs_on_sphere, optimal, pseudo_inverse, standard
from rosenblatt.theory.replica import replica
from tests.helpers import Z_LIMIT


def problem(n: int, alpha: float, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    teacher = random.standard_normal(n)
    teacher *= math.sqrt(n) / np.linalg.norm(teacher)
    x = random.standard_normal((round(alpha * n), n)) / math.sqrt(n)
    return teacher, x, x @ teacher


def measured(students: np.ndarray, teacher: np.ndarray, x: np.ndarray, b: np.ndarray) -> list[float]:
    """Return rho, q, the generalisation error and the empirical one."""
    n = len(teacher)
    q = float(np.mean((students[:-1] * students[1:]).sum(axis=1))) / n
    return [
        float(np.mean(students @ teacher)) / n,
        q,
        0.5 * float(np.mean(((students - teacher) ** 2).sum(axis=1))) / n,
        0.5 * float(np.mean(((b - students @ x.T) ** 2).sum(axis=1))) / n,
    ]


def test_zero_temperature():
    for alpha in (0.2, 0.7, 1.0):
        plain, best = replica(alpha), replica(alpha, r="optimal")
        assert (plain.rho, plain.q, plain.empirical_error) == pytest.approx((alpha, alpha, 0.0), abs=1e-12)
        assert (best.rho, best.q) == pytest.approx((math.sqrt(alpha), 1.0))
        assert best.empirical_error == pytest.approx(0.5 * (1.0 - math.sqrt(alpha)) ** 2)
        assert best.generalisation_error == pytest.approx(1.0 - math.sqrt(alpha))
        # The chain of KC's conclusion, for alpha < 1.
        if alpha < 1.0:
            chain = (plain.empirical_error, best.empirical_error, best.generalisation_error, plain.generalisation_error)
            assert all(a < b for a, b in itertools.pairwise(chain))
    assert replica(1.5).rho == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("alpha", [0.4, 1.0, 2.5])
@pytest.mark.parametrize("r", [0.7, 1.0, 1.3])
def test_low_temperature_joins_on(alpha, r):
    if alpha <= r * r or alpha > 1.0:
        cold, none = replica(alpha, temperature=1e-9, r=r), replica(alpha, r=r)
        assert (cold.rho, cold.q) == pytest.approx((none.rho, none.q), abs=1e-4)
        assert cold.empirical_error == pytest.approx(none.empirical_error, abs=1e-4)


@pytest.mark.parametrize(("alpha", "temperature", "r"), [(0.5, 0.3, 1.0), (1.5, 0.1, 0.8), (3.0, 2.0, 1.2)])
def test_order_parameters_are_a_saddle_point(alpha, temperature, r):
    state = replica(alpha, temperature=temperature, r=r)

    def free(rho: float, q: float) -> float:
        beta = 1.0 / temperature
        x = beta * (1.0 - q)
        gap = q + 1.0 / r**2 - 2.0 * rho / r
        return 0.5 * (
            math.log(1.0 - q) + (q - rho**2) / (1.0 - q) - alpha * math.log(1.0 + x) - alpha * beta * gap / (1.0 + x)
        )

    step = 1e-5
    assert state.free_energy == pytest.approx(free(state.rho, state.q))
    assert free(state.rho + step, state.q) - free(state.rho - step, state.q) == pytest.approx(0.0, abs=1e-9)
    assert free(state.rho, state.q + step) - free(state.rho, state.q - step) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("alpha", [0.3, 0.8])
def test_students_at_zero_temperature(alpha, random):
    n, runs, found = 200, 30, {"optimal": [], "standard": []}
    for _ in range(runs):
        teacher, x, b = problem(n, alpha, random)
        assert x @ pseudo_inverse(x, b) == pytest.approx(b)
        found["optimal"].append(measured(np.array([optimal(x, b)] * 2), teacher, x, b))
        found["standard"].append(measured(np.array([standard(x, b, random) for _ in range(2)]), teacher, x, b))
    for name, values in found.items():
        state = replica(alpha, r=name)
        exact = np.array([state.rho, state.q, state.generalisation_error, state.empirical_error])
        error = np.std(values, axis=0, ddof=1) / math.sqrt(runs)
        assert (np.abs(np.mean(values, axis=0) - exact) <= Z_LIMIT * error + 2.0 / n).all(), name


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
        values.append(measured(students, teacher, x, b))
    state = replica(alpha, temperature=temperature, r=r)
    exact = np.array([state.rho, state.q, state.generalisation_error, state.empirical_error])
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


def test_mistakes():
    with pytest.raises(ValueError, match="r must be sqrt"):
        replica(0.5, r=0.5)
    with pytest.raises(ValueError, match="'standard' or 'optimal'"):
        replica(0.5, r="best")
    with pytest.raises(ValueError, match="temperature"):
        replica(0.5, temperature=-1.0)
