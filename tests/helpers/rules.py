"""Rules that tests try: those of the registry, and some of a user's own, so that the contract is tested beyond them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rosenblatt.rules import registered
from rosenblatt.rules.kinds.from_function import rule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.synaptic import SynapticRule
from rosenblatt.rules.kinds.vector import VectorRule


@rule
def margin(label, field, width=0.5):
    return label if label * field <= width else 0.0


@rule(mistake_driven=True)
def decaying(label, field, alpha, eta=2.0):
    return eta * label / (1.0 + alpha) if label * field <= 0.0 else 0.0


@rule
def self_scaled(label, field, q_norm):
    return label / ((1.0 + q_norm**0.5) * (1.0 + field * field))


@rule(mistake_driven=True)
def proportional(label, field, alpha, q_norm, eta=1.0):
    """Learns from mistakes, the more the worse they are; asks for everything."""
    return eta * (label - field) / (1.0 + q_norm + alpha) if label * field <= 0.0 else 0.0


@rule(kinks=())
def logistic_gradient(label, field):
    """Descends the logistic loss: a shape with a scale of its own."""
    return label / (1.0 + math.exp(min(label * field, 700.0)))


@dataclass(frozen=True)
class Adaptive(SynapticRule):
    """A rule that is more than a modulation: two numbers a synapse, two sums, a memory, a gain."""

    rate: float = 0.3
    forget: float = 0.01

    name = "adaptive"
    synapse = (0.0, 1.0)

    @property
    def own_memory(self):
        return {"usual": 0.5}

    @staticmethod
    def project(synapse, x):
        return (synapse[0] * x, synapse[1] * x * x)

    @staticmethod
    def respond(label, sums, cell, rate, forget):
        field, spread = cell.gain * cell.scale * sums[0], cell.scale**2 * sums[1]
        cell.usual += 0.1 * (spread - cell.usual)
        cell.gain *= 1.0 - forget
        if label * field > 1.0:
            return (0.0, 0.0)
        strength = cell.sample_weight * rate
        return (strength * label / (cell.gain * (1.0 + cell.usual)), 0.1 * strength)

    @staticmethod
    def absorb(synapse, x, signal):
        return (synapse[0] + signal[0] * synapse[1] * x, synapse[1] / (1.0 + signal[1] * x * x))

    @staticmethod
    def fold(synapse, gain):
        return (gain * synapse[0], synapse[1])


@dataclass(frozen=True)
class PlainVector(VectorRule):
    """Rosenblatt's rule on whole vectors."""

    name = "plain-vector"

    def learn(self, inputs, labels, sample_weight, synapses, cells):
        wrong = labels * self.fields(inputs, synapses[:, 0]) <= 0.0
        synapses[:, 0] += sample_weight * np.where(wrong, labels, 0.0)[:, None] * inputs / math.sqrt(inputs.shape[-1])
        cells.examples += 1.0
        return wrong


def beginning(rule: HebbianRule) -> dict[str, float]:
    """Return the start with which a rule is tried: none, unless it never leaves J = 0."""
    return {"start": 0.2} if rule.needs_start else {}


USERS_RULES: list[type[HebbianRule]] = [margin, decaying, self_scaled, proportional]
HEBBIAN = [cls for cls in registered().values() if issubclass(cls, HebbianRule)]
SAMPLES = [
    *(cls() for cls in HEBBIAN),
    *(cls() for cls in USERS_RULES),
    HEBBIAN[0](weight_decay=0.3),
    self_scaled(weight_decay=0.3),
]
# One of each form that a loop may take: with decay, normalised, with Q, with a kink of its own, of numbers.
FORMS = [HEBBIAN[0](weight_decay=0.3), *(cls() for cls in HEBBIAN if cls().normalised), self_scaled(), margin()]
MISTAKE_DRIVEN = [r for r in SAMPLES if r.mistake_driven] + [
    cls(weight_decay=0.3) for cls in HEBBIAN if cls.mistake_driven and not cls().normalised
]
