"""Gaussian numerics against 50-digit arithmetic and exact moments."""

from __future__ import annotations

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from rosenblatt import gaussian
from rosenblatt.kernels.compiler import Slot, specialise, template

# The range that is promised, dense where the branches meet.
POINTS = np.concatenate(
    [-np.geomspace(1e-10, 1e8, 300), np.linspace(-40.0, 40.0, 801), [-8.0, np.nextafter(-8.0, 0.0), 0.0]]
)
SMALLEST_NORMAL = 2.3e-308


@pytest.fixture(autouse=True)
def fifty_digits():
    with mpmath.workdps(50):
        yield


def exact_cdf(x: float):
    return mpmath.erfc(-mpmath.mpf(x) / mpmath.sqrt(2)) / 2


def exact_inverse_mills(x: float):
    return mpmath.npdf(mpmath.mpf(x)) / exact_cdf(x)


def relative(value: float, exact) -> float:
    return float(abs((mpmath.mpf(float(value)) - exact) / exact))


@pytest.mark.parametrize("function", [gaussian.inverse_mills, gaussian.scalar_inverse_mills])
def test_inverse_mills_is_right_to_1e13_on_the_promised_range(function):
    for x in POINTS:
        exact = exact_inverse_mills(x)
        if exact > SMALLEST_NORMAL:
            assert relative(function(float(x)), exact) < 1e-13, x
        else:
            assert function(float(x)) < SMALLEST_NORMAL


@pytest.mark.parametrize(
    ("function", "exact"),
    [
        (gaussian.pdf, lambda x: mpmath.npdf(mpmath.mpf(x))),
        (gaussian.scalar_pdf, lambda x: mpmath.npdf(mpmath.mpf(x))),
    ],
)
def test_density_keeps_its_digits_down_to_the_underflow(function, exact):
    for x in np.linspace(-37.5, 37.5, 401):
        assert relative(function(float(x)), exact(x)) < 5e-15, x


@pytest.mark.parametrize("function", [gaussian.log_cdf, gaussian.scalar_log_cdf])
def test_log_cdf(function):
    for x in POINTS:
        exact = mpmath.log1p(-exact_cdf(-x)) if x > 0 else mpmath.log(exact_cdf(x))
        if abs(exact) > SMALLEST_NORMAL:
            assert relative(function(float(x)), exact) < 1e-13, x


@pytest.mark.parametrize("function", [gaussian.cdf, gaussian.scalar_cdf])
def test_cdf(function):
    for x in np.linspace(-37.5, 40.0, 601):
        assert relative(function(float(x)), exact_cdf(x)) < 1e-13, x


@pytest.mark.parametrize(
    "plain", [gaussian.scalar_pdf, gaussian.scalar_cdf, gaussian.scalar_log_cdf, gaussian.scalar_inverse_mills]
)
def test_compiled_twins_equal_the_plain_ones(plain):
    from numba import float64

    compiled = specialise(call_twin, plain.__name__, float64(float64), {"twin": plain})
    # Compiled code may contract a * b + c: one rounding less.
    assert [compiled(x) for x in POINTS] == pytest.approx([plain(float(x)) for x in POINTS], rel=2e-15, abs=0)


twin = Slot("twin")


@template
def call_twin(x):
    return twin(x)


@pytest.mark.parametrize(("power", "moment"), [(0, 1), (1, 0), (2, 1), (4, 3), (6, 15), (8, 105), (10, 945)])
def test_average_of_a_power_is_its_moment(power, moment):
    assert gaussian.average(lambda x: x**power) == pytest.approx(moment, rel=1e-12, abs=1e-12)


@given(st.floats(-8.0, 8.0))
def test_average_of_a_step_is_the_cdf(edge):
    assert gaussian.average(lambda x: x <= edge, splits=[edge]) == pytest.approx(gaussian.cdf(edge), abs=1e-12)


@given(st.floats(-3.0, 3.0), st.floats(0.1, 3.0))
def test_average_of_an_exponential_beyond_a_kink(edge, rate):
    # int_edge^inf Dx e^(rate x) = e^(rate^2/2) Phi(rate - edge)
    exact = math.exp(rate**2 / 2) * gaussian.cdf(rate - edge)
    value = gaussian.average(lambda x: np.where(x > edge, np.exp(rate * x), 0.0), splits=[edge])
    assert value == pytest.approx(exact, rel=1e-12)


def test_average_without_its_split_is_wrong_so_that_splits_matter():
    assert abs(gaussian.average(lambda x: x <= 0.3) - gaussian.cdf(0.3)) > 1e-4


def test_disagreement_of_centred_fields_is_the_angle():
    angles = np.array([0.0, 1e-300, 1e-8, 1.0, math.pi])
    assert gaussian.sign_disagreement(angles) == pytest.approx(angles / math.pi, rel=1e-15)


