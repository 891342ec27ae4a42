"""The shifted perceptron: the rule by a plain loop, its start, its fallback, and what it finds out."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt import gaussian
from rosenblatt.kernels.rows import learn_rows
from rosenblatt.theory import shifted_perceptron
from tests.helpers import Z_LIMIT

CENTRE = rb.ShiftedInputs(1.5, 1.0)


def naive(rule: rb.Shifted, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return W after the rows, written from BSS's equations with the repairs."""
    n = x.shape[1]
    w, labelled, total, count, signed = np.zeros(n), np.zeros(n), np.zeros(n), 0, 0.0
    for seen, (row, label) in enumerate(zip(x, labels, strict=True), start=1):
        alpha = seen / n
        significant = signed**2 > 16.0 * count
        if not w.any():
            if alpha >= rule.wait and count:
                w = math.copysign(1.0, signed) * total / count if significant else labelled / count
        else:
            w = w / np.linalg.norm(w)
            if label * (w @ row) <= 0.0:
                q = min(abs(w @ total) / count, 3.0)
                eta = min(rule.cap, rule.eta_0 * math.sqrt(math.pi / 2) * math.exp(q * q / 2) * alpha**-rule.z)
                shift = labelled / signed if significant else np.zeros(n)
                w = w + eta / n * label * (row - shift)
        labelled, total, count, signed = labelled + label * row, total + row, count + 1, signed + label
    return w / np.linalg.norm(w)


def examples(random, count, n, noise, inputs=CENTRE):
    teacher = rb.SphericalTeacher().draw(n, random)
    x = inputs.draw(inputs.mean(teacher, random), count, random)
    labels = np.where(x @ teacher > 0, 1.0, -1.0) * np.where(random.random(count) < noise, -1.0, 1.0)
    return x, labels, teacher


@pytest.mark.parametrize("centre", [CENTRE, rb.ShiftedInputs(0.5, 0.0)], ids=["shifted", "balanced"])
@pytest.mark.parametrize("rule", [rb.Shifted(), rb.Shifted(eta_0=0.1, z=0.5)], ids=["z=1", "z=0.5"])
def test_it_is_the_plain_loop(centre, rule, random):
    x, labels, _ = examples(random, 600, 9, 0.1, centre)
    stacked = rule.start_students(1, 9)
    learn_rows(rule, x, labels[None], *stacked)
    assert rule.weights(stacked[0][0], stacked[1][0]) / 3.0 == pytest.approx(naive(rule, x, labels), abs=1e-9)


@pytest.mark.parametrize(("q0", "noise"), [(1.0, 0.2), (-1.2, 0.1)])
def test_every_run_reaches_the_teacher_and_not_its_opposite(q0, noise, seed):
    result = rb.simulate(
        "shifted", n=50, alpha=[300.0], noise=noise, inputs=rb.ShiftedInputs(1.8, q0), runs=200, seed=seed
    )
    assert (result.samples["r"] > 0.5).all()
    assert rb.Shifted().cap == 0.5  # at 2 a few in a thousand are lost


def test_flipped_labels_do_not_mislead_it(seed):
    how = dict(n=100, alpha=[1000.0], noise=0.2, inputs=rb.ShiftedInputs(2.0, 1.0), runs=40, seed=seed)
    plain = rb.simulate(rb.Normalised(eta=rb.PowerLaw(3.0, cap=1.0)), **how).frame["disagreement"][0]
    shifted = rb.simulate("shifted", **how).frame["disagreement"][0]
    assert shifted < 0.4 * plain


