"""A student with N weights, for any compiled rule, teacher and inputs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt import gaussian
from rosenblatt.kernels.ensemble import ensemble_kernel
from rosenblatt.kernels.random import seed_state
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.compiled import CompiledRule
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.scenario import Covariance, Inputs, Start
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Measures, Student, bytes_of_vectors, needs_known_start

NUMBERS = 100_000_000  # that are touched in one piece


class VectorStudent(Student):
    """Follows all N weights."""

    method = "vector"
    rules = (CompiledRule, CovarianceRule)
    inputs = (Inputs,)

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel = experiment, kernel
        random = np.random.default_rng(seed.spawn(1)[0])
        scenario, n = experiment.scenario, experiment.n
        self.teacher = scenario.inputs.directed(scenario.teacher.draw(n, random))
        self.mean = scenario.inputs.mean(self.teacher, random)
        self.law = scenario.inputs.kernel_numbers(self.mean)
        self.state = seed_state(seed)
        self.synapses, self.cell = experiment.rule.start(n)
        if scenario.start is not None:
            weights = started_weights(scenario.start, self.teacher, random)
            experiment.rule.begin_at(scenario.start, weights, self.synapses, self.cell)
        self.piece = max(1, NUMBERS // experiment.rule.student_size(n))

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        """Return which starts are not known."""
        return needs_known_start(experiment)

    @classmethod
    def pieces(cls, experiment: Experiment, examples: int) -> float:
        return examples * experiment.rule.student_size(experiment.n) / NUMBERS

    @classmethod
    def bytes_of_a_run(cls, experiment: Experiment, examples: int) -> float:
        return bytes_of_vectors(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        return ensemble_kernel(experiment.rule, experiment.scenario)

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.experiment.rule
        said = (scenario.channel.kernel_numbers, scenario.channel.student_width)
        world = (*said, scenario.drift, self.teacher, self.law, self.state)
        return self.kernel(steps, *world, self.synapses, self.cell, rule.parameters)

    def measure(self) -> Measures:
        return measured(self.experiment, self.teacher, self.mean, self.synapses, self.cell)


def started_weights(start: Start, teacher: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return weights with the R and Q of a start, random otherwise."""
    other = random.standard_normal(len(teacher))
    other -= (other @ teacher) / (teacher @ teacher) * teacher
    across = math.sqrt(max(start.q_norm - start.r * start.r, 0.0))
    return start.r * teacher + across * math.sqrt(len(teacher)) * other / np.linalg.norm(other)


def measured(
    experiment: Experiment, teacher: np.ndarray, mean: np.ndarray, synapses: np.ndarray, cell: Cell
) -> Measures:
    """Return what is measured of the weights of a student, for inputs with given means."""
    rule = experiment.rule
    weights = rule.readout(experiment.readout).apply(rule.weights(synapses, cell))
    return measures_of(experiment, weights, teacher, mean, rule.offset(cell))


def measures_of(
    experiment: Experiment, weights: np.ndarray, teacher: np.ndarray, mean: np.ndarray, offset: float = 0.0
) -> Measures:
    """Return what is measured of weights, or of a few that stand for all, and of what is added to their fields."""
    inputs, n = experiment.inputs, experiment.n
    angle, length, teacher_length = _angle(inputs.stretched(weights, mean), inputs.stretched(teacher, mean))
    r, q_norm = float(weights @ teacher) / n, float(weights @ weights) / n
    overlap = r / math.sqrt(q_norm) if q_norm > 0.0 else 0.0
    bias, teacher_bias = float(weights @ mean) + offset, float(teacher @ mean)
    disagreement = float(disagreement_of(angle, length, teacher_length, bias, teacher_bias))
    if not isinstance(inputs, Covariance):
        return r, q_norm, overlap, disagreement
    r_hat = length * teacher_length * math.cos(angle) / n
    return r, q_norm, overlap, disagreement, r_hat, length**2 / n, teacher_length**2 / n


def disagreement_of(angle: Any, length: Any, teacher_length: Any, bias: Any, teacher_bias: Any) -> np.ndarray:
    """Return how often fields differ in sign, by their angle, their deviations and their means.

    Exact for Gaussian inputs; for signs it is the limit of many weights (a sum of many is normal).
    """
    if not np.any(bias) and not np.any(teacher_bias):  # as of all inputs without a mean; the rest takes long
        return np.asarray(angle) / math.pi
    certain = np.where(np.asarray(bias) != 0.0, np.copysign(np.inf, bias), 0.0)  # of fields that do not vary
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(np.asarray(length) > 0.0, np.divide(bias, length), certain)
    return gaussian.sign_disagreement(angle, mean, teacher_bias / teacher_length)


def _angle(vector: np.ndarray, other: np.ndarray) -> tuple[float, float, float]:
    """Return the angle between two vectors, without cancellation, and their lengths."""
    length, other_length = float(np.linalg.norm(vector)), float(np.linalg.norm(other))
    if length == 0.0:
        return math.pi / 2.0, 0.0, other_length
    unit = other / other_length
    along = float(vector @ unit)
    across = float(np.linalg.norm(vector - along * unit))
    return math.atan2(across, along), length, other_length
