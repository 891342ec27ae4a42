"""What is simulated."""

from __future__ import annotations

from dataclasses import dataclass, field

from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.updates import EACH_EXAMPLE, Update
from rosenblatt.scenario import InScenario, Scenario


@dataclass(frozen=True)
class Experiment(InScenario):
    """What all runs of a simulation have in common."""

    rule: Rule
    n: int
    scenario: Scenario
    readout: str
    update: Update = field(default=EACH_EXAMPLE, kw_only=True)
