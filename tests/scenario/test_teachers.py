"""Teachers: their length, their law, and what they refuse."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import (
    BinaryTeacher,
    DriftingTeacher,
    GaussBernoulli,
    IndependentTeacher,
    SphericalTeacher,
    Teacher,
    Ternary,
    resolve_teacher,
)
from rosenblatt.scenario.priors import BinaryPrior, GaussianPrior
from tests.helpers import Z_LIMIT

TEACHERS = [SphericalTeacher(), BinaryTeacher(), DriftingTeacher(0.3), Ternary(0.1), GaussBernoulli(0.1)]


@pytest.mark.parametrize("teacher", TEACHERS)
@pytest.mark.parametrize("n", [3, 100])
def test_teachers_have_length_sqrt_n(teacher, n, random):
    assert np.linalg.norm(teacher.draw(n, random)) == pytest.approx(math.sqrt(n))


def test_a_binary_teacher_is_made_of_signs(random):
    assert set(BinaryTeacher().draw(1000, random)) == {-1.0, 1.0}


def test_a_spherical_teacher_has_no_preferred_direction(random):
    teachers = np.array([SphericalTeacher().draw(5, random) for _ in range(4000)])
    assert np.abs(teachers.mean(axis=0) * math.sqrt(4000)).max() < Z_LIMIT


def test_a_negative_drift():
    with pytest.raises(ValueError, match="drift must be at least 0; got -1"):
        DriftingTeacher(-1)


def test_names_and_objects_resolve():
    assert resolve_teacher("binary") == BinaryTeacher()
    assert resolve_teacher(DriftingTeacher(0.2)).drift == 0.2
    with pytest.raises(ValueError, match="teacher must be one of .*; got 'sperical'. Did you mean 'spherical'"):
        resolve_teacher("sperical")


def test_sparse_teachers_have_the_law_that_they_say(random):
    weights = np.concatenate([Ternary(0.25).draw(1000, random) for _ in range(100)])
    share = np.mean(weights != 0.0)
    assert abs(share - 0.25) < Z_LIMIT * math.sqrt(0.25 * 0.75 / 1e5)
    assert np.abs(weights).max() == pytest.approx(2.0, rel=0.15)  # scaled by the length that was drawn
    weights = GaussBernoulli(0.25).draw(100_000, random)
    assert abs(np.mean(weights != 0.0) - 0.25) < Z_LIMIT * math.sqrt(0.25 * 0.75 / 1e5)
    some = weights[weights != 0.0]
    assert np.mean(some**4) / np.mean(some**2) ** 2 == pytest.approx(3.0, abs=0.2)


def test_a_sparse_teacher_says_its_density():
    assert str(Ternary(0.25)) == "ternary teacher of density 0.25"
    assert resolve_teacher("gauss-bernoulli:0.5") == GaussBernoulli(0.5)
    for wrong in ("ternary", "ternary:half"):
        with pytest.raises(ValueError, match=f"a density such as 'ternary:0.25'; got '{wrong}'"):
            resolve_teacher(wrong)
    with pytest.raises(ValueError, match="density must be"):
        Ternary(1.5)
    with pytest.raises(TypeError, match="law must be a prior; got 'binary'"):
        IndependentTeacher("binary")


def test_weights_that_are_all_zero_are_drawn_again(random):
    assert all(np.linalg.norm(Ternary(0.05).draw(3, random)) > 1.0 for _ in range(20))


class Diagonal(Teacher):
    """A teacher of one's own that gives no more than it must."""

    def draw(self, n, random):
        return np.ones(n)


class TestTeachersOfOnesOwn:
    def test_the_prior_is_not_known_unless_it_is_said(self):
        class Signs(Diagonal):
            prior = BinaryPrior()

        assert Diagonal().prior is None
        assert Signs().prior == BinaryPrior()

    def test_who_draws_otherwise_loses_the_prior(self):
        class Other(SphericalTeacher):
            def draw(self, n, random):
                return np.ones(n)

        class Further(Other):
            pass

        class Same(SphericalTeacher):
            pass

        assert Other().prior is None and Further().prior is None
        assert Same().prior == SphericalTeacher().prior == GaussianPrior()

    def test_it_is_called_by_its_class_and_does_not_drift(self):
        assert (Diagonal().name, Diagonal().drift) == ("Diagonal", 0.0)
        assert resolve_teacher(Diagonal()) == Diagonal()

    def test_it_can_be_simulated(self):
        # After one example R = |sum of S|/N^(3/2), the sum of an odd number of signs.
        result = rb.simulate("hebb", n=11, alpha=1 / 11, runs=5, teacher=Diagonal(), inputs="binary", method="vector")
        total = result.samples["r"] * 11.0**1.5
        assert total == pytest.approx(1.0 + 2.0 * np.rint((total - 1.0) / 2.0), abs=1e-12)
        assert (total > 0.5).all()


def test_the_laws_of_teachers_are_those_of_their_weights(random):
    for teacher in (SphericalTeacher(), BinaryTeacher(), DriftingTeacher(0.1)):
        fourth = (teacher.draw(40_000, random) ** 4).mean()
        expected = 1.0 if teacher.prior == BinaryPrior() else 3.0
        assert abs(fourth - expected) <= Z_LIMIT * math.sqrt(96.0 / 40_000)  # the variance of a normal's 4th power
