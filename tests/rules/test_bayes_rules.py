"""The Bayesian online rules: against exact posteriors, against theory, on data of any scale."""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import pytest
from scipy import stats
from scipy.special import ndtr
from sklearn.datasets import load_breast_cancer

import rosenblatt as rb
from rosenblatt.kernels.plain_loops import learn_covariance_rows
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.rules.parts.evidence import surprise
from tests.helpers import Z_LIMIT
from tests.helpers.students import learn

RULES = [rb.BayesHebb, rb.BayesDiagonal, rb.BayesGaussian, rb.BayesBinary]
SIGNED = ["bayes-hebb", "bayes-diagonal", "bayes-gaussian", "bayes-binary"]


def learnt(rule, x, labels, scale=1.0):
    synapses, cells = rule.start_students(1, x.shape[1], scale)
    learn_rows(rule, np.ascontiguousarray(x), np.asarray(labels, dtype=float)[None], synapses, cells)
    return synapses[0], cells[0]


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_one_label_is_bayes_theorem(noise, random):
    # In one dimension of the input all Gaussian rules are the exact first and second moments.
    x, label = np.array([[0.6, -1.1, 0.3]]), -1.0
    draws = random.standard_normal((2_000_000, 3))
    weight = noise + (1.0 - 2.0 * noise) * (draws @ x[0] * label > 0.0)
    weight /= weight.sum()
    mean = weight @ draws
    covariance = (draws * weight[:, None]).T @ draws - np.outer(mean, mean)
    synapses, _ = learnt(rb.BayesGaussian(noise=noise), x, [label])
    assert synapses[0] == pytest.approx(mean, abs=4e-3)
    assert synapses[1:] == pytest.approx(covariance, abs=6e-3)
    diagonal, _ = learnt(rb.BayesDiagonal(noise=noise), x, [label])
    assert diagonal[0] == pytest.approx(synapses[0], rel=1e-12)
    assert diagonal[1] == pytest.approx(np.diag(synapses[1:]), rel=1e-12)
    hebb, cell = learnt(rb.BayesHebb(noise=noise), x, [label])
    assert hebb[0] == pytest.approx(synapses[0], rel=1e-12)
    assert 3.0 * cell.variance == pytest.approx(np.trace(synapses[1:]), rel=1e-12)


def test_the_compiled_covariance_is_the_plain_one(random):
    x = random.standard_normal((50, 6))
    labels = np.where(random.random((2, 50)) < 0.5, 1.0, -1.0)
    weights = random.uniform(0.0, 2.5, 50)
    rule = rb.BayesGaussian(noise=0.05)
    compiled, cells = rule.start_students(2, 7, scale=1.0)  # one input more: the intercept
    plain, plain_cells = compiled.copy(), cells.copy()
    learn_rows(rule, x, labels, compiled, cells, weights)
    for k in range(2):
        learn_covariance_rows(rule, x, labels[k], plain[k], plain_cells[k], weights)
    assert compiled == pytest.approx(plain, rel=1e-10, abs=1e-12)
    assert np.array_equal(cells.examples, plain_cells.examples)
    assert np.linalg.eigvalsh(compiled[0, 1:]).min() > 0.0


def test_the_binary_rule_is_the_papers_formula(random):
    n, rule = 12, rb.BayesBinary(noise=0.05)
    m, s = np.tanh(random.standard_normal(n)), np.where(random.random(n) < 0.5, 1.0, -1.0)
    synapses, cell = rule.start(n)
    synapses[0] = m
    learn(rule, s[None].copy(), [1.0], synapses, cell)
    lam = float((1.0 - m * m).sum()) / n
    g, taken = surprise(float(m @ s) / math.sqrt(n * lam), 0.05)
    x, slope = g / math.sqrt(lam), -taken / lam
    expected = np.tanh(np.arctanh(m) + s / math.sqrt(n) * (x - m * s * slope / math.sqrt(n)))  # SW 5.7, 5.11
    assert synapses[0] == pytest.approx(expected, rel=1e-9)


def test_the_binary_rule_is_nearly_the_exact_posterior_mean(random):
    n, errors = 13, []
    vectors = np.array(list(itertools.product((-1.0, 1.0), repeat=n)))
    for _ in range(20):
        m, s = np.tanh(random.standard_normal(n)), np.where(random.random(n) < 0.5, 1.0, -1.0)
        weight = np.prod((1.0 + vectors * m) / 2.0, axis=1) * (0.1 + 0.8 * (vectors @ s > 0.0))
        exact = weight @ vectors / weight.sum()
        synapses, cell = rb.BayesBinary(noise=0.1).start(n)
        synapses[0] = m
        learn(rb.BayesBinary(noise=0.1), s[None].copy(), [1.0], synapses, cell)
        errors.append(np.abs(synapses[0] - exact).max() / np.abs(exact - m).max())
    assert np.mean(errors) < 0.2


