"""A student of a Hebbian rule on inputs with a spectrum, by the exact chain of two numbers a block."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.block_chain import ACROSS, ALONG, ROOT, TEACHER, block_chain_kernel, blocks_of
from rosenblatt.kernels.random import seed_state
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import Covariance, SphericalTeacher, Start
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.student import Kernel, Measures, Student, needs_single_weights

FEWEST_DIRECTIONS = 3  # of a block
NUMBERS = 20_000_000  # that are drawn in one piece


class BlockChainStudent(Student):
    """Follows two numbers for each eigenvalue, at a cost that does not grow with N."""

    method = "chain"
    rules = (HebbianRule,)
    inputs = (Covariance,)

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel = experiment, kernel
        self.rule: Any = experiment.rule
        inputs, n, start = covariance_of(experiment), experiment.n, experiment.scenario.start
        random = np.random.default_rng(seed.spawn(1)[0])
        self.state, self.seen = seed_state(seed), 0
        sizes = inputs.sizes(n)
        self.blocks = blocks_of(inputs.spectrum.values, sizes, _powers(experiment, sizes, random))
        self.piece = max(1, NUMBERS // len(sizes))
        if start is not None:
            self.student = _started(start, self.blocks[TEACHER], sizes, random)
        else:
            self.student = _direction(sizes, random) if self.rule.normalised else np.zeros((2, len(sizes)))

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        """Return that blocks must be large, and the teacher stay in them."""
        inputs = covariance_of(experiment)
        if inputs.eigenvalues is None:
            return "a matrix has single directions, and no blocks of them"
        if experiment.scenario.drift > 0.0:
            return "a drifting teacher moves between the blocks"
        if experiment.scenario.channel.student_width > 0.0:
            return "noise on the student's inputs belongs into their covariance"
        if inputs.sizes(experiment.n).min() < FEWEST_DIRECTIONS:
            return f"this chain needs {FEWEST_DIRECTIONS} directions or more in each block"
        return needs_single_weights(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return block_chain_kernel(rule, experiment.scenario.channel)

    def advance(self, steps: int) -> int:
        rule = self.rule
        world = (
            float(self.experiment.n),
            self.experiment.scenario.channel.kernel_numbers,
            rule.weight_decay,
            float(self.seen),
        )
        stopped = self.kernel(steps, *world, self.blocks, self.state, self.student, rule.own)
        self.seen += steps
        return stopped

    def measure(self) -> Measures:
        along, across = self.student[ALONG], self.student[ACROSS]
        root, teacher = self.blocks[ROOT], self.blocks[TEACHER]
        r, q_norm = float(along @ teacher), float(along @ along + across @ across)
        seen, lit = root * along, root * teacher
        size = float(np.linalg.norm(lit))
        toward = float(seen @ lit) / size
        aside = math.hypot(float(np.linalg.norm(seen - toward / size * lit)), float(np.linalg.norm(root * across)))
        overlap = r / math.sqrt(q_norm) if q_norm > 0.0 else 0.0
        angle = math.atan2(aside, toward) if toward != 0.0 or aside != 0.0 else math.pi / 2.0
        return r, q_norm, overlap, angle / math.pi, toward * size, toward**2 + aside**2, size**2


def covariance_of(experiment: Experiment) -> Covariance:
    """Return the inputs of an experiment, which have a covariance."""
    assert isinstance(experiment.inputs, Covariance)
    return experiment.inputs


def _powers(experiment: Experiment, sizes: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return how much of the squared length of a teacher is in each block."""
    inputs, teacher = covariance_of(experiment), experiment.scenario.teacher
    if inputs.teacher is not None:
        return np.array(inputs.teacher)
    if type(teacher) is SphericalTeacher:
        squares = random.chisquare(sizes)
    else:
        squares = np.add.reduceat(teacher.draw(experiment.n, random) ** 2, np.cumsum(sizes) - sizes)
    return squares / squares.sum()


def _direction(sizes: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return a student of unit length in a random direction."""
    student = np.array([random.standard_normal(len(sizes)), np.sqrt(random.chisquare(sizes - 1))])
    return student / np.linalg.norm(student)


def _started(start: Start, teacher: np.ndarray, sizes: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return a student with the R and Q of a start, random otherwise."""
    other = _direction(sizes, random)
    other[ALONG] -= float(other[ALONG] @ teacher) * teacher
    across = math.sqrt(max(start.q_norm - start.r * start.r, 0.0)) / np.linalg.norm(other)
    return np.ascontiguousarray(across * other + start.r * np.array([teacher, np.zeros_like(teacher)]))
