"""What every online rule has: a name, parameters, a scenario of its own, and students.

A student is an array of numbers per weight, its synapses, and a `cell`, the memory of the whole. How they learn is
a matter of the rule's kind: see `rosenblatt.rules.kinds`.

Inputs reach a student raw, as they are in the data. ``cell.scale`` is what the theory's units multiply them by. Raw
sums of signs are whole numbers, so that a tie is exactly 0 and not a rounding error.
"""

from __future__ import annotations

import dataclasses
import math
from abc import ABC
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from rosenblatt.references import PAPERS, Reference
from rosenblatt.rules.kinds.cell import Cell, Cells, new_cell, stacked
from rosenblatt.rules.parts.readouts import CLIPPED, MEAN, Readout
from rosenblatt.scenario import (
    Channel,
    GaussianInputs,
    Inputs,
    NonNegativeInputs,
    Scenario,
    SignChannel,
    SphericalTeacher,
    Start,
    Teacher,
)

# What kinds call: a rule that gives a function of another kind would wait for a call that never comes.
LEARNING = frozenset({"modulation", "project", "respond", "absorb", "fold", "refresh", "field", "learn", "fields"})


@dataclass(frozen=True)
class Rule(ABC):
    """An online learning rule, of whatever kind.

    ``teacher``, ``inputs`` and ``labels`` are the scenario in which the rule is at home; ``readouts`` are the ways to
    read its weights, of which the first is the default; ``synapse`` is where each synapse starts.
    """

    name: ClassVar[str]
    reference: ClassVar[Reference | None] = None
    teacher: ClassVar[Teacher] = SphericalTeacher()
    inputs: ClassVar[Inputs] = GaussianInputs()
    labels: ClassVar[type[Channel]] = SignChannel
    readouts: ClassVar[tuple[Readout, ...]] = (MEAN, CLIPPED)
    synapse: ClassVar[tuple[float, ...]] = (0.0,)
    calls: ClassVar[frozenset[str]] = frozenset()  # the functions that the rule's kind calls
    own_channel = None  # of the labels: a property where parameters may give one

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for name in sorted((LEARNING - cls.calls) & set(vars(cls))):
            raise TypeError(
                f"{cls.__name__} must give functions that its kind calls, {', '.join(sorted(cls.calls)) or 'none'}; "
                f"got {name!r}. Give these, or subclass another kind of rosenblatt.rules.kinds."
            )

    @property
    def title(self) -> str:
        """What messages call the rule."""
        return self.name

    @cached_property
    def kernel_title(self) -> str:
        """What the compiled loops of the rule are called; rules that have the same functions may share a title."""
        return self.title

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """The rule's numbers, in the order of its fields; one that is left out is 0."""
        return tuple(float(getattr(self, field.name) or 0.0) for field in dataclasses.fields(self))

    @property
    def own_memory(self) -> dict[str, float]:
        """The numbers that the rule adds to the memory of a cell, by name, and where they start."""
        return {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is only remembered: functions that were made from the class do not pickle."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    # What it may know of a scenario, and what it demands of one.

    def accepts(self, channel: Channel) -> bool:
        """Return whether the rule can learn from the labels of a channel."""
        return isinstance(channel, self.labels)

    def in_scenario(self, scenario: Scenario) -> Rule:
        """Return the rule with what it may know of a scenario; most rules know nothing."""
        return self

    def check_scenario(self, scenario: Scenario, n: int) -> None:  # noqa: B027 (most rules learn in all)
        """Raise if students of n weights cannot learn in a scenario."""

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any:
        """Return how often a noisy label is missed, or, for labels that are numbers, half the mean square error."""
        return channel.student_error(r, q_norm, disagreement)

    # On data.

    def on_data(self) -> Rule:
        """Return the rule for data, of which no scenario is known."""
        return self

    def with_intercept(self) -> tuple[Rule, int]:
        """Return the rule for data with an intercept, and how many inputs that are always 1 it needs for it."""
        return self, 1

    def scale_on_data(self, inputs: int) -> float:
        """Return by what a student on data multiplies its inputs: 1, unless lengths mean something to the rule."""
        return 1.0

    def check_rows(self, x: Any, sample_weights: np.ndarray, *, intercept: bool) -> None:  # noqa: B027
        """Raise if the rule cannot learn from these rows, an array or a sparse matrix."""

    # Students.

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, Cell]:
        """Return the synapses, shape (numbers per synapse, n), and the cell of a new student.

        ``scale`` multiplies the inputs; it defaults to the theory's, 1/sqrt(n).
        """
        scale = 1.0 / math.sqrt(n) if scale is None else scale
        synapses = np.repeat(np.array(self.synapse)[:, None], n, axis=1)
        return synapses, new_cell(n, scale, self.gain(scale), self.own_memory)

    def start_obstacle(self, start: Start) -> str:
        """Return what prevents students from starting there; empty if nothing does."""
        return f"a start with given R and Q is not known for {self.name!r} here"

    def begin_at(self, start: Start, weights: np.ndarray, synapses: np.ndarray, cell: Cell) -> None:
        """Put a new student at a start, with weights that have its R and Q."""
        synapses[0] = weights / cell.gain

    def start_students(self, students: int, n: int, scale: float | None = None) -> tuple[np.ndarray, Cells]:
        """Return several new students side by side: their synapses, (students, numbers, n), and their cells."""
        synapses, cell = self.start(n, scale)
        return np.stack([synapses] * students), stacked(cell, students)

    def student_size(self, n: int) -> int:
        """Return how many numbers, about, a student of n weights keeps."""
        return n

    def gain(self, scale: float) -> float:
        """Return the gain with which a student starts."""
        return 1.0

    def weights(self, synapses: np.ndarray, cell: Cell) -> np.ndarray:
        """Return the weights that a student has learnt."""
        return cell.gain * synapses[0]

    def weight_scales(self, lengths: np.ndarray, cells: Cells) -> np.ndarray:
        """Return for each of several students by what its stored weights, of these lengths, are multiplied."""
        return np.asarray(cells.gain, dtype=float)

    def amplitude(self, cell: Cell) -> float:
        """Return by what a field is multiplied to be the best guess of a label that is a number."""
        return 1.0

    def offset(self, cell: Cell) -> float:
        """Return what is added to the weights times an input before the sign is taken."""
        return 0.0

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return what a student has found out besides its weights."""
        return {}

    def readout(self, name: str | None = None) -> Readout:
        """Return the readout of that name; it defaults to the first of the rule's readouts."""
        for readout in self.readouts:
            if name is None or readout.name == name:
                return readout
        known = ", ".join(readout.name for readout in self.readouts)
        raise ValueError(f"readout of {self.name!r} must be one of {known}; got {name!r}. Choose one of these.")

    def citation(self) -> str:
        """Return the paper that the rule comes from, or say that it has none."""
        if self.reference is None:
            return f"{self.name}: a rule of the user's own"
        return f"{PAPERS[self.reference.paper]} Equations: {self.reference.equations}."


