"""Planes through a point are those of one dimension fewer."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.sompolinsky_lecture.cover_proof import projected_along


def test_the_projection_keeps_what_is_at_right_angles_to_the_point(random):
    x, point = random.standard_normal((5, 4)), random.standard_normal(4)
    unit = point / np.linalg.norm(point)
    left = x - np.outer(x @ unit, unit)
    projected = projected_along(x, point)
    assert projected.shape == (5, 3)
    assert projected @ projected.T == pytest.approx(left @ left.T)
