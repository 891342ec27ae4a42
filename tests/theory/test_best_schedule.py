"""`best_schedule`: golden numbers, the schedule as a rate, and what is said of it."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.plots import new_figure
from tests.helpers import Z_LIMIT
from tests.helpers.rules import logistic_gradient

GRADIENT, RELATIVE, MARGIN = logistic_gradient(), rb.RelativeMargin(margin=0.5), rb.Margin(margin=1.0)
NOISY, SMALL, LARGE = {"noise": 0.15}, {"start": 0.2}, {"start": (0.3, 1.0)}
GOLDEN = [
    ("G10.1", "rosenblatt", {}, 1.0, "disagreement", 0.3154598),
    ("G10.3", "rosenblatt", {}, 100.0, "disagreement", 0.01234458),
    ("G10.5", "rosenblatt", SMALL, 1.0, "disagreement", 0.3055812),
    ("G10.7", "rosenblatt", SMALL, 10.0, "disagreement", 0.09603005),
    ("G10.9", "rosenblatt", NOISY, 10.0, "disagreement", 0.1835056),
    ("G10.11", "rosenblatt", NOISY, 10.0, "rate_over_length", 0.3554323),
    ("G10.13", "rosenblatt", {**NOISY, **SMALL}, 5.0, "disagreement", 0.241415),
    ("G10.15", "adatron", {}, 1.0, "disagreement", 0.3383633),
    ("G10.17", "adatron", {}, 100.0, "disagreement", 0.01300937),
    ("G10.19", "adatron", SMALL, 1.0, "disagreement", 0.3245641),
    ("G10.21", "adatron", SMALL, 10.0, "disagreement", 0.1039925),
    ("G10.23", RELATIVE, {}, 10.0, "disagreement", 0.0916303),
    ("G10.25", RELATIVE, {}, 10.0, "rate_over_length", 0.1667042),
    ("G10.27", RELATIVE, SMALL, 5.0, "disagreement", 0.1395684),
    ("G10.29", GRADIENT, LARGE, 1.0, "disagreement", 0.2600391),
    ("G10.31", GRADIENT, LARGE, 10.0, "disagreement", 0.0747688),
    ("G10.33", GRADIENT, LARGE, 5.0, "rate", 1.814558),
    ("G10.41", MARGIN, LARGE, 1.0, "disagreement", 0.2735927),
    ("G10.43", MARGIN, LARGE, 10.0, "disagreement", 0.08760114),
]


@pytest.mark.parametrize(
    ("rule", "how", "alpha", "column", "value"), [row[1:] for row in GOLDEN], ids=[r[0] for r in GOLDEN]
)
def test_golden_numbers(rule, how, alpha, column, value):
    assert rb.best_schedule(rule, alpha=alpha, **how).frame[column][0] == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("rosenblatt", NOISY),
        ("hebb", SMALL),  # a rule without a rate
        ("adatron", SMALL),
        ("normalised", {"drift": 0.1}),
        (RELATIVE, {}),
        (MARGIN, LARGE),
    ],
    ids=lambda value: getattr(value, "name", value) if not isinstance(value, dict) else "",
)
def test_its_schedule_gives_its_curve(rule, how):
    alpha = [0.01, 1.0, 30.0]
    best = rb.best_schedule(rule, alpha=alpha, **how)
    curve = rb.learning_curve(best.rule, alpha, **how).frame
    for column, near in (("disagreement", 1e-6), ("error", 1e-6), ("q_norm", 1e-4)):  # a best rate is flat in d alone
        assert best.frame[column].to_numpy() == pytest.approx(curve[column].to_numpy(), rel=near), column
    assert [best.schedule(a) for a in alpha] == pytest.approx(best.frame["rate"].to_numpy(), rel=1e-3)


@pytest.mark.parametrize(("rule", "how"), [("adatron", SMALL), (GRADIENT, LARGE)], ids=["adatron", "logistic gradient"])
def test_a_simulation_follows_the_schedule(rule, how, seed):
    best = rb.best_schedule(rule, alpha=[1.0, 5.0, 10.0], **how).globally_best
    n = 1000
    runs = rb.simulate(best.rule, n=n, alpha=[1.0, 5.0, 10.0], runs=60, seed=seed, **how).frame
    allowed = Z_LIMIT * runs["disagreement_sem"] + 1.0 / n
    assert (np.abs(runs["disagreement"] - best.frame["disagreement"]) <= allowed).all()


class TestGlobally:
    def test_where_lengths_mean_nothing_greedy_is_the_best(self):
        best = rb.best_schedule("adatron", alpha=[1.0, 10.0])
        assert best.greedy_is_optimal
        assert best.globally_best is best
        assert best.gain == 1.0

    def test_where_they_mean_something_there_is_a_gain(self):
        greedy = rb.best_schedule(MARGIN, alpha=[10.0, 1.0], **LARGE)
        best = greedy.globally_best
        assert not greedy.greedy_is_optimal
        assert (greedy.method, best.method) == ("greedy", "optimal control")
        assert greedy.gain == pytest.approx(1.0097520, rel=1e-5)
        assert best.gain == 1.0
        assert best.frame["disagreement"][0] < greedy.frame["disagreement"][0]
        assert best.frame["disagreement"][1] > greedy.frame["disagreement"][1]  # it is best at the last alpha only
        assert rb.learning_curve(best.rule, 10.0, **LARGE).frame["disagreement"][0] == pytest.approx(
            best.frame["disagreement"][0], rel=1e-6
        )


def test_no_schedule_beats_the_optimal_rule():
    for rule in ("rosenblatt", "adatron", RELATIVE):
        for noise in (0.0, 0.15):
            best = rb.best_schedule(rule, alpha=[1.0, 10.0], noise=noise).frame["disagreement"]
            bound = rb.learning_curve("bayes-hebb", [1.0, 10.0], noise=noise).frame["disagreement"]
            assert (best > bound).all()


def test_alpha_comes_in_any_order_and_a_scenario_as_one_object():
    scenario = rb.Scenario(channel=rb.Flips(0.15))
    one = rb.best_schedule("rosenblatt", scenario, alpha=[10.0, 1.0])
    other = rb.best_schedule("rosenblatt", alpha=[1.0, 10.0], noise=0.15)
    assert one.frame["alpha"].tolist() == [10.0, 1.0]
    assert one.frame["disagreement"].to_numpy()[::-1] == pytest.approx(other.frame["disagreement"].to_numpy(), rel=1e-9)
    with pytest.raises(ValueError, match="alpha must be above 0; got 0.0. At 0 nothing has been learnt yet"):
        rb.best_schedule("rosenblatt", alpha=[0.0, 1.0])
    with pytest.raises(TypeError, match="scenario must be given alone; got it with noise"):
        rb.best_schedule("rosenblatt", scenario, alpha=1.0, noise=0.1)


def test_it_shows_and_draws_itself():
    best = rb.best_schedule(MARGIN, alpha=[1.0, 10.0], **LARGE)
    assert str(best).startswith("margin, greedy rate, not the best altogether, start R = 0.3, Q = 1\n")
    assert best.globally_best.heading == "margin, optimal control rate, best at the last alpha, start R = 0.3, Q = 1"
    assert rb.best_schedule("hebb", alpha=1.0).heading == "hebb, greedy rate, the best altogether"
    _, ax = new_figure()
    assert best.plot(ax, "rate").get_ylabel() == r"rate $\eta$"
    _, ax = new_figure()
    rb.plot(best, best.globally_best, rb.learning_curve("margin", [1.0, 10.0]), ax=ax)
    assert len({line.get_color() for line in ax.lines}) == 3
