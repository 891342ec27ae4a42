"""Steps of binary weights that are near to each other are so."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.papers.solla_winther.binary_weights import cavity, exact_step, expanded_step, from_both_signs


def test_the_expansion_is_right_to_second_order(random):
    m, x, slope = np.tanh(random.standard_normal((1, 50))), 1.3, -0.7
    s = random.choice([-1.0, 1.0], (1, 50))
    errors = []
    for many in (1, 16):  # as many weights, and steps that are a fourth
        exact, expanded = (
            step(*(np.tile(part, many) for part in (m, s)), x, slope) for step in (exact_step, expanded_step)
        )
        errors.append(np.abs(exact - expanded).max())
    assert errors[0] / errors[1] == pytest.approx(4.0**3, rel=0.4)


def test_a_weight_that_no_sign_favours_stays():
    assert from_both_signs(0.3, 0.2, 0.2) == pytest.approx(0.3)
    assert from_both_signs(0.0, 0.3, 0.1) == pytest.approx(0.5)
    assert cavity(0.4, 0.0, 1.0, 2.0, 9) == 0.4
