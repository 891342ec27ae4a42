"""Answers: for each rule how many labels, first by theory, then with the range in which nine students of ten get there.

answers.1   the range comes from as many runs as make `USUAL_STEPS` examples together, between `FEWEST_RUNS` and
            `MOST_RUNS`; if the fewest take more than `MOST_STEPS`, a sentence says so
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from rosenblatt.lab.learners import named_learner
from rosenblatt.lab.plans.settings import PlanSettings
from rosenblatt.lab.sentences import MISTAKES, sentence
from rosenblatt.planning.examples import first_crossing
from rosenblatt.planning.plan import plan
from rosenblatt.planning.targets import chosen_target
from rosenblatt.scenario import resolve_scenario
from rosenblatt.theory.learning_curve import learning_curve

FEWEST_RUNS, MOST_RUNS = 40, 200
USUAL_STEPS, MOST_STEPS = 5e7, 4e8
BEFORE, BEYOND, POINTS = 100.0, 3.0, 120  # of the curve that is drawn, around the answer


@dataclass(frozen=True)
class Answer:
    """What is known of a rule by now.

    Attributes
    ----------
    alpha, examples : what theory says; None before, or if there is no answer.
    interval : between which numbers of examples nine students of ten get there.
    frame : the learning curve around the answer.
    message : why there is no answer, or no range.
    """

    title: str
    alpha: float | None = None
    examples: int | None = None
    interval: tuple[int, int] | None = None
    frame: pd.DataFrame | None = None
    message: str = ""


def answers(settings: PlanSettings, stop: threading.Event) -> Iterator[list[Answer]]:
    """Yield the answers of all rules, again and again while more becomes known."""
    found: list[Answer] = []
    asked = replace(settings, rules=())  # what one rule answers does not depend on the others
    for title in dict.fromkeys(settings.rules):
        found.append(by_theory(title, asked))
        yield list(found)
    for place, answer in enumerate(found):
        if stop.is_set():
            return
        if answer.alpha is not None:
            found[place] = with_range(answer.title, asked)
            yield list(found)


@lru_cache(maxsize=300)
def by_theory(title: str, settings: PlanSettings) -> Answer:
    """Return what theory says of a rule."""
    try:
        rule: Any = named_learner(title)
        scenario = resolve_scenario(rule, noise=settings.noise)
        target = chosen_target(settings.wanted.get("error"), settings.wanted.get("disagreement"), scenario.channel)
        alpha = max(first_crossing(rule, scenario, target, None), 1.0 / settings.n)
        grid = np.geomspace(alpha / BEFORE, alpha * BEYOND, POINTS)
        frame = learning_curve(rule, grid, scenario=scenario).frame
    except MISTAKES as problem:
        return Answer(title, message=sentence(problem))
    return Answer(title, alpha, math.ceil(alpha * settings.n * (1.0 - 1e-12)), frame=frame)


@lru_cache(maxsize=300)
def with_range(title: str, settings: PlanSettings) -> Answer:
    """Return the answer of a rule that can reach the target, with its range.  (answers.1)"""
    answer = by_theory(title, settings)
    assert answer.alpha is not None
    steps = answer.alpha * settings.n
    if FEWEST_RUNS * steps > MOST_STEPS:
        return replace(
            answer,
            message=f"range must take at most {MOST_STEPS:g} examples here; got {FEWEST_RUNS * steps:.2g} for "
            f"{FEWEST_RUNS} students. Plan with fewer features: labels per feature are the same.",
        )
    runs = int(min(MOST_RUNS, max(FEWEST_RUNS, USUAL_STEPS / steps)))
    rule: Any = named_learner(title)
    how: dict[str, Any] = {"noise": settings.noise, "seed": settings.seed, "runs": runs, "progress": False}
    try:
        found = plan(rule, n=settings.n, **settings.wanted, **how)
    except MISTAKES as problem:
        return replace(answer, message=sentence(problem))
    return replace(answer, examples=found.examples, interval=found.interval)