def test_the_tanh_without_a_transcendental():
    absorb = rb.BayesBinary.absorb
    means = np.tanh(np.linspace(-4.0, 4.0, 33))
    for step in (1e-9, 0.01, 0.5, 1.0, 3.0, 9.9, -0.3, -7.0):
        for mean in means.tolist():
            exact = math.tanh(math.atanh(mean) + step)
            tolerance = 1e-14 if abs(step) <= 1.0 else 1e-8
            assert absorb((mean,), 1.0, (step, 0.0))[0] == pytest.approx(exact, abs=tolerance)
    assert absorb((0.5,), 1.0, (1e300, 0.0))[0] < 1.0
    assert absorb((-0.999999,), 1.0, (-50.0, 0.0))[0] > -1.0


def test_the_evidence_is_a_derivative():
    for noise in (0.0, 0.2):
        for u in (-9.0, -1.0, 0.0, 2.0):
            p = lambda t, noise=noise: math.log(noise + (1.0 - 2.0 * noise) * ndtr(t))  # noqa: E731
            step = 1e-4
            g, taken = surprise(u, noise)
            assert g == pytest.approx((p(u + step) - p(u - step)) / (2 * step), rel=1e-5, abs=1e-9)
            assert taken == pytest.approx(-(p(u + step) - 2 * p(u) + p(u - step)) / step**2, rel=1e-3, abs=1e-6)
    assert all(math.isfinite(part) for u in (-1e8, 1e8) for part in surprise(u, 0.0))


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        ("bayes-hebb", {"noise": 0.2, "n": 1000, "alpha": [1.0, 5.0, 20.0], "runs": 100}),
        ("bayes-hebb", {"teacher": rb.DriftingTeacher(0.3), "n": 1000, "alpha": [1.0, 10.0], "runs": 60}),
        ("bayes-diagonal", {"noise": 0.1, "n": 1000, "alpha": [1.0, 5.0], "runs": 60}),
        ("bayes-gaussian", {"noise": 0.1, "n": 300, "alpha": [1.0, 3.0], "runs": 60}),
        ("bayes-gaussian", {"n": 300, "alpha": [1.0, 3.0], "runs": 60}),
    ],
    ids=str,
)
def test_simulations_follow_theory(rule, how, seed):
    frame = rb.simulate(rule, seed=seed, **how).frame
    known = {key: how[key] for key in ("noise", "teacher") if key in how}
    theory = rb.learning_curve(rule, how["alpha"], **known).frame
    for column in ("disagreement", "r", "q_norm"):
        allowed = Z_LIMIT * frame[f"{column}_sem"] + 3.0 / how["n"]
        assert (np.abs(frame[column] - theory[column]) <= allowed).all(), column


@pytest.mark.parametrize("noise", [0.0, 0.05])
@pytest.mark.parametrize("readout", ["mean", "clipped"])
def test_binary_simulations_follow_theory(noise, readout, seed):
    how = dict(n=2000, alpha=[1.0, 2.0, 3.0], noise=noise, readout=readout)
    frame = rb.simulate("bayes-binary", runs=30, seed=seed, **how).frame
    theory = rb.learning_curve("bayes-binary", how["alpha"], noise=noise, readout=readout).frame
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + 3.0 / 2000).all()


@pytest.mark.parametrize("readout", ["clipped", "binarised"])
def test_readouts_of_continuous_weights_on_a_binary_teacher(readout, seed):
    how = dict(alpha=[1.0, 4.0], teacher="binary", readout=readout)
    frame = rb.simulate("bayes-hebb", n=1000, inputs="binary", runs=60, seed=seed, **how).frame
    theory = rb.learning_curve("bayes-hebb", how.pop("alpha"), **how).frame
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + 3.0 / 1000).all()


