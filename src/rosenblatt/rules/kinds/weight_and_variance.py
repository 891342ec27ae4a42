"""Rules of which a synapse is a weight and its variance."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.rules.kinds.synaptic import SynapticRule


@dataclass(frozen=True)
class WeightAndVarianceRule(SynapticRule):
    """Gives ``respond(label, (mean, variance of the field), cell, *parameters)``: a slope and a curvature, by which
    the weight moves and its variance falls."""

    synapse = (0.0, 1.0)

    @staticmethod
    def project(synapse: tuple[float, float], x: float) -> tuple[float, float]:
        """Return what a synapse adds to the mean and the variance of the field."""
        weight, variance = synapse
        return (weight * x, variance * x * x)

    @staticmethod
    def absorb(synapse: tuple[float, float], x: float, signal: tuple[float, float]) -> tuple[float, float]:
        """Return the new weight and its variance."""
        weight, variance = synapse
        slope, curvature = signal
        seen = variance * x
        return (weight + seen * slope, variance - seen * seen * curvature)
