"""Rules of which a synapse is its weight, and which add so much of the input as the cell says."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.rules.kinds.compiled import add_input, field_and_length, multiply
from rosenblatt.rules.kinds.synaptic import IsotropicRule


@dataclass(frozen=True)
class OneWeightRule(IsotropicRule):
    """Gives ``respond(label, (field, squared length of the input), cell, *parameters)``: how much is added."""

    project = staticmethod(field_and_length)
    absorb = staticmethod(add_input)
    fold = staticmethod(multiply)
