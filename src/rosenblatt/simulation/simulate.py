"""`simulate`: ensembles of teacher and student, on all cores."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from rosenblatt import checks
from rosenblatt.progress import progress as progress_bar
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.updates import WithVelocity, chosen_update
from rosenblatt.rules.registry import resolve
from rosenblatt.scenario import Channel, Inputs, NumberChannel, QueryLaw, Scenario, Start, Teacher, resolve_scenario
from rosenblatt.scenario.scaled_channels import error_of_fields
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.simulation import Simulation, summary
from rosenblatt.simulation.students.choice import able_students, choose_student
from rosenblatt.simulation.students.student import Student

MOST_BYTES = 2e10
PIECES_A_DAY = 3e5  # on one core, of some tenths of a second each
MOST_PIECES = 4.0 * PIECES_A_DAY
LARGEST_MEASURE = 1e150  # of what is averaged over runs
LEAST_DISAGREEMENT = 1e-14  # of labels that are numbers: below it label - field has no digits left


def simulate(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    alpha: Any,
    runs: int = 100,
    noise: float = 0.0,
    teacher: str | Teacher | None = None,
    inputs: str | Inputs | None = None,
    scenario: Scenario | None = None,
    seed: int = 0,
    method: str | type[Student] = "auto",
    backend: str = "cpu",
    readout: str | None = None,
    threads: int | None = None,
    progress: bool | None = None,
    channel: str | Channel | None = None,
    drift: float | None = None,
    start: Start | float | tuple[float, float] | None = None,
    batch: float | None = None,
    momentum: WithVelocity | None = None,
    queries: str | QueryLaw | None = None,
) -> Simulation:
    """Let students learn from teachers and return means and standard errors over the runs.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function ``f(label, field)``.
    n : number of weights, at least 3.
    alpha : examples per weight at which to measure, a number or a sequence; 0 is the start.
    runs : number of independent teachers, each with one student.
    noise : the probability that a label is flipped, in [0, 0.5).
    teacher, inputs : names or objects of `rosenblatt.scenario`; default to those of the rule.
    scenario : all of it as one object, instead of these keywords.
    channel, drift, start, queries : further keywords of a scenario, see `rosenblatt.scenario.Scenario`.
    batch : learn in batches of ``batch * n`` examples, rounded to whole ones, that are summed with the fields of the
        old weights; alpha is then rounded to whole batches. For rules that are a modulation.
    momentum : ``rb.Momentum(gamma, rate)`` or ``rb.FixedMomentum(beta, rate)``; for rules that are a modulation.
    seed : the same seed gives the same numbers, whatever the number of threads.
    method : "vector" follows all n weights; "chain" follows (R, Q) exactly, at a cost that does not
        grow with n; "events" does the same from mistake to mistake; "auto" takes the fastest that
        can follow the experiment. All three have the same law. A class of students of your own may be given, too.
    backend : "cpu".
    readout : "mean", the weights themselves, or "clipped", their signs; defaults to the first of the rule's.
    threads : how many; defaults to all cores.
    progress : show a bar; defaults to on a terminal only.

    >>> result = simulate("hebb", n=1000, alpha=[1, 10], runs=50, seed=1)
    >>> result.method
    'chain'
    >>> [f"{d:.2f}" for d in result.frame["disagreement"]]
    ['0.29', '0.12']
    """
    rule, grid = resolve(rule), checks.alpha_grid(alpha)
    n, runs = checks.size(n), checks.whole("runs", runs, 1, "Take 2 or more for standard errors.")
    checks.one_of("backend", backend, ("cpu",))
    more: dict[str, Any] = {"channel": channel, "drift": drift, "start": start, "queries": queries}
    scenario = resolve_scenario(rule, scenario=scenario, noise=noise, teacher=teacher, inputs=inputs, **more)
    rule = rule.in_scenario(scenario)
    checks.moderate_fields(rule)
    rule.check_scenario(scenario, n)
    _check_drift(rule, scenario, n)
    update = chosen_update(batch, momentum)
    experiment = Experiment(rule=rule, n=n, scenario=scenario, readout=rule.readout(readout).name, update=update)
    examples = update.whole(checks.whole_examples(grid, n), n)
    follow = choose_student(method, experiment, float(grid.max()))
    _check_memory(follow.method, rule, n, runs, len(grid))
    _check_time(follow, experiment, int(examples.max()), runs)
    seeds = np.random.SeedSequence(checks.seed(seed)).spawn(runs)
    threads = available_cores() if threads is None else threads
    threads = checks.whole("threads", threads, 1, "Leave it out for all cores.")
    samples = _run_all(experiment, follow, examples, seeds, threads, progress)
    return Simulation(
        **vars(experiment),
        seed=seed,
        method=follow.method,
        frame=summary(n, examples, samples, scenario.inputs),
        samples=samples,
    )


def _check_drift(rule: Rule, scenario: Scenario, n: int) -> None:
    """Raise if a teacher, or what the rule takes for one, is another one after a single example."""
    for drift in (scenario.drift, getattr(rule, "drift", None) or 0.0):
        if drift >= n:
            raise ValueError(
                f"drift must be below n = {n} to be simulated; got {drift:g}. A teacher that is another one at each "
                "example cannot be followed."
            )


def _check_memory(method: str, rule: Rule, n: int, runs: int, points: int) -> None:
    """Raise if the numbers alone would fill a large machine."""
    needed = 8.0 * (5.0 * rule.student_size(n) if method == "vector" else 0.0) + 50.0 * runs * (points + 10.0)
    if needed > MOST_BYTES:
        remedy = (
            "Take a smaller n, or a rule and inputs for method='chain'." if method == "vector" else "Take fewer runs."
        )
        raise ValueError(
            f"n, runs and alpha must fit into memory; got n = {n}, {runs} runs, {points} points, some "
            f"{needed / 1e9:.0f} GB. {remedy}"
        )


def _check_time(follow: type[Student], experiment: Experiment, examples: int, runs: int) -> None:
    """Raise if nobody would wait for the end of it."""
    pieces = runs * follow.pieces(experiment, examples)
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


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _run_all(
    experiment: Experiment,
    follow: type[Student],
    examples: np.ndarray,
    seeds: list[np.random.SeedSequence],
    threads: int,
    show: bool | None,
) -> dict[str, np.ndarray]:
    """Run all students on threads (kernels release the interpreter's lock) and collect what they measure."""
    times, back = np.unique(examples, return_inverse=True)
    stop = threading.Event()
    kernel = follow.compile(experiment)

    with progress_bar(f"{experiment.rule.name}, N = {experiment.n}", float(len(seeds) * times[-1]), show) as report:

        def one(number: int) -> np.ndarray:
            # A spawned seed must not be spawned from twice: give each student a fresh copy.
            seed = np.random.SeedSequence(seeds[number].entropy, spawn_key=seeds[number].spawn_key)
            return _run(follow(experiment, seed, kernel), experiment, number, times, stop, report)

        with ThreadPoolExecutor(max_workers=min(threads, len(seeds))) as pool:
            try:
                measured = np.array(list(pool.map(one, range(len(seeds)))))
            finally:
                stop.set()
    _check_range(experiment, times, measured)
    r, q_norm, overlap, disagreement, *others = measured[:, back, :].transpose(2, 0, 1)
    further, fields = others[: len(follow.further_measures)], others[len(follow.further_measures) :]
    rule, channel = experiment.rule, experiment.scenario.channel
    if fields:
        error = np.vectorize(lambda *numbers: error_of_fields(rule, channel, *numbers))(disagreement, *fields)
    else:
        error = rule.error(r, q_norm, disagreement, channel)
    known = {"r": r, "q_norm": q_norm, "overlap": overlap, "disagreement": disagreement, "error": error}
    return known | dict(zip(follow.further_measures, further, strict=True))


def _run(
    student: Student,
    experiment: Experiment,
    number: int,
    times: np.ndarray,
    stop: threading.Event,
    report: Callable[[float], None],
) -> np.ndarray:
    """Follow one student and return what is measured at each time."""
    seen, measured = 0, []
    for time in times.tolist():
        while seen < time and not stop.is_set():
            steps = min(student.piece, time - seen)
            stopped = student.advance(steps)
            if stopped >= 0:
                raise ValueError(
                    f"modulation of {experiment.rule.name!r} must return a finite number; got NaN or infinity "
                    f"in run {number} at alpha={(seen + stopped + 1) / experiment.n:.4g}. "
                    "Guard that case in the function, or take a smaller rate."
                )
            seen += steps
            report(float(steps))
        now = student.measure()
        measured.append((*now[:4], *student.measure_further(), *now[4:]))
        _check_digits(experiment, number, time, now[3])
    return np.array(measured)


def _check_range(experiment: Experiment, times: np.ndarray, measured: np.ndarray) -> None:
    """Raise if what is measured of a student is not finite, or so large that its square is not."""
    beyond = ~(np.abs(measured) <= LARGEST_MEASURE)  # NaN is
    if beyond.any():
        run, first, _ = np.argwhere(beyond)[0].tolist()
        raise ValueError(
            f"length of a student of {experiment.rule.name!r} must stay finite; got Q = {measured[run, first, 1]:.2g} "
            f"in run {run} at alpha={times[first] / experiment.n:.4g}. Take a smaller rate or a smaller alpha."
        )


def _check_digits(experiment: Experiment, number: int, examples: int, disagreement: float) -> None:
    """Raise if a student is so near to the numbers that it learns that what drives it, label - field, is all rounding.

    Signs do not depend on how near a field is, and a chain of them keeps its digits however small the angle is.
    """
    if issubclass(experiment.rule.labels, NumberChannel) and 0.0 < disagreement < LEAST_DISAGREEMENT:
        raise ValueError(
            f"disagreement of {experiment.rule.name!r} must stay above {LEAST_DISAGREEMENT:g} to be simulated; got "
            f"{disagreement:.1g} in run {number} at alpha={examples / experiment.n:.4g}, where label and field differ "
            "in their last digits only. Take a smaller alpha; learning_curve may have what is beyond it."
        )
