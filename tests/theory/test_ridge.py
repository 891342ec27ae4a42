"""Ridge regression: the equation book's numbers, its best penalty, its limits, and fields of many eigenvalues."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

import rosenblatt as rb
from tests.helpers import Z_LIMIT


def only(alpha, **how):
    return rb.learning_curve("ridge", alpha, **how).frame.iloc[0]


def test_the_numbers_of_the_equation_book():
    row = only(1.0, penalty=1.0)
    assert [row["r"], row["q_norm"], row["disagreement"]] == pytest.approx([0.304765, 0.196492, 0.258695], abs=6e-7)
    row = only(5.0, penalty=0.1, noise=0.1)
    assert [row["r"], row["q_norm"], row["disagreement"]] == pytest.approx([0.622831, 0.527349, 0.171911], abs=6e-7)
    row = only(3.0, penalty=1.0, noise=0.1)
    assert [row["train_error"], row["train_loss"]] == pytest.approx([0.107338, 0.221457], abs=6e-7)


@pytest.mark.parametrize(
    ("alpha", "noise", "penalty", "d"),
    [(1.0, 0.0, 0.570796, 0.257075), (5.0, 0.0, 0.570796, 0.113401), (3.0, 0.1, 1.454369, 0.211217)],
)
def test_the_best_penalty_is_the_same_for_every_alpha(alpha, noise, penalty, d):
    row = only(alpha, noise=noise, penalty="best")
    assert [row["penalty"], row["disagreement"]] == pytest.approx([penalty, d], abs=6e-7)


def test_at_the_best_penalty_it_is_bayes_of_the_linear_channel():
    frame = rb.learning_curve("ridge", [0.3, 2.0, 30.0], noise=0.1, penalty="best").frame
    c = 0.8 * math.sqrt(2.0 / math.pi)
    q, noise = frame["overlap"] ** 2, (1.0 - c * c) / c**2
    assert (q * (1.0 - q + noise)).tolist() == pytest.approx((frame["alpha"] * (1.0 - q)).tolist(), rel=1e-9)


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_without_a_penalty_it_is_the_pseudo_inverse(noise):
    alpha = [0.5, 1.0, 3.0]
    ridge = rb.learning_curve("ridge", alpha, noise=noise, penalty=0.0).frame
    known = rb.learning_curve("pseudo-inverse", alpha, noise=noise).frame
    assert ridge["disagreement"].tolist() == pytest.approx(known["disagreement"].tolist(), rel=1e-12)
    assert ridge["q_norm"].tolist() == pytest.approx(known["q_norm"].tolist(), rel=1e-12)
    assert ridge["train_loss"][0] == ridge["train_loss"][1] == 0.0 < ridge["train_loss"][2]


def test_a_teacher_with_a_threshold_is_one_more_label():
    # O6: ridge at its best, theta_0 = 0.5, alpha = 2; the teacher is found in the end all the same.
    channel = rb.OwnChannel(lambda b: np.where(b > 0.5, 1.0, 0.0))
    frame = rb.learning_curve("ridge", [2.0, 1e6], channel=channel, penalty="best").frame
    assert frame["overlap"][0] == pytest.approx(0.76309, abs=6e-6)
    # The sign of b is not the label where 0 < b < theta_0.
    missed = 0.5 * math.erf(0.5 / math.sqrt(2.0))
    assert frame["overlap"][1] == pytest.approx(1.0, abs=1e-5)
    assert frame["error"][1] == pytest.approx(missed, abs=1e-6)


def test_numbers_without_noise_need_no_penalty_and_that_is_told():
    with pytest.warns(UserWarning, match="best penalty of 'ridge' is an end of its range, 0, at alpha = 0.5"):
        row = only(0.5, channel=rb.GaussianNoise(0.0), penalty="best")
    assert row["overlap"] == pytest.approx(math.sqrt(0.5))
    assert only(0.5, channel=rb.GaussianNoise(0.3), penalty="best")["penalty"] == pytest.approx(0.3)


TILTED = rb.Covariance(eigenvalues=[4.0, 1.0, 0.1], shares=[0.2, 0.3, 0.5], teacher=[0.1, 0.2, 0.7])


def test_the_best_penalty_of_a_spectrum_is_that_of_least_disagreement():
    row = only(2.0, noise=0.1, inputs=TILTED, penalty="best")

    def missed(logarithm):
        return only(2.0, noise=0.1, inputs=TILTED, penalty=math.exp(logarithm))["disagreement"]

    found = minimize_scalar(missed, bounds=(-6.0, 4.0), method="bounded", options={"xatol": 1e-6})
    assert row["disagreement"] == pytest.approx(found.fun, rel=1e-9)
    assert math.log(row["penalty"]) == pytest.approx(found.x, abs=1e-3)


def test_a_spectrum_for_which_no_penalty_is_best_is_told():
    hidden = rb.Covariance(eigenvalues=[0.142, 0.011], shares=[0.5, 0.5], teacher=[0.01, 0.99])
    with pytest.warns(UserWarning, match="best penalty of 'ridge' is an end of its range, 0, at alpha = 10"):
        row = only(10.0, noise=0.2, inputs=hidden, penalty="best")
    assert row["penalty"] == 0.0
    assert row["disagreement"] < only(10.0, noise=0.2, inputs=hidden, penalty=1e-4)["disagreement"]


@pytest.mark.parametrize("penalty", [0.0, 0.3])
def test_a_matrix_of_many_eigenvalues_is_learnt_as_predicted(penalty, seed):
    # N = 120, 60 runs; at N = 60 and 120 the means differ by some 2/N of themselves.
    values = 1.0 / np.arange(1, 121) ** 0.7
    inputs = rb.Covariance(np.diag(values), teacher=np.linspace(1.0, -1.0, 120))
    how = dict(inputs=inputs, noise=0.05, penalty=penalty)
    exact = rb.learning_curve("ridge", [0.5, 3.0], **how).frame
    found = rb.simulate("ridge", n=120, alpha=[0.5, 3.0], runs=60, seed=seed, **how).frame
    for column in ("r", "disagreement", "train_loss", "test_loss"):
        allowed = Z_LIMIT * found[f"{column}_sem"] + 3.0 / 120 * exact[column] + 1e-12
        assert (abs(found[column] - exact[column]) < allowed).all(), column
