"""The clipped Hebb rule at finite N: against enumeration, simulation, and GM's limit."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import signs as rosenblatt_signs
from rosenblatt.theory import clipped_hebb
from tests.helpers import Z_LIMIT


def signs(n: int) -> np.ndarray:
    return np.array(list(itertools.product((-1, 1), repeat=n)))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 9])
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_the_probability_of_a_right_vote_is_that_of_all_inputs(n, noise):
    x = signs(n)
    for teacher in (np.ones(n), np.where(np.arange(n) % 2, 1, -1)):
        label = np.where(x @ teacher > 0, 1, -1)
        right = np.mean(label * teacher[0] * x[:, 0] > 0)
        expected = right * (1 - noise) + (1 - right) * noise
        assert clipped_hebb.vote_probability(n, noise) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("n", "examples"), [(3, 1), (3, 2), (3, 3), (4, 2), (4, 3)])
def test_the_mean_overlap_is_that_of_all_samples_and_teachers(n, examples):
    x = signs(n)
    overlaps = []
    for teacher in signs(n):
        label = np.where(x @ teacher > 0, 1, -1)
        for chosen in itertools.product(range(2**n), repeat=examples):
            votes = (label[list(chosen), None] * x[list(chosen)]).sum(axis=0)
            overlaps.append(np.mean(np.where(votes > 0, 1, -1) * teacher))
    frame = rb.learning_curve("clipped-hebb", examples / n, n=n).frame
    assert frame["overlap"][0] == pytest.approx(np.mean(overlaps), abs=1e-13)


def test_the_numbers_of_the_limit():
    frame = rb.learning_curve("clipped-hebb", [1, 5, 10]).frame
    assert frame["disagreement"].round(4).tolist() == [0.3050, 0.1236, 0.0486]
    assert rb.plan("clipped-hebb", n=501, disagreement=0.05).alpha == pytest.approx(9.84, abs=0.005)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.37])
def test_the_limit_is_gm_s_formula(noise):
    alpha = np.geomspace(1e-3, 200.0, 60)
    frame = rb.learning_curve("clipped-hebb", alpha, noise=noise).frame
    overlap = [math.erf((1 - 2 * noise) * math.sqrt(a / math.pi)) for a in alpha]
    assert frame["overlap"].to_numpy() == pytest.approx(np.array(overlap), abs=1e-9)
    assert (frame["disagreement"] < clipped_hebb.disagreement_bound(alpha, noise)).all()


def test_the_half_in_the_bound_is_the_best_constant():
    ratio = rb.learning_curve("clipped-hebb", [1e-10]).frame["disagreement"] / clipped_hebb.disagreement_bound(1e-10)
    assert ratio[0] == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize("n", [50, 51, 501])
@pytest.mark.parametrize("noise", [0.0, 0.2])
def test_simulation_follows_the_exact_mean_and_the_deviation(n, noise, seed):
    alpha, runs = [0.5, 1.0, 5.0, 10.0], 1000
    result = rb.simulate("clipped-hebb", n=n, alpha=alpha, noise=noise, runs=runs, seed=seed + n)
    exact = rb.learning_curve("clipped-hebb", alpha, n=n, noise=noise).frame
    for column in ("overlap", "disagreement"):
        z = (result.frame[column] - exact[column]) / result.frame[f"{column}_sem"]
        assert z.abs().max() < Z_LIMIT, column
    assert result.frame["alpha"].tolist() == exact["alpha"].tolist()
    expected = clipped_hebb.overlap_deviation(n, exact["alpha"], noise)
    measured = result.samples["overlap"].std(axis=0, ddof=1)
    # The deviation is that of large n: relative 1/n besides its own error, of order 1/sqrt(2 runs).
    assert np.abs(measured / expected - 1.0).max() < Z_LIMIT / math.sqrt(2 * runs) * 1.5 + 2.0 / n


@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_finite_n_goes_to_the_limit_like_1_over_n(noise):
    alpha = np.array([1.0, 4.0, 10.0])  # an odd number of votes at the sizes below: no ties come and go
    limit = rb.learning_curve("clipped-hebb", alpha, noise=noise).frame["overlap"]
    off = [
        (rb.learning_curve("clipped-hebb", alpha, n=n, noise=noise).frame["overlap"] - limit) * n for n in (101, 1001)
    ]
    assert (off[0] / off[1]).to_numpy() == pytest.approx(np.ones(3), rel=0.2)


def test_at_finite_n_the_mean_of_d_is_not_d_of_the_mean():
    # What GM's figure 2 shows; the values are those of alpha = 10.
    by_size = {n: rb.learning_curve("clipped-hebb", 10, n=n).frame.loc[0] for n in (100, 501)}
    assert by_size[501]["disagreement"] == pytest.approx(0.0456, abs=1e-4)
    assert by_size[100]["disagreement"] == pytest.approx(0.0322, abs=1e-4)
    assert by_size[501]["disagreement_of_overlap"] == pytest.approx(0.0485, abs=1e-4)


def test_a_simulation_reports_both(seed):
    frame = rb.simulate("clipped-hebb", n=101, alpha=[10.0], runs=200, seed=seed).frame
    assert frame["disagreement_of_overlap"][0] == pytest.approx(math.acos(frame["overlap"][0]) / math.pi, abs=1e-12)
    assert frame["disagreement"][0] < frame["disagreement_of_overlap"][0] - 0.005
    shifted = rb.simulate("hebb", n=11, alpha=[1.0], runs=2, inputs=rb.ShiftedInputs(1.0, 0.5)).frame
    assert shifted["disagreement_of_overlap"].isna().all()


def test_finite_n_is_for_this_rule_and_its_teacher_alone():
    with pytest.raises(NotImplementedError, match="n must be left out for 'hebb'"):
        rb.learning_curve("hebb", 1.0, n=100)
    with pytest.raises(ValueError, match="teacher must be 'binary'"):
        rb.learning_curve("clipped-hebb", 1.0, n=100, teacher="spherical")
    with pytest.raises(ValueError, match="at least one example"):
        rb.learning_curve("clipped-hebb", 1e-3, n=100)


def test_the_deviation_of_d_is_that_of_the_students(seed):
    result = rb.simulate("clipped-hebb", n=201, alpha=[2.0, 8.0], noise=0.2, runs=2000, seed=seed)
    measured = result.samples["disagreement"].std(axis=0, ddof=1)
    assert measured == pytest.approx(clipped_hebb.disagreement_deviation(201, np.array([2.0, 8.0]), 0.2), rel=0.15)
    assert clipped_hebb.disagreement_deviation(201, np.array([8.0]), 0.0) > 1.2 * measured[1]  # rarer, but d is curved


def test_nothing_is_cut_off_the_mean():
    from scipy.stats import binom

    errors = np.arange(2001)
    d = 2.0 * np.arcsin(np.sqrt(errors / 2000)) / math.pi
    law = binom.pmf(errors, 2000, 0.3)
    mean, deviation = clipped_hebb._moments(2000, 0.3, 0.0, clipped_hebb._angles)
    assert mean == pytest.approx(float(law @ d), abs=1e-13)
    assert deviation == pytest.approx(math.sqrt(float(law @ (d - law @ d) ** 2)), rel=1e-11)


def students(random, n: int, examples: list[int], runs: int) -> np.ndarray:
    """Return the numbers of wrong weights after some examples, of students who learn from a teacher of +1."""
    votes, wrong = np.zeros((runs, n)), []
    for m in range(1, max(examples) + 1):
        x = random.choice([-1.0, 1.0], (runs, n))
        votes += np.where(x.sum(axis=1) > 0, 1.0, -1.0)[:, None] * x
        if m in examples:
            wrong.append((votes <= 0).sum(axis=1))
    return np.array(wrong)


def test_mean_and_deviation_are_right_where_weights_that_err_independently_are_not(random):
    n, examples, runs = 15, [5, 15, 45, 75], 20_000
    alpha, wrong = np.array(examples) / n, students(random, 15, examples, runs)
    angles = np.arccos(1.0 - 2.0 * wrong / n) / math.pi
    on_signs = np.array([rosenblatt_signs.fair_disagreements(n)[k] for k in wrong])
    mean, deviation = clipped_hebb.disagreement_on_signs(n, alpha)
    frame = clipped_hebb.finite_frame(n, alpha, 0.0)
    for found, expected in ((angles, frame["disagreement"].to_numpy()), (on_signs, mean)):
        error = found.std(axis=1) / math.sqrt(runs)
        assert np.abs((found.mean(axis=1) - expected) / error).max() < Z_LIMIT
    independent = clipped_hebb._moments(n, float(clipped_hebb.wrong_probability(n, 45)), 0.0, clipped_hebb._angles)[0]
    assert independent < frame["disagreement"][2] - 5.0 * angles[2].std() / math.sqrt(runs)
    measured = (1.0 - 2.0 * wrong / n).std(axis=1)
    assert clipped_hebb.overlap_deviation(n, alpha) == pytest.approx(measured, rel=0.05)
    assert deviation == pytest.approx(on_signs.std(axis=1), rel=0.05)


@pytest.mark.parametrize("n", [3, 10])
def test_the_examples_needed_are_the_fewest(n):
    d = [rb.learning_curve("clipped-hebb", m / n, n=n).frame["disagreement"][0] for m in range(1, 100)]
    for target in (0.45, 0.3, 0.1):
        assert clipped_hebb.examples_needed(n, target) == 1 + next(k for k in range(99) if d[k] <= target)
    exact = rb.learning_curve("clipped-hebb", 31 / n, n=n).frame["disagreement"][0]
    assert clipped_hebb.examples_needed(n, exact) == 31
