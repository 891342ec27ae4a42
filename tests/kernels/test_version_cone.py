"""Hit-and-run in the version cone against draws by rejection, which are plain and slow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.kernels.random import seed_state
from rosenblatt.kernels.version_cone import walk
from tests.helpers import Z_LIMIT

ROWS = np.array([[1.0, 0.2, 0.0], [-0.3, 1.0, 0.1], [0.5, -0.1, 1.0], [-0.6, 0.1, 1.0]])


SLANTED = np.array([[2.0, 0.0, 0.0], [0.7, 0.8, 0.0], [-0.4, 0.3, 1.0]])


@pytest.mark.parametrize("root", [np.eye(3), SLANTED], ids=["1", "L"])
def test_it_draws_from_the_normal_law_in_the_cone(root, random):
    plain = random.standard_normal((400_000, 3))
    plain = plain[(plain @ ROWS.T > 0.0).all(axis=1)]
    runs, state = 4000, seed_state(np.random.SeedSequence(3))
    found = np.empty((runs, 3))
    for run in range(runs):
        student = np.array([0.05, 0.05, 2.0])
        walk(60, ROWS, root, state, student, np.zeros(3))
        found[run] = student
    assert (found @ ROWS.T > 0.0).all()
    for quantity in (lambda j: j, lambda j: j**2, lambda j: j / np.linalg.norm(j, axis=1)[:, None]):
        exact, drawn = quantity(plain), quantity(found)
        error = np.sqrt(exact.var(axis=0) / len(exact) + drawn.var(axis=0) / runs)
        assert (np.abs(drawn.mean(axis=0) - exact.mean(axis=0)) < Z_LIMIT * error).all()


def test_without_examples_it_is_the_prior(random):
    student, total = np.zeros(2), np.zeros(2)
    state, steps = seed_state(np.random.SeedSequence(4)), 20_000
    squares = []
    for _ in range(400):
        walk(steps // 400, np.empty((0, 2)), np.eye(2), state, student, total)
        squares.append(student @ student)
    assert abs(np.mean(squares) - 2.0) < Z_LIMIT * np.std(squares) / math.sqrt(400)
    assert np.abs(total / steps).max() < 0.1
