"""The soft committee machine against golden numbers, closed forms and sums over Gaussian fields."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import erf

import rosenblatt as rb
from rosenblatt.papers.kinouchi_caticha.graded_gradient import GradedGradient
from rosenblatt.theory.soft_committee import CommitteeState, _growth, critical_rate, plateau, slopes, soft_committee

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
    ids=[f"G14.{number}" for number in range(1, 18, 2)],
)
def test_golden_numbers_of_curves(eta, noise, alpha, column, golden):
    assert soft_committee(alpha, eta=eta, noise=noise, **START).frame[column][0] == pytest.approx(golden, rel=5e-7)


@pytest.mark.parametrize(
    ("eta", "error", "apart"),
    [(0.1, 0.01208524, 0.006792601), (0.5, 0.01464485, 0.04233415), (1.0, 0.02065653, 0.1248721)],
    ids=["G14.19,21", "G14.23,25", "G14.27,29"],
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


@pytest.mark.parametrize(("k", "golden"), [(1, 4.0558), (3, 1.6207)], ids=["G14.31", "G14.33"])
def test_golden_critical_rates(k, golden):
    assert critical_rate(k) == pytest.approx(golden, abs=5e-5)


def test_beyond_the_critical_rate_nothing_is_learnt_to_the_end():
    near = {"r0": 0.99, "q0": 0.9902, "k": 1, "m": 1}
    below, above = (
        soft_committee([200.0], eta=factor * critical_rate(1), **near).frame["error"][0] for factor in (0.9, 1.1)
    )
    assert below < 1e-8 < 1e-3 < above


@pytest.mark.parametrize("orthogonal", [True, False], ids=["orthogonal teacher", "any teacher"])
@pytest.mark.parametrize(("k", "m"), [(1, 1), (2, 2), (1, 3), (3, 2)])
def test_slopes_are_averages_over_fields(k, m, orthogonal):
    """Monte Carlo with 400,000 fields: every slope within 5 standard errors."""
    random = np.random.default_rng(k + 10 * m)
    vectors = 0.5 * random.standard_normal((k, k + m))
    teachers = np.eye(m, k + m) if orthogonal else 0.6 * random.standard_normal((m, k + m))
    state = CommitteeState(vectors @ teachers.T, vectors @ vectors.T, teachers @ teachers.T)
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
        ({"q0": [[0.25, 0.1], [0.0, 0.25]]}, "q0 must be symmetric"),
        ({"q0": [[0.2, 0.3], [0.3, 0.2]]}, "q0 must be symmetric and at least"),
        ({"r0": "a"}, "r0 must be a finite number or a table"),
        ({"r0": [[1.0, 0.0], [1.0]]}, "r0 must be a finite number or a table"),
        ({"m": 2.5}, "m must be a whole number"),
        ({"eta": -1.0}, "eta must be above 0"),
        ({"eta": math.nan}, "eta must be finite"),
        ({"teacher": 0.0}, "teacher must be symmetric and not negative, with lengths above 0"),
        ({"teacher": [[1.0, 2.0], [2.0, 1.0]]}, "teacher must be symmetric"),
        ({"teacher": [1.0, 2.0]}, r"teacher must be a finite number or a table of \(2, 2\)"),
        ({"teacher": 0.01, "r0": 0.3}, "q0 must be symmetric and at least"),
    ],
)
def test_wrong_starts_are_refused(wrong, message):
    with pytest.raises((ValueError, TypeError), match=message):
        soft_committee([1.0], **wrong)


def test_units_that_start_alike_stay_alike():
    frame = soft_committee([100.0], r0=np.full((2, 2), 0.1), q0=np.full((2, 2), 0.2)).frame
    assert frame["r_11"][0] == pytest.approx(frame["r_21"][0], rel=1e-9)


def test_a_number_of_units_may_be_a_float():
    assert list(soft_committee([1.0], k=2.0, m=1.0).frame) == ["alpha", "error", "r_11", "r_21", "q_11", "q_12", "q_22"]


def test_the_start_alone_is_a_curve():
    frame = soft_committee(0.0, r0=0.2, q0=0.5).frame
    assert frame[["alpha", "r_11", "r_12", "q_22"]].to_numpy().tolist() == [[0.0, 0.2, 0.0, 0.5]]


def test_a_curve_may_go_on_after_all_is_learnt():
    frame = soft_committee([1e6, 0.0, 1e4]).frame
    assert frame["error"].to_numpy() == pytest.approx([0.0, frame["error"][1], 0.0], abs=1e-12)
    assert (frame["error"] >= 0.0).all()


def test_a_curve_that_does_not_end_is_given_up_in_one_sentence(monkeypatch):
    monkeypatch.setattr("rosenblatt.theory.soft_committee.CALLS", 200)
    with pytest.raises(RuntimeError, match=r"must come to an end; it was given up at alpha=.* Take a smaller eta\."):
        soft_committee([1e6], eta=50.0)


def test_one_unit_is_the_graded_perceptron():
    """K = M = 1: the averages of the standard rule of a graded response."""
    r, q = 0.4, 0.7
    to_r, to_q = slopes(CommitteeState(np.array([[r]]), np.array([[q]]), np.eye(1)), 1.3, 0.0)
    angle, length = math.acos(r / math.sqrt(q)), math.sqrt(q)
    along, across, squares = GradedGradient.averages(angle, length, 1.0, 0.0, 1.3)
    assert to_r[0, 0] == pytest.approx(along, rel=1e-12)
    assert to_q[0, 0] == pytest.approx(2.0 * (r * along + math.sqrt(q - r * r) * across) + squares, rel=1e-12)


def test_a_teacher_may_have_any_overlaps():
    """Where the student is its teacher, of unequal and oblique units, it stays; and it is found from elsewhere."""
    t = np.array([[1.0, 0.3], [0.3, 1.5]])
    still = soft_committee([10.0], teacher=t, r0=t, q0=t).frame
    assert still["error"][0] == pytest.approx(0.0, abs=1e-12)
    found = soft_committee([400.0], teacher=t, r0=[[0.3, 0.1], [0.0, 0.2]], q0=0.4).frame
    assert found[["r_11", "r_12", "r_21", "r_22"]].to_numpy()[0] == pytest.approx(t.ravel(), abs=1e-5)


def test_the_critical_rate_is_that_of_all_moves():
    """The first move to grow treats all units alike: no move grows just below the critical rate, and one does above."""
    perfect = CommitteeState(np.eye(3), np.eye(3), np.eye(3))
    below, above = (_growth(perfect, factor * critical_rate(3), 0.0, np.eye(15)) for factor in (0.999, 1.001))
    assert below < 0.0 < above


def test_columns_of_many_units_do_not_collide():
    frame = soft_committee([0.1], k=11, m=11).frame
    assert len(frame.columns) == 2 + 121 + 66
    assert {"r_1_11", "r_11_1"} < set(frame)
