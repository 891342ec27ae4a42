"""What rules share that are more than a modulation: how their synapses send and absorb.

A rule of a family gives ``answer(label, sums, memory, *parameters)``, what the cell sends back to its synapses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from rosenblatt.rules.hebbian import add_input, field_and_length, multiply


class OneWeight:
    """A synapse is its weight; sums are the field and the squared length of the input, the signal one number."""

    isotropic: ClassVar[bool] = True
    answer: ClassVar[Callable[..., tuple[float, ...]]]

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        """The field and the squared length of the input."""
        return field_and_length

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        """How much of the input is added to the weights."""
        return type(self).answer

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        """The new weight."""
        return add_input

    @cached_property
    def fold(self) -> Callable[..., tuple[float, ...]]:
        """Multiply the stored weight by the gain."""
        return multiply


class WeightAndVariance:
    """A synapse is a weight and its variance; sums are the mean and the variance of the field, the signal a slope and
    a curvature."""

    synapse: ClassVar[tuple[float, ...]] = (0.0, 1.0)
    answer: ClassVar[Callable[..., tuple[float, ...]]]

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        """The mean and the variance of the field."""
        return _moments

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        """How far the mean moves, and how much of the variance goes."""
        return type(self).answer

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        """The new weight and its variance."""
        return _absorb_moments


def _moments(synapse: tuple[float, float], x: float) -> tuple[float, float]:
    weight, variance = synapse
    return (weight * x, variance * x * x)


def _absorb_moments(synapse: tuple[float, float], x: float, signal: tuple[float, float]) -> tuple[float, float]:
    weight, variance = synapse
    slope, curvature = signal
    seen = variance * x
    return (weight + seen * slope, variance - seen * seen * curvature)
