"""One run: a teacher, a student, and what is measured of it at given numbers of examples.

Each class follows one student by one method and looks the same from outside: ``compile`` makes the
kernel that all runs share, ``advance(steps)`` learns, ``measure()`` returns R, Q, the overlap and the
disagreement.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import numpy as np

from rosenblatt import gaussian
from rosenblatt.kernels.chain import R_PERP, R, chain_kernel, new_student, random_student
from rosenblatt.kernels.covariance import covariance_ensemble_kernel
from rosenblatt.kernels.ensemble import ensemble_kernel
from rosenblatt.kernels.events import events_kernel
from rosenblatt.kernels.gram_chain import chain_weights, gram_chain_kernel
from rosenblatt.kernels.random import new_urn, seed_state
from rosenblatt.kernels.shifted_chain import new_shifted_student, shifted_chain_kernel
from rosenblatt.rules.base import GAIN, WEIGHTS
from rosenblatt.rules.hebbian import HebbianRule
from rosenblatt.scenario import ShiftedInputs
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.function_student import FunctionStudent

Kernel = Any
Measures = tuple[float, float, float, float]  # r, q_norm, overlap, disagreement


class Student(Protocol):
    """A student that is followed by some method."""

    piece: int  # steps that take some tenths of a second: between two pieces a run can be stopped

    def advance(self, steps: int) -> int:
        """Learn; return -1, or the step at which the rule's signal was not a number."""
        ...

    def measure(self) -> Measures:
        """Return R, Q, overlap and disagreement."""
        ...


