"""Rules that know the noise: against exact moments, theory and each other, on data of any scale."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtr
from sklearn.datasets import load_breast_cancer

import rosenblatt as rb
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.rules.kinds.bayesian import NOISE_FLOOR, NOISE_ON_DATA
from rosenblatt.scenario import OwnChannel, Probit
from tests.helpers import Z_LIMIT

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
    models = [rb.OnlineClassifier(name, fit_intercept=False).fit(scale * x, y) for scale in (1e-100, 1.0, 1e99)]
    assert models[1].score(x, y) > 0.93
    for model, scale in zip(models, (1e-100, 1.0, 1e99), strict=True):
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
    with pytest.raises(ValueError, match=r"X must be within 1e\+100 if it is not standardised; got .* in row 0"):
        model.partial_fit(x * 1e170, x[:, 0] > 0.0)
    assert np.array_equal(model.coef_, before)


class TestScenarios:
    @pytest.mark.parametrize("cls", RULES)
    def test_a_rule_takes_the_noise_of_the_scenario_unless_it_has_its_own(self, cls):
        scenario = rb.Scenario(channel=rb.Flips(0.2))
        assert cls().in_scenario(scenario).noise == 0.2
        assert cls(noise=0.1).in_scenario(scenario).noise == 0.1
        assert cls(noise=0.0).in_scenario(scenario).noise == 0.0
        assert cls().noise is None

    @pytest.mark.parametrize("channel", [Probit(2, 0.1), OwnChannel(ndtr)], ids=["probit", "own"])
    def test_the_optimal_hebb_rule_is_that_of_any_channel(self, channel):
        scenario = rb.Scenario(channel=channel, drift=0.1)
        assert rb.BayesHebb().in_scenario(scenario) == rb.Optimal(channel, drift=0.1)

    @pytest.mark.parametrize("cls", RULES[1:])
    @pytest.mark.parametrize("channel", [Probit(2, 0.1), OwnChannel(ndtr)], ids=["blurred", "own"])
    def test_labels_may_err_in_any_way(self, cls, channel):
        scenario = rb.Scenario(channel=channel)
        assert cls().in_scenario(scenario) == cls(channel=channel)
        assert cls(noise=0.1).in_scenario(scenario).noise == 0.1

    def test_only_the_rule_that_forgets_takes_the_drift(self):
        scenario = rb.Scenario(channel=rb.Flips(0.2), drift=0.5)
        assert rb.BayesHebb().in_scenario(scenario) == rb.BayesHebb(noise=0.2, drift=0.5)
        assert rb.BayesHebb(drift=0.1).in_scenario(scenario) == rb.BayesHebb(noise=0.2, drift=0.1)
        assert rb.BayesDiagonal().in_scenario(scenario) == rb.BayesDiagonal(noise=0.2)

    @pytest.mark.parametrize("cls", RULES)
    def test_on_data_labels_are_never_quite_clean(self, cls):
        assert cls().on_data().noise == NOISE_ON_DATA > 0.0
        assert cls(noise=0.0).on_data().noise == cls.noise_floor >= NOISE_FLOOR == 0.001
        assert cls(noise=0.2).on_data().noise == 0.2
        assert rb.OnlineClassifier(cls(noise=0.0)).rule.noise == 0.0  # what the user said stays

    @pytest.mark.parametrize("cls", RULES)
    def test_believing_clean_labels_does_not_spoil_learning_from_noisy_ones(self, cls, random):
        # 15 % flips: without the floor these rules are right on 0.5 to 0.75 of the clean labels, and get no better.
        right = []
        for _ in range(4):
            x, teacher = random.standard_normal((3000, 30)), random.choice([-1.0, 1.0], 30)
            clean = np.where(x @ teacher > 0.0, 1, -1)
            labels = np.where(random.random(3000) < 0.15, -clean, clean)
            model = rb.OnlineClassifier(cls(noise=0.0), fit_intercept=False, standardise=False)
            right.append(model.fit(x, labels).score(x, clean))
        assert np.mean(right) > 0.85
