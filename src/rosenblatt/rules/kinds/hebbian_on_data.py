r"""A Hebbian rule for labels that are numbers, made fit for data: KC's 1/I, sample weights, and a running error.

hebbian_on_data.1   F <- F/I,  I = |S|^2/N: the step depends on the error alone, not on the length of the input   (KC 9)
hebbian_on_data.2   a row of weight w counts as w rows: if one takes away the part k of the error,
                    k = F(b, h) - F(b, h+1), they take away 1 - (1 - k)^w
hebbian_on_data.3   e <- e + rate ((b - h)^2/2 - e),  over N/2 rows, or fifty                                    (KC 34)
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, singledispatch
from typing import Any

import numpy as np

from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.compiled import CompiledRule, LearningFunctions, field_and_length
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import NumberChannel

FEWEST_EXAMPLES = 50.0  # examples that a running mean needs to mean something


@dataclass(frozen=True)
class HebbianOnData(CompiledRule):
    """A Hebbian rule that learns numbers, on data."""

    rule: HebbianRule

    name = "hebbian-on-data"
    labels = NumberChannel

    @property
    def title(self) -> str:
        """The name of the rule."""
        return self.rule.title

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """The rule's numbers."""
        return self.rule.parameters

    @property
    def own_memory(self) -> dict[str, float]:
        """The rule's, the running error, and the part of an error that was corrected last."""
        return {**self.rule.own_memory, "error": 1.0, "part": 1.0}

    @cached_property
    def functions(self) -> LearningFunctions:
        """The rule's, with a response that knows the length of the input."""
        rule = self.rule
        length = _followed if rule.follows_length() else _unit
        respond = _respond(rule.functions.respond, rule.full_modulation, length)
        return rule.functions._replace(project=field_and_length, respond=respond)

    def scale_on_data(self, inputs: int) -> float:
        """Return the theory's 1/sqrt(N): what a length means is known for inputs of unit variance."""
        return 1.0 / math.sqrt(inputs)

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, Cell]:
        """Return a student of the rule, with room for the running error."""
        _, cell = super().start(n, scale)
        stored, known = self.rule.start(n, None if self.rule.normalised else scale)
        for name in known.dtype.names:
            cell[name] = known[name]
        return stored, cell

    def weights(self, synapses: np.ndarray, cell: Cell) -> np.ndarray:
        """Return the weights that a student has learnt."""
        return self.rule.weights(synapses, cell)

    def amplitude(self, cell: Cell) -> float:
        """Return by what a field is multiplied to be the best guess of a label."""
        return self.rule.amplitude(cell)

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the running error, and the part of the last error that was corrected."""
        return {"error": float(cell.error), "attention": float(cell.part)}


@singledispatch
def regressing(rule: Rule) -> Rule:
    """Return a rule for numbers as it learns from data."""
    return rule


@regressing.register
def _(rule: HebbianRule) -> Rule:
    return HebbianOnData(rule)


def _followed(cell: Cell) -> float:
    return cell.q_norm


def _unit(cell: Cell) -> float:
    return 1.0


def _respond(
    respond: Callable[..., tuple[float, ...]], modulation: Callable[..., float], length: Callable[[Cell], float]
) -> Callable[..., tuple[float, ...]]:
    def on_data(label, sums, cell, *parameters):
        square, weight = cell.scale * cell.scale * sums[1], cell.sample_weight
        h, alpha = cell.gain * cell.scale * sums[0], cell.examples / cell.n
        cell.error += (0.5 * (label - h) * (label - h) - cell.error) / max(
            0.5 * cell.n, FEWEST_EXAMPLES
        )  # hebbian_on_data.3
        if square == 0.0:
            return (0.0,)
        q_norm, own = length(cell), parameters[:-1]
        part = modulation(label, h, alpha, q_norm, own) - modulation(label, h + 1.0, alpha, q_norm, own)
        if weight != 1.0 and 0.0 < part <= 1.0:
            weight = (1.0 - (1.0 - part) ** weight) / part  # hebbian_on_data.2
        cell.part = part
        cell.sample_weight = weight / square  # hebbian_on_data.1
        return respond(label, sums, cell, *parameters)

    return on_data
