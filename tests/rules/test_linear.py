"""Rules for labels that are numbers: their closed forms, the practical rule, drift, and what refuses them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import root_scalar

import rosenblatt as rb
from rosenblatt.scenario.channels import GaussianNoise
from rosenblatt.scenario.priors import GaussianPrior
from rosenblatt.theory.bayes import online
from tests.helpers import Z_LIMIT

ALPHA = np.array([0.05, 0.5, 2.0, 8.0])


def test_closed_forms_of_kinouchi_and_caticha():
    best = rb.learning_curve("optimal-linear", ALPHA).frame
    assert best["overlap"].to_numpy() == pytest.approx(np.sqrt(-np.expm1(-ALPHA)), rel=1e-8)
    fixed = rb.learning_curve(rb.Adaline(constrained=True), ALPHA).frame
    assert fixed["overlap"].to_numpy() == pytest.approx(-np.expm1(-ALPHA), rel=1e-6)
    free = rb.learning_curve("adaline", ALPHA).frame
    assert free["overlap"].to_numpy() == pytest.approx(np.sqrt(-np.expm1(-ALPHA)), rel=1e-8)
    assert free["q_norm"].to_numpy() == pytest.approx(-np.expm1(-ALPHA), rel=1e-8)
    assert free["error"].to_numpy() == pytest.approx(0.5 * np.exp(-ALPHA), rel=1e-6)
    other = rb.learning_curve(rb.Adaline(ratio=3.0, constrained=True), [50.0]).frame
    assert other["overlap"][0] == pytest.approx(2.0 * math.sqrt(3.0) / 4.0, rel=1e-9)
    assert other["error"][0] == pytest.approx((3.0 - 1.0) ** 2 / (2.0 * 4.0), rel=1e-9)


@pytest.mark.parametrize("drift", [0.05, 0.5])
def test_drift(drift, seed):
    teacher = rb.DriftingTeacher(drift)
    curve = rb.learning_curve(rb.OptimalLinear(drift=drift), [0.5, 50.0], teacher=teacher).frame
    speed = 1.0 + 2.0 * drift
    assert curve["overlap"][0] == pytest.approx(math.sqrt(-math.expm1(-0.5 * speed) / speed), rel=1e-7)
    assert curve["overlap"][1] == pytest.approx(1.0 / math.sqrt(speed), rel=1e-7)
    how = dict(n=5000, alpha=np.arange(20.0, 50.0, 3.0), runs=6, teacher=teacher, seed=seed)
    followed = rb.simulate("practical-linear", method="chain", **how)
    assert float(followed.samples["overlap"].mean()) == pytest.approx(1.0 / math.sqrt(speed), rel=0.01)


@pytest.mark.parametrize("drift", [0.0, 0.2])
def test_the_optimal_rule_of_free_length_has_the_same_overlap_and_the_best_length(drift, seed):
    free, fixed = (rb.OptimalLinear(drift=drift, constrained=kept) for kept in (False, True))
    teacher = rb.DriftingTeacher(drift) if drift else None
    one, other = (rb.learning_curve(rule, ALPHA, teacher=teacher).frame for rule in (free, fixed))
    assert one["overlap"].to_numpy() == pytest.approx(other["overlap"].to_numpy(), rel=1e-6)
    assert one["q_norm"].to_numpy() == pytest.approx(one["overlap"].to_numpy() ** 2, rel=1e-6)
    simulated = rb.simulate(free, n=2000, alpha=[2.0, 8.0], runs=30, teacher=teacher, seed=seed).frame
    exact = rb.learning_curve(free, [2.0, 8.0], teacher=teacher).frame
    assert (np.abs(simulated["r"] - exact["r"]) <= Z_LIMIT * simulated["r_sem"] + 2.0 / 2000).all()
    assert rb.OptimalLinear(constrained=False).amplitude(np.ones(6)) == 1.0


def test_noisy_labels(seed):
    how = dict(alpha=[1.0, 4.0], noise=0.5)  # a variance: it may be 0.5, and more
    theory = rb.learning_curve(rb.Adaline(eta=0.4), **how).frame
    frame = rb.simulate(rb.Adaline(eta=0.4), n=2000, runs=40, seed=seed, **how).frame
    for column in ("r", "q_norm", "error"):
        assert (np.abs(frame[column] - theory[column]) <= Z_LIMIT * frame[f"{column}_sem"] + 2.0 / 2000).all()
    with pytest.raises(ValueError, match="variance"):
        rb.simulate("adaline", n=10, alpha=[1], noise=-0.1)


@pytest.mark.parametrize("drift", [0.0, 0.4])
def test_the_chain_of_the_practical_rule_has_the_law_of_the_vectors(drift, seed):
    teacher = rb.DriftingTeacher(drift) if drift else "spherical"
    how = dict(n=20, alpha=[1.0, 6.0], runs=3000, noise=0.05, teacher=teacher)
    vector = rb.simulate("practical-linear", method="vector", seed=seed, **how)
    chain = rb.simulate("practical-linear", seed=seed + 1, **how)
    assert chain.method == "chain"
    for k in (0, 1):
        assert stats.ks_2samp(vector.samples["r"][:, k], chain.samples["r"][:, k]).pvalue > 6e-5
    assert chain.samples["q_norm"] == pytest.approx(1.0)


def test_the_practical_rule_notices_a_change(random):
    from rosenblatt.kernels.rows import learn_rows

    n, rule = 60, rb.PracticalLinear()
    x = random.standard_normal((4000, n))
    first, second = random.standard_normal((2, n))
    labels = np.concatenate([x[:2000] @ first / np.linalg.norm(first), x[2000:] @ second / np.linalg.norm(second)])
    synapses, cells = rule.start_students(1, n)
    errors = []
    for start in range(0, 4000, 100):
        rows = slice(start, start + 100)
        learn_rows(rule, x[rows].copy(), labels[None, rows].copy(), synapses, cells)
        errors.append(rule.report(synapses[0], cells[0]))
    assert errors[19]["error"] < 0.01 < 0.15 < errors[20]["error"]
    assert errors[20]["attention"] > 1.3 * errors[19]["attention"]
    assert errors[39]["error"] < 0.01
    assert errors[39]["length"] == pytest.approx(1.0, abs=0.1)


def test_a_modulation_of_numbers_by_quadrature():
    # A rule without a closed form: the error, clipped softly.
    rule = rb.OptimalLinear(drift=0.3)
    alpha = [0.5, 3.0]
    closed = rb.learning_curve(rule, alpha, averages="closed-form").frame
    summed = rb.learning_curve(rule, alpha, averages="quadrature").frame
    assert summed["overlap"].to_numpy() == pytest.approx(closed["overlap"].to_numpy(), rel=1e-8)


def test_classifiers_refuse_them(random):
    x = random.standard_normal((20, 3))
    for name in ("adaline", "bayes-linear", "optimal-linear", "practical-linear"):
        with pytest.raises(ValueError, match="learns numbers"):
            rb.OnlineClassifier(name).fit(x, x[:, 0] > 0.0)
    with pytest.raises(ValueError, match="ratio"):
        rb.Adaline(ratio=0.0)
    with pytest.raises(ValueError, match="weight_decay"):
        rb.OptimalLinear(weight_decay=0.1)
    with pytest.raises(ValueError, match="omega_e"):
        rb.PracticalLinear(omega_e=0.0)


def test_a_users_rule_for_numbers_with_kinks(seed):
    @rb.rule(labels="linear")
    def huber(label, field, width=0.7):
        return min(max(label - field, -width), width)

    assert huber().kink_fields() == pytest.approx((-0.7, 0.7))
    how = dict(alpha=[0.5, 1.0, 4.0], noise=0.3)
    theory = rb.learning_curve(huber(), **how).frame
    frame = rb.simulate(huber(), n=2000, runs=60, seed=seed, **how).frame
    for column in ("r", "q_norm", "error"):
        assert (np.abs(frame[column] - theory[column]) <= Z_LIMIT * frame[f"{column}_sem"] + 2.0 / 2000).all()
    with pytest.raises(ValueError, match="values of label - field"):
        rb.learning_curve(rb.rule(lambda label, field: label - field if field > 0.3 else 0.1, labels="linear"), [1.0])
    with pytest.raises(ValueError, match="labels must be one of"):
        rb.rule(lambda label, field: label, labels="numbers")
    with pytest.raises(ValueError, match="none is just right or wrong"):
        rb.rule(lambda label, field: label, labels="linear", mistake_driven=True)


@pytest.mark.parametrize("noise", [0.1, 1.0])
def test_the_bayesian_rule_finds_the_noise_and_learns_as_if_it_had_known_it(noise, seed):
    alpha = [1.0, 4.0, 20.0]
    exact = np.sqrt(1.0 - online(GaussianPrior(), GaussianNoise(noise), np.array(alpha))[1])
    frame = rb.simulate("bayes-linear", n=4000, alpha=alpha, runs=20, noise=noise, seed=seed).frame
    assert frame["overlap"].to_numpy() == pytest.approx(exact, rel=0.02)
    assert (frame["overlap"] < exact + Z_LIMIT * frame["overlap_sem"]).all()  # nothing beats what is known


def test_the_bayesian_rule_follows_a_drift(seed):
    drift, noise = 0.05, 0.2
    frame = rb.simulate(
        "bayes-linear", n=4000, alpha=np.arange(30.0, 60.0, 3.0), runs=6, noise=noise, seed=seed,
        teacher=rb.DriftingTeacher(drift),
    ).frame  # fmt: skip
    q = root_scalar(lambda q: (1 - q) ** 2 / (1 - q + noise) - 2 * drift * q, bracket=(0.01, 0.999)).root
    assert float(frame["overlap"].mean()) == pytest.approx(math.sqrt(q), rel=0.01)
