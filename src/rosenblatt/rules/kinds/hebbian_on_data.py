r"""A Hebbian rule for labels that are numbers, made fit for data: KC's 1/I, weights of rows, and a running error.

on_numbers.1   F <- F/I,  I = |S|^2/N: the step depends on the error alone, not on the length of the input   (KC 9)
on_numbers.2   a row of weight w counts as w rows: if one takes away the part k of the error, k = F(b, h) - F(b, h+1),
               they take away 1 - (1 - k)^w
on_numbers.3   e <- e + rate ((b - h)^2/2 - e),  over N/2 rows, or fifty                                    (KC 34)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt.rules.base import EMPHASIS, EXAMPLES, GAIN, SCALE, WEIGHTS, Rule
from rosenblatt.rules.hebbian import Q_NORM, Force, HebbianRule, field_and_length
from rosenblatt.rules.practical_linear import SHORTEST

ERROR, PART = -2, -1  # the last entries of the memory: the running error, and the part of an error that was corrected


@dataclass(frozen=True)
class OnNumbers(Rule):
    """A rule that learns numbers, on data."""

    rule: HebbianRule

    labels = "linear"

    @property
    def name(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The name of the rule."""
        return self.rule.name

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """The rule's numbers."""
        return self.rule.parameters

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        """The field and the squared length of the input."""
        return field_and_length

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        """How much of the input is added to the weights."""
        return _respond(self.rule.respond, self.rule.force, self.rule.follows_length())

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        """The new weight."""
        return self.rule.absorb

    @cached_property
    def fold(self) -> Callable[..., tuple[float, ...]]:
        """Multiply the stored weight by the gain."""
        return self.rule.fold

    @cached_property
    def refresh(self) -> Callable[..., None]:
        """Measure Q once in N examples, if it is followed."""
        return self.rule.refresh

    def scale_on_data(self, inputs: int) -> float:
        """Return the theory's 1/sqrt(N): what a length means is known for inputs of unit variance."""
        return 1.0 / math.sqrt(inputs)

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return a student of the rule, with room for the running error."""
        synapses, memory = self.rule.start(n, None if self.rule.normalised else scale)
        return synapses, np.append(memory, [1.0, 1.0])

    def weights(self, synapses: np.ndarray, memory: np.ndarray) -> np.ndarray:
        """Return the weights that a student has learnt."""
        return self.rule.weights(synapses, memory)

    def amplitude(self, memory: np.ndarray) -> float:
        """Return by what a field is multiplied to be the best guess of a label."""
        return self.rule.amplitude(memory)

    def report(self, synapses: np.ndarray, memory: np.ndarray) -> dict[str, Any]:
        """Return the running error, and the part of the last error that was corrected."""
        return {"error": float(memory[ERROR]), "attention": float(memory[PART])}


def _respond(
    respond: Callable[..., tuple[float, ...]], force: Force, follows_length: bool
) -> Callable[..., tuple[float, ...]]:
    def on_data(label, sums, memory, *parameters):
        n, square, weight = memory[WEIGHTS], memory[SCALE] * memory[SCALE] * sums[1], memory[EMPHASIS]
        h, alpha = memory[GAIN] * memory[SCALE] * sums[0], memory[EXAMPLES] / memory[WEIGHTS]
        memory[ERROR] += (0.5 * (label - h) * (label - h) - memory[ERROR]) / max(0.5 * n, SHORTEST)  # on_numbers.3
        if square == 0.0:
            return (0.0,)
        q_norm = memory[Q_NORM] if follows_length else 1.0
        own = parameters[:-1]
        part = force(label, h, alpha, q_norm, own) - force(label, h + 1.0, alpha, q_norm, own)
        if weight != 1.0 and 0.0 < part <= 1.0:
            weight = (1.0 - (1.0 - part) ** weight) / part  # on_numbers.2
        memory[PART] = part
        memory[EMPHASIS] = weight / square  # on_numbers.1
        return respond(label, sums, memory, *parameters)

    return on_data
