"""Labels that are numbers."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.scenario import GaussianNoise


def test_half_the_mean_square_of_a_student(random):
    b, z, y = random.standard_normal((3, 400_000))
    square = 0.5 * (b + 0.5 * z - (0.7 * b + 0.3 * y)) ** 2
    expected = GaussianNoise(0.25).student_error(0.7, 0.58, None)
    assert abs(square.mean() - expected) < 4.0 * square.std() / np.sqrt(len(square))
    assert GaussianNoise().sharp and not GaussianNoise(0.1).sharp
    with pytest.raises(ValueError, match="variance must be at least 0"):
        GaussianNoise(-1.0)
