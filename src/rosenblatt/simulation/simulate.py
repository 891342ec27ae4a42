"""`simulate`: ensembles of teacher and student, on all cores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rosenblatt import checks
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.updates import WithVelocity
from rosenblatt.scenario import Channel, Inputs, QueryLaw, Scenario, Start, Teacher
from rosenblatt.simulation.prepared import prepare
from rosenblatt.simulation.runs import Runs, chosen_threads, on_threads
from rosenblatt.simulation.simulation import Simulation, simulation_of
from rosenblatt.simulation.students.student import Student


def simulate(
    rule: str | Rule | type[Rule] | Callable[..., float],
    *,
    n: int,
    alpha: Any,
    runs: int = 100,
    first_run: int = 0,
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
    **parameters: Any,
) -> Simulation:
    """Let students learn from teachers and return means and standard errors over the runs.

    Parameters
    ----------
    rule : a rule, its registered name, or a modulation function ``f(label, field)``; or a learner that is fitted to
        all examples at once: "pseudo-inverse", "ridge", "logistic" or "hinge".
    n : number of weights, at least 3.
    alpha : examples per weight at which to measure, a number or a sequence; 0 is the start.
    runs : number of independent teachers, each with one student.
    first_run : the number of the first of them: runs 100 to 199 of a seed are those that 200 runs have and 100 lack;
        see `Simulation.more`.
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
        can follow the experiment. All three have the same law. What is fitted has the method "fit", and each
        alpha a fit of its own, to a prefix of the run's examples. A class of students of your own may be given, too.
    backend : "cpu"; "gpu", which follows the vectors of many runs at once on an NVIDIA GPU, in single precision and with
        random numbers of its own (`pip install 'rosenblatt[gpu]'`); or "auto", a GPU where one is there and pays.
    readout : "mean", the weights themselves, or "clipped", their signs; defaults to the first of the rule's.
    threads : how many; defaults to all cores.
    progress : show a bar; defaults to on a terminal only.
    **parameters : of a learner that is fitted: ``penalty``, of 'ridge', 'logistic' and 'hinge'.

    >>> result = simulate("hebb", n=1000, alpha=[1, 10], runs=50, seed=1)
    >>> result.method
    'chain'
    >>> [f"{d:.2f}" for d in result.frame["disagreement"]]
    ['0.29', '0.12']
    """
    how: dict[str, Any] = {"noise": noise, "teacher": teacher, "inputs": inputs, "scenario": scenario}
    how |= {"channel": channel, "drift": drift, "start": start, "queries": queries}
    how |= {
        "method": method,
        "backend": backend,
        "readout": readout,
        "batch": batch,
        "momentum": momentum,
        "parameters": parameters,
    }
    runs = checks.whole("runs", runs, 1, "Take 2 or more for standard errors.")
    first_run = checks.whole("first_run", first_run, 0, "It is the number of a run; they are counted from 0.")
    prepared = prepare(rule, n=n, alpha=alpha, runs=runs, **how)
    these = Runs(checks.seed(seed), first_run, first_run + runs)
    return simulation_of(prepared, (these,), on_threads(prepared, these, chosen_threads(threads), progress))
