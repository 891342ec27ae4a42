"""Channels of teachers whose field has another variance than 1, as inputs with a covariance give them.

scaled.1   a label of the field b = size * (unit field) is the label of a scaled channel of the unit field;
           if labels are numbers, it is size times such a label
scaled.2   flips: the same.  A slope beta: size beta.  Flips that fade over l: over l/size.  Gaussian noise: s^2/size^2
scaled.3   error with R^ = J.C B/N, Q^ = J.C J/N, M^ = size^2: for signs that of the scaled channel; for numbers
           M^ times that of a student with R^/M^ and Q^/M^
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache, singledispatch
from typing import Any, Protocol

import numpy as np

from rosenblatt.scenario.channels import (
    Channel,
    FadingFlips,
    Flips,
    GaussianNoise,
    InputNoise,
    Logistic,
    NumberChannel,
    OwnChannel,
    Probit,
)


class HasError(Protocol):
    """A rule, which says what the error of its student is."""

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any: ...


@singledispatch
def scaled_channel(channel: Channel, size: float) -> Channel:
    """Return the channel of the unit field for one of a field of deviation ``size``.  (scaled.1, scaled.2)

    >>> scaled_channel(Probit(2.0, 0.1), 4.0)
    Probit(slope=8.0, noise=0.1)
    """
    raise TypeError(
        f"channel must be one whose scale is known for inputs with a covariance; got {channel!r}. "
        "Take for example rb.Flips(0.1), rb.Logistic(2) or rb.GaussianNoise(0.1)."
    )


@scaled_channel.register
def _(channel: Flips, size: float) -> Channel:
    return channel


@scaled_channel.register(Probit)
@scaled_channel.register(Logistic)
def _(channel: Probit | Logistic, size: float) -> Channel:
    return dataclasses.replace(channel, slope=size * channel.slope)


@scaled_channel.register
def _(channel: FadingFlips, size: float) -> Channel:
    return dataclasses.replace(channel, length=channel.length / size)


@scaled_channel.register
def _(channel: OwnChannel, size: float) -> Channel:
    return _scaled_function(channel, size)


@lru_cache(maxsize=64)
def _scaled_function(channel: OwnChannel, size: float) -> Channel:
    return OwnChannel(lambda field: channel.probability(size * field))


@scaled_channel.register
def _(channel: InputNoise, size: float) -> Channel:
    if channel.student > 0.0:
        raise TypeError(
            f"inputs of the student must have no noise of their own beside a covariance; got {channel!r}. "
            "Put it into the covariance."
        )
    return scaled_channel(channel.as_student_sees, size)


@scaled_channel.register
def _(channel: GaussianNoise, size: float) -> Channel:
    return dataclasses.replace(channel, variance=channel.variance / size**2)


def error_of_fields(
    rule: HasError, channel: Channel, disagreement: float, r_hat: float, q_hat: float, m_hat: float
) -> float:
    """Return the error of a student by the covariances of its field and the teacher's.  (scaled.3)"""
    unit = scaled_channel(channel, float(np.sqrt(m_hat)))
    error = float(np.squeeze(rule.error(r_hat / m_hat, q_hat / m_hat, disagreement, unit)))
    return m_hat * error if isinstance(channel, NumberChannel) else error
