"""What a rule costs against N and alpha: fitted powers beside those that follow from its equations and papers.

An example costs each rule that keeps a number or two for each weight O(N), and one that keeps their covariance O(N^2)
(SW table 1); memory is the same. So alpha N examples cost O(alpha N^2), or O(alpha N^3) with a covariance. Powers are
fitted to the shortest of some rounds at three sizes.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.timing import Row, side_by_side
from rosenblatt.rules.kinds.covariance import CovarianceRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.kinds.vector import VectorRule
from rosenblatt.rules.registry import registered
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.students.choice import choose_student
from rosenblatt.simulation.students.student import Student

LONG, WIDE = (500, 1500, 4500), (100, 200, 400)  # sizes N: of rules with O(N), and with O(N^2)
LARGE = (20_000, 80_000, 320_000)  # for memory, beside which what Python keeps is nothing
ALPHAS = (4.0, 16.0, 64.0)
NUMBERS = 2e6  # that are touched in one round
SLACK = 0.2  # of a power: caches, and what an example costs besides


def _students(rule: Rule, n: int, method: str = "vector") -> tuple[type[Student], Experiment]:
    """Return the class of students, and the experiment."""
    start = 0.2 if getattr(rule, "needs_start", False) else None
    scenario = resolve_scenario(rule, start=start)
    experiment = Experiment(rule=rule.in_scenario(scenario), n=n, scenario=scenario, readout=rule.readout(None).name)
    return choose_student(method, experiment, 1.0), experiment


def _student(rule: Rule, n: int) -> Student:
    follow, experiment = _students(rule, n)
    return follow(experiment, np.random.SeedSequence(1), follow.compile(experiment))


def _power(of: Any, values: list[float]) -> float:
    """Return the power of a law through measured values."""
    return float(np.polyfit(np.log(of), np.log(values), 1)[0])


def _expected(rule: Rule) -> int:
    """Return the power of N that an example and the memory have."""
    return 2 if isinstance(rule, CovarianceRule) else 1


def _row(name: str, found: float, expected: float, detail: str) -> Row:
    axis = name.partition(",")[0]
    law = f"O({axis}^{expected:g})" if expected > 1 else f"O({axis})"
    return Row(f"power of {name} / that of {law}", found / expected, 1.0 + SLACK, False, f"{found:.2f}{detail}")


def time_against_n() -> Iterator[Row]:
    """The time of an example."""
    for rule in (cls() for cls in registered().values()):
        expected = _expected(rule)
        sizes = WIDE if expected > 1 else LONG
        steps = [max(20, int(NUMBERS / n**expected)) for n in sizes]
        works = [partial(_student(rule, n).advance, count) for n, count in zip(sizes, steps, strict=True)]
        seconds = [total / count for total, count in zip(side_by_side(*works, rounds=15), steps, strict=True)]
        detail = f": {seconds[0] * 1e6:.1f} us an example at N = {sizes[0]}, {seconds[-1] * 1e6:.0f} us at {sizes[-1]}"
        yield _row(f"N, time of an example, {rule.name}", _power(sizes, seconds), expected, detail)


def time_against_alpha() -> Iterator[Row]:
    """The time of alpha N examples, from the start."""
    for rule in (cls() for cls in registered().values()):
        n = 30 if _expected(rule) > 1 or isinstance(rule, VectorRule) else 1500

        def learn(alpha: float, rule: Rule = rule, n: int = n) -> Any:
            follow, experiment = _students(rule, n)
            kernel = follow.compile(experiment)
            steps = int(alpha * n)
            return lambda: follow(experiment, np.random.SeedSequence(1), kernel).advance(steps)

        start, *seconds = side_by_side(learn(0.0), *(learn(alpha) for alpha in ALPHAS), rounds=15)
        found = _power(ALPHAS, [one - start for one in seconds])
        yield _row(f"alpha, time of alpha N examples, {rule.name}", found, 1.0, f": {seconds[-1] * 1e3:.1f} ms at 64")


def memory_against_n() -> Iterator[Row]:
    """The memory of a student and its teacher."""
    for rule in (cls() for cls in registered().values()):
        expected = _expected(rule)
        few = expected > 1 or isinstance(rule, VectorRule)  # these are judged on examples kept for that
        sizes, taken = WIDE if few else LARGE, []
        for n in sizes:
            _student(rule, n)  # what is compiled and imported stays
            tracemalloc.start()
            student = _student(rule, n)
            taken.append(float(tracemalloc.get_traced_memory()[0]))
            tracemalloc.stop()
            del student
        detail = f": {taken[-1] / sizes[-1] ** expected:.0f} bytes a unit of it"
        yield _row(f"N, memory of a student, {rule.name}", _power(sizes, taken), expected, detail)


ROWS = (time_against_n, time_against_alpha, memory_against_n)
