"""Rules that compiled loops run: scalar functions over the synapses and one signal to all of them.

    compiled.1   sums   = sum_i project(synapse_i, x_i)              what the synapses send to the cell
    compiled.2   signal = respond(label, sums, cell, *parameters)    what the cell sends back to all of them
    compiled.3   synapse_i <- absorb(synapse_i, x_i, signal)         what each synapse makes of it

``synapse``, ``sums`` and ``signal`` are tuples of floats of fixed length; ``respond`` may write to the cell. A signal
of zeros means that no synapse changes. The functions use ``math`` and `rosenblatt.gaussian` only.

A rule that shrinks all its weights at every example need not touch them: it multiplies ``cell.gain`` and gives
``fold``, which writes a gain into a synapse. Kernels fold when the gain gets tiny. So a sparse row costs only its
stored entries, whatever the rule forgets.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.rule import Rule

Synapse = tuple[float, ...]


class LearningFunctions(NamedTuple):
    """The plain functions that fill the slots of a loop."""

    project: Callable[..., Synapse]  # (synapse, x)
    respond: Callable[..., Synapse]  # (label, sums, cell, *parameters)
    absorb: Callable[..., Synapse]  # (synapse, x, signal)
    fold: Callable[..., Synapse]  # (synapse, gain)
    refresh: Callable[..., None]  # (synapses, cell): measures anew what the cell follows by recursion
    field: Callable[..., float]  # (sums, cell, *parameters): weights.x plus the offset, in the units of `weights`


@dataclass(frozen=True)
class CompiledRule(Rule):
    """A rule that is a handful of scalar functions."""

    @cached_property
    @abstractmethod
    def functions(self) -> LearningFunctions:
        """The functions that the loops compile."""

    @property
    def n_sums(self) -> int:
        """How many sums ``project`` contributes to."""
        return len(self.functions.project(self.synapse, 1.0))

    def has_own_refresh(self) -> bool:
        """Return whether it measures its synapses anew by a function that it gives itself."""
        return self.functions.refresh is not follow_nothing


# Functions that several kinds share.


def keep(synapse: Synapse, gain: float) -> Synapse:
    """Return a synapse as it is: the gain of a rule that never shrinks its weights is 1."""
    return synapse


def follow_nothing(synapses: Any, cell: Cell) -> None:
    """Do nothing: all that the cell knows is exact."""


def first_sum(sums: Synapse, cell: Cell, *parameters: float) -> float:
    """Return the field of a rule whose first sum is that of its stored weights."""
    return cell.gain * sums[0]


def weigh(synapse: tuple[float], x: float) -> tuple[float]:
    """Return what a synapse adds to the field."""
    (weight,) = synapse
    return (weight * x,)


def field_and_length(synapse: tuple[float], x: float) -> tuple[float, float]:
    """Return what a synapse adds to the field and to the squared length of the input."""
    (weight,) = synapse
    return (weight * x, x * x)


def add_input(synapse: tuple[float], x: float, signal: tuple[float]) -> tuple[float]:
    """Return the weight with so much of the input added."""
    (weight,) = synapse
    return (weight + signal[0] * x,)


def multiply(synapse: tuple[float], gain: float) -> tuple[float]:
    """Return the weight times the gain."""
    (weight,) = synapse
    return (gain * weight,)
