"""Learning curves: seconds for 200 points."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side
from rosenblatt.rules.kinds.bayesian import BayesianRule
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import registered
from rosenblatt.scenario import NumberChannel
from rosenblatt.theory import has_theory

LIMIT, LIMIT_IN_TWO = 0.080, 0.5  # seconds, warm; for averages over a plane, those of labels that are numbers


def rows() -> Iterator[Row]:
    """Yield, for every rule, the time of a curve over what is allowed."""
    long, short = np.geomspace(1e-2, 1e6, 200), np.geomspace(1e-2, 8.0, 200)  # numbers are learnt by alpha = 8
    users = rb.rule(lambda label, field: label * max(0.0, 1.0 - label * field), name="hinge, a user's own")()
    known = [cls() for cls in registered().values() if has_theory(cls) and not issubclass(cls, BayesianRule)]
    for rule in (*known, users):
        for averages in _ways(rule):
            numbers = issubclass(rule.labels, NumberChannel)
            alpha = short if numbers else long
            limit = LIMIT_IN_TWO if numbers and averages == "quadrature" else LIMIT
            start = 0.2 if getattr(rule, "needs_start", False) else None
            (seconds,) = side_by_side(
                lambda rule=rule, alpha=alpha, how={"averages": averages, "start": start}: rb.learning_curve(
                    rule, alpha, **how
                )
            )
            name = f"200 points of a curve / {limit * 1e3:g} ms, {rule.name}, {averages}"
            yield Row(name, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")
    yield from bayesian()
    yield from best_schedules(users)


def best_schedules(users: Rule) -> Iterator[Row]:
    """Yield the time of a greedy curve over what is allowed, with averages in closed form and by quadrature."""
    alpha, limit = np.geomspace(1e-2, 1e2, 200), 0.2
    for rule in (rb.Rosenblatt(), rb.Adatron(), users):
        (seconds,) = side_by_side(lambda rule=rule: rb.best_schedule(rule, alpha=alpha, start=0.2))
        name = f"200 points of a greedy curve / {limit:g} s, {rule.name}"
        yield Row(name, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")


def _ways(rule: Rule) -> tuple[str, ...]:
    """Return how the averages of a rule can be had; "auto" for one that is not a modulation."""
    if not isinstance(rule, HebbianRule):
        return ("auto",)
    return ("closed-form", "quadrature") if hasattr(rule, "averages") else ("quadrature",)


def bayesian() -> Iterator[Row]:
    """Yield the same for Bayesian learners, online and offline."""
    alpha = np.geomspace(1e-2, 1e4, 200)
    online = [(name, None) for name, cls in registered().items() if issubclass(cls, BayesianRule)]
    for name, teacher in (*online, ("bayes", "spherical"), ("bayes", "binary"), ("gibbs", "binary")):
        limit = 3.0 if name == "bayes-gaussian" else 0.2
        (seconds,) = side_by_side(
            lambda name=name, teacher=teacher: rb.learning_curve(name, alpha, noise=0.1, teacher=teacher)
        )
        shown = f"200 points of a curve / {limit:g} s, {name}" + (f", {teacher} teacher" if teacher else "")
        yield Row(shown, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")
