"""Gaussian inputs with a covariance: their moments, and what they refuse."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Covariance

SMOOTH = 0.8 ** np.abs(np.subtract.outer(np.arange(6), np.arange(6)))


def test_a_root_is_a_lower_triangle_whose_square_is_the_matrix():
    root = Covariance(SMOOTH).root(6)
    assert root == pytest.approx(np.tril(root))
    assert root @ root.T == pytest.approx(SMOOTH)


def test_a_matrix_may_lack_full_rank(random):
    direction = random.standard_normal(6)
    inputs = Covariance(np.outer(direction, direction))
    root = inputs.root(6)
    assert root @ root.T == pytest.approx(np.outer(direction, direction), abs=1e-9)
    x = inputs.draw(np.zeros(6), 5, random)
    assert np.linalg.matrix_rank(x, tol=1e-6) == 1


def test_plain_draws_have_the_covariance(random):
    for inputs, matrix in (
        (Covariance(SMOOTH), SMOOTH),
        (Covariance(eigenvalues=[4.0, 1.0]), np.diag([4.0, 4.0, 4.0, 1.0, 1.0, 1.0])),
    ):
        x = inputs.draw(np.zeros(6), 40_000, random)
        assert x.T @ x / 40_000 == pytest.approx(matrix, abs=4 * 4.0 * math.sqrt(2.0 / 40_000))
        assert inputs.variance(np.zeros(6)) == pytest.approx(np.diag(matrix))


def test_a_stretched_vector_has_the_variance_of_its_field(random):
    vector, other = random.standard_normal((2, 6))
    first, second = (Covariance(SMOOTH).stretched(one, np.zeros(6)) for one in (vector, other))
    assert first @ second == pytest.approx(vector @ SMOOTH @ other)


def test_shares_are_of_all_components():
    spread = Covariance(eigenvalues=[3.0, 2.0, 1.0], shares=[0.2, 0.3, 0.5])
    for n, counts in ((10, [2, 3, 5]), (11, [2, 4, 5]), (3, [1, 1, 1])):
        assert np.diff(np.searchsorted(-spread.variance(np.zeros(n)), [-3.5, -2.5, -1.5, 0.0])).tolist() == counts


def test_laws_with_the_same_numbers_are_equal():
    assert Covariance(SMOOTH) == Covariance(SMOOTH.tolist())
    assert hash(Covariance(SMOOTH)) == hash(Covariance(SMOOTH.copy()))
    assert Covariance(SMOOTH) != Covariance(2.0 * SMOOTH)
    assert Covariance(SMOOTH) != Covariance(SMOOTH, teacher=np.ones(6))
    assert Covariance(eigenvalues=[2, 1]) == Covariance(eigenvalues=[2, 1], shares=[0.5, 0.5])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(), "matrix must be given, or else eigenvalues or data; got none or more than one"),
        (dict(matrix=np.eye(3), eigenvalues=[1.0]), "matrix must be given, or else eigenvalues or data"),
        (dict(matrix=np.eye(3), data=np.eye(3)), "matrix must be given, or else eigenvalues or data"),
        (dict(matrix=np.eye(3), shares=[1.0]), "shares must go with eigenvalues"),
    ],
)
def test_a_matrix_and_a_spectrum_exclude_each_other(arguments, message):
    with pytest.raises(TypeError, match=message):
        Covariance(**arguments)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (dict(matrix=np.ones((2, 3))), "matrix must be square and finite"),
        (dict(matrix=[[1.0, 0.5], [0.2, 1.0]]), "matrix must be symmetric"),
        (dict(matrix=[[1.0, 2.0], [2.0, 1.0]]), "matrix must have no negative eigenvalue, .*; got -1. .*data=X"),
        (dict(data=[1.0, 2.0]), "data must be two rows or more of finite numbers"),
        (dict(data=[[1.0, np.nan], [0.0, 1.0]]), "data must be two rows or more of finite numbers"),
        (dict(matrix=np.eye(2), teacher=[1.0]), "teacher must be 2 finite numbers, not all 0, for this matrix"),
        (dict(matrix=np.diag([1.0, 0.0]), teacher=[0.0, 1.0]), "teacher must have a field that varies"),
        (dict(eigenvalues=[2.0, 0.0], teacher=[0.0, 1.0]), "teacher must have a field that varies"),
        (dict(eigenvalues=[2.0, 1.0], teacher=[0.5, 0.6]), "teacher must be 2 powers that add up to 1"),
        (dict(eigenvalues=[2.0, 1.0], teacher=[1.5, -0.5]), "teacher must"),
        (dict(eigenvalues=[1.0, -1.0]), "eigenvalues must"),
        (dict(eigenvalues=[0.0, 0.0]), "eigenvalues must not all be 0"),
        (dict(eigenvalues=[1.0, 2.0], shares=[0.5, 0.6]), "shares must be 2 numbers that add up to 1"),
    ],
)
def test_what_is_no_covariance_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Covariance(**arguments)


def test_a_matrix_is_for_one_number_of_weights():
    with pytest.raises(ValueError, match="matrix must be 10 x 10 for n = 10; got 6 x 6. Take n = 6"):
        rb.simulate("hebb", n=10, alpha=1.0, runs=2, inputs=Covariance(SMOOTH))


def test_the_mean_of_data_is_removed(random):
    x = random.standard_normal((50, 6)) + 10.0
    assert Covariance(data=x).matrix == pytest.approx(np.cov(x.T, bias=True))


def test_a_spectrum_knows_where_the_teacher_lies(random):
    teacher = random.standard_normal(6)
    values, shares, powers = Covariance(SMOOTH, teacher=teacher).spectrum
    unit = teacher / np.linalg.norm(teacher)
    assert powers.sum() == pytest.approx(1.0)
    assert shares == pytest.approx(np.full(6, 1 / 6))
    for power in (1, 2, 3):
        assert powers @ values**power == pytest.approx(unit @ np.linalg.matrix_power(SMOOTH, power) @ unit)
    given = Covariance(eigenvalues=[2, 1], shares=[0.2, 0.8]).spectrum
    assert given.powers == pytest.approx(given.shares)


def test_a_teacher_gets_its_powers(random):
    inputs = Covariance(eigenvalues=[3, 2, 1], shares=[0.2, 0.3, 0.5], teacher=[0.5, 0.0, 0.5])
    teacher = inputs.directed(random.standard_normal(10))
    assert [teacher[a:b] @ teacher[a:b] for a, b in ((0, 2), (2, 5), (5, 10))] == pytest.approx([5.0, 0.0, 5.0])
    vector = random.standard_normal(6)
    fixed = Covariance(SMOOTH, teacher=vector).directed(random.standard_normal(6))
    assert fixed == pytest.approx(vector * math.sqrt(6) / np.linalg.norm(vector))
    with pytest.raises(ValueError, match="n must give each block of the teacher a component; got n = 3"):
        Covariance(eigenvalues=[2, 1], shares=[0.1, 0.9], teacher=[0.5, 0.5]).directed(random.standard_normal(3))


def test_the_disagreement_of_correlated_inputs_is_no_function_of_the_overlap():
    frame = rb.simulate("hebb", n=6, alpha=[3.0], runs=3, inputs=Covariance(SMOOTH)).frame
    assert np.isnan(frame["disagreement_of_overlap"]).all()