@pytest.mark.parametrize(("inputs", "noise"), [(CENTRE, 0.2), (CENTRE, 0.1), (rb.ShiftedInputs(1.0, 0.6), 0.05)])
def test_with_a_learnt_shift_it_ends_as_the_corrected_law_says(inputs, noise, seed):
    # d sqrt(alpha) -> sqrt(2p/pi)/(1 - 2p), not sqrt(2p/pi); a transient of some percent is left at alpha = 8000.
    rule = rb.Shifted(cap=1.0)
    frame = rb.simulate(rule, n=30, alpha=[8000.0], noise=noise, inputs=inputs, runs=60, seed=seed).frame
    learnt, known = (float(shifted_perceptron.asymptote(8000.0, noise, learnt=k)) for k in (True, False))
    sem = frame["disagreement_sem"][0]
    assert abs(frame["disagreement"][0] - learnt) < Z_LIMIT * sem + 0.06 * learnt
    if noise >= 0.1:
        assert frame["disagreement"][0] > known + Z_LIMIT * sem


class TestTheory:
    def test_the_drift_is_the_average_over_examples(self, random):
        noise, eta, count = 0.15, 0.4, 400_000
        v = math.sqrt(1.5**2 - 1.0)
        student = np.array([0.5, 0.4, math.sqrt(1 - 0.25 - 0.16)])
        x = random.standard_normal((count, 3)) + np.array([1.0, v, 0.0])
        label = np.where(x[:, 0] > 0, 1, -1) * np.where(random.random(count) < noise, -1, 1)
        wrong = label * (x @ student) <= 0
        shift = np.array([1.0 + 2 * float(gaussian.pdf(np.array(1.0))) / (2 * gaussian.scalar_cdf(1.0) - 1), v, 0.0])
        push = (wrong * label)[:, None] * (x - shift)
        mean, sem = push.mean(axis=0), push.std(axis=0) / math.sqrt(count)
        expected = eta * (mean - (mean @ student) * student) - 0.5 * eta**2 * wrong.mean() * student
        found = shifted_perceptron.slopes(0.5, 0.4, student[2] ** 2, noise, CENTRE, eta)
        assert np.abs((np.array(found[:2]) - expected[:2]) / (3 * eta * sem[:2])).max() < Z_LIMIT
        rest = 2 * student[2] * expected[2] + eta**2 * wrong.mean()
        assert abs(found[2] - rest) < Z_LIMIT * 6 * eta * sem.max()

    def test_both_the_teacher_and_its_opposite_are_fixed_points(self):
        for r in (1.0, -1.0):
            to_r, to_across, to_rest = shifted_perceptron.slopes(r, 0.0, 0.0, 0.0, CENTRE, 1e-6)
            assert max(abs(to_r), abs(to_across), abs(to_rest)) < 1e-5 * 1e-6
        near = 1 - 1e-4
        for sign in (1.0, -1.0):  # and both are stable
            assert sign * shifted_perceptron.slopes(sign * near, 0.0, 1 - near**2, 0.0, CENTRE, 1e-6)[0] > 0.0

    def test_with_a_known_shift_the_curve_ends_at_bss_s_constant_for_d(self):
        for noise in (0.05, 0.2):
            frame = rb.learning_curve("shifted", [1e5], noise=noise, inputs=CENTRE, shift="known").frame
            known = float(shifted_perceptron.asymptote(1e5, noise, learnt=False))
            assert frame["disagreement"][0] == pytest.approx(known, rel=0.02)

    def test_before_it_starts_it_is_a_coin(self):
        frame = rb.learning_curve("shifted", [0.5, 1.0, 2.0], noise=0.1, inputs=CENTRE).frame
        assert frame["disagreement"].tolist()[:2] == [0.5, 0.5]
        assert frame["disagreement"][2] < 0.3

    def test_balanced_labels_have_none(self):
        with pytest.raises(ValueError, match="q0 must not be 0 for 'shifted'"):
            rb.learning_curve("shifted", 10.0, inputs=rb.ShiftedInputs(1.0, 0.0))


