"""The practical rule of the linear perceptron: its chain, a change of the rule, drift."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.rows import learn_rows


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


@pytest.mark.parametrize("drift", [0.05, 0.5])
def test_it_follows_a_drift_as_well_as_the_rule_that_knows_it(drift, seed):
    teacher, speed = rb.DriftingTeacher(drift), 1.0 + 2.0 * drift
    how = dict(n=5000, alpha=np.arange(20.0, 50.0, 3.0), runs=6, teacher=teacher, seed=seed)
    followed = rb.simulate("practical-linear", method="chain", **how)
    assert float(followed.samples["overlap"].mean()) == pytest.approx(1.0 / math.sqrt(speed), rel=0.01)


def test_a_rate_of_0_is_refused():
    with pytest.raises(ValueError, match="omega_e must be above 0"):
        rb.PracticalLinear(omega_e=0.0)


def test_one_example_by_hand():
    rule, row, label = rb.PracticalLinear(omega_m=4.0, floor=0.1), np.array([1.0, -2.0, 0.5, 3.0]), 1.5
    synapses, cell = rule.start(4)
    cell.error, cell.teacher = 0.2, 0.9
    w, h = np.ones(4), row.sum() / 2.0
    plain_loops.learn_rows(rule, row[None], np.array([label]), synapses, cell)
    w = w + (label / ((1.0 + 0.9) / 2.0 - 0.2) - h) / (row @ row / 4.0) * row / 2.0  # practical_linear.1
    assert rule.weights(synapses, cell) == pytest.approx(w * 2.0 / np.linalg.norm(w))
    assert cell.error == pytest.approx(0.2 + ((label - h) ** 2 / 2.0 - 0.2) / 50.0)  # fifty examples at least
    assert cell.teacher == pytest.approx(0.9 + (label**2 - 0.9) / 50.0)


def test_on_data_the_length_of_the_teacher_may_change_too():
    assert rb.PracticalLinear(omega_e=2.0).on_data().omega_m == 0.5
    assert rb.PracticalLinear(omega_m=3.0).on_data().omega_m == 3.0


def test_an_error_beyond_all_bounds_leaves_the_floor():
    rule = rb.PracticalLinear(floor=0.25)
    synapses, cell = rule.start(4)
    cell.error = 100.0
    assert rule.amplitude(cell) == 0.25
    assert rule.report(synapses, cell)["attention"] == 4.0