def test_the_chain_of_the_hebb_approximation_has_the_law_of_the_vectors(seed):
    how = dict(n=20, alpha=[1.0, 5.0], noise=0.1, runs=3000)
    vector = rb.simulate("bayes-hebb", method="vector", seed=seed, **how)
    chain = rb.simulate("bayes-hebb", seed=seed + 1, **how)
    assert chain.method == "chain"
    for column in ("r", "q_norm"):
        assert stats.ks_2samp(vector.samples[column][:, 1], chain.samples[column][:, 1]).pvalue > 6e-5


def test_the_cavity_term_matters(seed):
    how = dict(n=1001, alpha=[4.4], runs=8, seed=seed)
    assert rb.simulate(rb.BayesBinary(), **how).frame["disagreement"][0] < 0.02
    assert rb.simulate(rb.BayesBinary(cavity=0.0), **how).frame["disagreement"][0] == pytest.approx(0.10, abs=0.03)


def test_what_a_rule_knows_of_a_scenario():
    assert rb.simulate("bayes-hebb", n=10, alpha=[1], runs=2, noise=0.2).rule.noise == 0.2
    assert rb.simulate(rb.BayesHebb(noise=0.1), n=10, alpha=[1], runs=2, noise=0.2).rule.noise == 0.1
    drifting = rb.simulate("bayes-hebb", n=10, alpha=[1], runs=2, teacher=rb.DriftingTeacher(0.5)).rule
    assert drifting.drift == 0.5
    assert rb.BayesHebb().parameters == (0.0, 0.0)
    for cls in RULES:
        with pytest.raises(ValueError, match="noise"):
            cls(noise=0.6)


@pytest.mark.parametrize("name", ["bayes-hebb", "bayes-diagonal", "bayes-gaussian"])
def test_inputs_of_any_scale(name, random):
    x = random.standard_normal((400, 5))
    y = x @ np.array([1.0, -2.0, 0.5, 0.0, 1.0]) > 0.0
    models = [rb.OnlineClassifier(name, fit_intercept=False).fit(scale * x, y) for scale in (1e-100, 1.0, 1e100)]
    assert models[1].score(x, y) > 0.93
    for model, scale in zip(models, (1e-100, 1.0, 1e100), strict=True):
        assert np.array_equal(model.predict(scale * x), models[1].predict(x))


def test_real_data(seed):
    x, y = load_breast_cancer(return_X_y=True)
    scores = {
        name: rb.OnlineClassifier(name, standardise=True).fit(x[:400], y[:400]).score(x[400:], y[400:])
        for name in SIGNED
    }
    assert min(scores[name] for name in SIGNED[:3]) > 0.9
    assert scores["bayes-binary"] > 0.85
    report = rb.OnlineClassifier("bayes-gaussian", standardise=True).fit(x, y).report_[0]
    assert report["covariance"].shape == (31, 31)
    assert 0.0 < report["variance"] < 1.0


def test_a_row_of_weight_0_is_not_there(random):
    x, y = random.standard_normal((60, 3)), random.random(60) < 0.5
    weight = np.where(np.arange(60) % 3 == 0, 0.0, 1.0)
    for name in SIGNED:
        with_weights = rb.OnlineClassifier(name).partial_fit(x, y, sample_weight=weight)
        without = rb.OnlineClassifier(name).partial_fit(x[weight > 0], y[weight > 0])
        assert with_weights.coef_ == pytest.approx(without.coef_, rel=1e-12)


@pytest.mark.parametrize("cls", RULES[:3])
def test_a_row_of_weight_3_is_near_three_rows(cls, random):
    x = random.standard_normal((120, 4))
    y = x @ np.array([1.0, -1.0, 1.0, 1.0]) > 0.0
    model = rb.OnlineClassifier(cls(noise=0.0)).fit(x, y, sample_weight=np.full(120, 3.0))
    assert model.score(x, y) > 0.9
    huge = rb.OnlineClassifier(cls(noise=0.1)).fit(x, y, sample_weight=np.full(120, 1e6))
    assert np.isfinite(huge.coef_).all()


@pytest.mark.parametrize("cls", RULES)
def test_squares_that_are_no_numbers_are_refused(cls, random):
    x = random.standard_normal((20, 4))
    model = rb.OnlineClassifier(cls()).fit(x, x[:, 0] > 0.0)
    before = model.coef_.copy()
    with pytest.raises(FloatingPointError, match="scale of the rows"):
        model.partial_fit(x * 1e170, x[:, 0] > 0.0)
    assert np.array_equal(model.coef_, before)


def test_rules_are_values():
    assert dataclasses.replace(rb.BayesBinary(), noise=0.1) == rb.BayesBinary(noise=0.1)
