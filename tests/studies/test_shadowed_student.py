"""Control variates of the chain: of mean 0, and worth their time."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.studies.shadowed_student import CONTROLLED, ShadowedStudent, measure_gradients
from tests.helpers import Z_LIMIT

CASES = [
    ("hebb", {}),
    ("rosenblatt", {"noise": 0.1}),
    ("rosenblatt", {"channel": rb.Probit(2.0)}),
    ("rosenblatt", {"drift": 0.2}),
    ("normalised", {}),
    ("adaline", {"noise": 0.2}),
]


@pytest.mark.parametrize(("rule", "how"), CASES, ids=str)
def test_controls_have_mean_zero_and_halve_the_error(rule, how, seed):
    common = dict(n=200, alpha=[1.0, 4.0], runs=1000, seed=seed, progress=False, **how)
    plain = rb.simulate(rule, method="chain", **common)
    found = rb.simulate(rule, method=ShadowedStudent, **common)
    for name in CONTROLLED:
        assert np.array_equal(found.samples[name], plain.samples[name])  # the student is the chain's
        control = found.samples[f"{name}_control"]
        assert (np.abs(control.mean(axis=0)) <= Z_LIMIT * control.std(axis=0) / math.sqrt(1000)).all()
    steady = found.samples["disagreement"] - found.samples["disagreement_control"]
    assert (steady.std(axis=0) < 0.5 * plain.samples["disagreement"].std(axis=0)).all()


def test_a_run_is_corrected_by_itself_alone(seed):
    common = dict(n=50, seed=seed, method=ShadowedStudent, progress=False)
    many = rb.simulate("rosenblatt", alpha=[1.0, 9.0], runs=6, threads=2, **common).samples
    few = rb.simulate("rosenblatt", alpha=[1.0], runs=3, threads=1, **common).samples
    for name, values in few.items():
        assert np.array_equal(values, many[name][:3, :1]), name


def test_the_mean_is_that_of_hebb_at_a_small_n(seed):
    # <Q> = (2/pi)(alpha^2 - alpha/N) + alpha exactly: linear theory knows nothing of the term 1/N.
    n, alpha = 10, 2.0
    found = rb.simulate("hebb", n=n, alpha=alpha, runs=20_000, method=ShadowedStudent, seed=seed, progress=False)
    steady = (found.samples["q_norm"] - found.samples["q_norm_control"])[:, 0]
    exact = 2.0 / math.pi * (alpha**2 - alpha / n) + alpha
    assert abs(steady.mean() - exact) < Z_LIMIT * steady.std() / math.sqrt(len(steady))
    assert abs(exact - (2.0 / math.pi * alpha**2 + alpha)) > 10.0 * steady.std() / math.sqrt(len(steady))


@pytest.mark.parametrize(("rule", "how"), [*CASES[1:3], CASES[5]], ids=str)
def test_gradients_are_those_of_what_is_measured(rule, how):
    rule = resolve(rule)
    experiment = Experiment(rule=rule, n=50, scenario=resolve_scenario(rule, **how), readout="mean")

    def measured(y: np.ndarray) -> np.ndarray:
        r, r_perp = y
        q_norm, d = r * r + r_perp * r_perp, math.atan2(r_perp, r) / math.pi
        error = rule.error(r, q_norm, d, experiment.scenario.channel)
        return np.array([r, q_norm, math.cos(math.pi * d), d, float(error)])

    y, found = np.array([0.7, 0.4]), measure_gradients(experiment, 0.7, 0.4)
    for k in range(2):
        step = 1e-6 * np.eye(2)[k]
        assert found[:, k] == pytest.approx((measured(y + step) - measured(y - step)) / 2e-6, rel=1e-6, abs=1e-9)


def test_what_cannot_be_followed_is_refused():
    with pytest.raises(
        ValueError, match="experiment must be one that the chain with control variates can follow; .*binary inputs"
    ):
        rb.simulate("hebb", n=10, alpha=1.0, inputs="binary", method=ShadowedStudent)
