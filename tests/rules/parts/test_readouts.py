"""Readouts: what is done with the weights, and the angle that theory gives it."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.readouts import BINARISED, CLIPPED, MEAN
from tests.helpers import Z_LIMIT


@pytest.mark.parametrize("readout", ["clipped", "binarised"])
def test_readouts_of_continuous_weights_on_a_binary_teacher(readout, seed):
    how = dict(alpha=[1.0, 4.0], teacher="binary", readout=readout)
    frame = rb.simulate("bayes-hebb", n=1000, inputs="binary", runs=60, seed=seed, **how).frame
    theory = rb.learning_curve("bayes-hebb", how.pop("alpha"), **how).frame
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + 3.0 / 1000).all()


def test_readouts_by_hand():
    weights = np.array([0.3, 0.0, -0.6])
    assert MEAN.apply(weights) is weights
    assert CLIPPED.apply(weights).tolist() == [1.0, -1.0, -1.0]  # a zero weight reads as -1
    assert BINARISED.apply(weights) == pytest.approx(np.tanh(weights / (1.0 - 0.45 / 3.0)))
    assert BINARISED.apply(np.array([1.0, -1.0])).tolist() == [1.0, -1.0]  # Q = 1: nothing is left


def test_angles_are_those_of_long_vectors(random):
    n, r, r_perp = 200_000, np.array(0.5), np.array(0.5)  # R = Q = 0.5, as Bayes has it
    for teacher in (rb.SphericalTeacher(), rb.BinaryTeacher()):
        target = teacher.draw(n, random)
        student = 0.5 * target + 0.5 * random.standard_normal(n)
        for readout in (MEAN, CLIPPED, BINARISED)[: 3 if isinstance(teacher, rb.BinaryTeacher) else 2]:
            weights = readout.apply(student)
            cosine = weights @ target / (np.linalg.norm(weights) * np.linalg.norm(target))
            # The cosine of n pairs has a standard error of at most 1/sqrt(n).
            assert abs(cosine - np.cos(readout.angle(r, r_perp, teacher))) < Z_LIMIT / np.sqrt(n)


def test_what_is_read_is_the_student_itself_or_a_direction():
    r, r_perp, teacher = np.array([0.3, 2.0]), np.array([0.4, 0.0]), rb.BinaryTeacher()
    seen, q_norm, angle = MEAN.read(r, r_perp, teacher)
    assert seen is r
    assert q_norm == pytest.approx([0.25, 4.0])
    assert angle.tolist() == MEAN.angle(r, r_perp, teacher).tolist()
    seen, q_norm, angle = CLIPPED.read(r[:1], r_perp[:1], teacher)
    assert (seen.tolist(), q_norm.tolist()) == (np.cos(angle).tolist(), [1.0])
    assert angle.tolist() == CLIPPED.angle(r[:1], r_perp[:1], teacher).tolist()


def test_the_mean_needs_no_digits_that_cancel():
    tiny = MEAN.angle(np.array(1.0), np.array(1e-200), rb.SphericalTeacher())
    assert tiny == 1e-200


class Sparse(rb.Teacher):
    """A teacher that does not say the prior of its weights."""

    def draw(self, n, random):
        return np.eye(n)[0] * np.sqrt(n)


def test_a_teacher_without_a_prior_has_only_the_mean():
    assert MEAN.angle(np.array(1.0), np.array(1.0), Sparse()) == pytest.approx(np.pi / 4.0)
    for readout in (CLIPPED, BINARISED):
        with pytest.raises(
            NotImplementedError, match=f"prior .* the readout '{readout.name}'; got 'Sparse'.*take .*'mean'"
        ):
            readout.angle(np.array(1.0), np.array(1.0), Sparse())


def test_weights_that_are_no_signs_are_not_binarised():
    with pytest.raises(ValueError, match="teacher must be 'binary' for the readout 'binarised'"):
        BINARISED.angle(np.array(1.0), np.array(1.0), rb.SphericalTeacher())
