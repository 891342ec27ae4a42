"""Changes that several rows of BSS must notice: of averages, of schedules, of slopes, and of the rule on functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rosenblatt.papers.sabotage import Sabotage

AVERAGES = "rosenblatt.rules.normalised:Normalised.averages"
SCHEDULE = "rosenblatt.rules.parts.schedules:PowerLaw.parameters"
LEARN = "rosenblatt.rules.smooth:Smooth.learn"


def pull_times(factor: float, place: str = AVERAGES) -> Sabotage:
    """Return the sabotage of the averages <F b> and <F c>: the drift is stronger by a factor."""

    def change(averages: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any) -> Any:
            toward, across, squared = averages(*arguments)
            return factor * toward, factor * across, squared

        return changed

    return Sabotage(f"the drift times {factor:g}", place, change)


def loss_times(factor: float, place: str = AVERAGES) -> Sabotage:
    """Return the sabotage of the average <F^2>: the term eta^2 is larger by a factor."""

    def change(averages: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any) -> Any:
            toward, across, squared = averages(*arguments)
            return toward, across, factor * squared

        return changed

    return Sabotage(f"the term of the order of eta^2 times {factor:g}", place, change)


def schedule(what: str, change: Callable[[float, float, float], tuple[float, float, float]]) -> Sabotage:
    """Return the sabotage of a power law: ``change`` takes and returns eta_0, z and the cap."""
    return Sabotage(what, SCHEDULE, lambda parameters: lambda self: change(*parameters(self)))


def faster(factor: float) -> Sabotage:
    """Return the sabotage of a power law whose eta_0 is larger by a factor."""
    return schedule(f"eta_0 times {factor:g}", lambda eta_0, z, cap: (factor * eta_0, z, cap))


def steeper(by: float) -> Sabotage:
    """Return the sabotage of a power law whose z is larger."""
    return schedule(f"z larger by {by:g}", lambda eta_0, z, cap: (eta_0, z + by, cap))


def slope(place: str, part: int, factor: float, what: str) -> Sabotage:
    """Return the sabotage of a function that returns slopes: one of them is multiplied."""

    def change(slopes: Callable[..., Any]) -> Callable[..., Any]:
        def changed(*arguments: Any) -> Any:
            result = list(slopes(*arguments))
            result[part] *= factor
            return tuple(result)

        return changed

    return Sabotage(f"{what} times {factor:g}", place, change)


def learning_from(what: str, weights: Callable[..., Any]) -> Sabotage:
    """Return the sabotage of 'smooth' that gives an example a weight: a function of the labels and the rate's alpha."""

    def change(learn: Callable[..., Any]) -> Callable[..., Any]:
        def changed(self: Any, inputs: Any, labels: Any, sample_weight: float, synapses: Any, cells: Any) -> Any:
            return learn(self, inputs, labels, weights(labels, cells), synapses, cells)

        return changed

    return Sabotage(what, LEARN, change)


def power_of_the_rate(power: float) -> Sabotage:
    """Return the sabotage of 'smooth' whose rate is a power of the given one."""
    return Sabotage(
        f"the rate to the power {power:g}",
        "rosenblatt.rules.parts.schedules:rate_at",
        lambda rate: lambda *arguments: rate(*arguments) ** power,
    )


def flipping(what: str, noise: float) -> Sabotage:
    """Return the sabotage of a crowd of students of 'smooth' in which another share of the labels is flipped."""

    def change(learn: Callable[..., Any]) -> Callable[..., Any]:
        def changed(self: Any, steps: int) -> Any:
            self.noise = noise
            return learn(self, steps)

        return changed

    return Sabotage(what, "rosenblatt.papers.barkai_seung_sompolinsky.smooth_scaling:Crowd.learn", change)
