"""Teachers: their length, their law, and what they refuse."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt.scenario import (
    BinaryTeacher,
    DriftingTeacher,
    SphericalTeacher,
    resolve_teacher,
)
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("teacher", [SphericalTeacher(), BinaryTeacher(), DriftingTeacher(0.3)])
@pytest.mark.parametrize("n", [3, 100])
def test_teachers_have_length_sqrt_n(teacher, n, random):
    assert np.linalg.norm(teacher.draw(n, random)) == pytest.approx(math.sqrt(n))


def test_a_binary_teacher_is_made_of_signs(random):
    assert set(BinaryTeacher().draw(1000, random)) == {-1.0, 1.0}


def test_a_spherical_teacher_has_no_preferred_direction(random):
    teachers = np.array([SphericalTeacher().draw(5, random) for _ in range(4000)])
    assert np.abs(teachers.mean(axis=0) * math.sqrt(4000)).max() < Z_LIMIT


def test_a_negative_drift():
    with pytest.raises(ValueError, match="drift must be at least 0; got -1"):
        DriftingTeacher(-1)


def test_names_and_objects_resolve():
    assert resolve_teacher("binary") == BinaryTeacher()
    assert resolve_teacher(DriftingTeacher(0.2)).drift == 0.2
    with pytest.raises(ValueError, match="teacher must be one of .*; got 'sperical'. Did you mean 'spherical'"):
        resolve_teacher("sperical")
