"""Curves of the Hebbian family: closed forms, the papers' equations, fixed points, finer panels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.special import expit

import rosenblatt as rb
from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.scenario import FadingFlips, InputNoise, Logistic, OwnChannel, Probit, Teacher
from rosenblatt.scenario.priors import ternary
from rosenblatt.theory import hebbian
from rosenblatt.theory.hebbian import fixed_point
from tests.helpers import Z_LIMIT, by_name
from tests.helpers.rules import HEBBIAN, SAMPLES, beginning, margin

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


@pytest.mark.parametrize("cls", HEBBIAN, ids=lambda cls: cls.name)
@pytest.mark.parametrize("noise", [0.0, 0.2])
@pytest.mark.parametrize("weight_decay", [0.0, 0.5])
def test_quadrature_and_closed_form_give_the_same_curve(cls, noise, weight_decay):
    how = dict(noise=noise, teacher=rb.DriftingTeacher(0.05), **beginning(cls()))
    rule = cls() if cls.normalised else cls(weight_decay=weight_decay)
    alpha = WIDE[WIDE < 300.0] if rule.needs_start else WIDE  # later it is too short to be followed
    closed, general = (
        rb.learning_curve(rule, alpha, averages=averages, **how).frame for averages in ("closed-form", "quadrature")
    )
    assert np.abs(closed - general).max(axis=None) < 1e-8 * np.abs(closed).max(axis=None)


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
def test_the_grid_does_not_matter(rule):
    fine = rb.learning_curve(rule, np.geomspace(0.1, 50.0, 40), **beginning(rule)).frame.iloc[-1]
    alone = rb.learning_curve(rule, 50.0, **beginning(rule)).frame.iloc[0]
    assert alone["disagreement"].tolist() == pytest.approx(fine["disagreement"], abs=1e-9)


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


def test_a_steep_modulation_gets_finer_panels():
    def steep(label, field):
        return label / (1.0 + math.exp(min(300.0 * label * field, 700.0)))

    rule = rb.rule(steep)()
    alpha = np.array([0.5, 5.0, 50.0])
    fine = hebbian.integrate(rule, hebbian.quadrature(rule, rb.Scenario(), level=6), alpha, rb.Scenario())
    frame = rb.learning_curve(rule, alpha).frame
    assert frame["r"].tolist() == pytest.approx(fine[0], rel=1e-8)
    coarse = hebbian.quadrature(rule, rb.Scenario(), level=0)(10.0, 1.0, 1.0)
    assert coarse != pytest.approx(hebbian.quadrature(rule, rb.Scenario(), level=6)(10.0, 1.0, 1.0), rel=1e-6)


def test_panels_are_checked_along_the_curve_and_not_only_before_it(monkeypatch):
    # Long students make this narrow: what the probes at the start accept is too coarse later.
    rule = rb.rule(lambda label, field: 30.0 * label / (1.0 + field * field), kinks=())()
    levels = []
    quadrature = hebbian.quadrature
    monkeypatch.setattr(
        hebbian, "quadrature", lambda r, scenario, level=0: levels.append(level) or quadrature(r, scenario, level)
    )
    rb.learning_curve(rule, [1e5])
    assert max(levels) >= 2


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


def test_averages_that_are_not_there():
    with pytest.raises(ValueError, match="which it does not declare"):
        rb.learning_curve(lambda label, field: label, 1.0, averages="closed-form")


@pytest.mark.parametrize("eta", [0.3, 1.0, rb.PowerLaw(2.0, z=0.5), lambda alpha: 1.0 / (1.0 + alpha)])
def test_the_curve_is_bss_s_equation_4(eta):
    rule, alpha = rb.Normalised(eta=eta), np.array([0.5, 2.0, 10.0, 100.0])

    def slope(now, state):
        r, rate = state[0], rule.own_at(now)[0]
        return [rate * (1 - r * r) / SQRT_2PI - rate**2 * r * math.acos(r) / (2 * math.pi)]

    plain = solve_ivp(slope, (1e-9, 100.0), [0.0], t_eval=alpha, rtol=1e-10, atol=1e-12, method="LSODA")
    frame = rb.learning_curve(rule, alpha).frame
    assert frame["r"].to_numpy() == pytest.approx(plain.y[0], abs=1e-6)
    assert frame["q_norm"].to_numpy() == pytest.approx(np.ones(4), abs=1e-14)


def test_the_optimal_schedule_reaches_four_over_pi():
    frame = rb.learning_curve("normalised", [1e4, 1e7]).frame
    assert (frame["alpha"] * frame["disagreement"]).tolist() == pytest.approx([1.2732, 4 / math.pi], rel=1e-3)
    assert rb.Normalised().decay == pytest.approx((4 / math.pi, -1.0))


def test_no_other_prefactor_is_better():
    best = rb.Normalised().decay[0]
    for eta_0 in (1.2, 1.6, 1.9, 2.1, 2.5, 4.0):
        assert rb.Normalised(eta=rb.PowerLaw(eta_0 * SQRT_2PI)).decay[0] > best


@pytest.mark.parametrize(("eta_0", "z"), [(1.5, 1.0), (3.0, 1.0), (0.5, 0.5), (2.0, 0.7)])
def test_declared_regimes_are_those_of_the_curve(eta_0, z):
    rule = rb.Normalised(eta=rb.PowerLaw(eta_0 * SQRT_2PI, z=z))
    prefactor, exponent = rule.decay
    frame = rb.learning_curve(rule, [1e8, 1e9]).frame
    slope = np.diff(np.log(frame["disagreement"]))[0] / math.log(10.0)
    assert slope == pytest.approx(exponent, abs=2e-3)
    assert frame["disagreement"][1] / (prefactor * 1e9**exponent) == pytest.approx(1.0, abs=5e-3)


def test_the_regimes_without_a_prefactor():
    # eta_0 = 1: ln(alpha)/(pi alpha), not sqrt(ln(alpha))/alpha as BSS print.
    one = rb.learning_curve(rb.Normalised(eta=rb.PowerLaw(SQRT_2PI)), [1e8, 1e16]).frame
    scaled = one["disagreement"] * one["alpha"] * math.pi
    assert np.diff(scaled)[0] == pytest.approx(math.log(1e8), rel=1e-3)
    # eta_0 < 1: alpha^(-eta_0), with a prefactor from the start.
    slow = rb.learning_curve(rb.Normalised(eta=rb.PowerLaw(0.5 * SQRT_2PI)), [1e6, 1e8]).frame["disagreement"]
    assert math.log(slow[1] / slow[0]) / math.log(100.0) == pytest.approx(-0.5, abs=1e-3)
    # z > 1: it stops short.
    short = rb.learning_curve(rb.Normalised(eta=rb.PowerLaw(SQRT_2PI, z=2.0)), [1e4, 1e8]).frame["disagreement"]
    assert short[1] == pytest.approx(short[0], rel=1e-3)
    assert short[1] > 0.05
    for rule in (rb.PowerLaw(SQRT_2PI), rb.PowerLaw(0.5 * SQRT_2PI), rb.PowerLaw(SQRT_2PI, z=2.0), 0.1):
        assert rb.Normalised(eta=rule).decay is None


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_a_constant_rate_ends_at_its_fixed_point(noise):
    for eta in (0.05, 0.5):
        end = rb.learning_curve(rb.Normalised(eta=eta), 1e5, noise=noise).frame["disagreement"][0]
        assert end == pytest.approx(fixed_point(rb.Normalised(eta=eta), noise), rel=1e-7)
    if noise == 0.0:
        assert fixed_point(rb.Normalised(eta=1e-3)) == pytest.approx(1e-3 / math.sqrt(2 * math.pi**3), rel=1e-5)


def test_a_fixed_point_needs_a_constant_rate():
    for rule in (rb.Normalised(), rb.Rosenblatt()):
        with pytest.raises(ValueError, match="must be normalised and have constant parameters"):
            fixed_point(rule)


def test_simulation_at_large_alpha_follows_theory(seed):
    result = rb.simulate("normalised", n=10_000, alpha=[1e3, 1e4], runs=40, seed=seed)
    assert result.method == "events"
    theory = rb.learning_curve("normalised", [1e3, 1e4]).frame
    z = (result.frame["disagreement"] - theory["disagreement"]) / result.frame["disagreement_sem"]
    assert z.abs().max() < Z_LIMIT


def test_a_drifting_teacher_is_followed(seed):
    rule, teacher = rb.Normalised(eta=0.5), rb.DriftingTeacher(0.1)
    theory = rb.learning_curve(rule, [3.0, 30.0], teacher=teacher).frame
    frame = rb.simulate(rule, n=2000, alpha=[3.0, 30.0], teacher=teacher, runs=60, seed=seed).frame
    assert ((frame["disagreement"] - theory["disagreement"]) / frame["disagreement_sem"]).abs().max() < Z_LIMIT
    assert theory["disagreement"][1] == pytest.approx(fixed_point(rule, drift=0.1), rel=1e-3)
    assert fixed_point(rule, drift=0.1) > 2.0 * fixed_point(rule)


class TestStarts:
    def test_hebb_goes_on_from_where_it_starts(self):
        # dR/dalpha = sqrt(2/pi), dQ/dalpha = 2 sqrt(2/pi) R + 1
        r0, q0, slope = -0.3, 2.0, math.sqrt(2 / math.pi)
        frame = rb.learning_curve("hebb", WIDE, start=(r0, q0)).frame
        assert frame["r"].tolist() == pytest.approx(r0 + slope * WIDE, rel=1e-8, abs=1e-8)
        squared = q0 + 2 * slope * r0 * WIDE + slope**2 * WIDE**2 + WIDE
        assert frame["q_norm"].tolist() == pytest.approx(squared, rel=1e-8)

    def test_a_normalised_student_has_only_its_angle(self):
        short, long = (
            rb.learning_curve(rb.Normalised(eta=0.5), [1e-9, 2.0], start=start).frame for start in (0.4, (0.8, 4.0))
        )
        assert short["r"][0] == pytest.approx(0.4, abs=1e-8)
        assert short["r"].tolist() == pytest.approx(long["r"].tolist(), abs=1e-9)

    @pytest.mark.parametrize(
        ("rule", "method"), [("rosenblatt", "chain"), ("rosenblatt", "vector"), (rb.Normalised(eta=0.5), "chain")]
    )
    def test_simulated_students_go_on_as_theory_says(self, rule, method, seed):
        how = dict(noise=0.1, start=(0.6, 1.0))
        n, runs = (5000, 100) if method == "chain" else (500, 40)
        theory = rb.learning_curve(rule, [0.5, 4.0], **how).frame
        frame = rb.simulate(rule, n=n, alpha=[0.5, 4.0], runs=runs, method=method, seed=seed, **how).frame
        for column in ("r", "disagreement"):
            z = (frame[column] - theory[column]) / frame[f"{column}_sem"]
            assert z.abs().max() < Z_LIMIT, column
        fresh = rb.learning_curve(rule, [0.5, 4.0], noise=0.1).frame  # another curve: the start is not ignored
        assert np.abs(frame["r"] - fresh["r"])[0] > 10 * frame["r_sem"][0]

    @pytest.mark.parametrize(("r", "noise"), [(1.0, 0.1), (-1.0, 0.0), (-1.0, 0.1)])
    def test_a_normalised_student_may_start_at_the_teacher_or_opposite_to_it(self, r, noise, seed):
        rule, how = rb.Normalised(eta=0.5), dict(start=r, noise=noise)
        theory = rb.learning_curve(rule, [0.5, 4.0], **how).frame
        frame = rb.simulate(rule, n=5000, alpha=[0.5, 4.0], runs=100, seed=seed, **how).frame
        assert ((frame["r"] - theory["r"]) / frame["r_sem"]).abs().max() < Z_LIMIT

    @pytest.mark.parametrize("rule", ["rosenblatt", "normalised", rb.Normalised(eta=0.5)], ids=str)
    def test_who_is_the_teacher_makes_no_mistakes(self, rule):
        assert rb.learning_curve(rule, [1.0, 100.0], start=1.0).frame["disagreement"].tolist() == [0.0, 0.0]

    def test_a_rate_that_diverges_forgets_the_start(self):
        one, other = (rb.learning_curve("normalised", [1.0, 10.0], start=start).frame for start in (None, -0.5))
        assert one["r"].tolist() == pytest.approx(other["r"].tolist(), rel=1e-9)


class Unknown(Teacher):
    """A teacher that does not say the law of its weights."""

    def draw(self, n, random):
        weights = random.choice([-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], n)
        return weights * math.sqrt(n) / np.linalg.norm(weights)


class Sparse(Unknown):
    """The same teacher, saying it."""

    prior = ternary(0.25)


class TestTeachersOfOnesOwn:
    def test_the_mean_readout_needs_no_prior(self):
        own, spherical = (rb.learning_curve("hebb", [1.0, 5.0], teacher=t).frame for t in (Unknown(), "spherical"))
        assert own.equals(spherical)

    def test_the_clipped_readout_does(self):
        with pytest.raises(NotImplementedError, match="prior of its weights for the theory of the readout 'clipped'"):
            rb.learning_curve("hebb", 1.0, teacher=Unknown(), readout="clipped")

    def test_simulated_students_of_a_sparse_teacher_are_read_as_theory_says(self, seed):
        how = dict(alpha=[1.0, 5.0], teacher=Sparse(), readout="clipped")
        theory = rb.learning_curve("hebb", **how).frame
        frame = rb.simulate("hebb", n=1000, runs=60, seed=seed, **how).frame
        assert ((frame["overlap"] - theory["overlap"]) / frame["overlap_sem"]).abs().max() < Z_LIMIT
        binary = rb.learning_curve("hebb", **{**how, "teacher": "binary"}).frame  # another law, another curve
        assert ((frame["overlap"] - binary["overlap"]) / frame["overlap_sem"]).abs().min() > 10.0


CHANNELS = {
    "probit 1": Probit(1.0),
    "logistic 2": Logistic(2.0),
    "fading 0.4": FadingFlips(0.4, 0.5),
    "own": OwnChannel(lambda b: expit(2.0 * b)),
    "own, with a jump": OwnChannel(lambda b: 0.5 + np.sign(b) * (0.5 - 0.4 * np.exp(-2.0 * np.abs(b)))),
    "student sees noise": InputNoise(student=0.5),
    "teacher sees noise": InputNoise(teacher=0.5),
    "both see noise": InputNoise(0.5, 0.5),
}


@rb.rule(name="widrow-hoff", kinks=())
def widrow_hoff(label, field, eta=0.3):
    """Return the gradient of the square error on a label."""
    return eta * (label - field)


@pytest.mark.parametrize(
    ("rule", "channel", "alpha", "disagreement"),
    [
        ("rosenblatt", "probit 1", 1, 0.3761771),  # G8.1
        ("rosenblatt", "probit 1", 10, 0.261287),  # G8.3
        ("hebb", "logistic 2", 1, 0.3266471),  # G8.5
        ("hebb", "logistic 2", 10, 0.1531569),  # G8.7
        ("rosenblatt", "logistic 2", 1, 0.3665259),  # G8.9
        ("rosenblatt", "logistic 2", 10, 0.2416349),  # G8.11
        ("rosenblatt", "own", 10, 0.2416349),
        ("rosenblatt", "fading 0.4", 1, 0.344585),  # G8.13
        ("rosenblatt", "fading 0.4", 10, 0.1962902),  # G8.15
        ("rosenblatt", "own, with a jump", 10, 0.1962902),
        (margin(width=0.5), "logistic 2", 1, 0.3341996),  # G8.17
        (margin(width=0.5), "logistic 2", 10, 0.1930215),  # G8.19
        (widrow_hoff(), "student sees noise", 1, 0.2946984),  # G8.21
        (widrow_hoff(), "student sees noise", 10, 0.1435335),  # G8.23
        (widrow_hoff(), "teacher sees noise", 1, 0.2952877),  # G8.25
        (widrow_hoff(), "teacher sees noise", 10, 0.1312027),  # G8.27
        (widrow_hoff(), "both see noise", 10, 0.1706408),
        ("rosenblatt", "student sees noise", 1, 0.3406472),  # G8.29
        ("rosenblatt", "student sees noise", 10, 0.1887233),  # G8.31
    ],
)
def test_golden_curves_in_any_channel(rule, channel, alpha, disagreement):
    frame = rb.learning_curve(rule, alpha, channel=CHANNELS[channel]).frame
    assert frame["disagreement"][0] == pytest.approx(disagreement, rel=1e-6)
    assert frame["error"][0] == pytest.approx(float(CHANNELS[channel].error(np.array(np.pi * disagreement))), rel=1e-5)


@pytest.mark.parametrize(
    ("method", "channel"),
    [*(("chain", name) for name in CHANNELS), ("vector", "logistic 2"), ("vector", "both see noise")],
)
def test_simulated_students_follow_in_any_channel(channel, method, seed):
    how = dict(alpha=[1.0, 5.0], channel=CHANNELS[channel])
    theory = rb.learning_curve("rosenblatt", **how).frame
    frame = rb.simulate("rosenblatt", n=400, runs=40, seed=seed, method=method, **how).frame
    for column in ("overlap", "error"):
        assert ((frame[column] - theory[column]).abs() < Z_LIMIT * frame[f"{column}_sem"] + 1.5 / 400).all()
