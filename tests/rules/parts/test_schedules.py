"""Rates that change with alpha: the same number in theory, kernels and estimators."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.rules.parts.schedules import OwnSchedule, rate_at, schedule_or_number
from tests.helpers import Z_LIMIT
from tests.helpers.rules import decaying


def gentle(alpha):
    return 2.0 / (1.0 + alpha)


PLACES = np.geomspace(1e-4, 20.0, 40)
TABLE = [gentle(alpha) for alpha in PLACES.tolist()]


class TestATable:
    def test_goes_through_its_values_and_is_smooth_between(self):
        rate = rb.Tabulated(1e-4, 20.0, tuple(TABLE))
        assert [rate(alpha) for alpha in PLACES] == pytest.approx(TABLE, rel=1e-12)
        between = np.sqrt(PLACES[1:] * PLACES[:-1])[3:-4].tolist()
        assert [rate(alpha) for alpha in between] == pytest.approx([gentle(a) for a in between], rel=1e-4)

    def test_is_a_power_law_beyond_its_ends(self):
        rate = rb.Tabulated(1e-4, 20.0, tuple(TABLE))
        for inner, outer in ((1e-4, 1e-9), (20.0, 1e6)):
            slope = math.log(rate(inner * 1.0001) / rate(inner / 1.0001)) / (2.0 * math.log(1.0001))
            assert rate(outer) == pytest.approx(rate(inner) * (outer / inner) ** slope, rel=1e-2)

    def test_a_cubic_is_met_up_to_its_ends(self):
        def bent(alpha):
            return math.exp(0.3 * math.log(alpha) ** 2 - math.log(alpha))

        rate = rb.Tabulated(0.1, 10.0, tuple(bent(a) for a in np.geomspace(0.1, 10.0, 5).tolist()))
        assert [rate(a) for a in (0.11, 1.7, 9.0)] == pytest.approx([bent(a) for a in (0.11, 1.7, 9.0)], rel=1e-12)

    @pytest.mark.parametrize(
        ("what", "message"),
        [
            ((0.0, 1.0, (1.0, 1.0)), "first must be above 0; got 0.0"),
            ((1.0, 1.0, (1.0, 1.0)), "last must be above first = 1.0; got 1.0"),
            ((1.0, 2.0, (1.0,)), "rates must be four or more; got 1"),
            ((1.0, 2.0, (1.0, 1.0, 1.0, -1.0)), "rates must be above 0; got -1.0"),
        ],
    )
    def test_bad_ones_are_refused(self, what, message):
        with pytest.raises(ValueError, match=message):
            rb.Tabulated(*what)


def test_a_power_law_is_one_and_is_capped():
    rate = rb.PowerLaw(3.0, z=0.5, cap=2.0)
    assert rate(4.0) == 1.5
    assert rate(1e-6) == 2.0
    assert rb.PowerLaw(3.0, z=0.0)(7.0) == 3.0


@pytest.mark.parametrize(
    "eta",
    [gentle, OwnSchedule(gentle), rb.PowerLaw(1.0, z=0.5, cap=3.0), rb.Tabulated(1e-4, 20.0, tuple(TABLE))],
    ids=["function", "object", "power", "table"],
)
def test_theory_and_simulation_follow_the_same_rate(eta, seed):
    rule = rb.Rosenblatt(eta=eta)
    closed, averaged = (rb.learning_curve(rule, [1.0, 10.0], averages=a).frame for a in ("closed-form", "quadrature"))
    assert closed["disagreement"].to_numpy() == pytest.approx(averaged["disagreement"].to_numpy(), rel=1e-8)
    for method in ("vector", "chain", "events"):
        frame = rb.simulate(rule, n=300, alpha=[1.0, 10.0], runs=100, method=method, seed=seed).frame
        z = (frame["disagreement"] - closed["disagreement"]) / frame["disagreement_sem"]
        assert z.abs().max() < Z_LIMIT + 1.0, method  # N = 300 is not infinite


def test_it_is_the_rule_that_has_the_rate_in_its_modulation(random):
    # The user's own rule of the tests asks for alpha itself: eta/(1 + alpha) on a mistake.
    x, labels = random.standard_normal((100, 7)), random.choice([-1.0, 1.0], 100)
    scheduled = plain_loops.hebbian_rows(rb.Rosenblatt(eta=gentle), x, labels, 0.5)
    assert scheduled == pytest.approx(plain_loops.hebbian_rows(decaying(eta=2.0), x, labels, 0.5))
    model = rb.OnlineClassifier(rb.Rosenblatt(eta=gentle), fit_intercept=False).fit(x, labels)
    assert model.coef_[0] == pytest.approx(plain_loops.hebbian_rows(decaying(eta=2.0), x, labels, 1.0))


def test_two_schedules_in_one_rule():
    @rb.rule
    def two(label, field, width=0.5, eta=1.0, other=0.0):
        return eta * label + other * field if label * field <= width else 0.0

    rule = two(width=rb.PowerLaw(1.0, z=1.0), eta=0.25, other=gentle)
    assert rule.own == (1.0, 1.0, math.inf, 0.25)
    assert rule.own_at(4.0) == (0.25, 0.25, 0.4)
    assert rule.full_modulation(1.0, 0.2, 4.0, 1.0, rule.own) == pytest.approx(0.25 + 0.4 * 0.2)
    assert rule.full_modulation(1.0, 0.3, 4.0, 1.0, rule.own) == 0.0


def test_they_compare_and_pickle():
    rule = rb.Rosenblatt(eta=rb.PowerLaw(1.0))
    assert pickle.loads(pickle.dumps(rule)) == rule
    assert pickle.loads(pickle.dumps(rb.Rosenblatt(eta=gentle))) == rb.Rosenblatt(eta=gentle)
    assert np.isclose(rb.Rosenblatt(eta=gentle).eta(1.0), 1.0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rb.PowerLaw(0.0), "eta_0 must be above 0"),
        (lambda: rb.PowerLaw(1.0, z=-1.0), "z must"),
        (lambda: rb.PowerLaw(1.0, cap=0.0), "cap must be above 0"),
        (lambda: rb.Rosenblatt(eta=lambda alpha: 1.0 - alpha), "eta at alpha=1 must"),
        (lambda: rb.Rosenblatt(eta=lambda alpha: None), "schedule must return a finite number; got None"),
        (lambda: rb.Rosenblatt(eta=lambda alpha: 10**400), "schedule must return a finite number; got Overflow"),
        (lambda: rb.Rosenblatt(eta=lambda alpha: math.exp(alpha)), "got OverflowError.*at alpha=1000"),
        (lambda: rb.Rosenblatt(eta="fast"), "eta must be a number"),
    ],
)
def test_rates_that_make_no_sense_are_refused(make, message):
    with pytest.raises((ValueError, TypeError), match=message):
        make()


def test_kinks_move_with_a_schedule():
    def inside(label, field, width=0.5):
        return label if label * field < width else 0.0

    def asks(label, field, alpha, width=0.5):
        return label if label * field < min(2.0, width / math.sqrt(alpha)) else 0.0

    scheduled = rb.rule(inside, kinks=lambda width: (-width, width))(width=rb.PowerLaw(0.5, z=0.5, cap=2.0))
    by_hand = rb.rule(asks, kinks=lambda alpha, width: (-width / math.sqrt(alpha), width / math.sqrt(alpha)))()
    assert scheduled.kink_fields(100.0) == (-0.05, 0.05)
    one, other = (rb.learning_curve(rule, [10.0, 100.0, 1000.0]).frame["disagreement"] for rule in (scheduled, by_hand))
    assert one.to_numpy() == pytest.approx(other.to_numpy(), rel=1e-8)
    with pytest.raises(ValueError, match="must be declared, because they move"):
        rb.learning_curve(rb.rule(inside)(width=rb.PowerLaw(0.5, z=0.5, cap=2.0)), 10.0)


def test_a_number_stays_a_number_and_a_function_becomes_a_schedule():
    assert schedule_or_number("eta", 0.5) == 0.5
    assert schedule_or_number("eta", gentle) == OwnSchedule(gentle)
    power = rb.PowerLaw(2.0)
    assert schedule_or_number("eta", power) is power
    assert [rate_at(value, 3.0) for value in (0.5, power, OwnSchedule(gentle))] == [0.5, 2.0 / 3.0, 0.5]
