"""What a plan is for: an error on the labels, or a disagreement with the true rule."""

from __future__ import annotations

from typing import NamedTuple

from rosenblatt import checks
from rosenblatt.scenario import Channel, NumberChannel


class Target(NamedTuple):
    """A column of curves and simulations, and the value that it is to reach."""

    column: str
    value: float


def chosen_target(error: float | None, disagreement: float | None, channel: Channel) -> Target:
    """Return the target that was given, or raise if it cannot be one."""
    if (error is None) == (disagreement is None):
        given = "both" if error is not None else "neither"
        raise TypeError(f"plan must have exactly one of error= and disagreement=; got {given}. Give one of them.")
    if disagreement is not None:
        value = checks.number("disagreement", disagreement)
        if not 0.0 < value < 0.5:
            raise ValueError(
                f"disagreement must be in (0, 0.5); got {disagreement!r}. A coin has 0.5, and no finite sample has 0."
            )
        return Target("disagreement", value)
    value = checks.number("error", error)
    noise = channel.level
    if isinstance(channel, NumberChannel):
        least, most = 0.5 * noise, 0.5 * (1.0 + noise)
        floor, ceiling = f"labels of variance {noise:g}", "Who knows nothing has half the variance of the labels."
    else:
        least, most, floor, ceiling = noise, 0.5, f"{noise:.0%} label noise", "A coin has 0.5."
    if not least < value < most:
        below = f"With {floor} no rule errs less: plan for disagreement= with the true rule instead."
        reason = below if value <= least else ceiling
        raise ValueError(f"error must be above the noise, in ({least:g}, {most:g}); got {error!r}. {reason}")
    return Target("error", value)
