"""Offline learning of the linear perceptron: replica theory against its limits and its slopes."""

from __future__ import annotations

import itertools
import math

import pytest

from rosenblatt.theory.replica import best_parameter, replica


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
    assert replica(1.5).rho == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("alpha", [0.4, 0.9, 1.0, 3.0])
def test_a_student_of_too_short_a_length_is_the_one_of_least_energy(alpha):
    # At r < sqrt(alpha) no vector of its length fits the scaled examples; as r -> 0 it is that of the Hebb rule.
    colder = [replica(alpha, temperature=t, r=0.5) for t in (1e-7, 0.0)]
    assert colder[0].rho == pytest.approx(colder[1].rho, rel=1e-6)
    assert colder[0].empirical_error == pytest.approx(colder[1].empirical_error, rel=1e-6)
    assert colder[1].q == 1.0
    assert replica(alpha, r=1e-7).rho == pytest.approx(math.sqrt(alpha / (1.0 + alpha)), rel=1e-6)
    assert max(replica(alpha, r=r).rho for r in (0.2, 0.5)) < replica(alpha, r="optimal").rho


@pytest.mark.parametrize(("alpha", "temperature"), [(0.3, 0.01), (0.6, 0.5), (1.0, 0.1), (2.0, 0.4), (50.0, 1.0)])
def test_the_optimal_parameter_has_the_largest_overlap(alpha, temperature):
    best = replica(alpha, temperature=temperature, r="optimal")
    others = [replica(alpha, temperature=temperature, r=factor * best.r).rho for factor in (0.5, 0.99, 1.01, 2.0)]
    assert max(others) < best.rho
    assert best_parameter(alpha, 1e-9) == pytest.approx(best_parameter(alpha), rel=2e-3)


def test_a_temperature_at_which_no_parameter_is_best_is_refused():
    # At alpha = 0.6 the limit is 0.75.
    assert replica(0.6, temperature=0.74, r="optimal").r > 0.0
    with pytest.raises(ValueError, match=r"temperature must be below 2 alpha/\(1 \+ alpha\) = 0.75"):
        replica(0.6, temperature=0.75, r="optimal")
    overlaps = [replica(0.6, temperature=2.0, r=r).rho for r in (math.sqrt(0.6), 0.05, 1e-6)]
    assert overlaps == sorted(overlaps)
    assert overlaps[-1] == pytest.approx(math.sqrt(0.6 / 1.6), rel=1e-5)


@pytest.mark.parametrize("alpha", [1e12, 1e100, 1e300])
@pytest.mark.parametrize("r", [0.8, 1.0])
def test_many_examples(alpha, r):
    # 2 alpha (1 - rho) = (1 - r)^2 + T r; what is left of the empirical error is that of one weight, T/2.
    state = replica(alpha, temperature=0.1, r=r)
    assert state.rho <= 1.0
    assert state.generalisation_error * alpha == pytest.approx(0.5 * ((1.0 - r) ** 2 + 0.1 * r), rel=1e-9)
    assert state.empirical_error == pytest.approx(0.5 * ((1.0 - r) ** 2 + 0.1 * r), rel=1e-9)
    assert replica(alpha).generalisation_error == 0.0


def test_few_examples():
    state = replica(1e-12, temperature=0.1)  # x = 10
    assert state.rho == pytest.approx(1e-12 * 10.0 / 11.0, rel=1e-11)
    assert state.q == pytest.approx(1e-12 * (10.0 / 11.0) ** 2, rel=1e-11)
    assert state.free_energy == pytest.approx(0.5e-12 * (-math.log(11.0) - 10.0 / 11.0), rel=1e-4)


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
    with pytest.raises(ValueError, match="r must be"):
        replica(0.5, r=0.0)
    with pytest.raises(ValueError, match="'standard' or 'optimal'"):
        replica(0.5, r="best")
    with pytest.raises(ValueError, match="temperature"):
        replica(0.5, temperature=-1.0)
