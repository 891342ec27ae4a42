"""Laws of inputs: their moments, and what they refuse."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import scenario
from rosenblatt.scenario import (
    ProductInputs,
    ShiftedInputs,
    SphericalTeacher,
    resolve_inputs,
)
from tests.helpers import Z_LIMIT


def test_shifted_inputs_have_the_given_length_and_overlap(random):
    teacher = SphericalTeacher().draw(50, random)
    shift = ShiftedInputs(u=4.0, q0=-1.95).mean(teacher, random)
    assert np.linalg.norm(shift) == pytest.approx(4.0)
    assert shift @ teacher / math.sqrt(50) == pytest.approx(-1.95)


def test_product_inputs_take_one_probability_or_n(random):
    teacher = np.ones(3)
    assert ProductInputs(0.7).mean(teacher, random) == pytest.approx([0.4, 0.4, 0.4])
    assert ProductInputs((0.7, 0.5, 0.1)).mean(teacher, random) == pytest.approx([0.4, 0.0, -0.8])
    assert ProductInputs(0.7).variance(np.array([0.4])) == pytest.approx([0.84])
    with pytest.raises(ValueError, match="probabilities must be one number or n = 3 of them; got 2"):
        ProductInputs((0.7, 0.5)).mean(teacher, random)


@pytest.mark.parametrize("inputs", list(scenario.INPUTS.values()), ids=lambda inputs: inputs.name)
def test_plain_draws_have_the_stated_moments(inputs, random):
    mean = inputs.mean(SphericalTeacher().draw(4, random), random)
    x = inputs.draw(mean, 40_000, random)
    assert np.abs((x.mean(axis=0) - mean) * math.sqrt(40_000)).max() < Z_LIMIT
    assert x.var(axis=0) == pytest.approx(inputs.variance(mean), abs=0.03)


@pytest.mark.parametrize("probability", [0.0, 1.0, -0.1, 2.0, float("nan")])
def test_a_probability_that_is_none(probability):
    with pytest.raises(ValueError, match=r"probabilities must be in \(0, 1\)"):
        ProductInputs(probability)


def test_an_overlap_larger_than_the_shift():
    with pytest.raises(ValueError, match=r"q0 must be in \[-u, u\] = \[-1, 1\]; got 2.0"):
        ShiftedInputs(u=1.0, q0=2.0)


def test_a_law_of_inputs_that_kernels_do_not_know():
    class Uniform(scenario.CentredInputs):
        def draw(self, mean, count, random):
            return random.uniform(-math.sqrt(3.0), math.sqrt(3.0), (count, len(mean)))

    with pytest.raises(TypeError, match="inputs must be one of the laws that kernels can draw"):
        rb.simulate("hebb", n=10, alpha=1.0, inputs=Uniform())
    assert rb.learning_curve("hebb", 1.0, inputs=Uniform()).frame.equals(rb.learning_curve("hebb", 1.0).frame)


def test_names_and_objects_resolve():
    assert resolve_inputs("shifted") == ShiftedInputs()
    with pytest.raises(ValueError, match="inputs must be one of"):
        resolve_inputs("uniform")


def test_a_law_that_changes_another_is_refused():
    # What is known of a law, in kernels and theory, would be taken for granted of its subclass.
    class Wide(scenario.GaussianInputs):
        def draw(self, mean, count, random):
            return 2.0 * random.standard_normal((count, len(mean)))

    with pytest.raises(TypeError, match="inputs must be a law of its own; got .*, which changes GaussianInputs"):
        resolve_inputs(Wide())


def test_centred_laws_have_mean_0_and_variance_1(random):
    for law in (scenario.GaussianInputs(), scenario.BinaryInputs()):
        assert isinstance(law, scenario.CentredInputs)
        mean = law.mean(np.ones(5), random)
        assert mean.tolist() == [0.0] * 5
        assert law.variance(mean).tolist() == [1.0] * 5
