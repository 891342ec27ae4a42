"""What is chosen in the room of plans."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.lab import address

MOST_RULES = 12


@dataclass(frozen=True)
class PlanSettings:
    """The settings; each is a part of the address."""

    rules: tuple[str, ...] = address.texts("hebb", "bayes-hebb", meaning="names of rules")
    noise: float = address.number(0.1, 0.0, 0.49, "the share of flipped labels")
    n: int = address.whole(100, 3, 10_000, "the number of features")
    target: str = address.choice("disagreement", "error", meaning="what is to be reached")
    value: float = address.number(0.05, 0.001, 0.499, "how small it is to be")
    seed: int = address.whole(0, 0, 10**9, "the seed of the simulation behind the range")

    @property
    def wanted(self) -> dict[str, float]:
        """The target as a keyword of `rosenblatt.plan`."""
        return {self.target: self.value}

    @property
    def problem(self) -> str:
        """A sentence about settings that do not go together; empty if they do."""
        if len(self.rules) > MOST_RULES:
            return f"rules must be at most {MOST_RULES}; got {len(self.rules)}. Take some away."
        if self.target == "error" and self.value <= self.noise:
            return (
                f"error must be above the noise, {self.noise:g}; got {self.value:g}. No rule errs less than the labels "
                "do: plan for the disagreement with the true rule instead."
            )
        return ""
