"""Rules that know how many labels are flipped."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from rosenblatt import checks
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Scenario

NOISE_ON_DATA = 0.01


@dataclass(frozen=True)
class BayesianRule(Rule):
    """A rule with the share of flipped labels as ``noise``; it defaults to that of the scenario, and to 1 % on data."""

    noise: float | None = None

    def __post_init__(self) -> None:
        if self.noise is not None:
            checks.noise(self.noise)

    def in_scenario(self, scenario: Scenario) -> BayesianRule:
        """Return the rule with the noise of a scenario, unless it has been given another."""
        return self if self.noise is not None else dataclasses.replace(self, noise=scenario.noise)

    def on_data(self) -> BayesianRule:
        """Return the rule for data, whose labels are never quite clean."""
        return self if self.noise is not None else dataclasses.replace(self, noise=NOISE_ON_DATA)
