"""Points: simulated students of those who were chosen, run by run, so that the first can be drawn while others learn.

points.1   each has first 2 runs, then in turn as many more as it has, at most 32, until all have the number that was
           asked for; runs have numbers of their own, so that the end is what one long simulation gives
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rosenblatt.batch.offline_learner import FittedLearner, OfflineLearner
from rosenblatt.lab.curves.chosen import chosen, chosen_rate
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.world import World
from rosenblatt.lab.sentences import MISTAKES, sentence
from rosenblatt.simulation.prepared import PIECES_A_DAY, Prepared, prepare
from rosenblatt.simulation.runs import Runs, make_runs
from rosenblatt.simulation.simulation import Simulation, simulation_of

FIRST_RUNS, MOST_RUNS_AT_ONCE = 2, 32  # who stops waits for the rest of a batch to be thrown away
MOST_MINUTES = 10.0
MOST_PIECES = MOST_MINUTES * PIECES_A_DAY / (24.0 * 60.0)  # of all runs of one rule


@dataclass(frozen=True)
class Points:
    """What is simulated by now.

    Attributes
    ----------
    simulations : by title.
    messages : by title, why somebody cannot be simulated.
    done : the share of all runs that are made.
    """

    simulations: dict[str, Simulation] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    done: float = 0.0


@dataclass
class _Ensemble:
    """One who is simulated, and its runs by now."""

    title: str
    prepared: Prepared
    kernel: Any
    simulation: Simulation | None = None

    @property
    def runs(self) -> int:
        return 0 if self.simulation is None else len(self.simulation.samples["r"])

    def grow(self, settings: CurveSettings, stop: threading.Event) -> bool:
        """Make the next runs and return whether they were made to their end.  (points.1)"""
        more = min(max(self.runs, FIRST_RUNS), MOST_RUNS_AT_ONCE)
        end = min(settings.runs, self.runs + more)
        these = Runs(settings.seed, self.runs, end)
        samples = make_runs(self.prepared, self.kernel, these, stop, lambda steps: None)
        if stop.is_set():
            return False
        new = simulation_of(self.prepared, (these,), samples)
        self.simulation = new if self.simulation is None else self.simulation + new
        return True


def points(settings: CurveSettings, stop: threading.Event) -> Iterator[Points]:
    """Yield what is simulated, again and again until all runs are made or ``stop`` is set."""
    now = Points()
    ensembles: list[_Ensemble] = []
    for one in chosen(settings):
        if stop.is_set():
            return
        try:
            ensemble = _prepared(one.learner(chosen_rate(settings)), one.title, settings)
            grown = ensemble.grow(settings, stop)
        except MISTAKES as problem:
            now = replace(now, messages={**now.messages, one.title: sentence(problem)})
            continue
        if grown:
            ensembles.append(ensemble)
            now = _with(now, ensemble)
            yield now
    growing = ensembles
    while growing := [one for one in growing if one.runs < settings.runs]:
        for ensemble in list(growing):
            try:
                grown = ensemble.grow(settings, stop)
            except MISTAKES as problem:
                now = replace(now, messages={**now.messages, ensemble.title: sentence(problem)})
                growing.remove(ensemble)
                continue
            if not grown:
                return
            now = _with(now, ensemble)
            made = sum(one.runs for one in ensembles) / (settings.runs * len(ensembles))
            yield replace(now, done=made)
    yield replace(now, done=1.0)


def _with(now: Points, ensemble: _Ensemble) -> Points:
    assert ensemble.simulation is not None
    return replace(now, simulations={**now.simulations, ensemble.title: ensemble.simulation})


def _prepared(learner: Any, title: str, settings: CurveSettings) -> _Ensemble:
    """Return an ensemble that is ready to be simulated, or raise if nobody would wait for it."""
    if isinstance(learner, OfflineLearner) and not isinstance(learner, FittedLearner):
        raise NotImplementedError(f"{title} has a line only: no algorithm for it is simulated.")
    world = World.of(settings).keywords
    who: Any = learner
    prepared = prepare(who, n=settings.n, alpha=settings.point_grid, runs=settings.runs, **world)
    if prepared.pieces * settings.runs > MOST_PIECES:
        raise ValueError(
            f"n, runs and alpha must be such that they take at most some {MOST_MINUTES:.0f} minutes here; got more for "
            f"n = {settings.n:,}, {settings.runs:,} runs and alpha = {settings.last:g}. Take less of one of them."
        )
    return _Ensemble(title, prepared, prepared.follow.compile(prepared.experiment))
