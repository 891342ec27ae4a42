"""The plane of largest margin as an estimator: its certificate, intercepts, formats, and classes without a plane."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_digits, load_iris, make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from rosenblatt import MaxMarginPerceptron

ALGORITHMS = ["adatron", "batch-adatron", "minover"]


def digits():
    x, y = load_digits(return_X_y=True)
    return x[y < 2], y[y < 2]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_margin_is_that_of_a_support_vector_machine_with_a_free_intercept(algorithm):
    x, y = digits()
    tol = 1e-6 if algorithm == "adatron" else 1e-2
    model = MaxMarginPerceptron(algorithm=algorithm, tol=tol).fit(x, y)
    machine = SVC(kernel="linear", C=1e6, tol=1e-6).fit(x, y)
    largest = 1.0 / np.linalg.norm(machine.coef_)
    assert model.converged_ == model.separable_ == [True]
    assert (
        (1.0 - tol) * largest * (1.0 - 1e-6)
        <= model.margin_[0]
        <= largest * (1.0 + 1e-6)
        <= model.upper_bound_[0] * (1.0 + 2e-6)
    )
    if algorithm == "adatron":
        assert model.margin_[0] == pytest.approx(largest, rel=1e-5)
        assert model.intercept_[0] == pytest.approx(machine.intercept_[0], rel=1e-3)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_certificate_is_in_the_units_of_the_rows(algorithm, fit_intercept, random):
    x = random.standard_normal((60, 8))
    y = x @ random.standard_normal(8) > (0.3 if fit_intercept else 0.0)
    x = 1e3 * x + (50.0 if fit_intercept else 0.0)
    model = MaxMarginPerceptron(algorithm=algorithm, tol=1e-2, fit_intercept=fit_intercept).fit(x, y)
    signs = np.where(y, 1.0, -1.0)
    fields = signs * model.decision_function(x)
    length = np.linalg.norm(model.coef_)
    assert fields.min() == pytest.approx(1.0) and model.score(x, y) == 1.0
    assert model.margin_ == pytest.approx([1.0 / length])
    assert model.coef_[0] == pytest.approx((model.shares_[0] * signs) @ x, rel=1e-6, abs=1e-9 * length)
    assert (model.shares_ >= 0.0).all()
    if fit_intercept:
        assert model.shares_[0] @ signs == pytest.approx(0.0, abs=1e-9 * model.shares_.sum())
    else:
        assert model.intercept_.tolist() == [0.0]
    assert model.margin_[0] <= model.shares_.sum() ** -0.5 * (1 + 1e-9) <= model.upper_bound_[0] * (1 + 1e-2)


@pytest.mark.parametrize("shape", [(300, 4), (30, 400)], ids=["tall", "wide"])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_sparse_rows_are_dense_rows(shape, fit_intercept, random):
    x = random.standard_normal(shape) * (random.random(shape) < 0.3)
    y = x @ random.standard_normal(shape[1])
    x, y = x[np.abs(y) > 0.05], y[np.abs(y) > 0.05] > 0.0
    dense, stored = (
        MaxMarginPerceptron(tol=1e-6, fit_intercept=fit_intercept).fit(form(x), y)
        for form in (np.asarray, sparse.csr_matrix)
    )
    assert stored.margin_ == pytest.approx(dense.margin_, rel=3e-6)
    assert stored.coef_ == pytest.approx(dense.coef_, abs=1e-2 * np.abs(dense.coef_).max())


def test_rows_that_are_moved_move_the_intercept_and_nothing_else(random):
    x, y = make_blobs(80, centers=[[0, 0, 0], [4, 1, 0]], cluster_std=0.5, random_state=1)
    plain, moved = MaxMarginPerceptron(tol=1e-8).fit(x, y), MaxMarginPerceptron(tol=1e-8).fit(x + 1e6, y)
    assert moved.margin_ == pytest.approx(plain.margin_, rel=1e-6)
    assert moved.coef_ == pytest.approx(plain.coef_, rel=1e-5)
    assert moved.intercept_ == pytest.approx(plain.intercept_ - 1e6 * plain.coef_.sum(), rel=1e-5)


def test_classes_that_no_plane_separates_are_named_and_the_best_plane_is_kept():
    x, y = load_iris(return_X_y=True)
    with pytest.warns(ConvergenceWarning) as warned:
        model = MaxMarginPerceptron().fit(x, y)
    assert model.separable_ == [True, False, False]
    assert [str(warning.message).partition(":")[0] for warning in warned] == [
        "class 1 against the rest",
        "class 2 against the rest",
    ]
    assert all("Not linearly separable" in statement for statement in model.statements_[1:])
    assert model.margin_[0] > 0.0 > max(model.margin_[1:]) and model.upper_bound_[1:] == [0.0, 0.0]
    assert model.score(x, y) > 0.8 and np.isfinite(model.coef_).all()


@pytest.mark.parametrize("algorithm", ["batch-adatron", "minover"])
def test_the_cap_is_said_apart_from_the_proof(algorithm):
    x, y = digits()
    with pytest.warns(ConvergenceWarning, match="Separated, but after 2 rounds the margin may still be .* % below"):
        model = MaxMarginPerceptron(algorithm=algorithm, tol=1e-9, max_iter=2).fit(x, y)
    assert model.separable_ == [True] and model.converged_ == [False] and model.n_iter_ == [2]
    x, y = load_iris(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match="Not separated within the cap of 2 rounds: it may never be"):
        model = MaxMarginPerceptron(algorithm=algorithm, max_iter=2).fit(x, y == 1)
    assert model.separable_ == [None]


@pytest.mark.parametrize("rate", [0.3, 1.9])
def test_any_rate_leads_to_the_same_plane(rate):
    x, y = digits()
    model, other = MaxMarginPerceptron(tol=1e-6, rate=rate).fit(x, y), MaxMarginPerceptron(tol=1e-6).fit(x, y)
    assert model.margin_ == pytest.approx(other.margin_, rel=2e-6)


@pytest.mark.parametrize("x", [np.ones((4, 2)), np.zeros((4, 2))], ids=["ones", "zeros"])
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_rows_that_are_all_alike(algorithm, fit_intercept, x):
    with pytest.warns(ConvergenceWarning, match="Not linearly separable"):
        model = MaxMarginPerceptron(algorithm=algorithm, fit_intercept=fit_intercept).fit(x, [0, 0, 1, 1])
    assert np.isfinite(model.coef_).all() and model.separable_ == [False]


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"algorithm": "ada"}, "algorithm must be one of adatron, batch-adatron, minover; got 'ada'"),
        ({"rate": 2}, "rate must be below 2; got 2. From there on steps of AdaTron do not climb"),
        ({"rate": 0}, "rate must be above 0"),
        ({"tol": 0}, r"tol must be in \(0, 1\); got 0"),
        ({"max_iter": 0}, "max_iter must be at least 1; got 0"),
    ],
)
def test_parameters_without_a_meaning_are_refused_and_the_old_plane_stays(how, message):
    x, y = digits()
    model = MaxMarginPerceptron().fit(x, y)
    before = model.coef_
    with pytest.raises(ValueError, match=message):
        model.set_params(**how).fit(x, y)
    assert model.coef_ is before


def test_numbers_too_small_for_their_shares_are_refused():
    x, y = digits()
    with pytest.raises(FloatingPointError, match="MaxMarginPerceptron must learn finite numbers"):
        MaxMarginPerceptron().fit(x * 1e-200, y)


def test_rows_that_say_nothing_have_a_margin_that_is_a_number():
    with pytest.warns(ConvergenceWarning):
        model = MaxMarginPerceptron().fit(np.zeros((4, 2)), [0, 1, 0, 1])
    assert model.margin_ == [0.0] and not model.separable_[0]
