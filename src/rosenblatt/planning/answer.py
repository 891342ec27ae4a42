"""What the answers of a planner have in common."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import InScenario, Scenario


@dataclass(frozen=True, kw_only=True)
class Answer(InScenario):
    """A rule with n weights in a scenario, and the target that was asked for.

    ``target`` is "error" or "disagreement", and ``value`` what it is to be.
    """

    rule: Rule
    n: int
    scenario: Scenario
    target: str
    value: float

    def question(self) -> str:
        """Return the target and the circumstances in words."""
        article = "an" if self.target == "error" else "a"
        return f"for {article} {self.target} of {self.value:g} with n = {self.n:,} and noise {self.noise:g}"
