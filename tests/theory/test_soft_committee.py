"""The soft committee machine against golden numbers, closed forms and sums over Gaussian fields."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import erf

import rosenblatt as rb
from rosenblatt.theory.soft_committee import CommitteeState, critical_rate, plateau, slopes, soft_committee

START = {"r0": [[0.2, 0.05], [0.0, 0.1]], "q0": [[0.25, 0.0], [0.0, 0.16]]}


@pytest.mark.parametrize(
    ("eta", "noise", "alpha", "column", "golden"),
    [
        (1.0, 0.0, 5, "error", 0.02276005),
        (1.0, 0.0, 50, "error", 0.003395399),
        (1.0, 0.0, 20, "r_11", 0.6208122),
        (0.5, 0.0, 5, "error", 0.02351509),
        (0.5, 0.0, 50, "error", 0.01059185),
        (0.5, 0.0, 20, "r_11", 0.5443729),
        (1.0, 0.3, 5, "error", 0.05866841),
        (1.0, 0.3, 50, "error", 0.03228349),
        (1.0, 0.3, 20, "r_11", 0.7106608),
    ],
)
def test_golden_numbers_of_curves(eta, noise, alpha, column, golden):
    assert soft_committee(alpha, eta=eta, noise=noise, **START).frame[column][0] == pytest.approx(golden, rel=5e-7)


@pytest.mark.parametrize(
    ("eta", "error", "apart"),
    [(0.1, 0.01208524, 0.006792601), (0.5, 0.01464485, 0.04233415), (1.0, 0.02065653, 0.1248721)],
)
def test_golden_numbers_of_plateaus(eta, error, apart):
    found = plateau(2, eta=eta)
    assert found.error == pytest.approx(error, rel=5e-7)
    assert found.q_norm - found.between == pytest.approx(apart, rel=1e-6)
    assert 0.0 < found.escape_rate < eta


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_plateau_of_a_slow_rate_is_the_closed_form(k):
    found = plateau(k, eta=1e-4)
    assert found.r == pytest.approx(1.0 / math.sqrt(k * (2 * k - 1)), rel=1e-3)
    assert found.q_norm == pytest.approx(1.0 / (2 * k - 1), rel=1e-3)
    exact = k / math.pi * (math.pi / 6.0 - k * math.asin(0.5 / k))
    assert found.error == pytest.approx(exact, rel=1e-3)


def test_a_curve_stays_on_its_plateau_and_leaves_it_at_its_rate():
    found = plateau(2, eta=0.5)
    tiny = 1e-7
    r0 = found.r + tiny * np.array([[1.0, -1.0], [-1.0, 1.0]])
    q0 = np.full((2, 2), found.between) + (found.q_norm - found.between) * np.eye(2)
    apart = soft_committee([100.0, 200.0], eta=0.5, r0=r0, q0=q0).frame.eval("r_11 - r_12")
    assert math.log(apart[1] / apart[0]) / 100.0 == pytest.approx(found.escape_rate, rel=0.02)


@pytest.mark.parametrize(("k", "golden"), [(1, 4.0558), (3, 1.6207)])
def test_golden_critical_rates(k, golden):
    assert critical_rate(k) == pytest.approx(golden, abs=5e-5)


def test_beyond_the_critical_rate_nothing_is_learnt_to_the_end():
    near = {"r0": 0.99, "q0": 0.9902, "k": 1, "m": 1}
    below, above = (
        soft_committee([200.0], eta=factor * critical_rate(1), **near).frame["error"][0] for factor in (0.9, 1.1)
    )
    assert below < 1e-8 < 1e-3 < above


@pytest.mark.parametrize(("k", "m"), [(1, 1), (2, 2), (1, 3), (3, 2)])
def test_slopes_are_averages_over_fields(k, m):
    """Monte Carlo with 400,000 fields: every slope within 5 standard errors."""
    random = np.random.default_rng(k + 10 * m)
    vectors = 0.5 * random.standard_normal((k, k + m))
    state = CommitteeState(vectors[:, :m], vectors @ vectors.T, np.eye(m))
    eta, noise, count = 0.7, 0.2, 400_000
    fields = random.standard_normal((count, k + m)) @ np.linalg.cholesky(state.covariance + 1e-13 * np.eye(k + m)).T
    g = erf(fields / math.sqrt(2.0))
    off = g[:, k:].sum(axis=1) - g[:, :k].sum(axis=1)
    force = eta * math.sqrt(2.0 / math.pi) * np.exp(-0.5 * fields[:, :k] ** 2)
    step = force * (off + noise * random.standard_normal(count))[:, None]
    to_r, to_q = slopes(state, eta, noise)
    for i in range(k):
        for n in range(m):
            assert_mean_is(step[:, i] * fields[:, k + n], to_r[i, n])
        for j in range(k):
            terms = step[:, i] * fields[:, j] + step[:, j] * fields[:, i] + step[:, i] * step[:, j]
            assert_mean_is(terms, to_q[i, j])
    assert_mean_is(0.5 * off**2, state.error)


def assert_mean_is(values, exact):
    """Fail if the mean of values is more than 5 standard errors from the exact one."""
    assert abs(values.mean() - exact) < 5.0 * values.std() / math.sqrt(len(values))


def test_a_committee_shows_and_draws_itself():
    from rosenblatt import plots

    curve = rb.soft_committee([1, 5, 10], k=3, m=2, eta=0.3, noise=0.1)
    assert repr(curve).startswith("soft committee of 3 units, teacher of 2, eta = 0.3, noise 0.1\n")
    assert list(curve.frame)[:4] == ["alpha", "error", "r_11", "r_12"]
    assert {"r_32", "q_11", "q_23"} < set(curve.frame)
    _, ax = plots.new_figure()
    assert curve.plot(ax) is ax
    assert ax.lines[0].get_ydata().tolist() == curve.frame["error"].tolist()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"k": 0}, "k must be"),
        ({"eta": 0.0}, "eta must be above 0"),
        ({"noise": -1.0}, "noise must"),
        ({"r0": [[1.0, 0.0]]}, r"r0 must be a finite number or a table of \(2, 2\)"),
        ({"r0": 0.9, "q0": 0.5}, "q0 must be symmetric and at least r0 r0"),
        ({"q0": math.nan}, "q0 must be a finite number"),
    ],
)
def test_wrong_starts_are_refused(wrong, message):
    with pytest.raises((ValueError, TypeError), match=message):
        soft_committee([1.0], **wrong)


def test_units_that_start_alike_stay_alike():
    frame = soft_committee([100.0], r0=np.full((2, 2), 0.1), q0=np.full((2, 2), 0.2)).frame
    assert frame["r_11"][0] == pytest.approx(frame["r_21"][0], rel=1e-9)
