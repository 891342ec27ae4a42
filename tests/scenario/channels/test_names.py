"""Channels by name."""

from __future__ import annotations

import pytest

from rosenblatt.scenario import CHANNELS, Logistic, resolve_channel


def test_a_name_is_a_channel_with_its_defaults():
    assert resolve_channel("logistic") == Logistic(1.0)
    assert all(resolve_channel(name).name == name for name in CHANNELS)
    assert resolve_channel(Logistic(3.0)) == Logistic(3.0)
    with pytest.raises(ValueError, match="channel must be one of"):
        resolve_channel("logit")
    with pytest.raises(TypeError, match="channel must be an object such as"):
        resolve_channel(0.1)  # pyright: ignore[reportArgumentType]
