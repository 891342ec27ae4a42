"""Rules that know how many labels are flipped."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import ClassVar

from rosenblatt import checks
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Scenario

NOISE_ON_DATA = 0.01
NOISE_FLOOR = 0.001  # on data: a rule that believes clean labels and meets flipped ones ends far from the best rule


def known_noise(scenario: Scenario) -> float:
    """Return the share of flipped labels in a scenario, or raise if its labels err in another way."""
    if math.isnan(scenario.noise):
        raise NotImplementedError(
            f"channel must be rb.Flips(noise) for a rule that knows the noise; got {scenario.channel!r}. "
            "Give the rule a noise of its own."
        )
    return scenario.noise


@dataclass(frozen=True)
class BayesianRule(Rule):
    """A rule with the share of flipped labels as ``noise``; it defaults to that of the scenario, and to 1 % on data.

    On data a smaller ``noise`` than ``noise_floor`` is raised to it: see `rosenblatt.theory.belief_asymptote`.
    """

    noise: float | None = None

    noise_floor: ClassVar[float] = NOISE_FLOOR

    def __post_init__(self) -> None:
        if self.noise is not None:
            checks.noise(self.noise)

    def in_scenario(self, scenario: Scenario) -> Rule:
        """Return the rule with the noise of a scenario, unless it has been given another."""
        return self if self.noise is not None else dataclasses.replace(self, noise=known_noise(scenario))

    def on_data(self) -> BayesianRule:
        """Return the rule for data, whose labels are never quite clean: it believes in some flips at least."""
        believed = NOISE_ON_DATA if self.noise is None else max(self.noise, self.noise_floor)
        return dataclasses.replace(self, noise=believed)
