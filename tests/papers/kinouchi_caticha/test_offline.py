"""What is measured on offline students."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.kinouchi_caticha.offline import cold, exactly, measured_on, problem
from rosenblatt.theory.replica import replica


def test_a_teacher_is_its_own_best_student(random):
    teacher, x, b = problem(30, 0.5, random)
    assert x.shape == (15, 30)
    assert teacher @ teacher == pytest.approx(30.0)
    rho, q, error, empirical = measured_on(np.array([teacher, teacher]), teacher, x, b)
    assert (rho, q, error, empirical) == pytest.approx((1.0, 1.0, 0.0, 0.0), abs=1e-12)
    rho, q, error, _ = measured_on(np.array([teacher, -teacher]), teacher, x, b)
    assert (rho, q, error) == pytest.approx((0.0, -1.0, 1.0), abs=1e-12)


def test_beyond_one_example_per_weight_the_standard_student_is_the_teacher(context):
    means, errors = cold(context, 1.2, "standard")
    assert means == pytest.approx(exactly(replica(1.2)), abs=1e-9)
    assert errors == pytest.approx(np.zeros(4), abs=1e-9)
