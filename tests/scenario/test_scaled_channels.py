"""Channels of fields whose variance is not 1."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.scenario import Probit
from rosenblatt.scenario.scaled_channels import error_of_fields, scaled_channel
from tests.helpers.channels import CHANNELS_OF_SIGNS


def test_a_scaled_channel_says_of_the_unit_field_what_the_channel_says_of_the_field():
    known = np.linspace(-2.0, 2.0, 9)
    for channel in (*CHANNELS_OF_SIGNS[:3], *CHANNELS_OF_SIGNS[4:], rb.InputNoise(teacher=0.5)):
        plain = channel.evidence(3.0 * known, 3.0 * 0.4)
        scaled = scaled_channel(channel, 3.0).evidence(known, 0.4)
        assert scaled[0] == pytest.approx(plain[0])
        assert scaled[1] == pytest.approx(3.0 * plain[1])
    assert scaled_channel(rb.GaussianNoise(0.18), 3.0) == rb.GaussianNoise(0.18 / 9.0)


def test_an_unknown_channel_is_refused():
    with pytest.raises(TypeError, match="channel must be one whose scale is known for inputs with a covariance"):
        scaled_channel("flips", 2.0)  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="inputs of the student must have no noise of their own"):
        scaled_channel(rb.InputNoise(student=0.5), 2.0)


def test_errors_are_those_of_the_fields():
    # Half the mean square of b + noise - h, with <b b> = 4, <h b> = 1.5, <h h> = 0.8.
    number = error_of_fields(rb.Adaline(), rb.GaussianNoise(0.3), 0.2, 1.5, 0.8, 4.0)
    assert number == pytest.approx(0.5 * (4.0 + 0.3 + 0.8 - 3.0))
    doubled = error_of_fields(rb.Adaline(ratio=4.0), rb.GaussianNoise(0.3), 0.2, 1.5, 0.8, 4.0)
    assert doubled == pytest.approx(0.5 * (4.0 * 4.3 + 0.8 - 2.0 * 3.0))
    assert error_of_fields(rb.Hebb(), rb.Flips(0.1), 0.2, 1.5, 0.8, 4.0) == pytest.approx(0.1 + 0.8 * 0.2)
    angle = math.acos(math.cos(0.2 * math.pi) / math.sqrt(1.0 + 0.25 * 0.25))
    blurred = error_of_fields(rb.Hebb(), Probit(2), 0.2, 1.5, 0.8, 4.0)
    assert blurred == pytest.approx(angle / math.pi)
