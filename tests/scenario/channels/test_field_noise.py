"""Noise that grows with the field is flips."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.scenario import FieldNoise, Flips
from tests.helpers import Z_LIMIT


def test_it_flips_as_often_as_the_factor_is_negative(random):
    channel = FieldNoise(0.8)
    share = (1.0 + 0.8 * random.standard_normal(200_000) < 0.0).mean()
    assert abs(share - channel.noise) < Z_LIMIT * np.sqrt(channel.noise / 200_000)
    assert (channel.level, channel.kernel_numbers) == (channel.noise, Flips(channel.noise).kernel_numbers)
    with pytest.raises(ValueError, match="width must be above 0"):
        FieldNoise(0.0)
