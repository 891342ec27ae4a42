"""Students with N weights that choose their own field: of Hebbian rules, and of Bayesian ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rosenblatt.kernels.query_vectors import query_ensemble_kernel, query_vectors_kernel
from rosenblatt.kernels.random import seed_state
from rosenblatt.rules.bayes_diagonal import BayesDiagonal
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.scenario import GaussianInputs
from rosenblatt.scenario.queries import DrawnQueries
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.query_chain import asked
from rosenblatt.simulation.students.student import Kernel, Measures, Student, bytes_of_vectors, needs_own_start
from rosenblatt.simulation.students.vector import NUMBERS, VectorStudent, measured, started_weights


class QueryVectorStudent(Student):
    """Follows all N weights of a Hebbian student, which is told its field as it was chosen."""

    method = "vector"
    rules = (HebbianRule,)
    inputs = (GaussianInputs,)
    queries = DrawnQueries

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        self.experiment, self.kernel = experiment, kernel
        self.rule: Any = experiment.rule
        random = np.random.default_rng(seed.spawn(1)[0])
        scenario, n = experiment.scenario, experiment.n
        self.teacher = scenario.teacher.draw(n, random)
        self.state, self.cells = seed_state(seed), asked(scenario).cells()
        synapses, self.cell = self.rule.start(n)
        self.weights = self.rule.weights(synapses, self.cell)
        if scenario.start is not None:
            self.weights = started_weights(scenario.start, self.teacher, random)
        if self.rule.normalised:
            self.weights *= math.sqrt(n) / np.linalg.norm(self.weights)
        self.cell.gain, self.seen, self.piece = 1.0, 0, max(1, NUMBERS // n)

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return experiment.scenario.missing_for_queries

    @classmethod
    def bytes_of_a_run(cls, experiment: Experiment, examples: int) -> float:
        return bytes_of_vectors(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return query_vectors_kernel(rule, experiment.scenario.channel, asked(experiment.scenario))

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.rule
        world = (
            scenario.channel.kernel_numbers,
            scenario.drift,
            rule.weight_decay,
            self.teacher,
            *self.cells,
            self.state,
        )
        stopped = self.kernel(steps, *world, self.weights, float(self.seen), rule.own)
        self.seen += steps
        return stopped

    def measure(self) -> Measures:
        return measured(self.experiment, self.teacher, np.zeros(self.experiment.n), self.weights[None], self.cell)


class QueryEnsembleStudent(VectorStudent):
    """Follows all N weights of a Bayesian student, which sums up its field from the input."""

    rules = (BayesHebb, BayesDiagonal, BayesGaussian)
    inputs = (GaussianInputs,)
    queries = DrawnQueries

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.cells = asked(experiment.scenario).cells()

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return needs_own_start(experiment)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        return query_ensemble_kernel(experiment.rule, experiment.scenario.channel, asked(experiment.scenario))

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.experiment.rule
        world = (scenario.channel.kernel_numbers, scenario.drift, self.teacher, *self.cells, self.state)
        return self.kernel(steps, *world, self.synapses, self.cell, rule.parameters)
