"""One door to the capacities: names, values, points, and sentences for what is neither."""

from __future__ import annotations

import math

import pytest

import rosenblatt as rb
from rosenblatt.theory import capacity_point, entropy_of_solutions, largest_margin
from rosenblatt.theory.capacity_of import resolve_weights
from rosenblatt.theory.spherical_weights import SphericalWeights


def test_names_stand_for_sets():
    assert isinstance(resolve_weights("spherical"), SphericalWeights)
    assert rb.capacity_of("binary", 0.3) == rb.capacity_of((1, -1), 0.3) == rb.capacity_of([-1.0, 1.0, 1.0], 0.3)
    assert rb.capacity_of() == pytest.approx(2.0, rel=1e-14)


def test_it_is_where_half_of_the_dichotomies_are_separable():
    assert rb.separable_fraction(int(rb.capacity_of() * 1000), 1000) == pytest.approx(0.5)


@pytest.mark.parametrize("weights", ["spherical", "binary", (0, 1)])
def test_margins_cost_and_bias_gains(weights):
    plain, margin, bias = (rb.capacity_of(weights, *how) for how in ((), (0.5,), (0.0, 0.5)))
    assert margin < plain < bias
    point = capacity_point(weights, 0.2, 0.5)
    assert point.alpha == rb.capacity_of(weights, margin=0.2, bias=0.5)
    assert point.threshold < 0.0 < point.q <= point.q_norm


def test_the_entropy_ends_at_the_capacity():
    most = rb.capacity_of("binary")
    assert entropy_of_solutions("binary", 0.0) == pytest.approx(math.log(2.0))
    assert entropy_of_solutions("binary", 0.999 * most) > 0.0 > entropy_of_solutions("binary", 1.001 * most)
    assert entropy_of_solutions("spherical", 0.0) == 0.0


def test_margins_of_theory():
    assert [largest_margin(1.0), largest_margin(0.5)] == pytest.approx([0.47066, 1.03431], abs=6e-6)
    assert largest_margin(2.0) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: rb.capacity_of("ternary"), ValueError, "weights must be one of spherical, binary; got 'ternary'"),
        (lambda: rb.capacity_of(3), TypeError, "weights must be 'spherical', 'binary' or a set of numbers; got 3"),
        (lambda: rb.capacity_of((1, "a")), TypeError, "weights must be a number; got 'a'"),
        (lambda: rb.capacity_of("binary", -1), ValueError, "margin must be at least 0; got -1"),
        (lambda: largest_margin(3.0), ValueError, "alpha must be at most the capacity, 2 at bias 0; got 3"),
        (lambda: largest_margin(0.0), ValueError, "alpha must be above 0"),
        (lambda: entropy_of_solutions("binary", -1), ValueError, "alpha must be at least 0"),
    ],
)
def test_what_is_asked_for_wrongly_is_said_in_a_sentence(call, error, message):
    with pytest.raises(error, match=message):
        call()