class VectorStudent:
    """A student with N weights, for any rule, teacher and inputs."""

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel = experiment, kernel
        random = np.random.default_rng(seed.spawn(1)[0])
        self.teacher = experiment.teacher.draw(experiment.n, random)
        self.mean = experiment.inputs.mean(self.teacher, random)
        self.state = seed_state(seed)
        self.synapses, self.memory = experiment.rule.start(experiment.n)
        self.parameters: Any = experiment.rule.parameters
        self.piece = max(1, 100_000_000 // experiment.n)

    @staticmethod
    def compile(experiment: Experiment) -> Kernel:
        return ensemble_kernel(experiment.rule, experiment.inputs.name)

    def advance(self, steps: int) -> int:
        parts = self.experiment
        return self.kernel(
            steps,
            parts.noise,
            parts.teacher.drift,
            self.teacher,
            self.mean,
            self.state,
            self.synapses,
            self.memory,
            self.parameters,
        )

    def measure(self) -> Measures:
        rule, n = self.experiment.rule, self.experiment.n
        weights = rule.readout(self.experiment.readout).apply(rule.weights(self.synapses, self.memory))
        spread = np.sqrt(self.experiment.inputs.variance(self.mean))
        angle, length, teacher_length = _angle(weights * spread, self.teacher * spread)
        r, q_norm = float(weights @ self.teacher) / n, float(weights @ weights) / n
        overlap = r / math.sqrt(q_norm) if q_norm > 0.0 else 0.0
        # Exact for Gaussian inputs; for signs it is the limit of many weights (a sum of many is normal).
        bias = float(weights @ self.mean) + rule.offset(self.memory)
        if length == 0.0:
            bias = math.copysign(math.inf, bias) if bias != 0.0 else 0.0
        disagreement = gaussian.sign_disagreement(
            angle,
            bias / length if length > 0.0 else bias,
            float(self.teacher @ self.mean) / teacher_length,
        )
        return r, q_norm, overlap, float(disagreement)


def _angle(vector: np.ndarray, other: np.ndarray) -> tuple[float, float, float]:
    """Return the angle between two vectors, without cancellation, and their lengths."""
    length, other_length = float(np.linalg.norm(vector)), float(np.linalg.norm(other))
    if length == 0.0:
        return math.pi / 2.0, 0.0, other_length
    unit = other / other_length
    along = float(vector @ unit)
    across = float(np.linalg.norm(vector - along * unit))
    return math.atan2(across, along), length, other_length


class ChainStudent:
    """A student of a Hebbian rule with Gaussian inputs, by the exact chain."""

    piece = 10_000_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        assert isinstance(experiment.rule, HebbianRule)
        self.experiment, self.rule, self.kernel = experiment, experiment.rule, kernel
        self.state, self.urn = seed_state(seed), new_urn()
        self.student = new_student()
        if self.rule.normalised:
            self.student = random_student(experiment.n, np.random.default_rng(seed.spawn(1)[0]))

    @staticmethod
    def compile(experiment: Experiment) -> Kernel:
        assert isinstance(experiment.rule, HebbianRule)
        return chain_kernel(experiment.rule)

    def advance(self, steps: int) -> int:
        parts = self.experiment
        return self.kernel(
            steps,
            float(parts.n),
            parts.noise,
            parts.teacher.drift,
            self.rule.weight_decay,
            self.state,
            self.urn,
            self.student,
            self.rule.own,
        )

    def measure(self) -> Measures:
        r, r_perp = float(self.student[R]), float(self.student[R_PERP])
        angle = math.atan2(r_perp, r) if (r or r_perp) else math.pi / 2.0
        return r, r * r + r_perp * r_perp, math.cos(angle), angle / math.pi


class ShiftedChainStudent:
    """A student of a Hebbian rule with inputs around a centre, by the exact chain."""

    piece = 5_000_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        assert isinstance(experiment.rule, HebbianRule)
        assert isinstance(experiment.inputs, ShiftedInputs)
        self.experiment, self.rule, self.kernel = experiment, experiment.rule, kernel
        self.q0 = float(experiment.inputs.q0)
        self.v = math.sqrt(experiment.inputs.u**2 - self.q0**2)
        self.state = seed_state(seed)
        self.student = new_shifted_student(self.rule, experiment.n, np.random.default_rng(seed.spawn(1)[0]))

    @staticmethod
    def compile(experiment: Experiment) -> Kernel:
        assert isinstance(experiment.rule, HebbianRule)
        return shifted_chain_kernel(experiment.rule)

    def advance(self, steps: int) -> int:
        parts, rule = self.experiment, self.rule
        return self.kernel(
            steps,
            float(parts.n),
            parts.noise,
            rule.weight_decay,
            self.q0,
            self.v,
            self.state,
            self.student,
            rule.own,
        )

    def measure(self) -> Measures:
        r, across, rest = (float(value) for value in self.student[:3])
        length = math.sqrt(r * r + across * across + rest * rest)
        if length == 0.0:
            return 0.0, 0.0, 0.0, float(gaussian.sign_disagreement(math.pi / 2.0, 0.0, self.q0))
        angle = math.atan2(math.hypot(across, rest), r)
        centre = (r * self.q0 + across * self.v) / length
        return r, length * length, math.cos(angle), float(gaussian.sign_disagreement(angle, centre, self.q0))


class GramChainStudent(VectorStudent):
    """A student of an isotropic rule, Gaussian inputs around a centre or 0: a few weights stand for all."""

    piece = 2_000_000

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel, self.state = experiment, kernel, seed_state(seed)
        n, axes = experiment.n, chain_weights(experiment.rule)
        self.synapses, self.memory = experiment.rule.start(axes, scale=1.0 / math.sqrt(n))
        self.memory[WEIGHTS] = n
        self.teacher, self.mean = np.zeros(axes), np.zeros(axes)
        self.teacher[0] = math.sqrt(n)
        if self.synapses[0].any():
            self.synapses[0] = self._direction(n, axes, seed) / self.memory[GAIN]
        if isinstance(experiment.inputs, ShiftedInputs):
            self.mean[:2] = experiment.inputs.q0, math.sqrt(experiment.inputs.u**2 - experiment.inputs.q0**2)

    @staticmethod
    def _direction(n: int, axes: int, seed: np.random.SeedSequence) -> np.ndarray:
        """Return a random vector of length sqrt(n), the rest of it along the third axis."""
        random = np.random.default_rng(seed.spawn(1)[0])
        direction = np.zeros(axes)
        direction[:3] = *random.standard_normal(2), math.sqrt(random.chisquare(n - 2))
        return direction * (math.sqrt(n) / np.linalg.norm(direction))

    @staticmethod
    def compile(experiment: Experiment) -> Kernel:
        return gram_chain_kernel(experiment.rule)

    def advance(self, steps: int) -> int:
        parts, (q0, v) = self.experiment, self.mean[:2].tolist()
        return self.kernel(
            steps,
            float(parts.n),
            parts.noise,
            parts.teacher.drift,
            q0,
            v,
            self.state,
            self.synapses,
            self.memory,
            parts.rule.parameters,
        )


class CovarianceStudent(VectorStudent):
    """A student that keeps the covariance of its weights."""

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.parameters = experiment.rule.parameters[0]  # its kernel takes the noise alone
        self.piece = max(1, 100_000_000 // experiment.n**2)

    @staticmethod
    def compile(experiment: Experiment) -> Kernel:
        return covariance_ensemble_kernel(experiment.inputs.name)


class EventStudent(ChainStudent):
    """The same, from mistake to mistake."""

    @staticmethod
    def compile(experiment: Experiment) -> Kernel:
        assert isinstance(experiment.rule, HebbianRule)
        return events_kernel(experiment.rule)


STUDENTS: dict[str, type[VectorStudent] | type[ChainStudent]] = {
    "vector": VectorStudent,
    "chain": ChainStudent,
    "events": EventStudent,
}


def student_class(method: str, experiment: Experiment) -> Any:
    """Return the class of students that follows an experiment by a method."""
    rule = experiment.rule
    if not rule.synaptic:
        return CovarianceStudent if rule.covariance else FunctionStudent
    if method == "chain" and not isinstance(rule, HebbianRule):
        return GramChainStudent
    if method == "chain" and isinstance(experiment.inputs, ShiftedInputs):
        return ShiftedChainStudent
    return STUDENTS[method]
