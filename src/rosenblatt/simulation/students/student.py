"""What a student looks like from outside, by whatever method it is followed."""

from __future__ import annotations

import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from rosenblatt.obstacles import DETAIL, WRONG_INPUTS, WRONG_LEARNER, WRONG_UPDATE, Obstacle
from rosenblatt.rules.parts.updates import EachExample, Update
from rosenblatt.scenario import Inputs, QueryLaw, Scenario
from rosenblatt.simulation.experiment import Experiment

if TYPE_CHECKING:
    from rosenblatt.simulation.runs import Runs

Kernel = Any
Report = Callable[[float], None]
# r, q_norm, overlap, disagreement; for inputs with a covariance then R^, Q^ and M^, those of the fields
Measures = tuple[float, ...]

FEWEST_SHARES = 256  # of many runs: more than threads, so that none waits long for the last


class Watch(NamedTuple):
    """Who waits for runs: they are asked whether to ``stop``, and hear by ``report`` of examples that are learnt."""

    stop: threading.Event
    report: Report


class Student(ABC):
    """A student that is followed by some method.

    ``compile`` makes the kernel that all runs share, ``advance(steps)`` learns, ``measure()`` returns R, Q, the overlap
    and the disagreement, and what the error depends on besides, ``measure_further()`` what `further_names` says.
    ``rules``, ``inputs``, ``updates`` and ``queries`` (None's class: inputs as they come) are the kinds that the class
    can follow; ``further_obstacle`` says what else prevents it.
    """

    method: ClassVar[str]
    rules: ClassVar[tuple[type[Any], ...]]
    inputs: ClassVar[tuple[type[Inputs], ...]]
    updates: ClassVar[tuple[type[Update], ...]] = (EachExample,)
    further_measures: ClassVar[tuple[str, ...]] = ()
    queries: ClassVar[type[QueryLaw] | type[None]] = type(None)
    least_disagreement: ClassVar[float] = 1e-14  # of labels that are numbers: below it label - field has no digits left
    least_share: ClassVar[int] = 1  # of runs that are worth being made together

    experiment: Experiment
    piece: int  # steps that take some tenths of a second: between two pieces a run can be stopped

    @abstractmethod
    def __init__(self, experiment: Experiment, seed: np.random.SeedSequence, kernel: Kernel) -> None:
        """Draw the teacher, and a student that has learnt nothing."""

    @classmethod
    def obstacle(cls, experiment: Experiment) -> Obstacle | None:
        """Return what prevents the class from following an experiment; None if it can."""
        if not isinstance(experiment.update, cls.updates):
            what = str(experiment.update) or "learning each example at once"
            return Obstacle(f"{what} cannot be followed this way", WRONG_UPDATE)
        if not isinstance(experiment.rule, cls.rules):
            return Obstacle(f"{experiment.rule.name!r} is more than a modulation", WRONG_LEARNER)
        if not isinstance(experiment.inputs, cls.inputs):
            return Obstacle(f"{experiment.inputs.name} inputs are not rotation-invariant", WRONG_INPUTS)
        if not isinstance(experiment.scenario.queries, cls.queries):
            if experiment.scenario.queries is None:
                return Obstacle("queries must be given for a student that asks", WRONG_LEARNER)
            return Obstacle(f"queries are not known for {experiment.rule.name!r} here", WRONG_INPUTS)
        reason = cls.further_obstacle(experiment)
        return Obstacle(reason, DETAIL) if reason else None

    @classmethod
    def further_obstacle(cls, experiment: Experiment) -> str:
        """Return what prevents it although rule and inputs fit; empty if nothing does."""
        return ""

    @classmethod
    def pieces(cls, experiment: Experiment, examples: int) -> float:
        """Return how many pieces a run of so many examples takes, or fewer."""
        return examples / getattr(cls, "piece", np.inf)

    @classmethod
    def bytes_of_a_run(cls, experiment: Experiment, examples: int) -> float:
        """Return how much memory a run takes, if it is more than a few numbers."""
        return 0.0

    @classmethod
    def further_names(cls, experiment: Experiment) -> tuple[str, ...]:
        """Return the names of what `measure_further` returns in an experiment."""
        return cls.further_measures

    @classmethod
    def rounds_at_points(cls, experiment: Experiment) -> bool:
        """Return whether the last digits of what is measured depend on what has been measured before."""
        return False

    @classmethod
    def shares(cls, experiment: Experiment, first: int, end: int) -> list[tuple[int, int]]:
        """Return how runs are shared out, the first and the end of each share: one by one, unless they are many."""
        size = max(1, (end - first) // FEWEST_SHARES)
        return [(begin, min(begin + size, end)) for begin in range(first, end, size)]

    @classmethod
    def follow_runs(cls, experiment: Experiment, kernel: Kernel, runs: Runs, times: np.ndarray, watch: Watch) -> Any:
        """Return what is measured of runs at so many examples, an array of shape (runs, times, measures)."""
        numbered = enumerate(runs.seeds(), runs.first)
        return np.array([cls(experiment, seed, kernel)._followed(number, times, watch) for number, seed in numbered])

    def _followed(self, number: int, times: np.ndarray, watch: Watch) -> np.ndarray:
        """Return what is measured of this student at each time."""
        seen, measured = 0, []
        for time in times.tolist():
            while seen < time and not watch.stop.is_set():
                steps = min(self.piece, time - seen)
                stopped = self.advance(steps)
                if stopped >= 0:
                    raise not_finite(self.experiment, number, seen + stopped)
                seen += steps
                watch.report(float(steps))
            now = self.measure()
            measured.append((*now[:4], *self.measure_further(), *now[4:]))
        return np.array(measured)

    @classmethod
    def compile(cls, experiment: Experiment) -> Kernel:
        """Return the kernel that all runs share."""
        return None

    @abstractmethod
    def advance(self, steps: int) -> int:
        """Learn; return -1, or the step at which the rule's signal is not finite."""

    @abstractmethod
    def measure(self) -> Measures:
        """Return R, Q, overlap and disagreement; then R^, Q^ and M^ of the fields for inputs with a covariance."""

    def measure_further(self) -> tuple[float, ...]:
        """Return what `further_names` says."""
        return ()


def not_finite(experiment: Experiment, number: int, step: int) -> ValueError:
    """Return the error of a run whose signal is not finite."""
    return ValueError(
        f"modulation of {experiment.rule.name!r} must return a finite number; got NaN or infinity "
        f"in run {number} at alpha={(step + 1) / experiment.n:.4g}. "
        "Guard that case in the function, or take a smaller rate."
    )


def bytes_of_vectors(experiment: Experiment) -> float:
    """Return how much memory a student takes of which all weights are followed."""
    return 40.0 * experiment.rule.student_size(experiment.n)


def channel_of(scenario: Scenario) -> tuple[np.ndarray, float]:
    """Return the numbers of the channel as the student sees it, and by how much its inputs are longer than 1."""
    return scenario.channel.as_student_sees.kernel_numbers, math.hypot(1.0, scenario.channel.student_width)


def needs_single_weights(experiment: Experiment) -> str:
    """Return what prevents a chain, which has no single weights, from reading them; empty if nothing does."""
    if experiment.readout == "mean":
        return ""
    return f"the {experiment.readout} readout depends on single weights"


def needs_known_start(experiment: Experiment) -> str:
    """Return what prevents a student of the rule from starting where the scenario says; empty if nothing does."""
    start = experiment.scenario.start
    return "" if start is None else experiment.rule.start_obstacle(start)


def needs_own_start(experiment: Experiment) -> str:
    """Return what prevents a student that starts by its rule's own way; empty if it is not asked for another."""
    if experiment.scenario.start is None:
        return ""
    return f"a start with given R and Q is not known for {experiment.rule.name!r} here"


def needs_plain_examples(experiment: Experiment) -> str:
    """Return what prevents a student whose updates are known for examples of a teacher that both see as it is."""
    if experiment.scenario.drift > 0.0:
        return f"a teacher that drifts is not followed with {experiment.update}"
    if experiment.scenario.channel.student_width > 0.0:
        return f"noise on the student's inputs is not known with {experiment.update}"
    return ""
