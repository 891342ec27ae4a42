"""What every online rule is: three scalar functions over the synapses and one global signal.

    base.1   sums   = sum_i project(synapse_i, x_i)              what the synapses send to the cell
    base.2   signal = respond(label, sums, memory, *parameters)  what the cell sends back to all of them
    base.3   synapse_i <- absorb(synapse_i, x_i, signal)         what each synapse makes of it

``synapse``, ``sums`` and ``signal`` are tuples of floats of fixed length. ``memory`` is a small
array that belongs to the whole cell: a gain, the scale of the inputs, counters, and then whatever
is the rule's own; ``respond`` may write to it. A signal of zeros means that no synapse changes. The
functions use ``math`` and `rosenblatt.gaussian` only, so that kernels can compile them.

Inputs reach the synapses raw, as they are in the data. ``memory[SCALE]`` is what the theory's units
multiply them by: 1/sqrt(N) for unit-variance inputs, 1 on data that are taken as they come. Raw
sums of signs are whole numbers, so that a tie is exactly 0 and not a rounding error.

``memory[EMPHASIS]`` is the weight of the present example: an example of weight 2 teaches twice as much.
A signal must be multiplied by it, in ``respond``, where a rule that follows its own length knows what
it does.

A rule that shrinks all its weights at every example need not touch them: it multiplies
``memory[GAIN]``, by which the stored weights are meant to be multiplied, and gives ``fold``, which
writes a gain into a synapse. Kernels fold when the gain gets tiny. So a sparse row costs only its
stored entries, whatever the rule forgets.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from rosenblatt import checks
from rosenblatt.references import PAPERS, Reference
from rosenblatt.rules.readouts import CLIPPED, MEAN, Readout

# Entries of memory: the gain, the scale of the inputs, examples seen (the present one included), N, and
# the weight of the present example.
GAIN, SCALE, EXAMPLES, WEIGHTS, EMPHASIS = 0, 1, 2, 3, 4
OWN = 5  # the first entry that belongs to the rule


@dataclass(frozen=True)
class Rule:
    """An online learning rule. Subclass `HebbianRule` unless the rule is more than a modulation."""

    name: ClassVar[str]
    reference: ClassVar[Reference | None] = None
    teacher: ClassVar[str] = "spherical"
    inputs: ClassVar[str] = "gaussian"
    labels: ClassVar[str] = "sign"  # or "linear": labels are real numbers, and noise is their variance
    readouts: ClassVar[tuple[Readout, ...]] = (MEAN, CLIPPED)
    synapse: ClassVar[tuple[float, ...]] = (0.0,)  # where every synapse starts
    own_memory: ClassVar[tuple[float, ...]] = ()  # where the rule's part of the memory starts
    non_negative: ClassVar[bool] = False  # whether inputs must not be negative
    dense: ClassVar[bool] = False  # whether an input that is 0 changes its synapse too, so that rows must be dense
    synaptic: ClassVar[bool] = True  # whether it is the three functions above; if not, it has ``learn`` and ``fields``
    covariance: ClassVar[bool] = False  # whether a student keeps the covariance of its weights, see `bayes_gaussian`
    isotropic: ClassVar[bool] = (
        False  # whether sums are inner products and what is absorbed is a combination of vectors
    )
    own_intercept: ClassVar[bool] = False  # whether the rule learns an intercept apart, if its ``intercept`` is 1

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """The rule's numbers, in the order in which ``respond`` takes them."""
        return tuple(float(getattr(self, field.name)) for field in dataclasses.fields(self))

    @property
    def n_sums(self) -> int:
        """How many sums ``project`` contributes to."""
        return len(self.project(self.synapse, 1.0))

    @cached_property
    def project(self) -> Callable[..., tuple[float, ...]]:
        """base.1"""
        raise NotImplementedError

    @cached_property
    def respond(self) -> Callable[..., tuple[float, ...]]:
        """base.2"""
        raise NotImplementedError

    @cached_property
    def absorb(self) -> Callable[..., tuple[float, ...]]:
        """base.3"""
        raise NotImplementedError

    @cached_property
    def fold(self) -> Callable[..., tuple[float, ...]]:
        """Write a gain into a synapse; a rule that never shrinks leaves it at the identity."""
        return _keep

    @cached_property
    def refresh(self) -> Callable[..., None]:
        """Measure anew, from the synapses, what the memory follows by recursion; called after every example."""
        return _follow_nothing

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is only remembered: functions that were made from the class do not pickle."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def check_noise(self, noise: float) -> float:
        """Return the noise of the labels: a probability, or, for labels that are numbers, a variance."""
        if self.labels == "linear":
            return checks.not_negative("noise", noise, "It is the variance of the labels.")
        return checks.noise(noise)

    def error(self, r: Any, q_norm: Any, disagreement: Any, noise: float) -> Any:
        """Return how often a noisy label is missed, or, for labels that are numbers, half the mean square error."""
        if self.labels == "linear":
            return 0.5 * (1.0 + noise + q_norm - 2.0 * r)
        return noise + (1.0 - 2.0 * noise) * disagreement

    def in_scenario(self, noise: float, drift: float) -> Rule:
        """Return the rule with what it may know of a scenario; most rules know nothing."""
        return self

    def on_data(self) -> Rule:
        """Return the rule for data, of which no scenario is known."""
        return self

    def start(self, n: int, scale: float | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Return the synapses, shape (numbers per synapse, n), and the memory of a new student.

        ``scale`` multiplies the inputs: 1/sqrt(n), the theory's, if not given.
        """
        scale = 1.0 / math.sqrt(n) if scale is None else scale
        synapses = np.repeat(np.array(self.synapse)[:, None], n, axis=1)
        return synapses, np.array([self.gain(scale), scale, 0.0, float(n), 1.0, *self.own_memory])

    def scale_on_data(self, inputs: int) -> float:
        """Return by what a student on data multiplies its inputs: 1, unless lengths mean something to the rule."""
        return 1.0

    def gain(self, scale: float) -> float:
        """Return the gain with which a student starts."""
        return 1.0

    def learn(
        self, inputs: np.ndarray, labels: np.ndarray, emphasis: float, synapses: np.ndarray, memory: np.ndarray
    ) -> np.ndarray:
        """Let students learn one example, if the rule is not ``synaptic``; see `rosenblatt.rules.smooth`."""
        raise NotImplementedError

    def fields(self, inputs: np.ndarray, weights: np.ndarray) -> np.ndarray:
        """Return what has the sign of the answer, for each row of ``inputs``."""
        return inputs @ weights

    def weights(self, synapses: np.ndarray, memory: np.ndarray) -> np.ndarray:
        """Return the weights that a student has learnt."""
        return memory[GAIN] * synapses[0]

    def amplitude(self, memory: np.ndarray) -> float:
        """Return by what a field is multiplied to be the best guess of a label that is a number."""
        return 1.0

    def offset(self, memory: np.ndarray) -> float:
        """Return what is added to the weights times an input before the sign is taken."""
        return 0.0

    def check_inputs(self, low: float, high: float) -> None:
        """Raise if the rule cannot learn from inputs between ``low`` and ``high``, a row's weight included."""
        if self.non_negative and low < 0.0:
            raise ValueError(
                f"inputs of {self.name!r} must not be negative; got {low:g}. Negative values in data "
                "have no synapse here: shift or binarise them, and do not standardise."
            )

    def report(self, synapses: np.ndarray, memory: np.ndarray) -> dict[str, Any]:
        """Return what a student has found out besides its weights."""
        return {}

    def readout(self, name: str | None = None) -> Readout:
        """Return the readout of that name; the rule's own, the first of its readouts, if none is named."""
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


def _follow_nothing(synapses: np.ndarray, memory: np.ndarray) -> None:
    pass


def _keep(synapse: tuple[float, ...], gain: float) -> tuple[float, ...]:
    return synapse
