"""What is simulated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rosenblatt.rules.parts.updates import EACH_EXAMPLE, Update
from rosenblatt.scenario import InScenario, Scenario


@dataclass(frozen=True)
class Experiment(InScenario):
    """What all runs of a simulation have in common."""

    rule: Any  # a Rule or an OfflineLearner
    n: int
    scenario: Scenario
    readout: str
    update: Update = field(default=EACH_EXAMPLE, kw_only=True)