@dataclass(frozen=True)
class DenseRule(Rule):
    """A rule that changes all weights at each example, those of inputs that are 0 too: rows must be dense."""

    def check_rows(self, x: Any, sample_weights: np.ndarray, *, intercept: bool) -> None:
        """Raise if rows are sparse."""
        super().check_rows(x, sample_weights, intercept=intercept)
        if not isinstance(x, np.ndarray):
            raise ValueError(
                f"X must be dense for {self.title!r}, which changes all weights at each row; got a sparse matrix. "
                "Use toarray()."
            )


@dataclass(frozen=True)
class NonNegativeRule(Rule):
    """A rule for inputs that are never negative."""

    def check_scenario(self, scenario: Scenario, n: int) -> None:
        """Raise if inputs may be negative."""
        super().check_scenario(scenario, n)
        if not isinstance(scenario.inputs, NonNegativeInputs):
            raise ValueError(
                f"inputs must not be negative for {self.name!r}; got {scenario.inputs.name!r}. Use inputs='boolean'."
            )

    def check_rows(self, x: Any, sample_weights: np.ndarray, *, intercept: bool) -> None:
        """Raise if an input is negative."""
        super().check_rows(x, sample_weights, intercept=intercept)
        low = float(x.min()) if 0 not in x.shape else 0.0
        if low < 0.0:
            raise ValueError(
                f"inputs of {self.name!r} must not be negative; got {low:g}. Negative values in data "
                "have no synapse here: shift or binarise them, and do not standardise."
            )
