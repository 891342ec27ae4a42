"""Learning curves against closed forms, limits and each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import rosenblatt as rb
from rosenblatt.theory import hebbian, integration
from tests.helpers import by_name
from tests.helpers.rules import HEBBIAN, SAMPLES, Adaptive

WIDE = np.geomspace(1e-2, 1e4, 200)


def hebb_disagreement(alpha, noise=0.0):
    return np.arctan(np.sqrt(math.pi / (2.0 * np.asarray(alpha))) / (1.0 - 2.0 * noise)) / math.pi


@pytest.mark.parametrize("averages", ["closed-form", "quadrature"])
@pytest.mark.parametrize("noise", [0.0, 0.1, 0.45])
def test_hebb_is_right_to_1e9(averages, noise):
    curve = rb.learning_curve("hebb", WIDE, noise=noise, averages=averages).frame
    assert np.abs(curve["disagreement"] - hebb_disagreement(WIDE, noise)).max() < 1e-9
    assert curve["r"].tolist() == pytest.approx((1 - 2 * noise) * math.sqrt(2 / math.pi) * WIDE, rel=1e-9)
    assert curve["q_norm"].tolist() == pytest.approx((1 - 2 * noise) ** 2 * 2 / math.pi * WIDE**2 + WIDE, rel=1e-9)


def test_rosenblatt_values_of_the_equation_book():
    curve = rb.learning_curve("rosenblatt", [1, 5, 10]).frame
    assert curve["disagreement"].round(4).tolist() == [0.3192, 0.1822, 0.1376]


def test_rosenblatt_by_the_papers_equations_in_r_and_q():
    # dR/dalpha = (1-rho)/sqrt(2 pi), dQ/dalpha = d - sqrt(2Q/pi) (1-rho), another solver, other coordinates.
    def slope(alpha, state):
        r, q_norm = state
        overlap = r / math.sqrt(q_norm)
        toward = (1.0 - overlap) / math.sqrt(2 * math.pi)
        return toward, math.acos(overlap) / math.pi - 2.0 * math.sqrt(q_norm) * toward

    start = 1e-8
    alpha = np.array([0.1, 1.0, 10.0, 100.0])
    first = (start / math.sqrt(2 * math.pi), start / 2)
    book = solve_ivp(slope, (start, 100.0), first, method="Radau", t_eval=alpha, rtol=1e-9, atol=1e-14).y
    ours = rb.learning_curve("rosenblatt", alpha).frame
    assert ours["r"].tolist() == pytest.approx(book[0], rel=1e-6)
    assert ours["q_norm"].tolist() == pytest.approx(book[1], rel=1e-6)


def test_rosenblatt_decay_on_the_last_decade():
    curve = rb.learning_curve("rosenblatt", np.geomspace(1.0, 1e6, 200))
    assert curve.fit_decay() == pytest.approx((0.2781, -1.0 / 3.0), abs=1e-3)


@pytest.mark.parametrize("cls", HEBBIAN, ids=lambda cls: cls.name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
@pytest.mark.parametrize("weight_decay", [0.0, 0.5])
def test_quadrature_and_closed_form_give_the_same_curve(cls, noise, weight_decay):
    how = dict(noise=noise, teacher=rb.DriftingTeacher(0.05))
    rule = cls() if cls.normalised else cls(weight_decay=weight_decay)
    closed, general = (
        rb.learning_curve(rule, WIDE, averages=averages, **how).frame for averages in ("closed-form", "quadrature")
    )
    assert np.abs(closed - general).max(axis=None) < 1e-8 * np.abs(closed).max(axis=None)


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
def test_the_grid_does_not_matter(rule):
    fine = rb.learning_curve(rule, np.geomspace(0.1, 50.0, 40)).frame.iloc[-1]
    alone = rb.learning_curve(rule, 50.0).frame.iloc[0]
    assert alone["disagreement"].tolist() == pytest.approx(fine["disagreement"], abs=1e-9)


def test_alpha_may_come_in_any_order_and_more_than_once():
    frame = rb.learning_curve("hebb", [10.0, 1.0, 10.0]).frame
    assert frame["alpha"].tolist() == [10.0, 1.0, 10.0]
    assert frame["disagreement"].tolist() == pytest.approx(hebb_disagreement([10.0, 1.0, 10.0]))


def test_error_and_disagreement_are_both_reported():
    frame = rb.learning_curve("rosenblatt", [3.0], noise=0.1).frame
    assert frame["error"][0] == pytest.approx(0.1 + 0.8 * frame["disagreement"][0])
    assert frame["overlap"][0] == pytest.approx(math.cos(math.pi * frame["disagreement"][0]))
    assert frame["overlap"][0] == pytest.approx(frame["r"][0] / math.sqrt(frame["q_norm"][0]))


def test_weight_decay_of_hebb_has_a_fixed_point():
    # dR/dalpha = sqrt(2/pi) - Omega R, dQ/dalpha = 2 sqrt(2/pi) R + 1 - 2 Omega Q
    frame = rb.learning_curve(rb.Hebb(weight_decay=0.2), [500.0]).frame
    r = math.sqrt(2 / math.pi) / 0.2
    assert frame["r"][0] == pytest.approx(r)
    assert frame["q_norm"][0] == pytest.approx((2 * math.sqrt(2 / math.pi) * r + 1) / 0.4)


def test_a_drifting_teacher_and_hebb():
    # dR/dalpha = sqrt(2/pi) - delta R, dQ/dalpha = 2 sqrt(2/pi) R + 1: drift does not change the length
    frame = rb.learning_curve("hebb", WIDE, teacher=rb.DriftingTeacher(0.1)).frame
    forgotten = -np.expm1(-0.1 * WIDE) / 0.1
    assert frame["r"].tolist() == pytest.approx(math.sqrt(2 / math.pi) * forgotten, rel=1e-8)
    assert frame["q_norm"].tolist() == pytest.approx(WIDE + 4 / math.pi * (WIDE - forgotten) / 0.1, rel=1e-7)


def test_clipping_hebb_with_a_binary_teacher_is_the_error_function():
    # GM: rho = erf(sqrt(alpha/pi)); d = 0.3050, 0.1236, 0.0486 at alpha = 1, 5, 10
    frame = rb.learning_curve("hebb", [1, 5, 10], teacher="binary", readout="clipped").frame
    assert frame["overlap"].tolist() == pytest.approx([math.erf(math.sqrt(a / math.pi)) for a in (1, 5, 10)], abs=1e-9)
    assert frame["disagreement"].round(4).tolist() == [0.3050, 0.1236, 0.0486]


def test_clipping_with_a_spherical_teacher_stops_at_its_limit():
    frame = rb.learning_curve("hebb", [1e8], readout="clipped").frame
    assert frame["overlap"][0] == pytest.approx(math.sqrt(2 / math.pi), abs=1e-6)


def test_decay_is_declared_only_where_it_holds():
    assert rb.learning_curve("hebb", [1.0]).decay == (1 / math.sqrt(2 * math.pi), -0.5)
    assert rb.learning_curve("hebb", [1.0], noise=0.1).decay is None
    assert rb.learning_curve(rb.Hebb(weight_decay=0.1), [1.0]).decay is None
    assert rb.learning_curve("hebb", [1.0], teacher="drifting").decay is None
    assert rb.learning_curve("hebb", [1.0], readout="clipped").decay is None


def test_a_curve_says_how_it_was_computed_and_draws_itself():
    curve = rb.learning_curve("rosenblatt", [1.0, 10.0])
    assert curve.method == "ODE with closed-form averages"
    assert "Sompolinsky" in curve.references[0]
    from rosenblatt import plots

    _, ax = plots.new_figure()
    assert curve.plot(ax) is ax
    assert ax.lines[0].get_ydata().tolist() == curve.frame["disagreement"].tolist()


def test_a_steep_modulation_gets_finer_panels():
    def steep(label, field):
        return label / (1.0 + math.exp(min(300.0 * label * field, 700.0)))

    rule = rb.rule(steep)()
    alpha = np.array([0.5, 5.0, 50.0])
    fine = hebbian.integrate(rule, hebbian.quadrature(rule, 0.0, level=6), alpha, rb.Scenario())
    frame = rb.learning_curve(rule, alpha).frame
    assert frame["r"].tolist() == pytest.approx(fine[0], rel=1e-8)
    coarse = hebbian.quadrature(rule, 0.0, level=0)(10.0, 1.0, 1.0)
    assert coarse != pytest.approx(hebbian.quadrature(rule, 0.0, level=6)(10.0, 1.0, 1.0), rel=1e-6)


def test_panels_are_checked_along_the_curve_and_not_only_before_it(monkeypatch):
    # Long students make this narrow: what the probes at the start accept is too coarse later.
    rule = rb.rule(lambda label, field: 30.0 * label / (1.0 + field * field), kinks=())()
    levels = []
    quadrature = hebbian.quadrature
    monkeypatch.setattr(
        hebbian, "quadrature", lambda r, noise, level=0: levels.append(level) or quadrature(r, noise, level)
    )
    rb.learning_curve(rule, [1e5])
    assert max(levels) >= 2


def test_a_curve_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(integration, "CALLS", 20)
    with pytest.raises(RuntimeError, match="gave up after 20 steps. Declare every kink"):
        rb.learning_curve("rosenblatt", 10.0)


class TestBadInput:
    @pytest.mark.parametrize("noise", [-0.1, 0.5, 0.7, float("nan"), "much"])
    def test_noise(self, noise):
        with pytest.raises((ValueError, TypeError), match="noise must be"):
            rb.learning_curve("hebb", 1.0, noise=noise)

    def test_noise_above_a_half_tells_the_remedy(self):
        message = r"noise must be in \[0, 0.5\); got 0.7. Labels that are wrong more often .*: flip them"
        with pytest.raises(ValueError, match=message):
            rb.learning_curve("hebb", 1.0, noise=0.7)

    @pytest.mark.parametrize("alpha", [0.0, -1.0, [1.0, -2.0], float("inf"), []])
    def test_alpha(self, alpha):
        with pytest.raises(ValueError, match="alpha must be"):
            rb.learning_curve("hebb", alpha)

    def test_alpha_that_is_no_number(self):
        with pytest.raises(TypeError, match="alpha must be a number or a sequence of numbers; got 'ten'"):
            rb.learning_curve("hebb", "ten")

    def test_averages_that_are_not_there(self):
        with pytest.raises(ValueError, match="which it does not declare"):
            rb.learning_curve(lambda label, field: label, 1.0, averages="closed-form")

    def test_a_rule_without_theory_names_those_that_have_one(self):
        with pytest.raises(NotImplementedError, match="got 'adaptive', which has none.*hebb"):
            rb.learning_curve(Adaptive(), 1.0)


def test_a_kink_that_is_not_declared_is_noticed_wherever_it_is():
    for place in (0.2, 0.37, 1.4):

        def jump(label, field, place=place):
            return label if label * field < place else 0.0

        right = rb.learning_curve(rb.rule(jump, kinks=(-place, place))(), 100.0).frame["disagreement"][0]
        try:
            wrong = rb.learning_curve(rb.rule(jump, kinks=(0.0, -0.5, 0.5))(), 100.0).frame["disagreement"][0]
        except ValueError:
            continue
        assert wrong == pytest.approx(right, rel=1e-6)
