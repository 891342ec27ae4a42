"""Offline learning of the linear perceptron: replica theory against its limits and its slopes."""

from __future__ import annotations

import itertools
import math

import pytest

from rosenblatt.theory.replica import replica


def test_zero_temperature():
    for alpha in (0.2, 0.7, 1.0):
        plain, best = replica(alpha), replica(alpha, r="optimal")
        assert (plain.rho, plain.q, plain.empirical_error) == pytest.approx((alpha, alpha, 0.0), abs=1e-12)
        assert (best.rho, best.q) == pytest.approx((math.sqrt(alpha), 1.0))
        assert best.empirical_error == pytest.approx(0.5 * (1.0 - math.sqrt(alpha)) ** 2)
        assert best.generalisation_error == pytest.approx(1.0 - math.sqrt(alpha))
        # The chain of KC's conclusion, for alpha < 1.
        if alpha < 1.0:
            chain = (plain.empirical_error, best.empirical_error, best.generalisation_error, plain.generalisation_error)
            assert all(a < b for a, b in itertools.pairwise(chain))
    assert replica(1.5).rho == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("alpha", [0.4, 1.0, 2.5])
@pytest.mark.parametrize("r", [0.7, 1.0, 1.3])
def test_low_temperature_joins_on(alpha, r):
    if alpha <= r * r or alpha > 1.0:
        cold, none = replica(alpha, temperature=1e-9, r=r), replica(alpha, r=r)
        assert (cold.rho, cold.q) == pytest.approx((none.rho, none.q), abs=1e-4)
        assert cold.empirical_error == pytest.approx(none.empirical_error, abs=1e-4)


@pytest.mark.parametrize(("alpha", "temperature", "r"), [(0.5, 0.3, 1.0), (1.5, 0.1, 0.8), (3.0, 2.0, 1.2)])
def test_order_parameters_are_a_saddle_point(alpha, temperature, r):
    state = replica(alpha, temperature=temperature, r=r)

    def free(rho: float, q: float) -> float:
        beta = 1.0 / temperature
        x = beta * (1.0 - q)
        gap = q + 1.0 / r**2 - 2.0 * rho / r
        return 0.5 * (
            math.log(1.0 - q) + (q - rho**2) / (1.0 - q) - alpha * math.log(1.0 + x) - alpha * beta * gap / (1.0 + x)
        )

    step = 1e-5
    assert state.free_energy == pytest.approx(free(state.rho, state.q))
    assert free(state.rho + step, state.q) - free(state.rho - step, state.q) == pytest.approx(0.0, abs=1e-9)
    assert free(state.rho, state.q + step) - free(state.rho, state.q - step) == pytest.approx(0.0, abs=1e-9)


def test_mistakes():
    with pytest.raises(ValueError, match="r must be sqrt"):
        replica(0.5, r=0.5)
    with pytest.raises(ValueError, match="'standard' or 'optimal'"):
        replica(0.5, r="best")
    with pytest.raises(ValueError, match="temperature"):
        replica(0.5, temperature=-1.0)
