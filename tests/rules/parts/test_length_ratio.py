"""The error of students whose teacher has another length."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.rules.parts.length_ratio import check_on_data, square_error
from rosenblatt.scenario import GaussianNoise


def test_the_error_is_that_of_vectors(random):
    ratio, noise, n = 2.5, 0.3, 7
    teacher, student = random.standard_normal((2, n))
    teacher *= np.sqrt(n) / np.linalg.norm(teacher)
    r, q_norm = student @ teacher / n, student @ student / n
    off = np.sqrt(ratio) * teacher - student
    expected = 0.5 * (off @ off / n + ratio * noise)  # <(b + z - h)^2>/2, the noise in units of the teacher's length
    assert square_error(ratio, r, q_norm, GaussianNoise(noise)) == pytest.approx(expected, rel=1e-12)


def test_data_have_no_ratio():
    check_on_data(1.0)
    with pytest.raises(ValueError, match="ratio must be 1 on data; got 2.0"):
        check_on_data(2.0)
