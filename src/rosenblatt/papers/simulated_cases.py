"""Simulated students against their learning curve: several cases, of which a row takes the worst point.

simulated-cases.1   at N weights the mean of d differs from the curve by O(1/N), of which a case states the constant
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rosenblatt.papers.chance import over_allowed
from rosenblatt.papers.judging import Context
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory.learning_curve import learning_curve

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Case:
    """A rule in a scenario, how many runs of how many weights, and the method that follows them.

    ``bias`` times 1/N is what the mean of d may differ from the curve, as a share of it.  (simulated-cases.1)
    """

    name: str
    rule: str | Rule
    n: int
    runs: int
    bias: float
    scenario: dict[str, Any] = field(default_factory=dict)
    method: str = "chain"

    def students(self, alpha: Sequence[float], seed: int) -> pd.DataFrame:
        """Return the means and standard errors of simulated students."""
        how: dict[str, Any] = {"n": self.n, "runs": self.runs, "method": self.method, "seed": seed, **self.scenario}
        return simulate(self.rule, alpha=alpha, **how).frame

    def theory(self, alpha: Sequence[float]) -> pd.DataFrame:
        """Return the learning curve."""
        return learning_curve(self.rule, alpha, **self.scenario).frame


def follow_theory(context: Context, cases: Sequence[Case], alpha: Sequence[float]) -> tuple[dict[str, Any], float]:
    """Return what was measured, in words, and the largest difference of d over what is allowed: below 1 all follow."""
    measured, worst = {}, 0.0
    for case in cases:
        found, curve = case.students(alpha, context.seed), case.theory(alpha)["disagreement"]
        d, error = found["disagreement"], found["disagreement_sem"]
        off = over_allowed(
            d, curve, error, tests=len(cases) * len(alpha), runs=case.runs, bias=case.bias / case.n * curve
        )
        worst = max(worst, off)
        measured[f"{case.name}: d at alpha = {alpha[-1]:g}, theory"] = [float(d.iloc[-1]), float(curve.iloc[-1])]
    return {**measured, "largest difference over what is allowed": worst}, worst
