"""Learners that see all examples at once, by name: where each is at home, and for some how data are fitted.

A learner with a learning curve is an `OfflineLearner`, which a theory names. One that can be fitted is a
`FittedLearner`: a class in a file of this package, decorated with `fitted_learner`, which `simulate` finds by its name.
Its parameters are its fields, and keywords of `learning_curve` and `simulate`.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from rosenblatt import checks
from rosenblatt.references import PAPERS, Reference
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import (
    Channel,
    GaussianInputs,
    Inputs,
    Scenario,
    SignChannel,
    SphericalTeacher,
    Teacher,
)


@dataclass(frozen=True)
class OfflineLearner(ABC):
    """A learner of all examples at once; ``teacher``, ``inputs`` and ``labels`` are where it is at home."""

    name: ClassVar[str]
    teacher: ClassVar[Teacher] = SphericalTeacher()
    inputs: ClassVar[Inputs] = GaussianInputs()
    labels: ClassVar[type[Channel]] = SignChannel
    own_channel = None
    readouts: ClassVar[tuple[Readout, ...]] = (MEAN,)

    @property
    @abstractmethod
    def reference(self) -> Reference:
        """Where its theory comes from."""

    def accepts(self, channel: Channel) -> bool:
        """Return whether it can learn from the labels of a channel."""
        return isinstance(channel, self.labels)

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any:
        """Return how often a noisy label is missed, or, for labels that are numbers, half the mean square error."""
        return channel.student_error(r, q_norm, disagreement)

    def readout(self, name: str | None = None) -> Readout:
        """Return the only readout, the weights themselves."""
        if name in (None, MEAN.name):
            return MEAN
        raise NotImplementedError(
            f"readout must be left out for the theory of {self.name!r}; got {name!r}. Leave it out."
        )

    def citation(self) -> str:
        """Return the paper that it comes from."""
        return f"{PAPERS[self.reference.paper]} Equations: {self.reference.equations}."


class Rows(NamedTuple):
    """Examples: rows S/sqrt(N), and their labels."""

    x: np.ndarray
    labels: np.ndarray


@dataclass(frozen=True)
class FittedLearner(OfflineLearner):
    """One whose weights can be computed from data.

    ``further_measures`` names what `measure` tells of a fitted student beside its overlap: columns of a simulation.
    """

    further_measures: ClassVar[tuple[str, ...]] = ()

    def in_scenario(self, scenario: Scenario) -> FittedLearner:
        """Return what learns in a scenario: the same, whatever it is."""
        return self

    def check_scenario(self, scenario: Scenario, n: int) -> None:
        """Raise if it cannot be simulated there: nothing prevents it."""

    @abstractmethod
    def fit(self, x: np.ndarray, labels: np.ndarray) -> np.ndarray:
        """Return the weights J for rows ``x`` = S/sqrt(N), whose fields are x J.

        Raise a ValueError of one sentence where there are none. Several threads may fit at once.
        """

    def measure(self, weights: np.ndarray, learnt: Rows, fresh: Rows, channel: Channel) -> tuple[float, ...]:
        """Return what ``further_measures`` names, of the examples that were learnt and of ``fresh`` ones."""
        return ()


AnyLearner = TypeVar("AnyLearner", bound=type[FittedLearner])
_fitted: dict[str, type[FittedLearner]] = {}


def fitted_learner(cls: AnyLearner) -> AnyLearner:
    """Enter a learner that can be fitted, under its name. Use it as a decorator."""
    _fitted[cls.name] = cls
    return cls


def fitted_learners() -> dict[str, type[FittedLearner]]:
    """Return the learners that can be fitted, by name.

    >>> "pseudo-inverse" in fitted_learners()
    True
    """
    _import_all()
    return dict(sorted(_fitted.items()))


@cache
def _import_all() -> None:
    """Import every module of the package, so that its learners are registered."""
    package = importlib.import_module("rosenblatt.batch")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"rosenblatt.batch.{module.name}")


def with_parameters(learner: OfflineLearner, parameters: dict[str, Any]) -> OfflineLearner:
    """Return a learner with other parameters, or say which it has."""
    known = [field.name for field in dataclasses.fields(learner)]
    for name, value in parameters.items():
        if name not in known:
            own = f"must be among {', '.join(known)}" if known else "must be left out"
            raise TypeError(f"parameters of {learner.name!r} {own}; got {name}={value!r}. Leave it out.")
    return dataclasses.replace(learner, **parameters) if parameters else learner


def resolve_fitted(rule: Any, parameters: dict[str, Any]) -> FittedLearner | None:
    """Return the learner that can be fitted of a name or an object; None for rules and others.

    >>> resolve_fitted("pseudo-inverse", {}), resolve_fitted("hebb", {})
    (PseudoInverse(), None)
    """
    if isinstance(rule, str) and rule in fitted_learners():
        rule = fitted_learners()[rule]()
    if isinstance(rule, type) and issubclass(rule, FittedLearner) and not inspect.isabstract(rule):
        rule = rule()
    if not isinstance(rule, FittedLearner):
        return None
    learner = with_parameters(rule, parameters)
    checks.moderate_fields(learner)
    assert isinstance(learner, FittedLearner)
    return learner