class TestOnData:
    def test_it_says_what_it_did(self, random):
        x, labels, teacher = examples(random, 40_000, 20, 0.15)
        model = rb.OnlineClassifier("shifted", fit_intercept=False).fit(x, labels)
        (report,) = model.report_
        assert report["phase"] == "shifted"
        assert report["noise"] == pytest.approx(0.15, abs=0.03)
        assert report["centre"] == pytest.approx(1.0, abs=0.1)
        assert model.shift_[0] == pytest.approx((labels @ x) / labels.sum(), rel=1e-2, abs=1e-2)
        cosine = model.coef_[0] @ teacher / (np.linalg.norm(model.coef_) * np.linalg.norm(teacher))
        assert cosine > 0.97

    def test_balanced_labels_make_it_the_plain_rule_and_it_says_so(self, random):
        x, labels, _ = examples(random, 2000, 10, 0.0, rb.ShiftedInputs(0.0, 0.0))
        model = rb.OnlineClassifier("shifted", fit_intercept=False).fit(x, labels)
        assert model.report_[0]["phase"].startswith("plain")
        assert not model.shift_.any()
        assert model.score(x, labels) > 0.9

    def test_the_intercept_is_learnt_apart(self, random):
        x = random.standard_normal((20_000, 10))
        y = x @ np.arange(1.0, 11.0) > 15.0
        with_it = rb.OnlineClassifier("shifted").fit(x, y)
        without = rb.OnlineClassifier("shifted", fit_intercept=False).fit(x, y)
        assert with_it.coef_.shape == (1, 10)
        assert with_it.intercept_[0] < 0.0
        assert with_it.score(x, y) > 0.9 > without.score(x, y) + 0.05

    def test_rows_must_be_dense(self, random):
        with pytest.raises(ValueError, match="X must be dense for 'shifted'"):
            rb.OnlineClassifier("shifted").fit(sp.csr_matrix(np.eye(4)), [0, 1, 0, 1])

    def test_other_rules_have_no_shift(self, random):
        model = rb.OnlineClassifier().fit(random.standard_normal((9, 2)), [0, 1, 0] * 3)
        assert model.report_ == [{}]
        assert not hasattr(model, "shift_")


@pytest.mark.parametrize("wrong", [{"eta_0": 0.0}, {"cap": -1.0}, {"wait": 0.0}, {"z": -0.1}])
def test_parameters_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must"):
        rb.Shifted(**wrong)


class TestSchedule:
    """One response, from sums that are made up: |W| = 1, N = 10, alpha = 1000, 400 examples of which 300 are +1."""

    def response(self, wm: float, bias: float = 0.0) -> tuple[float, np.ndarray]:
        rule = rb.Shifted(cap=1e9)
        _, cell = rule.start(10)
        cell.examples, cell.count, cell.labels, cell.bias = 10_000.0, 400.0, 200.0, bias
        signal = rule.respond(-1.0, (1.0, 5.0, 10.0, 0.0, 0.0, 0.0, wm), cell, *rule.parameters)
        return -signal[1] / signal[0] * 10.0, cell  # eta, for a label of -1

    def test_the_rate_is_that_of_the_estimated_centre(self):
        for centre in (0.5, 2.0):
            eta, cell = self.response(400.0 * centre)
            assert cell.centre == pytest.approx(centre)
            assert eta == pytest.approx(2 * math.sqrt(math.pi / 2) * math.exp(centre**2 / 2) / 1000.0)
            assert cell.flips == pytest.approx(max(0.0, 0.5 - 0.25 / (2 * gaussian.scalar_cdf(centre) - 1)))

    def test_a_centre_far_away_is_not_believed(self):
        assert self.response(400.0 * 10.0)[0] == pytest.approx(self.response(400.0 * 3.0)[0])

    def test_the_intercept_is_part_of_the_centre(self):
        eta, cell = self.response(400.0 * 0.5, bias=1.0)
        assert cell.centre == pytest.approx(1.5)
        assert eta == pytest.approx(2 * math.sqrt(math.pi / 2) * math.exp(1.5**2 / 2) / 1000.0)
