"""Students of free length: the law of their length, which the row takes for known."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.batch.pseudo_inverse import pseudo_inverse
from rosenblatt.papers.kinouchi_caticha.offline import problem
from rosenblatt.papers.kinouchi_caticha.training_error import free_students


def test_the_squared_length_of_a_projection_has_the_spread_of_its_law(random):
    n, alpha, runs = 20, 0.5, 2000
    lengths = []
    for _ in range(runs):
        _, x, b = problem(n, alpha, random)
        lengths.append(float(pseudo_inverse(x, b) @ pseudo_inverse(x, b)) / n)
    spread = math.sqrt(2.0 * alpha * (1.0 - alpha) / (n + 2.0))
    assert np.std(lengths) == pytest.approx(spread, rel=0.1)
    assert np.mean(lengths) == pytest.approx(alpha, abs=5.0 * spread / math.sqrt(runs))


def test_what_is_said_of_free_students(context):
    found = free_students(context, 0.3)
    assert found["sem"] == pytest.approx(math.sqrt(0.42 / (102.0 * 30.0)))
    assert found["error"] == pytest.approx(0.5 * (1.0 - found["q_norm"]))  # for a projection, in every run
