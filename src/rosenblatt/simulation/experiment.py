"""What is simulated."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Inputs, Scenario, Teacher


@dataclass(frozen=True)
class Experiment:
    """What all runs of a simulation have in common."""

    rule: Rule
    n: int
    scenario: Scenario
    readout: str

    @property
    def noise(self) -> float:
        """The noise of the labels."""
        return self.scenario.noise

    @property
    def teacher(self) -> Teacher:
        """The teacher of the scenario."""
        return self.scenario.teacher

    @property
    def inputs(self) -> Inputs:
        """The inputs of the scenario."""
        return self.scenario.inputs
