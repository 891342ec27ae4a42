"""Learning curves: seconds for 200 points."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

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


def users_rule() -> Rule:
    """Return a rule of a user's own, whose averages are by quadrature."""
    return rb.rule(lambda label, field: label * max(0.0, 1.0 - label * field), name="hinge, a user's own")()


def modulations() -> Iterator[Row]:
    """Yield, for every rule, the time of a curve over what is allowed."""
    long, short = np.geomspace(1e-2, 1e6, 200), np.geomspace(1e-2, 8.0, 200)  # numbers are learnt by alpha = 8
    known = [cls() for cls in registered().values() if has_theory(cls) and not issubclass(cls, BayesianRule)]
    for rule in (*known, users_rule()):
        for averages in _ways(rule):
            numbers = issubclass(rule.labels, NumberChannel)
            alpha = short if numbers else long
            limit = LIMIT_IN_TWO if numbers and averages == "quadrature" else LIMIT
            start = 0.2 if getattr(rule, "needs_start", False) else None
            how: dict[str, Any] = {"averages": averages, "start": start}
            (seconds,) = side_by_side(lambda rule=rule, alpha=alpha, how=how: rb.learning_curve(rule, alpha, **how))
            name = f"200 points of a curve / {limit * 1e3:g} ms, {rule.name}, {averages}"
            yield Row(name, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")


def mistaken() -> Iterator[Row]:
    """Yield the same for a Bayesian rule that believes the wrong noise."""
    alpha = np.geomspace(1e-2, 1e3, 200)
    for believed, noise in ((0.05, 0.15), (0.15, 0.0), (0.0, 0.15)):
        (seconds,) = side_by_side(
            lambda believed=believed, noise=noise: rb.learning_curve(rb.BayesHebb(noise=believed), alpha, noise=noise)
        )
        name = f"200 points of a curve / 0.2 s, bayes-hebb that believes {believed:g}, noise {noise:g}"
        yield Row(name, seconds / 0.2, 1.0, False, f"{seconds * 1e3:.1f} ms")


def best_schedules() -> Iterator[Row]:
    """Yield the time of a greedy curve over what is allowed, with averages in closed form and by quadrature."""
    alpha, limit = np.geomspace(1e-2, 1e2, 200), 0.2
    for rule in (rb.Rosenblatt(), rb.Adatron(), users_rule()):
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


def committee() -> Iterator[Row]:
    """Yield the same for a soft committee of three units, through its plateau."""
    alpha = np.linspace(0.0, 400.0, 200)
    (seconds,) = side_by_side(lambda: rb.soft_committee(alpha, k=3, m=3, eta=0.5))
    yield Row("200 points of a curve / 1 s, soft committee, K = M = 3", seconds, 1.0, False, f"{seconds * 1e3:.1f} ms")


def batches_and_momentum() -> Iterator[Row]:
    """Yield the same for curves in batches and with momentum, of a closed form and of a user's own rule."""
    alpha, limit = np.geomspace(1.0, 1e3, 200), 0.2
    ways: tuple[tuple[str, dict[str, Any]], ...] = (
        ("batches of N", {"batch": 1.0}),
        ("momentum", {"momentum": rb.Momentum(gamma=2.0, rate=2.0)}),
    )
    for rule in (rb.Rosenblatt(), users_rule()):
        for name, how in ways:
            (seconds,) = side_by_side(
                lambda rule=rule, how=how: rb.learning_curve(rule, alpha, start=(0.3, 1.0), **how)
            )
            shown = f"200 points of a curve / {limit:g} s, {rule.name}, {name}"
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


def jumps_and_kinks(field: np.ndarray) -> np.ndarray:
    """Return a probability with three jumps and two kinks."""
    left = np.where(field > -1.0, 0.2, 0.4 * np.exp(-(field**2)))
    return np.where(field > 0.5, 0.9, np.where(field > -0.2, np.clip(0.3 + field, 0.0, 0.7), left))


def waves(field: np.ndarray) -> np.ndarray:
    """Return a probability that oscillates."""
    return 0.5 + 0.3 * np.tanh(field) + 0.2 * np.sin(10.0 * field)


def steep(field: np.ndarray) -> np.ndarray:
    """Return a steep probability."""
    return 0.5 + 0.5 * np.tanh(15.0 * field)


def first_calls() -> Iterator[Row]:
    """Yield the time of the first curve of the optimal rule in a channel whose information is a table, over 1 s."""
    new = itertools.count(1)  # a channel that is not remembered
    makers: dict[str, Callable[[], rb.Channel]] = {
        "fading flips": lambda: rb.FadingFlips(0.4 + 1e-6 * next(new), 0.5),
        "logistic": lambda: rb.Logistic(2.0 + 1e-6 * next(new)),
        "own, with a jump": lambda: rb.OwnChannel(lambda b: np.where(b > 0.3, 0.9, 0.2)),
    }
    for name, made in makers.items():
        (seconds,) = side_by_side(lambda made=made: rb.learning_curve("optimal", 10.0, channel=made()), rounds=3)
        yield Row(f"first curve of the optimal rule / 1 s, {name}", seconds, 1.0, False, f"{seconds * 1e3:.0f} ms")


def channels() -> Iterator[Row]:
    """Yield the same in channels other than flips, and the time of the chain in them over its time with flips."""
    alpha, limit = np.geomspace(0.1, 100.0, 200), 0.2
    known = (
        rb.Probit(1.0, 0.05),
        rb.Logistic(2.0),
        rb.Logistic(30.0),
        rb.FadingFlips(0.4, 0.5),
        rb.InputNoise(0.3, 0.5),
        rb.OwnChannel(lambda b: 0.5 + 0.45 * np.tanh(b - 0.2)),
        rb.OwnChannel(lambda b: np.where(b > 0.3, 0.9, 0.2)),
        rb.OwnChannel(jumps_and_kinks),
        rb.OwnChannel(waves),
        rb.OwnChannel(steep),
    )
    for channel in known:
        for rule in (rb.Hebb(), rb.Rosenblatt(), rb.Margin()):
            (seconds,) = side_by_side(
                lambda rule=rule, channel=channel: rb.learning_curve(rule, alpha, channel=channel), rounds=3
            )
            name = f"200 points of a curve / {limit:g} s, {rule.name}, {channel!r}"
            yield Row(name, seconds / limit, 1.0, False, f"{seconds * 1e3:.1f} ms")
        how: dict[str, Any] = {"n": 1000, "alpha": 500, "runs": 2, "threads": 1, "method": "chain", "progress": False}
        flips, other = side_by_side(
            lambda how=how: rb.simulate("rosenblatt", noise=0.1, **how),
            lambda how=how, channel=channel: rb.simulate("rosenblatt", channel=channel, **how),
        )
        yield Row(f"chain over that of flips, {channel!r}", other / flips, 1.5, False, f"{other * 1e3:.1f} ms")


def offline() -> Iterator[Row]:
    """Yield the same for students of all examples at once, in channels with a closed form and in those of a user's."""
    alpha = np.geomspace(0.1, 100.0, 200)
    own = {"jump": lambda b: np.where(b > 0.3, 0.9, 0.2), "jumps and kinks": jumps_and_kinks, "waves": waves}
    for name, made in {"flips": None, **own}.items():
        for rule, penalty in itertools.product(("ridge", "logistic", "hinge"), (1.0, "best")):
            how: dict[str, Any] = {"channel": rb.OwnChannel(made) if made else rb.Flips(0.1), "penalty": penalty}
            limit = 3.0 if rule == "logistic" else 1.0
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of ends of the penalty
                (seconds,) = side_by_side(lambda rule=rule, how=how: rb.learning_curve(rule, alpha, **how), rounds=3)
            shown = f"200 points of a curve / {limit:g} s, {rule}, penalty {penalty}, {name}"
            yield Row(shown, seconds / limit, 1.0, False, f"{seconds * 1e3:.0f} ms")
        if made:  # a new function each time, of which nothing is remembered
            (seconds,) = side_by_side(
                lambda made=made: rb.learning_curve("bayes", alpha, channel=rb.OwnChannel(lambda b: made(b))), rounds=3
            )
            yield Row(f"200 points of a curve / 1 s, bayes, {name}", seconds, 1.0, False, f"{seconds * 1e3:.0f} ms")


ROWS = (
    modulations,
    bayesian,
    committee,
    mistaken,
    batches_and_momentum,
    best_schedules,
    spectra,
    channels,
    first_calls,
    offline,
)
