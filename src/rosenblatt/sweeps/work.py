"""The work of a cell: what has to be computed, in parts that a ledger keeps one by one."""

from __future__ import annotations

import base64
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from rosenblatt.code_digest import named_code_digest
from rosenblatt.simulation.descriptions import Description, describe
from rosenblatt.simulation.ledger import Entry, Ledger

Parts = Mapping[str, Any]  # results by the names of their parts
Columns = dict[str, np.ndarray]
PROBLEM = "problem"  # the key under which a result says why there is none


class Part(NamedTuple):
    """A part of some work: its name in the ledger, what it takes in seconds, about, and what it is of."""

    name: str
    cost: float
    of: Any


@dataclass(frozen=True, eq=False)
class Work(ABC):
    """What a cell asks for, so that any process can compute any part of it, always with the same numbers."""

    @cached_property
    def description(self) -> Description:
        """All that the numbers depend on, but for code and for which part it is."""
        return describe(self.identity())

    @abstractmethod
    def identity(self) -> list[Any]:
        """Return all objects and numbers that the numbers depend on."""

    @property
    @abstractmethod
    def modules(self) -> set[str]:
        """The modules whose code makes the numbers, besides those of the description."""

    @property
    @abstractmethod
    def seconds(self) -> float:
        """What all of it takes on one core, about."""

    @property
    @abstractmethod
    def like(self) -> tuple[Any, ...]:
        """What works have in common whose seconds are wrong by about the same factor."""

    @abstractmethod
    def measured(self) -> float:
        """Return what all of it would take on a free core, measured on a small part of it."""

    @abstractmethod
    def missing(self, parts: Parts, seconds: float) -> list[Part]:
        """Return what is not among the parts that are there, in parts of some seconds at most where this can be."""

    @abstractmethod
    def compute(self, part: Part, stop: threading.Event, report: Callable[[float], None]) -> Any:
        """Return a part as plain data; ``report`` is told the share that has been done since it was last."""

    @abstractmethod
    def columns(self, parts: Parts) -> Columns:
        """Return the columns of the result's table, from all its parts."""

    @abstractmethod
    def result(self, parts: Parts) -> Any:
        """Return the result as the function does that a user would call for this cell alone."""

    @abstractmethod
    def together(self, other: Any) -> Work:
        """Return the work of two that have the same key."""

    @abstractmethod
    def done(self, parts: Parts) -> float:
        """Return which share of it is there."""

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is only remembered: it is found again wherever the work goes."""
        return {name: getattr(self, name) for name in (one.name for one in fields(self))}

    @property
    def digest(self) -> str:
        """The digest of the code that makes the numbers."""
        return named_code_digest(*sorted(self.modules | self.description.modules))

    @cached_property
    def configuration(self) -> dict[str, Any]:
        """What stands in the ledger: the description and the digest of the code."""
        return {"sweep": self.description.text, "code": self.digest}

    @cached_property
    def key(self) -> str:
        """The key in the ledger."""
        return Ledger.key(self.configuration)

    def entry(self, part: Part, result: Any) -> Entry:
        """Return a part's result as the ledger takes it."""
        return Entry(self.key, part.name, self.configuration, result)


def attempt(work: Work, part: Part, stop: threading.Event, report: Callable[[float], None]) -> Any:
    """Return a part's result, or what says why there is none: the same for everybody who tries."""
    try:
        return work.compute(part, stop, report)
    except (ValueError, TypeError, ArithmeticError, NotImplementedError) as problem:
        return {PROBLEM: str(problem)}


def packed(values: np.ndarray) -> str:
    """Return numbers as text, bit for bit.

    >>> unpacked(packed(np.array([0.1, np.nan]))).tolist()
    [0.1, nan]
    """
    return base64.b64encode(np.ascontiguousarray(values, dtype="<f8").tobytes()).decode()


def unpacked(text: str) -> np.ndarray:
    """Return the numbers of `packed`."""
    return np.frombuffer(base64.b64decode(text), dtype="<f8")
