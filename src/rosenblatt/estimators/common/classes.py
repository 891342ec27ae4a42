"""Which classes there are, and which binary subproblem stands for which of them.

classes.1   each class is learnt against the rest, in a binary subproblem of its own whose rows are +1 and -1
classes.2   of two classes, only the second has one: the first is the rest
classes.3   declared classes have their subproblems from the start, and others are refused
classes.4   of undeclared ones, subproblem 0 learns that every row is of another class; a class that appears late
            begins as a copy of it, and so ends as if it had been declared
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from rosenblatt.estimators.common.validation import check_kind, plain_labels

Sliceable = TypeVar("Sliceable", bound=Any)


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of a stream, and its binary subproblems.

    Attributes
    ----------
    labels : the classes that are known, in order.
    declared : whether they were declared; if not, others may follow.
    subproblem_of : which subproblem has a class as +1.
    subproblems : how many there are.
    """

    labels: np.ndarray
    declared: bool
    subproblem_of: dict[Any, int]
    subproblems: int

    @classmethod
    def begin(cls, declared: np.ndarray | None) -> Classes:
        """Return declared classes (in order, see `declared_classes`), or those of a stream that has not begun."""
        if declared is None:
            return cls(np.array([]), False, {}, 1)
        own = positive(declared).tolist()
        return cls(declared, True, {c: k for k, c in enumerate(own)}, len(own))

    def confirm(self, classes: Any) -> np.ndarray | None:
        """Return the classes that a later call declares; raise if others, or of another kind, were known before."""
        found = declared_classes(classes)
        if found is None:
            return None
        if self.declared and set(found.tolist()) != set(self.labels.tolist()):
            raise ValueError(
                f"classes must be those of the first call, {self.labels.tolist()}; got {found.tolist()}. "
                "Leave it out after that."
            )
        check_kind(found, self.labels)
        return found

    def check(self, labels: np.ndarray) -> None:
        """Raise if classes were declared and a label is none of them."""
        if not self.declared:
            return
        known = np.zeros(len(labels), dtype=bool)
        for c in self.labels.tolist():
            known |= labels == c
        if not known.all():
            raise ValueError(
                f"y must have the declared classes {self.labels.tolist()}; got {labels[~known].tolist()[0]!r}. "
                "Declare it too, or leave classes= out."
            )

    def meet(self, labels: np.ndarray) -> tuple[Classes, int]:
        """Return the classes with those of some rows, and how many copies of subproblem 0 are to be added."""
        self.check(labels)
        if self.declared:
            return self, 0
        new = np.unique(labels)
        known = np.unique(np.concatenate([self.labels, new])) if len(self.labels) else new
        late = [c for c in known.tolist() if c not in self.subproblem_of]
        added = {c: k for k, c in enumerate(late, start=self.subproblems)}
        return Classes(known, False, {**self.subproblem_of, **added}, self.subproblems + len(late)), len(late)

    def targets(self, labels: np.ndarray) -> np.ndarray:
        """Return +1.0 where a row is of a subproblem's class, else -1.0, of shape (subproblems, rows)."""
        targets = np.full((self.subproblems, len(labels)), -1.0)
        for c, k in self.subproblem_of.items():
            targets[k] = 2 * (labels == c).astype(np.int8) - 1  # ten times faster than to choose row by row
        return targets

    def chosen(self) -> list[int]:
        """Return the subproblems that say which class a row is of: that of each class, of two only the second's."""
        return [self.subproblem_of[c] for c in self.names()]

    def names(self) -> list[Any]:
        """Return the classes of the `chosen` subproblems."""
        return positive(self.labels).tolist()


def declared_classes(classes: Any) -> np.ndarray | None:
    """Return declared classes in order, or None if there are none; raise if they are no classes."""
    if classes is None:
        return None
    values = list(classes)
    if not values:
        raise ValueError("classes must have at least one class; got none. Leave it out if they are not known.")
    found = np.unique(plain_labels(np.asarray(values, dtype=object)))
    return np.array(found.tolist())


def at_least_two(classes: np.ndarray, remedy: str = "Add rows of another class.") -> np.ndarray:
    """Return the classes, or raise if there is nothing to tell apart."""
    if len(classes) < 2:
        number = f"{len(classes)} class" if len(classes) == 1 else f"{len(classes)} classes"
        raise ValueError(f"y must have at least 2 classes; got {number}, {classes.tolist()}. {remedy}")
    return classes


def positive(classes: Sliceable) -> Sliceable:
    """Return the classes, or what else has one entry for each, that have a subproblem of their own.  (classes.2)"""
    return classes[1:] if len(classes) == 2 else classes


def one_against_rest(labels: np.ndarray) -> tuple[np.ndarray, list[Any], np.ndarray]:
    """Return all classes, those with a subproblem of their own, and +1.0 or -1.0 for each subproblem and row.

    >>> classes, names, targets = one_against_rest(np.array(["b", "a", "b"]))
    >>> classes.tolist(), names, targets.tolist()
    (['a', 'b'], ['b'], [[1.0, -1.0, 1.0]])
    """
    known = Classes.begin(at_least_two(np.unique(labels)))
    return known.labels, known.names(), known.targets(labels)


def warn_of_failures(names: list[Any], successes: Iterable[Any], statements: Iterable[str]) -> None:
    """Warn of each class whose subproblem was not learnt; called by what the user's call of ``fit`` calls."""
    for name, success, statement in zip(names, successes, statements, strict=True):
        if not success:
            warnings.warn(f"class {name!r} against the rest: {statement}", ConvergenceWarning, stacklevel=4)
