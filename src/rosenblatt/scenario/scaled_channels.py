"""Channels of teachers whose field has another variance than 1, as inputs with a covariance give them.

scaled.1   a label of the field b = size * (unit field) is the label of a scaled channel of the unit field;
           if labels are numbers, it is size times such a label
scaled.2   flips: the same.  A blur of deviation w on b: one of w/size.  Gaussian noise of variance s^2: s^2/size^2
scaled.3   error with R^ = J.C B/N, Q^ = J.C J/N, M^ = size^2: for signs that of the scaled channel; for numbers
           M^ times that of a student with R^/M^ and Q^/M^
"""

from __future__ import annotations

import dataclasses
from functools import singledispatch
from typing import Any, Protocol

import numpy as np

from rosenblatt.scenario.channels import BlurredFlips, Channel, Flips, GaussianNoise, NumberChannel


class HasError(Protocol):
    """A rule, which says what the error of its student is."""

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any: ...


@singledispatch
def scaled_channel(channel: Channel, size: float) -> Channel:
    """Return the channel of the unit field for one of a field of deviation ``size``.  (scaled.1)

    >>> scaled_channel(BlurredFlips(0.1, width=2.0), 4.0)
    BlurredFlips(noise=0.1, width=0.5)
    """
    raise TypeError(
        f"channel must be one whose scale is known for inputs with a covariance; got {channel!r}. "
        "Take rb.Flips(0.1) or rb.GaussianNoise(0.1)."
    )


@scaled_channel.register
def _(channel: Flips, size: float) -> Channel:
    return channel


@scaled_channel.register
def _(channel: BlurredFlips, size: float) -> Channel:
    return dataclasses.replace(channel, width=channel.width / size)


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
