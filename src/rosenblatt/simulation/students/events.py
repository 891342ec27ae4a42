"""A student that changes on mistakes only, by the exact chain from mistake to mistake."""

from __future__ import annotations

import math
from typing import Any

from rosenblatt.kernels.events import events_kernel
from rosenblatt.scenario import Flips
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.chain import ChainStudent
from rosenblatt.simulation.students.student import Kernel


class EventStudent(ChainStudent):
    """Follows two numbers, and pays for mistakes only."""

    method = "events"

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        rule: Any = experiment.rule
        if not rule.mistake_driven:
            return f"{rule.name!r} changes without a mistake"
        if experiment.scenario.drift > 0.0:
            return "a drifting teacher moves between two mistakes"
        if not isinstance(experiment.scenario.channel, Flips):
            return "mistakes are drawn from a wedge for flipped labels only"
        return super().further_obstacle(experiment)

    @classmethod
    def pieces(cls, experiment: Experiment, examples: int) -> float:
        """Return the pieces for mistakes alone: half of the first N, then N/alpha for each step of alpha, or more."""
        mistakes = 0.5 * min(examples, experiment.n) + experiment.n * math.log(max(examples / experiment.n, 1.0))
        return min(mistakes + experiment.scenario.noise * examples, examples) / cls.piece

    @classmethod
    def rounds_at_points(cls, experiment: Experiment) -> bool:
        """Return whether weights decay: between two mistakes at once, or from point to point."""
        rule: Any = experiment.rule
        return rule.weight_decay > 0.0

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        rule: Any = experiment.rule
        return events_kernel(rule, experiment.scenario.channel)
