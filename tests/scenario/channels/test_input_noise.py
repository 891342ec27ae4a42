"""Teacher and student that see other inputs."""

from __future__ import annotations

import math

import pytest

from rosenblatt.scenario import Flips, InputNoise, Probit


def test_it_is_a_probit_for_the_student():
    assert InputNoise(teacher=0.5).as_student_sees == Probit(2.0)
    assert InputNoise(student=0.5).as_student_sees == Probit(2.0)
    both: Probit = InputNoise(0.5, 0.5).as_student_sees  # pyright: ignore[reportAssignmentType]
    assert both.slope == pytest.approx(1.0 / math.sqrt(1.25**2 - 1.0))
    assert InputNoise().as_student_sees == Flips()
    assert (InputNoise(0.5).student_width, InputNoise(0.5, 0.3).student_width) == (0.0, 0.3)
    with pytest.raises(ValueError, match="student must be at least 0"):
        InputNoise(student=-0.1)
