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
            (seconds,) = side_by_side(
                lambda rule=rule, averages=averages, alpha=alpha: rb.learning_curve(rule, alpha, averages=averages)
            )
            name = f"200 points of a curve / {limit * 1e3:g} ms, {rule.name}, {averages}"
            yield Row(name, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")
    yield from bayesian()
    yield from spectra()


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


def spectra() -> Iterator[Row]:
    """Yield the same for inputs with a covariance: two blocks, and a thousand eigenvalues."""
    alpha, random = np.geomspace(1e-2, 1e2, 200), np.random.default_rng(0)
    two = rb.Covariance(eigenvalues=[3, 1 / 3], shares=[0.25, 0.75])
    many = rb.Covariance(eigenvalues=random.exponential(size=1000), teacher=random.dirichlet(np.ones(1000)))
    for shown, inputs, limit in (("two eigenvalues", two, 0.2), ("1,000 eigenvalues", many, 2.0)):
        for rule in ("hebb", "rosenblatt", rb.rule(lambda label, field: 0.3 * (label - field), name="widrow-hoff")()):
            (seconds,) = side_by_side(lambda rule=rule, inputs=inputs: rb.learning_curve(rule, alpha, inputs=inputs))
            name = f"200 points of a curve / {limit:g} s, {getattr(rule, 'name', rule)}, {shown}"
            yield Row(name, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")
