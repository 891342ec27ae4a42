"""What a student sees: spectra, unit fields, and its vectors."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Scenario
from rosenblatt.theory.student_world import StudentWorld

TILTED = rb.Covariance(eigenvalues=[3, 1, 0], shares=[0.25, 0.5, 0.25], teacher=[0.2, 0.4, 0.4])


def test_the_teachers_field_has_variance_one():
    world = StudentWorld.of(Scenario(inputs=TILTED, channel=rb.Logistic(2.0)))
    assert world.m_hat == pytest.approx(1.0)
    world = StudentWorld.of(Scenario(inputs=rb.Covariance(eigenvalues=[4.0]), channel=rb.Logistic(2.0)))
    assert (world.m_hat, world.channel) == (4.0, rb.Logistic(4.0))


def test_noise_on_the_students_inputs_makes_them_longer():
    world = StudentWorld.of(Scenario(channel=rb.InputNoise(0.0, 0.75)))
    assert world.spectrum.values.tolist() == [1.5625]
    assert world.channel == rb.Probit(1.0 / 0.75)


def test_directions_that_do_not_vary_have_no_weights():
    world = StudentWorld.of(Scenario(inputs=TILTED))
    assert world.varying == 0.75
    g = np.array([1.0, 0.5, 0.0])
    r, q_norm = world.vectors(g, 2.0, 3.0)
    assert r == pytest.approx(2.0 * (0.2 * 1.0 + 0.4 * 0.5))
    assert q_norm == pytest.approx(4.0 * (0.2 + 0.4 * 0.25) + 3.0 * (0.25 / 3.0 + 0.5 * 0.25))
