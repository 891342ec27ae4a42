"""A Hebbian student that chooses its own field, by the exact chain of R and R_perp."""

from __future__ import annotations

from typing import Any

import numpy as np

from rosenblatt.kernels.query_chain import query_chain_kernel
from rosenblatt.scenario import Scenario
from rosenblatt.scenario.queries import DrawnQueries
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.simulation.students.student import Kernel


class QueryChainStudent(ChainStudent):
    """Follows two numbers, example by example, at a cost that does not grow with N."""

    queries = DrawnQueries

    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        super().__init__(experiment, seed, kernel)
        self.cells = asked(experiment.scenario).cells()

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        return super().further_obstacle(experiment) or experiment.scenario.missing_for_queries

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return query_chain_kernel(rule, experiment.scenario.channel, asked(experiment.scenario))

    def advance(self, steps: int) -> int:
        scenario, rule = self.experiment.scenario, self.rule
        world = (
            float(self.experiment.n),
            scenario.channel.kernel_numbers,
            scenario.drift,
            rule.weight_decay,
            *self.cells,
        )
        return self.kernel(steps, *world, self.state, self.student, rule.own)


def asked(scenario: Scenario) -> DrawnQueries:
    """Return the queries of a scenario that has some."""
    assert isinstance(scenario.queries, DrawnQueries)
    return scenario.queries
