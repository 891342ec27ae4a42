"""Curves of logistic regression and the hinge: best penalties, students of scikit-learn in several worlds, refusals."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.papers.chance import over_allowed
from rosenblatt.theory.convex_risk import FEWEST, proximal_loss
from rosenblatt.theory.registry import NoTheory

NAMES = ["logistic", "hinge"]
BEST = {
    "logistic": [(1.0, 0.0, 0.0316, 0.254404), (5.0, 0.0, 0.00397, 0.083980), (3.0, 0.1, 0.322, 0.211724)],
    "hinge": [(1.0, 0.0, 0.342, 0.262413), (5.0, 0.0, 0.0294, 0.091600), (3.0, 0.1, 0.479, 0.209709)],
}


@pytest.mark.parametrize("name", NAMES)
def test_the_best_penalties_of_the_equation_book(name):
    for alpha, noise, penalty, d in BEST[name]:
        row = rb.learning_curve(name, alpha, noise=noise, penalty="best").frame.iloc[0]
        assert row["disagreement"] == pytest.approx(d, abs=6e-7)
        assert row["penalty"] == pytest.approx(penalty, rel=2e-3)


@pytest.mark.parametrize(("alpha", "noise", "d"), [(10.0, 0.1, 0.1039), (20.0, 0.2, 0.1125)])
def test_that_no_penalty_is_best_is_told(alpha, noise, d):
    with pytest.warns(UserWarning, match=f"best penalty of 'hinge' is an end of its range, 0, at alpha = {alpha:g}"):
        row = rb.learning_curve("hinge", alpha, noise=noise, penalty="best").frame.iloc[0]
    assert row["penalty"] == 0.0
    assert row["disagreement"] == pytest.approx(d, abs=5e-5)
    bare = rb.learning_curve("hinge", alpha, noise=noise, penalty=0.0).frame.iloc[0]
    assert row["disagreement"] == pytest.approx(bare["disagreement"], rel=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_no_penalty_nearby_is_better_along_the_curve(name):
    # Few examples, many, and the place at which no penalty becomes the best.
    alpha = np.geomspace(0.05, 40.0, 9)
    with pytest.warns(UserWarning, match="end of its range, 0"):
        best = rb.learning_curve(name, alpha, noise=0.1, penalty="best").frame
    for row in best.itertuples():
        for factor in (0.8, 1.25):
            other = rb.learning_curve(name, row.alpha, noise=0.1, penalty=factor * (row.penalty or 0.01)).frame
            assert row.disagreement <= other["disagreement"][0] + 1e-9


WORLDS = [
    dict(noise=0.1),
    dict(channel=rb.Probit(1.0, 0.05)),
    dict(channel=rb.OwnChannel(lambda b: np.where(b > 0.5, 1.0, 0.0))),
    dict(channel=rb.InputNoise(0.3, 0.5)),
    dict(inputs="binary", noise=0.05),
    dict(
        inputs=rb.Covariance(eigenvalues=[4, 1, 0.1], shares=[0.2, 0.3, 0.5], teacher=[0.1, 0.2, 0.7]),
        channel=rb.Logistic(3.0),
    ),
]


CHECKS = 2 * 2 * 7 * len(WORLDS)  # learners, alphas and columns of each


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: "-".join(world))
@pytest.mark.parametrize(("name", "penalty"), [("logistic", 0.2), ("hinge", 0.5)])
def test_students_of_scikit_learn_follow_it(world, name, penalty, seed):
    # N = 100, 30 runs, from which standard errors are estimated; from N = 50 to 100 the means move by up to 2/N of
    # themselves.
    n, alpha, how = 100, [0.5, 2.0], dict(world, penalty=penalty)
    exact = rb.learning_curve(name, alpha, **how).frame
    found = rb.simulate(name, n=n, alpha=alpha, runs=30, seed=seed, **how).frame
    for column in ("r", "q_norm", "disagreement", "error", "train_error", "train_loss", "test_loss"):
        chance = found[f"{column}_sem"]
        if column == "train_error":  # few mistakes scatter less in a sample than by right
            rare = exact[column] * (1.0 - exact[column])
            chance = np.maximum(chance, np.sqrt(rare / (found["examples"] * found["runs"])))
        bias = 3.0 / n * exact[column]
        assert over_allowed(found[column], exact[column], chance, tests=CHECKS, runs=30, bias=bias) < 1.0, column


def test_logistic_regression_without_a_penalty(seed):
    exact = rb.learning_curve("logistic", 8.0, noise=0.2, penalty=0.0).frame
    found = rb.simulate("logistic", n=60, alpha=8.0, noise=0.2, penalty=0.0, runs=30, seed=seed).frame
    for column in ("r", "q_norm", "overlap", "train_loss"):
        bias = 4.0 / 60 * exact[column]
        assert over_allowed(found[column], exact[column], found[f"{column}_sem"], tests=4, runs=30, bias=bias) < 1.0


@pytest.mark.parametrize("name", NAMES)
def test_where_examples_are_separable_a_penalty_is_needed(name):
    with pytest.raises(NoTheory, match=f"penalty must be above 0 for '{name}'.*up to alpha = 2.99229; got 0 at alpha"):
        rb.learning_curve(name, [2.9, 4.0], noise=0.1, penalty=0.0)
    rb.learning_curve(name, [3.1, 4.0], noise=0.1, penalty=0.0)


@pytest.mark.parametrize("name", NAMES)
def test_very_few_examples_add_up(name):
    frame = rb.learning_curve(name, [1e-30, 0.5 * FEWEST, 2.0 * FEWEST], penalty=0.7).frame
    assert (frame["r"] / frame["alpha"]).tolist() == pytest.approx([frame["r"][2] / frame["alpha"][2]] * 3, rel=1e-4)
    assert (frame["q_norm"] / frame["alpha"]).std() < 1e-4 * frame["q_norm"][2] / frame["alpha"][2]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (dict(drift=0.1), "teacher must not drift for 'logistic'"),
        (dict(channel=rb.OwnChannel(lambda b: np.full(b.shape, 0.5))), "labels must grow with the teacher's field"),
        (
            dict(inputs=rb.Covariance(eigenvalues=[1, 2]), channel=rb.InputNoise(0.0, 0.5)),
            "inputs of the student must have no noise of their own beside a covariance",
        ),
        (dict(inputs="shifted"), "inputs must be CentredInputs or Covariance for the theory of 'logistic'"),
    ],
    ids=lambda value: "",
)
def test_what_has_no_theory_is_said(how, message):
    with pytest.raises(NoTheory, match=message):
        rb.learning_curve("logistic", 1.0, **how)


def test_another_learner_has_no_proximal_point_here():
    from rosenblatt.batch.convex_risk import Ridge

    with pytest.raises(TypeError, match="learner must be one whose proximal point is known"):
        proximal_loss(Ridge())


def test_the_start_is_a_row():
    frame = rb.learning_curve("hinge", [0.0, 1.0]).frame
    assert frame["disagreement"].tolist() == pytest.approx([0.5, 0.268394], abs=6e-7)
    assert np.isnan(frame["train_error"][0])


def test_a_misspelt_parameter_is_told():
    with pytest.raises(TypeError, match="got 'penality'. Did you mean 'penalty'"):
        rb.learning_curve("ridge", 1.0, penality=0.1)
