"""`best_schedule`: the best learning rate for a given shape of the modulation, at each moment and altogether.

    best-schedule.1   F = eta(alpha) f;  greedy: eta = (Q/R) a/<f^2>,  dq/dalpha = a^2/<f^2>        (steering.4)
    best-schedule.2   a^2/<f^2> <= (1 - q)^2 I(q): no schedule of any shape beats the optimal rule  (Cauchy and Schwarz)

The greedy rate is the best one altogether if the shape knows no scale (`greedy.3`). Else the best schedule for the
disagreement at the last alpha is found by `rosenblatt.theory.optimal_control`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt import checks, plots
from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.with_rate import with_rate
from rosenblatt.rules.parts.schedules import Schedule, Tabulated
from rosenblatt.rules.parts.updates import EACH_EXAMPLE
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Channel, Inputs, InScenario, Scenario, Start, Teacher, resolve_scenario
from rosenblatt.theory.curve import frame_of
from rosenblatt.theory.greedy import greedy, is_scale_free
from rosenblatt.theory.optimal_control import optimal
from rosenblatt.theory.steering import Steered

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KNOTS = 64  # of the schedule
EARLIEST = 1e-6  # alpha of the first one, in units of the last or of 1

Steering = Callable[[Steered, np.ndarray], np.ndarray]


@dataclass(frozen=True, repr=False)
class BestSchedule(ShowsFirstRows, InScenario):
    """The best learning rate of a shape, and the curve of a student that learns with it, for N -> infinity.

    Attributes
    ----------
    frame : columns ``alpha, r, q_norm, overlap, disagreement, error, rate, rate_over_length``.
    rule : the rule with the schedule as its rate, for `learning_curve`, `simulate` and estimators.
    schedule : the rate as a function of alpha.
    scenario : what is learnt.
    method : "greedy", the best rate of each moment, or "optimal control", the best schedule for the last alpha.
    greedy_is_optimal : whether the greedy rate is the best one altogether: if lengths mean nothing to the shape.
    """

    rule: HebbianRule
    schedule: Schedule
    scenario: Scenario
    frame: pd.DataFrame = field(repr=False)
    method: str
    greedy_is_optimal: bool
    steered: Steered = field(repr=False, compare=False)
    readout = "mean"
    update = EACH_EXAMPLE

    @property
    def heading(self) -> str:
        """Which shape is learnt with, from what, and whether the rate is the best altogether."""
        best = "best at the last alpha" if self.method != "greedy" else "the best altogether"
        word = best if self.greedy_is_optimal or self.method != "greedy" else "not the best altogether"
        words = (self.rule.name, f"{self.method} rate, {word}", str(self.scenario))
        return ", ".join(filter(None, words))

    @cached_property
    def globally_best(self) -> BestSchedule:
        """The schedule with the least disagreement at the last alpha; this one, if greedy is the best altogether."""
        if self.greedy_is_optimal or self.method != "greedy":
            return self
        alpha = self.frame["alpha"].to_numpy(dtype=float)
        return _solved(self.steered, alpha, optimal, "optimal control", greedy_is_optimal=False)

    @property
    def gain(self) -> float:
        """The disagreement at the last alpha over that of the globally best schedule: 1 if greedy is the best."""
        last = int(self.frame["alpha"].argmax())
        d, best = (float(frame["disagreement"].iloc[last]) for frame in (self.frame, self.globally_best.frame))
        return d / best

    def plot(self, ax: Axes | None = None, column: str = plots.COLUMN, **style: Any) -> Axes:
        """Draw a column against alpha as a line; "rate" and "rate_over_length" are columns too."""
        ax = plots.draw_line(self.frame, ax, column, **{"label": self.heading, **style})
        if column.startswith("rate"):
            ax.set_ylabel(r"rate $\eta$" if column == "rate" else r"rate over length, $\eta/\sqrt{Q}$")
        return ax


def best_schedule(
    rule: str | Rule | type[Rule] | Callable[..., float],
    scenario: Scenario | None = None,
    *,
    alpha: Any,
    parameter: str | None = None,
    noise: float = 0.0,
    teacher: str | Teacher | None = None,
    inputs: str | Inputs | None = None,
    channel: str | Channel | None = None,
    drift: float | None = None,
    start: Start | float | tuple[float, float] | None = None,
) -> BestSchedule:
    """Return the learning rate at which a rule learns fastest at each moment, and the curve that it has then.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function; its shape counts, F at rate 1.
    scenario : what is learnt, as one object; or by the keywords below.
    alpha : examples per weight, above 0, a number or a sequence; the last is the one for which `globally_best` is best.
    parameter : the rate; defaults to the parameter that multiplies the modulation, or one that is put in front of it.
    noise, teacher, inputs, channel, drift, start : keywords of a scenario, see `rosenblatt.scenario.Scenario`. A start
        must have R above 0; a shape with a scale of its own, such as 'margin', needs one.

    >>> best = best_schedule("rosenblatt", alpha=[1, 10, 100])
    >>> best.frame[["disagreement", "rate_over_length"]].round(4).to_numpy().tolist()
    [[0.3155, 1.6157], [0.0969, 0.3877], [0.0123, 0.0486]]
    >>> best.greedy_is_optimal
    True
    """
    chosen, grid = resolve(rule), checks.alpha_grid(alpha)
    for value in grid:
        checks.positive("alpha", value, "At 0 nothing has been learnt yet: take a small one.")
    keywords: dict[str, Any] = {"noise": noise, "teacher": teacher, "inputs": inputs}
    keywords |= {"channel": channel, "drift": drift, "start": start}
    steered = Steered.of(chosen, resolve_scenario(chosen, scenario=scenario, **keywords), parameter)
    return _solved(steered, grid, greedy, "greedy", greedy_is_optimal=is_scale_free(steered.shape))


def _solved(
    steered: Steered, alpha: np.ndarray, steering: Steering, method: str, *, greedy_is_optimal: bool
) -> BestSchedule:
    """Return the schedule and its curve at each alpha, in any order."""
    knots = np.geomspace(EARLIEST * min(1.0, float(alpha.max())), float(alpha.max()), KNOTS)
    times, back = np.unique(np.concatenate([alpha, knots]), return_inverse=True)
    y, log_length, rates = steering(steered, times)[:, back]
    asked, length = slice(len(alpha)), np.exp(log_length)
    schedule = Tabulated(float(knots[0]), float(knots[-1]), tuple(rates[len(alpha) :].tolist()))
    rule, channel = with_rate(steered.shape, schedule), steered.scenario.channel
    frame = frame_of(
        alpha,
        (-length * np.tanh(y))[asked],
        (length**2)[asked],
        2.0 * np.arctan(np.exp(y[asked])),
        lambda r, q, d: rule.error(r, q, d, channel),
    )
    frame = frame.assign(rate=rates[asked], rate_over_length=(rates / length)[asked])
    return BestSchedule(rule, schedule, steered.scenario, frame, method, greedy_is_optimal, steered)
