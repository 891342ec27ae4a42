"""What is simulated, checked and ready to be run: an experiment, who follows it, and when it is measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.batch.offline_learner import FittedLearner, resolve_fitted
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.updates import WithVelocity, chosen_update
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Scenario, resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.choice import able_students, choose_on
from rosenblatt.simulation.students.student import Student

MOST_BYTES = 2e10
PIECES_A_DAY = 3e5  # on one core, of some tenths of a second each
MOST_PIECES = 4.0 * PIECES_A_DAY


@dataclass(frozen=True, eq=False)
class Prepared:
    """An experiment, the class of students that follows it, and the numbers of examples at which it is measured."""

    experiment: Experiment
    follow: type[Student]
    examples: np.ndarray

    @property
    def pieces(self) -> float:
        """How many pieces, of some tenths of a second each, a run takes, or fewer."""
        return self.follow.pieces(self.experiment, int(self.examples.max()))


def prepare(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    alpha: Any,
    runs: int,
    method: str | type[Student] = "auto",
    backend: str = "cpu",
    readout: str | None = None,
    batch: float | None = None,
    momentum: WithVelocity | None = None,
    parameters: Mapping[str, Any] | None = None,
    **world: Any,
) -> Prepared:
    """Return what `simulate` is asked for with these keywords, or raise if it cannot be simulated.

    ``parameters`` are those of a learner of all examples at once, ``world`` the keywords of
    `rosenblatt.scenario.resolve_scenario`.
    """
    given = dict(parameters or {})
    known, grid = resolve_fitted(rule, given) or _without_parameters(resolve(rule), given), checks.alpha_grid(alpha)
    n = checks.size(n)
    scenario = resolve_scenario(known, **world)
    known = known.in_scenario(scenario)
    checks.moderate_fields(known)
    known.check_scenario(scenario, n)
    _check_drift(known, scenario, n)
    update = chosen_update(batch, momentum)
    experiment = Experiment(rule=known, n=n, scenario=scenario, readout=known.readout(readout).name, update=update)
    examples = update.whole(checks.whole_examples(grid, n), n)
    follow = choose_on(backend, method, experiment, float(grid.max()), runs)
    prepared = Prepared(experiment, follow, examples)
    _check_memory(prepared, runs)
    _check_time(prepared, runs)
    return prepared


def _without_parameters(rule: Rule, parameters: dict[str, Any]) -> Rule:
    """Return a rule, which has its parameters already, or raise if it is given any."""
    for name, value in parameters.items():
        raise TypeError(
            f"{name} must be left out for {rule.name!r}, or else be a parameter of the rule object; got {value!r}. "
            "Only learners of all examples at once, such as 'ridge', take theirs here."
        )
    return rule


def _check_drift(rule: Rule | FittedLearner, scenario: Scenario, n: int) -> None:
    """Raise if a teacher, or what the rule takes for one, is another one after a single example."""
    for drift in (scenario.drift, getattr(rule, "drift", None) or 0.0):
        if drift >= n:
            raise ValueError(
                f"drift must be below n = {n} to be simulated; got {drift:g}. A teacher that is another one at each "
                "example cannot be followed."
            )


def _check_memory(prepared: Prepared, runs: int) -> None:
    """Raise if the numbers alone would fill a large machine."""
    follow, experiment, points = prepared.follow, prepared.experiment, len(prepared.examples)
    of_a_run = follow.bytes_of_a_run(experiment, int(prepared.examples.max()))
    needed = of_a_run + 50.0 * runs * (points + 10.0)
    if needed > MOST_BYTES:
        others = [one.method for one in able_students(experiment) if one.bytes_of_a_run(experiment, 1) == 0.0]
        remedy = f"Use method={others[0]!r}." if others else "Take a smaller n: learning_curve is for n -> infinity."
        remedy = remedy if of_a_run > 0.5 * needed else "Take fewer runs."
        raise ValueError(
            f"n, runs and alpha must fit into memory; got n = {experiment.n}, {runs} runs, {points} points, some "
            f"{needed / 1e9:.0f} GB. {remedy}"
        )


def _check_time(prepared: Prepared, runs: int) -> None:
    """Raise if nobody would wait for the end of it."""
    follow, experiment, examples = prepared.follow, prepared.experiment, int(prepared.examples.max())
    pieces = runs * prepared.pieces
    if pieces > MOST_PIECES:
        others = [one for one in able_students(experiment) if runs * one.pieces(experiment, examples) <= MOST_PIECES]
        remedy = "Take a smaller n or fewer runs: learning_curve is for n -> infinity."
        if others:
            remedy = f"Use method={others[0].method!r}."
        raise ValueError(
            f"n, alpha and runs must be of a size that can be waited for; got n = {experiment.n}, {runs} runs of "
            f"{examples:.1e} examples, more than {pieces / PIECES_A_DAY:,.0f} days of one core with "
            f"method={follow.method!r}. {remedy}"
        )
