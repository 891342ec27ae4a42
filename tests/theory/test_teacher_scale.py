"""Averages for a teacher's field of any variance, against plain draws."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.theory.teacher_scale import averages_obstacle, averages_on_fields, declares
from tests.helpers.channels import lopsided

M_HAT, PLACE = 0.49, (0.6, 0.8)
CUBIC = rb.rule(lambda label, field: (label - field) ** 3, name="cubic", labels="linear")()


@pytest.mark.parametrize(
    ("rule", "channel"),
    [
        (rb.Rosenblatt(), rb.Flips(0.1)),
        (rb.Rosenblatt(), rb.Probit(1.6, 0.1)),
        (rb.Rosenblatt(), rb.Logistic(2.0)),
        (rb.Rosenblatt(), rb.OwnChannel(lopsided)),
        (rb.Adaline(eta=0.5), rb.GaussianNoise(0.3)),
        (CUBIC, rb.GaussianNoise(0.3)),
    ],
    ids=str,
)
def test_averages_are_those_of_plain_draws(rule, channel, random):
    averages = averages_on_fields(rule, rb.Scenario(channel=channel), M_HAT, 1)(*PLACE, 1.0)
    b, c, noise, chance = *random.standard_normal((3, 400_000)), random.random(400_000)
    field, seen = PLACE[0] * b + PLACE[1] * c, math.sqrt(M_HAT) * b
    if isinstance(channel, rb.GaussianNoise):
        labels = seen + math.sqrt(channel.variance) * noise
    else:
        labels = np.where(chance < channel.probability(seen), 1.0, -1.0)
    strength = np.array([type(rule).modulation(*pair, *rule.own) for pair in zip(labels, field, strict=True)])
    for value, draws in zip(averages, (strength * b, strength * c, strength**2), strict=True):
        assert abs(value - draws.mean()) < 4.5 * draws.std() / math.sqrt(len(draws))


def test_closed_forms_are_used_where_they_hold():
    signs, numbers = rb.Scenario(channel=rb.Flips(0.1)), rb.Scenario(channel=rb.GaussianNoise(0.1))
    assert declares(rb.Rosenblatt(), signs, 0.5)
    assert declares(rb.Adaline(), numbers, 0.5)
    assert not declares(CUBIC, numbers, 0.5)


def test_noise_on_the_student_s_inputs_is_an_obstacle():
    assert averages_obstacle(rb.Hebb(), rb.Scenario(channel=rb.InputNoise(teacher=0.5))) == ""
    assert "no noise of their own" in averages_obstacle(rb.Hebb(), rb.Scenario(channel=rb.InputNoise(student=0.5)))
