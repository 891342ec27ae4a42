"""Curves of the Bayesian learners of all examples: asymptotes and the jump to perfection."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario.priors import ternary
from rosenblatt.theory import bayes


def test_asymptotes():
    far = np.array([1e3, 1e6, 1e140])
    online = rb.learning_curve("bayes-hebb", far).frame["disagreement"] * far
    offline = rb.learning_curve("bayes", far).frame["disagreement"] * far
    gibbs = rb.learning_curve("gibbs", far).frame["disagreement"] * far
    assert offline[0] == pytest.approx(0.4417, abs=2e-4)
    assert (online[2], offline[2]) == pytest.approx((0.8834, 0.4417), abs=5e-5)
    assert online[2] == pytest.approx(2.0 * offline[2], rel=1e-9)
    assert gibbs[2] == pytest.approx(math.sqrt(2.0) * offline[2], rel=1e-9)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.3])
def test_the_stable_branch_changes_there(noise):
    found = rb.theory.thresholds("binary", noise=noise)
    around = found.transition * np.array([0.999, 1.001])
    stable = rb.learning_curve("bayes", around, teacher="binary", noise=noise).frame["disagreement"]
    assert stable[0] > 0.1
    assert stable[1] == 0.0
    around = found.spinodal * np.array([0.999, 1.001])
    kept = rb.learning_curve("bayes", around, teacher="binary", noise=noise, branch="metastable").frame["disagreement"]
    assert kept[0] > 0.05
    assert kept[1] == 0.0


@pytest.mark.parametrize(
    ("teacher", "channel", "alpha", "branch", "q", "d"),
    [
        (rb.Ternary(0.25), rb.Flips(0.05), 0.5, "stable", 0.228202, 0.341469),
        (rb.Ternary(0.25), rb.Flips(), 1.4, "metastable", 0.724198, 0.175998),
        (rb.Ternary(0.25), rb.Logistic(4.0), 1.0, "stable", 0.423278, 0.274518),
        (rb.GaussBernoulli(0.25), rb.Flips(), 2.0, "stable", 0.914067, 0.094701),
        (rb.GaussBernoulli(0.25), rb.Probit(2.0), 2.0, "stable", 0.773440, 0.157908),
        ("spherical", rb.Logistic(2.0), 2.0, "stable", 0.471039, 0.259224),
        ("binary", rb.Probit(2.0), 1.0, "stable", 0.422490, 0.274772),
    ],
)
def test_any_prior_and_any_channel(teacher, channel, alpha, branch, q, d):
    row = rb.learning_curve("bayes", alpha, teacher=teacher, channel=channel, branch=branch).frame.iloc[0]
    assert row["q_norm"] == pytest.approx(q, abs=1e-6)
    assert row["disagreement"] == pytest.approx(d, abs=1e-6)


def test_labels_that_are_numbers():
    # A Gaussian prior: q is the root of q (1 - q + s^2) = alpha (1 - q), the ridge regression of the best penalty.
    row = rb.learning_curve("bayes", 2.0, channel=rb.GaussianNoise(0.3)).frame.iloc[0]
    q = row["q_norm"]
    assert q * (1.0 - q + 0.3) == pytest.approx(2.0 * (1.0 - q))
    assert row["error"] == pytest.approx(0.5 * (1.0 + 0.3 - q))
    drawn = rb.learning_curve("gibbs", 2.0, channel=rb.GaussianNoise(0.3)).frame.iloc[0]
    assert drawn["error"] == pytest.approx(0.5 * (2.0 + 0.3 - 2.0 * q))


def test_a_sparse_teacher_is_simulated_by_its_curve():
    assert rb.learning_curve("hebb", 2.0, teacher=rb.Ternary(0.1)).frame["disagreement"][0] == pytest.approx(
        rb.learning_curve("hebb", 2.0).frame["disagreement"][0]
    )
    found = rb.simulate("hebb", n=300, alpha=2.0, runs=60, teacher=rb.GaussBernoulli(0.25), method="vector").frame
    exact = rb.learning_curve("hebb", 2.0, teacher=rb.GaussBernoulli(0.25)).frame["disagreement"][0]
    assert abs(found["disagreement"][0] - exact) < 4.0 * found["disagreement_sem"][0] + 1.0 / 300


class Unknown(rb.scenario.Teacher):
    """A teacher that does not say the law of its weights."""

    def draw(self, n, random):
        return np.ones(n)


class Sparse(Unknown):
    """One that does."""

    prior = ternary(0.25)


@pytest.mark.parametrize("name", ["bayes", "gibbs"])
def test_a_teacher_must_say_its_prior(name):
    with pytest.raises(NotImplementedError, match=f"teacher must say the prior of its weights for '{name}'; got 'Unkn"):
        rb.learning_curve(name, 1.0, teacher=Unknown())


def test_a_teacher_of_ones_own_has_the_curve_of_its_prior():
    alpha = np.array([0.2, 0.5])
    a, deficit = bayes.offline(ternary(0.25), rb.Flips(0.1), alpha)
    frame = rb.learning_curve("bayes", alpha, teacher=Sparse(), noise=0.1).frame
    assert a == pytest.approx(alpha * rb.Flips(0.1).information(deficit), rel=1e-9)
    assert deficit == pytest.approx(ternary(0.25).deficit(a), rel=1e-9)
    assert frame["q_norm"].tolist() == (1.0 - deficit).tolist()
    assert (frame["disagreement"] < rb.learning_curve("bayes", alpha, noise=0.1).frame["disagreement"]).all()


def test_gibbs_has_the_overlap_of_bayes_and_unit_length():
    # The teacher is itself a draw from the posterior: R = q for both, but Q = 1 for a draw and q for the mean.
    mean, draw = (rb.learning_curve(name, [0.5, 3.0], noise=0.05).frame for name in ("bayes", "gibbs"))
    assert draw["r"].tolist() == mean["r"].tolist() == mean["q_norm"].tolist()
    assert draw["q_norm"].tolist() == [1.0, 1.0]
    assert draw["overlap"].tolist() == pytest.approx(mean["r"].tolist())
    assert mean["overlap"].tolist() == pytest.approx(np.sqrt(mean["r"]).tolist())


def test_where_it_starts_makes_no_sense():
    with pytest.raises(NotImplementedError, match="start must be left out for the theory of 'bayes'"):
        rb.learning_curve("bayes", 1.0, start=0.5)
