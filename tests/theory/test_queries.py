"""Curves of students that choose their own field: golden numbers, closed forms, and the normal law among others."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.kinds.from_function import rule as own_rule
from rosenblatt.scenario import OwnChannel, Probit
from rosenblatt.theory.queries import query_averages, query_rate
from rosenblatt.theory.registry import NoTheory

NORMAL = rb.QueryDensity(lambda x: np.exp(-0.5 * x * x))
AT_HALF = rb.Queries(0.5)
GOLDEN = [
    ("G13.1", "hebb", "orthogonal", 0.0, 1.0, 0.2603122),
    ("G13.3", "hebb", "orthogonal", 0.0, 10.0, 0.06502595),
    ("G13.5", "hebb", "orthogonal", 0.1, 5.0, 0.1329057),
    ("G13.7", "hebb", AT_HALF, 0.0, 1.0, 0.2693549),
    ("G13.9", "hebb", AT_HALF, 0.0, 10.0, 0.1090936),
    ("G13.11", "bayes-hebb", "orthogonal", 0.0, 5.0, 0.06526742),
    ("G13.13", "bayes-hebb", "orthogonal", 0.1, 1.0, 0.3036436),
    ("G13.15", "bayes-hebb", "orthogonal", 0.1, 10.0, 0.0416247),
]
RATES = [
    ("G13.17", 0.0, 0.0, 0.6366198),
    ("G13.19", 1.0, 0.0, 0.4386289),
    ("G13.21", 0.0, 0.1, 0.4074367),
    ("G13.23", 1.0, 0.1, 0.2136007),
]


def disagreement(rule, alpha, **how):
    return rb.learning_curve(rule, alpha, **how).frame["disagreement"].to_numpy()


@pytest.mark.parametrize(
    ("rule", "queries", "noise", "alpha", "golden"), [g[1:] for g in GOLDEN], ids=[g[0] for g in GOLDEN]
)
def test_golden_numbers(rule, queries, noise, alpha, golden):
    assert disagreement(rule, alpha, queries=queries, noise=noise)[0] == pytest.approx(golden, rel=5e-7)


@pytest.mark.parametrize(("field", "noise", "golden"), [g[1:] for g in RATES], ids=[g[0] for g in RATES])
def test_golden_rates(field, noise, golden):
    assert query_rate(field, noise) == pytest.approx(golden, rel=3e-7)
    angles = math.pi * disagreement("bayes-hebb", [2.0, 7.0], queries=rb.ShrinkingQueries(field), noise=noise)
    assert -np.diff(np.log(np.sin(angles) ** 2))[0] / 5.0 == pytest.approx(golden, rel=3e-7)
    assert np.sin(angles[0]) ** 2 == pytest.approx(math.exp(-2.0 * golden), rel=1e-6)  # from ignorance, no prefactor


@pytest.mark.parametrize("rule", ["hebb", "rosenblatt", "normalised", "bayes-hebb", "bayes-diagonal"])
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_normal_queries_are_inputs_as_they_come(rule, noise):
    alpha = [0.1, 3.0, 100.0]
    usual = disagreement(rule, alpha, noise=noise)
    assert disagreement(rule, alpha, noise=noise, queries=NORMAL) == pytest.approx(usual, rel=1e-8)


def test_a_modulation_with_kinks_of_its_own_and_narrow_in_its_field():
    margin = own_rule(lambda label, field: label if label * field <= 0.5 else 0.0, kinks=(-0.5, 0.5))
    sharp = own_rule(lambda label, field: label / (1.0 + math.exp(min(5.0 * label * field, 300.0))), kinks=())
    for rule in (margin, sharp):
        usual = disagreement(rule, [1.0, 30.0])
        assert disagreement(rule, [1.0, 30.0], queries=NORMAL) == pytest.approx(usual, rel=1e-8)


@pytest.mark.parametrize("channel", [Probit(2, 0.05), OwnChannel(lambda b: 1.0 / (1.0 + np.exp(-2.0 * b - 0.4)))])
def test_averages_hold_in_any_channel_of_signs(channel, random):
    law = rb.Queries([-0.7, 0.2, 1.1], [0.5, 0.2, 0.3])
    rule = own_rule(lambda label, field: label * (field - 1.0) ** 2 - 0.3, kinks=())
    r, r_perp = 0.9, 0.7
    ours = query_averages(rule(), rb.Scenario(channel=channel, queries=law))(r, r_perp, 1.0)
    length, number = math.hypot(r, r_perp), 1_000_000
    x, y = random.choice(law.fields, number, p=law.weights), random.standard_normal(number)
    b, c = (r * x + r_perp * y) / length, (r_perp * x - r * y) / length
    up, _ = channel.evidence(b, 1e-6)
    label = np.where(random.random(number) < up, 1.0, -1.0)
    strength = label * (length * x - 1.0) ** 2 - 0.3
    for exact, sample in zip(ours, (strength * b, strength * c, strength**2), strict=True):
        assert abs(sample.mean() - exact) < 4.0 * sample.std() / math.sqrt(number)


def test_at_a_tie_the_perceptron_is_hebb():
    how = dict(queries="orthogonal", noise=0.1, drift=0.05)
    hebb, perceptron = disagreement("hebb", [1, 5, 20], **how), disagreement("rosenblatt", [1, 5, 20], **how)
    assert perceptron == pytest.approx(hebb, rel=1e-12)


@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_asymptotes(noise):
    how = dict(queries="orthogonal", noise=noise)
    curve = rb.learning_curve(rb.Rosenblatt(eta=0.3), [1e6], **how)
    assert curve.decay is not None
    prefactor, exponent = curve.decay
    assert curve.frame["disagreement"][0] == pytest.approx(prefactor * 1e6**exponent, rel=1e-4)
    assert prefactor * (1.0 - 2.0 * noise) == pytest.approx(0.5 * rb.Hebb.decay[0])
    assert rb.learning_curve(rb.Hebb(weight_decay=0.1), [1.0], **how).decay is None
    assert rb.learning_curve("hebb", [1.0], queries=AT_HALF).decay is None
    rate = query_rate(0.0, noise)
    angle = math.pi * disagreement("bayes-hebb", [300.0], **how)[0]
    assert math.log(angle) == pytest.approx(-150.0 * rate, rel=1e-9)


def test_the_length_of_a_hebb_student_and_any_start():
    frame = rb.learning_curve("hebb", [0.0, 3.0], queries="orthogonal", start=(-1.0, 4.0)).frame
    assert frame["q_norm"].tolist() == pytest.approx([4.0, 7.0])
    assert frame["disagreement"][0] == pytest.approx(2.0 / 3.0)


def test_a_fixed_field_all_but_stops():
    angle = math.pi * disagreement("bayes-hebb", [1e2, 1e3, 1e4, 1e5], queries=rb.Queries(0.3))
    assert (angle / 0.3).round(3).tolist() == [0.276, 0.228, 0.201, 0.183]  # (13.5)


def test_a_drift_that_is_known_is_followed():
    how = dict(noise=0.1, drift=0.1)
    usual = disagreement("bayes-hebb", [0.5, 5.0, 200.0], **how)
    assert disagreement("bayes-hebb", [0.5, 5.0, 200.0], queries=NORMAL, **how) == pytest.approx(usual, rel=1e-7)
    stays = math.sin(math.pi * disagreement("bayes-hebb", [500.0], queries="orthogonal", **how)[0]) ** 2
    assert query_rate(0.0, 0.1) * stays == pytest.approx(2.0 * 0.1 * (1.0 - stays), rel=1e-8)


@pytest.mark.parametrize(
    ("rule", "how", "problem", "message"),
    [
        ("hebb", {"queries": rb.ShrinkingQueries(1.0)}, ValueError, r"r = 0. Give for example start=0.5"),
        ("adaline", {"queries": "orthogonal"}, NoTheory, "channel must be one of signs for queries"),
        ("bayes-gaussian", {"queries": "orthogonal"}, NoTheory, "queries must be left out for the theory"),
        ("bayes", {"queries": "orthogonal"}, NoTheory, "queries must be left out for the theory of 'bayes'"),
        ("hebb", {"queries": "orthogonal", "inputs": "binary"}, NoTheory, "inputs must be GaussianInputs"),
        ("bayes-hebb", {"queries": "orthogonal", "start": 0.5}, NoTheory, "start must be left out"),
        (rb.BayesHebb(noise=0.2), {"queries": "orthogonal"}, NoTheory, "must be that of the labels"),
        (rb.BayesHebb(drift=0.2), {"queries": "orthogonal", "drift": 0.1}, NoTheory, "one that knows the drift"),
        ("bayes-hebb", {"queries": "orthogonal", "alpha": 2000.0}, ValueError, "must stay above d = "),
        (lambda label, field: label / max(abs(field), 1e-300) ** 2, {"queries": "orthogonal"}, ValueError, "finite"),
    ],
)  # fmt: skip
def test_what_has_no_curve_says_why(rule, how, problem, message):
    with pytest.raises(problem, match=message):
        rb.learning_curve(rule, **{"alpha": 1.0, **how})