@pytest.mark.parametrize("first", [-2.0, -0.1, 0.0, 0.7])
@pytest.mark.parametrize("second", [-1.95, 0.0, 0.3])
@pytest.mark.parametrize("angle", [1e-3, 0.4, math.pi / 2, 3.0])
def test_disagreement_of_shifted_fields_is_a_one_dimensional_integral(first, second, angle):
    # Condition on the first field y = first + x: the second is normal around second + x cos(angle).
    def differ(x):
        side = np.sign(first + x)
        return stats.norm.cdf(-side * (second + x * math.cos(angle)) / math.sin(angle)) * stats.norm.pdf(x)

    # The integrand has a step at the first place and one of width tan(angle) at the second.
    turn, width = -second / math.cos(angle), abs(math.tan(angle))
    breaks = {-first, turn, *(turn + k * width for k in (-20, -5, -1, 1, 5, 20))}
    edges = [-12.0, *sorted(b for b in breaks if abs(b) < 12.0), 12.0]
    exact = sum(integrate.quad(differ, low, high, epsabs=1e-13, limit=400)[0] for low, high in pairwise(edges))
    assert gaussian.sign_disagreement(angle, first, second) == pytest.approx(exact, abs=1e-10)


def test_disagreement_near_opposite_directions_keeps_its_complement():
    # P(same sign) = P(disagree) of one field turned round, at the small angle.
    small = gaussian.sign_disagreement(1e-9, 0.5, 0.5)
    assert 1.0 - gaussian.sign_disagreement(math.pi - 1e-9, 0.5, -0.5) == pytest.approx(small, rel=1e-6)
    assert gaussian.sign_disagreement(0.5, math.inf, 0.0) == pytest.approx(0.5)


def test_the_average_of_a_constant():
    assert gaussian.average(lambda x: 2.0) == pytest.approx(2.0, rel=1e-12)


def test_disagreement_at_a_zero_of_either_sign():
    exact = gaussian.sign_disagreement(0.7, 0.0, 1.2)
    assert gaussian.sign_disagreement(0.7, -0.0, 1.2) == exact
    assert gaussian.sign_disagreement(0.7, 1e-300, 1.2) == pytest.approx(exact, rel=1e-12)


def test_disagreement_is_symmetric_and_flips_with_the_sign():
    value = gaussian.sign_disagreement(0.7, 0.3, -1.2)
    assert gaussian.sign_disagreement(0.7, -1.2, 0.3) == pytest.approx(value, rel=1e-13)
    assert gaussian.sign_disagreement(0.7, -0.3, 1.2) == pytest.approx(value, rel=1e-13)
    assert gaussian.sign_disagreement(math.pi - 0.7, 0.3, 1.2) == pytest.approx(1.0 - value, rel=1e-13)


@pytest.mark.parametrize("angle", [1e-3, 1.1e-5, 0.9e-5, 1e-20])
@pytest.mark.parametrize("mean", [0.0, 0.7, -2.0])
@pytest.mark.parametrize("apart", [0.0, 0.3, -2.0])
def test_planes_that_nearly_coincide_disagree_in_a_wedge(angle, mean, apart):
    # E_t |Phi(-(h + t sin)/cos) - Phi(-k)|, by 50 digits
    with mpmath.workdps(50):
        theta, k = mpmath.mpf(angle), mpmath.mpf(mean)
        h = k + mpmath.mpf(apart * angle)

        def differ(t):
            edge = -(h + t * mpmath.sin(theta)) / mpmath.cos(theta)
            return mpmath.npdf(t) * abs(mpmath.ncdf(edge) - mpmath.ncdf(-k))

        tie = -(h - k * mpmath.cos(theta)) / mpmath.sin(theta)
        exact = mpmath.quad(differ, sorted([mpmath.mpf(-12), tie, mpmath.mpf(12)]), maxdegree=5)
    found = gaussian.sign_disagreement(angle, mean + apart * angle, mean, apart * angle)
    assert float(found) == pytest.approx(float(exact), rel=1e-9)


@pytest.mark.parametrize("x", [0.0, 1.3, -4.0])
@pytest.mark.parametrize("step", [1e-200, -1e-9, 2e-6, 1e-4, -0.5])
def test_a_step_of_the_distribution_keeps_its_digits(x, step):
    with mpmath.workdps(300):
        exact = mpmath.ncdf(mpmath.mpf(x) + mpmath.mpf(step)) - mpmath.ncdf(mpmath.mpf(x))
    assert gaussian.cdf_step(x, step) == pytest.approx(float(exact), rel=1e-10)


def test_a_weight_of_which_nothing_is_seen_is_unknown():
    assert gaussian.binary_deficit([0.0, 1e-310, 1e-300, 1e-280]) == pytest.approx(1.0, abs=1e-12)
