"""The slope of the free energy in the parameter of the energy."""

from __future__ import annotations

import pytest

from rosenblatt.papers.kinouchi_caticha import energy_parameter
from rosenblatt.theory.replica import replica


@pytest.mark.parametrize(("alpha", "temperature", "r"), [(0.3, 1.0, 0.7), (3.0, 0.2, 1.4)])
def test_it_is_that_of_the_free_energy_with_order_parameters_kept(alpha, temperature, r):
    slope = energy_parameter._slope(alpha, temperature, r)
    assert slope == pytest.approx(energy_parameter._by_hand(alpha, temperature, r), rel=1e-6)
    rho = replica(alpha, temperature=temperature, r=r).rho
    assert (slope > 0.0) == (r * rho < 1.0)
