"""What sec. 4 is measured with: recoded inputs and the angle between two planes."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.sompolinsky_lecture.generalisation import disagreement, recoded


def test_inputs_are_recoded_as_themselves_and_their_products():
    assert recoded(np.array([[2.0, 3.0]])).tolist() == [[2.0, 3.0, 4.0, 6.0, 9.0]]
    assert recoded(np.ones((3, 6))).shape == (3, 27)


def test_the_disagreement_is_the_angle_over_pi():
    assert disagreement(np.array([1.0, 0.0]), np.array([3.0, 3.0])) == pytest.approx(0.25)
