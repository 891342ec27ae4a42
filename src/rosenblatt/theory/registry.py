"""Theories by who learns: a new theory is one new file in this package, and nothing else is edited.

A theory of a kind of rules (an abstract class) holds for every rule of that kind. A theory of one rule, or of one
offline learner, holds for that class alone: a subclass may learn otherwise.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import math
import pkgutil
from abc import ABC, abstractmethod
from functools import cache
from typing import Any, ClassVar, TypeVar

import numpy as np
import pandas as pd

from rosenblatt import checks
from rosenblatt.batch.offline_learner import OfflineLearner
from rosenblatt.obstacles import DETAIL, WRONG_INPUTS, WRONG_LEARNER, Obstacle, nearest
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.rules.registry import registered
from rosenblatt.scenario import CentredInputs, Inputs, QueryLaw, Scenario, Start
from rosenblatt.theory.curve import Curve

Learner = Any  # a Rule or an OfflineLearner, of one of the theory's ``learners``


class NoTheory(NotImplementedError, ValueError):
    """What is asked for has no theory; the message says what there is."""


class Theory(ABC):
    """The exact learning curve of some learners in some scenarios.

    ``learners`` are the classes that it covers, ``inputs`` the laws of inputs, ``queries`` the laws of queries, or
    None's class for inputs as they come. ``curve`` may take further options as
    keyword-only arguments: `learning_curve` hands them on by name, and one without a default is needed.
    """

    learners: ClassVar[tuple[type, ...]]
    inputs: ClassVar[tuple[type[Inputs], ...]] = (CentredInputs,)
    queries: ClassVar[type[QueryLaw] | type[None]] = type(None)

    def obstacle(self, learner: Learner, scenario: Scenario) -> Obstacle | None:
        """Return what prevents the theory from covering a scenario; None if nothing does."""
        if not isinstance(scenario.queries, self.queries):
            if scenario.queries is None:
                return Obstacle(f"queries must be given for a theory of queries of {learner.name!r}", WRONG_LEARNER)
            reason = f"queries must be left out for the theory of {learner.name!r}; got {scenario.queries!r}"
            return Obstacle(reason, WRONG_LEARNER)
        if not isinstance(scenario.inputs, self.inputs):
            kinds = " or ".join(kind.__name__ for kind in self.inputs)
            reason = f"inputs must be {kinds} for the theory of {learner.name!r}; got {scenario.inputs.name!r}"
            if not isinstance(scenario.inputs, CentredInputs):
                reason += f", and no other theory for inputs with {scenario.inputs.peculiarity} is known"
            return Obstacle(reason, WRONG_INPUTS)
        reason = self.further_obstacle(learner, scenario)
        if not reason and scenario.start is not None:
            reason = self.start_obstacle(learner, scenario.start)
        return Obstacle(reason, DETAIL) if reason else None

    def further_obstacle(self, learner: Learner, scenario: Scenario) -> str:
        """Return what else prevents it; empty if nothing does."""
        return ""

    def start_obstacle(self, learner: Learner, start: Start) -> str:
        """Return what prevents the theory from beginning at a start; empty if nothing does."""
        if not self.takes_start(learner):
            return f"start must be left out for the theory of {learner.name!r}; got {start!r}"
        return learner.start_obstacle(start) if isinstance(learner, Rule) else ""

    def takes_start(self, learner: Learner) -> bool:
        """Return whether the theory can start anywhere."""
        return False

    @abstractmethod
    def curve(self, *arguments: Any, **options: Any) -> Curve:
        """Return the curve: ``curve(self, learner, scenario, alpha, readout, *, options)``; alphas increase."""

    def beginning(self, learner: Learner, scenario: Scenario, readout: Readout, **options: Any) -> dict[str, float]:
        """Return the row at alpha = 0: R and Q of the start, and a coin where there is no direction yet."""
        start = scenario.start
        r, q_norm = (0.0, self.first_length(learner)) if start is None else (start.r, start.q_norm)
        if start is not None and self.first_length(learner) > 0.0:  # a length that is always kept
            r, q_norm = r / math.sqrt(q_norm), 1.0
        r_perp = math.sqrt(max(q_norm - r * r, 0.0))
        angle = math.pi / 2.0
        if r != 0.0 or (readout is MEAN and r_perp > 0.0):
            across = r_perp if readout is MEAN else max(r_perp, 1e-300)  # others divide by it
            angle = float(readout.angle(np.array([r]), np.array([across]), scenario.teacher)[0])
        overlap = math.cos(angle) if r != 0.0 else 0.0
        if readout is not MEAN:
            r, q_norm = overlap, 1.0
        missed = float(learner.error(r, q_norm, angle / math.pi, scenario.channel))
        values = {"alpha": 0.0, "r": r, "q_norm": q_norm, "overlap": overlap}
        return {**values, "disagreement": angle / math.pi, "error": missed}

    def first_length(self, learner: Learner) -> float:
        """Return Q of a student that has seen nothing: 0, unless its length is always 1."""
        return 0.0

    def settled(self, learner: Learner, scenario: Scenario) -> pd.Series | None:
        """Return the row at which the curve ends behind a drifting teacher, where there is an equation for it."""
        return None

    @classmethod
    @cache
    def options(cls) -> dict[str, Any]:
        """Return the options of ``curve`` and their defaults; ``inspect.Parameter.empty`` for those that are needed."""
        signature = inspect.signature(cls.curve)
        return {p.name: p.default for p in signature.parameters.values() if p.kind is p.KEYWORD_ONLY}


AnyTheory = TypeVar("AnyTheory", bound=Theory)
_theories: dict[str, Theory] = {}


def theory(cls: type[AnyTheory]) -> type[AnyTheory]:
    """Enter a theory. Use it as a decorator; defining the same class again replaces the first."""
    _theories[f"{cls.__module__}.{cls.__qualname__}"] = cls()
    return cls


def theories() -> list[Theory]:
    """Return all theories, those of single rules before those of kinds."""
    _import_all()
    return sorted(_theories.values(), key=lambda one: any(map(inspect.isabstract, one.learners)))


@cache
def _import_all() -> None:
    """Import every module of the package, so that its theories are registered."""
    package = importlib.import_module("rosenblatt.theory")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"rosenblatt.theory.{module.name}")


def theories_of(learner: type) -> list[Theory]:
    """Return the theories that cover a class of rules or offline learners."""
    return [
        one
        for one in theories()
        if any(learner is known or (inspect.isabstract(known) and issubclass(learner, known)) for known in one.learners)
    ]


def has_theory(rule: Rule | type[Rule] | OfflineLearner, scenario: Scenario | None = None) -> bool:
    """Return whether a rule has a learning curve; in the given scenario, if there is one."""
    known = theories_of(rule if isinstance(rule, type) else type(rule))
    if scenario is None or isinstance(rule, type):
        return bool(known)
    return any(one.obstacle(rule, scenario.completed(rule)) is None for one in known)


def offline_learners() -> dict[str, OfflineLearner]:
    """Return the offline learners that have a theory, by name."""
    classes = {kind for one in theories() for kind in one.learners if issubclass(kind, OfflineLearner)}
    return dict(sorted((kind.name, kind()) for kind in classes if not inspect.isabstract(kind)))


def covering_theory(learner: Learner, scenario: Scenario, options: dict[str, Any]) -> tuple[Theory, dict[str, Any]]:
    """Return the theory that covers a scenario and takes the options, and the options that are not defaults."""
    known = theories_of(type(learner))
    if not known:
        names = [*(name for name, cls in registered().items() if has_theory(cls)), *offline_learners()]
        raise NoTheory(
            f"rule must be one with a theory; got {learner.name!r}, which has none. "
            f"See whether rb.simulate can follow it, or choose one of: {', '.join(names)}."
        )
    given = _given(options, learner)
    able = [one for one in known if _takes(one, given)]
    if not able:
        name, value = next(iter(given.items()))
        raise NoTheory(
            f"{name} must be left out for {learner.name!r}, whose theory does not take it; got {value!r}. "
            "Leave it out, or see whether rb.simulate can follow it."
        )
    obstacles = [one.obstacle(learner, scenario) for one in able]
    for one, obstacle in zip(able, obstacles, strict=True):
        if obstacle is None:
            return one, given
    remedy = "See whether rb.simulate can follow it." if isinstance(learner, Rule) else "Change the scenario."
    raise NoTheory(f"{nearest(o for o in obstacles if o is not None)}. {remedy}")


def _given(options: dict[str, Any], learner: Learner) -> dict[str, Any]:
    """Return the options that say something: neither None nor the default that some theory has for them."""
    if not options:
        return {}
    defaults: dict[str, list[Any]] = {}
    for one in theories():
        for name, value in one.options().items():
            defaults.setdefault(name, []).append(value)
    for name in options:
        if name not in defaults:
            own = [one.name for one in dataclasses.fields(learner)] if isinstance(learner, OfflineLearner) else []
            known = sorted({*defaults, *own})
            raise TypeError(
                f"options of a learning curve must be among {', '.join(known)}; got {name!r}. "
                f"{checks.nearest(name, known)}"
            )
    return {name: value for name, value in options.items() if value is not None and value not in defaults[name]}


def _takes(one: Theory, given: dict[str, Any]) -> bool:
    """Return whether a theory takes the given options, and needs no others."""
    known = one.options()
    needed = {name for name, value in known.items() if value is inspect.Parameter.empty}
    return needed <= set(given) <= set(known)


def curve_of(
    learner: Learner, scenario: Scenario, alpha: np.ndarray, readout: Readout | str | None = None, **how: Any
) -> Curve:
    """Return the learning curve of a learner in a scenario, by the theory that is registered for it.

    Learner and alphas have been checked, as `learning_curve` does it; the readout defaults to the learner's first.
    """
    chosen = learner.readouts[0] if readout is None else readout
    chosen = chosen if isinstance(chosen, Readout) else learner.readout(chosen)
    scenario = scenario.completed(learner) if scenario.left_open else scenario
    theory, options = covering_theory(learner, scenario, how)
    times, back = np.unique(alpha, return_inverse=True)
    later = times[times > 0.0]
    curve = theory.curve(learner, scenario, later if len(later) else np.array([1.0]), chosen, **options)
    frame = curve.frame.iloc[: len(later)]
    if len(later) < len(times):
        first = pd.DataFrame([theory.beginning(learner, scenario, chosen, **options)])
        frame = pd.concat([first, frame]) if len(later) else first
    return dataclasses.replace(curve, frame=frame.iloc[back].reset_index(drop=True))
