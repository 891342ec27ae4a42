"""How fast the two modes of a graded response perceptron end."""

from __future__ import annotations

import pytest

from rosenblatt.papers.kinouchi_caticha import graded_response
from rosenblatt.papers.kinouchi_caticha.graded_gradient import ACROSS, BEST_RATE, SQUARED


@pytest.mark.parametrize("factor", [0.5, 1.3])
def test_rates_of_the_two_modes_are_those_of_the_linear_equations(factor):
    eta = factor * BEST_RATE
    across, along = graded_response._rates(eta)
    assert across == pytest.approx(2.0 * eta * ACROSS - eta**2 * SQUARED, rel=1e-5)
    assert along == pytest.approx(2.0 * eta * ACROSS / 3.0, rel=1e-3)
