r"""The optimal online rule for any channel of signs: Bayes' rule with one variance for all weights.

    optimal.1   V = lambda |S|^2/N,  h = w.S/sqrt(N);  Z(tau; h, V), D and C as in channels.8, of the channel as the
                student sees it, on inputs divided by the deviation that they have for it
    optimal.2   w <- w + lambda (D/Z) S/sqrt(N)                                  (Kinouchi and Caticha 1992; Opper 1996)
    optimal.3   lambda <- lambda (1 - V ((D/Z)^2 - C/Z)/N)
    optimal.4   a teacher that drifts:  first  w <- f w,  lambda <- f^2 lambda + 1 - f^2,  f = 1 - drift/N

For flips it is the rule 'bayes-hebb'. No rule that sees label and field does better, at any alpha: dq/dalpha =
(1 - q)^2 I(q) is the most that there is, and depends on q alone.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.references import Reference
from rosenblatt.rules.kinds.cell import Cell
from rosenblatt.rules.kinds.channel_rule import ChannelRule
from rosenblatt.rules.kinds.one_weight import OneWeightRule
from rosenblatt.rules.parts.evidence import Score, weighted
from rosenblatt.rules.registry import register
from rosenblatt.scenario import Channel, Flips, Scenario, Start, resolve_channel

ON_DATA = Flips(0.01)


@register
@dataclass(frozen=True)
class Optimal(ChannelRule, OneWeightRule):
    """The best that can be learnt online from the labels of a channel.

    Parameters
    ----------
    channel : of the labels, itself or its name; defaults to that of the scenario, and to 1 % of flips on data.
    drift : of the teacher; defaults to that of the scenario.
    """

    channel: Channel | str | None = None
    drift: float | None = None

    name = "optimal"
    reference = Reference("kinouchi-caticha-1995", "(16), for any channel")

    def __post_init__(self) -> None:
        if self.drift is not None:
            checks.not_negative("drift", self.drift, "It is the rate at which the overlap with the past decays.")
        if self.channel is not None:
            object.__setattr__(self, "channel", resolve_channel(self.channel))
            _ = self.seen  # or raises

    @property
    def own_memory(self) -> dict[str, float]:
        """The variance lambda of a weight."""
        return {"variance": 1.0}

    @property
    def believed(self) -> Channel:
        """The channel; clean labels if none is known."""
        assert not isinstance(self.channel, str)
        return Flips() if self.channel is None else self.channel

    def in_scenario(self, scenario: Scenario) -> Optimal:
        """Return the rule with the channel and the drift of a scenario, unless it has been given others."""
        return dataclasses.replace(
            self,
            channel=scenario.channel if self.channel is None else self.channel,
            drift=scenario.drift if self.drift is None else self.drift,
        )

    @property
    def own_channel(self) -> Channel | None:
        """The channel for which it is the optimal rule; None if it has not been given one."""
        return None if self.channel is None else self.believed

    def start_obstacle(self, start: Start) -> str:
        """Return that a student knows how much it knows: R = Q = rho^2, and the variance is what is left."""
        if start.r > 0.0 and start.variance is None and start.r**2 < start.q_norm:
            return ""
        return f"a start of {self.name!r} must have R > 0, R^2 < Q and no variance, which follows from R and Q"

    def begin_at(self, start: Start, weights: np.ndarray, synapses: np.ndarray, cell: Cell) -> None:
        """Put a new student at a start of that overlap, with the length and the variance that belong to it."""
        known = start.r**2 / start.q_norm
        super().begin_at(start, math.sqrt(known / start.q_norm) * weights, synapses, cell)
        cell.variance = 1.0 - known

    def on_data(self) -> Optimal:
        """Return the rule for data, whose labels are never quite clean."""
        return self if self.channel is not None else dataclasses.replace(self, channel=ON_DATA)

    def report(self, synapses: np.ndarray, cell: Cell) -> dict[str, Any]:
        """Return the variance that is left of each weight."""
        return {"variance": float(cell.variance)}

    @staticmethod
    def respond(score: Score) -> Callable[..., tuple[float]]:
        """Return the response to labels of a channel with this score."""

        def response(
            label: float, sums: tuple[float, float], cell: Cell, stretch: float, drift: float, *numbers: float
        ) -> tuple[float]:
            keep = 1.0 - drift / cell.n
            cell.gain *= keep
            cell.variance = keep * keep * cell.variance + (1.0 - keep) * (1.0 + keep)  # optimal.4
            scale, gain, variance = cell.scale / stretch, cell.gain, cell.variance
            field, square = gain * scale * sums[0], scale * scale * sums[1]
            if square == 0.0 or square - square != 0.0:
                return (square - square,)  # nothing to learn from, or so large that its square is not finite
            slope, precision = score(label, field, math.sqrt(variance * square), numbers)  # optimal.1
            slope, taken = weighted(slope, variance * square * precision, cell.sample_weight)
            cell.variance = variance * (1.0 - taken / cell.n)  # optimal.3
            return (variance * slope * scale / gain,)  # optimal.2

        return response


def optimal_rule(channel: str | Channel, drift: float | None = None) -> Optimal:
    """Return the optimal rule for a channel, by its name or itself: a learner, a simulator's rule, and a curve.

    >>> optimal_rule("logistic")
    Optimal(channel=Logistic(slope=1.0), drift=None)
    """
    return Optimal(resolve_channel(channel), drift)
