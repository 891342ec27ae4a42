"""Channels by their names."""

from __future__ import annotations

from rosenblatt import checks
from rosenblatt.scenario.channels.channel import Channel
from rosenblatt.scenario.channels.fading_flips import FadingFlips
from rosenblatt.scenario.channels.field_noise import FieldNoise
from rosenblatt.scenario.channels.flips import Flips
from rosenblatt.scenario.channels.gaussian_noise import GaussianNoise
from rosenblatt.scenario.channels.input_noise import InputNoise
from rosenblatt.scenario.channels.logistic import Logistic
from rosenblatt.scenario.channels.probit import Probit

CHANNELS: dict[str, Channel] = {
    channel.name: channel
    for channel in (Flips(), FieldNoise(), Probit(), InputNoise(), Logistic(), FadingFlips(), GaussianNoise())
}


def resolve_channel(channel: str | Channel) -> Channel:
    """Return a channel for its name, perhaps with its numbers, or itself.

    >>> resolve_channel("logistic"), resolve_channel("probit:2,0.05")
    (Logistic(slope=1.0), Probit(slope=2.0, noise=0.05))
    """
    if isinstance(channel, Channel):
        return channel
    if not isinstance(channel, str):
        raise TypeError(f"channel must be an object such as rb.Flips(0.1), or a name; got {channel!r}. Make one.")
    name, _, numbers = channel.partition(":")
    usual = CHANNELS[checks.one_of("channel", name, tuple(CHANNELS))]
    if not numbers:
        return usual
    try:
        values = [float(number) for number in numbers.split(",")]
    except ValueError:
        raise ValueError(
            f"channel must be a name and numbers such as 'logistic:2'; got {channel!r}. Write numbers after the colon."
        ) from None
    try:
        return type(usual)(*values)
    except TypeError:
        raise ValueError(
            f"channel must have no more numbers than {usual!r}; got {channel!r}. Leave some out."
        ) from None
    except ValueError as problem:
        raise ValueError(
            f"channel must be a name and numbers such as 'logistic:2'; got {channel!r}: {problem}"
        ) from None
