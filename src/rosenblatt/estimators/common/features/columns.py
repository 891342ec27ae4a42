"""Kinds of columns, and the inputs that each becomes.

columns.1   a number is one input; a missing value is left to the standardisation, which takes the mean
columns.2   of any column, an input that is 1 where the value is missing, from the second time on that it is
columns.3   a category is an input for each of its levels, from the third time on that a level is met, and one for all
            that are rarer or have never been met
columns.4   a date is a number of days, one of hours since midnight, and an input for each day of the week

What a row looks like depends on the rows before it alone, so that a prediction sees what learning will see. An input
that a stream has not needed yet has been 0 in every row: whoever adds it then, with its prior, ends where it would
have ended with it from the start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

import numpy as np

from rosenblatt import checks
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged

RARE = 2  # times that a level is met before it has an input of its own
MOST_LEVELS = 100  # of a column with inputs of their own; others are rare
MOST_COUNTED = 1000  # rare levels whose numbers are remembered; the one met first is forgotten
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

VALUE, MISSING, OTHER, LEVEL = "value", "missing", "other", "level"
DAYS, HOUR, WEEKDAY = "days", "hour", "weekday"


def column_name(column: str | int) -> str:
    """Return how a column is called: by its name or, if it has none, by its number.

    >>> column_name("age"), column_name(3)
    ('age', 'x3')
    """
    return column if isinstance(column, str) else f"x{column}"


class Input(NamedTuple):
    """One input: of which column, what of it, and of a category or a day of the week, which."""

    column: str | int
    what: str
    level: str = ""

    @property
    def name(self) -> str:
        """How the input is called.

        >>> [Input("age", VALUE).name, Input("age", MISSING).name, Input(0, OTHER).name, Input(0, LEVEL, "red").name]
        ['age', 'age is missing', 'x0 is another one', 'x0 = red']
        """
        column = column_name(self.column)
        words = {
            VALUE: "",
            MISSING: " is missing",
            OTHER: " is another one",
            LEVEL: f" = {self.level}",
            DAYS: " in days",
            HOUR: " hour",
            WEEKDAY: f" is a {self.level}",
        }
        return f"{column}{words[self.what]}"


class Cells(NamedTuple):
    """What is written into the inputs of some rows: an input, the rows, and its value in each of them."""

    of: Input
    rows: Any
    values: Any


@dataclass
class Column(ABC):
    """One column of a table; ``gapped`` says whether a value of it was ever missing."""

    kind: ClassVar[str]
    name: str | int
    gapped: bool = False

    @abstractmethod
    def first_inputs(self) -> list[Input]:
        """Return the inputs that the column has from the start."""

    @abstractmethod
    def cells(self, values: Any) -> Iterator[Cells]:
        """Yield what is to be written for the values of some rows, as they are seen if nothing is learnt."""

    @abstractmethod
    def learn(self, values: Any) -> tuple[list[Cells], list[tuple[int, Input]]]:
        """Return the same for rows that are learnt one after the other, and the inputs that are new after which row."""

    @abstractmethod
    def missing(self, values: Any) -> np.ndarray:
        """Return in which rows the value is missing."""

    def copy(self) -> Column:
        """Return an independent copy."""
        return type(self)(self.name, self.gapped)

    def facts(self) -> dict[str, Any]:
        """Return everything that was learnt, as JSON."""
        return {"name": self.name, "kind": self.kind, "gapped": self.gapped}

    def gap_cells(self, values: Any) -> Iterator[Cells]:
        """Yield the input of missing values, if there is one."""
        rows = np.flatnonzero(self.missing(values))
        if self.gapped and rows.size:
            yield Cells(Input(self.name, MISSING), rows, 1.0)

    def learn_gaps(self, values: Any) -> tuple[list[Cells], list[tuple[int, Input]]]:
        """Return the cells of missing values, and the input, if it is new.  (columns.2)"""
        rows, new = np.flatnonzero(self.missing(values)), Input(self.name, MISSING)
        if not rows.size:
            return [], []
        known, self.gapped = self.gapped, True
        seen = rows if known else rows[1:]
        return [Cells(new, seen, 1.0)], [] if known else [(int(rows[0]), new)]


@dataclass
class NumberColumn(Column):
    """Numbers, NaN where one is missing; truth values are 0 and 1.  (columns.1)"""

    kind: ClassVar[str] = "number"

    def first_inputs(self) -> list[Input]:
        """Return the number itself."""
        return [Input(self.name, VALUE)]

    def missing(self, values: np.ndarray) -> np.ndarray:
        """Return where NaN stands."""
        return np.isnan(values)

    def cells(self, values: np.ndarray) -> Iterator[Cells]:
        """Yield numbers as they are."""
        yield Cells(Input(self.name, VALUE), slice(None), values)
        yield from self.gap_cells(values)

    def learn(self, values: np.ndarray) -> tuple[list[Cells], list[tuple[int, Input]]]:
        """Return numbers as they are."""
        cells, new = self.learn_gaps(values)
        return [Cells(Input(self.name, VALUE), slice(None), values), *cells], new


@dataclass
class DateColumn(Column):
    """Dates and times of day, as days since the beginning of 1970.  (columns.4)"""

    kind: ClassVar[str] = "date"

    def first_inputs(self) -> list[Input]:
        """Return days, hours, and the days of the week."""
        days = [Input(self.name, WEEKDAY, day) for day in WEEKDAYS]
        return [Input(self.name, DAYS), Input(self.name, HOUR), *days]

    def missing(self, values: np.ndarray) -> np.ndarray:
        """Return where no date stands."""
        return np.isnan(values)

    def cells(self, values: np.ndarray) -> Iterator[Cells]:
        """Yield days, hours, and which day of the week it is."""
        yield from self._parts(values)
        yield from self.gap_cells(values)

    def learn(self, values: np.ndarray) -> tuple[list[Cells], list[tuple[int, Input]]]:
        """Return the same."""
        cells, new = self.learn_gaps(values)
        return [*self._parts(values), *cells], new

    def _parts(self, values: np.ndarray) -> Iterator[Cells]:
        yield Cells(Input(self.name, DAYS), slice(None), values)
        yield Cells(Input(self.name, HOUR), slice(None), 24.0 * (values - np.floor(values)))
        weekday = np.mod(np.floor(values) + 3.0, 7.0)  # the first day of 1970 was a Thursday
        for number, day in enumerate(WEEKDAYS):
            yield Cells(Input(self.name, WEEKDAY, day), np.flatnonzero(weekday == number), 1.0)


@dataclass
class CategoryColumn(Column):
    """Levels, as texts; None where one is missing.  (columns.3)

    ``levels`` are those with inputs of their own, ``rare`` how often others were met.
    """

    kind: ClassVar[str] = "category"
    levels: dict[str, Input] = field(default_factory=dict)
    rare: dict[str, int] = field(default_factory=dict)

    def copy(self) -> CategoryColumn:
        """Return an independent copy."""
        return CategoryColumn(self.name, self.gapped, dict(self.levels), dict(self.rare))

    def facts(self) -> dict[str, Any]:
        """Return everything that was learnt, as JSON."""
        return {**super().facts(), "levels": list(self.levels), "rare": self.rare}

    def first_inputs(self) -> list[Input]:
        """Return the input of all levels that are not known."""
        return [Input(self.name, OTHER)]

    def missing(self, values: list[str | None]) -> np.ndarray:
        """Return where nothing stands."""
        return np.fromiter((value is None for value in values), bool, len(values))

    def cells(self, values: list[str | None]) -> Iterator[Cells]:
        """Yield levels as they are known."""
        other = Input(self.name, OTHER)
        found = [self.levels.get(value, other) for value in values if value is not None]
        yield from _ones(np.flatnonzero(~self.missing(values)).tolist(), found)
        yield from self.gap_cells(values)

    def learn(self, values: list[str | None]) -> tuple[list[Cells], list[tuple[int, Input]]]:
        """Return levels as they are known at each row, and those that have then been met often enough."""
        other, rows, found, new = Input(self.name, OTHER), [], [], []
        for row, value in enumerate(values):
            if value is None:
                continue
            own = self.levels.get(value)
            rows.append(row)
            found.append(other if own is None else own)
            if own is None and self._met_often(value):
                self.levels[value] = Input(self.name, LEVEL, value)
                new.append((row, self.levels[value]))
        cells, gap = self.learn_gaps(values)
        return [*_ones(rows, found), *cells], [*new, *gap]

    def forget(self, level: str) -> None:
        """Take a level for a rare one again: there is no room for its input."""
        del self.levels[level]

    def _met_often(self, value: str) -> bool:
        """Count a level that has no input; return whether it is to have one."""
        if len(self.levels) >= MOST_LEVELS:
            return False
        times = self.rare.pop(value, 0) + 1
        if times >= RARE:
            return True
        self.rare[value] = times
        if len(self.rare) > MOST_COUNTED:
            del self.rare[next(iter(self.rare))]
        return False


def _ones(rows: Iterable[int], found: list[Input]) -> Iterator[Cells]:
    """Yield a 1 for each row in the input that was found for it."""
    by_input: dict[Input, list[int]] = {}
    for row, one in zip(rows, found, strict=True):
        by_input.setdefault(one, []).append(row)
    for one, those in by_input.items():
        yield Cells(one, those, 1.0)


KINDS: dict[str, type[Column]] = {kind.kind: kind for kind in (NumberColumn, DateColumn, CategoryColumn)}


def of_facts(said: Any) -> Column:
    """Return the column whose `Column.facts` these are, once they have been checked."""
    kind = said.get("kind") if isinstance(said, dict) else None
    if type(kind) is not str or kind not in KINDS:
        raise Damaged(f"columns must have a kind, one of {', '.join(KINDS)}; got {model_file_checks.shown(said)}")
    further = ("levels", "rare") if kind == CategoryColumn.kind else ()
    model_file_checks.check_keys("column", said, ("name", "kind", "gapped", *further))
    name = said["name"]
    if type(name) not in (str, int):
        raise Damaged(f"name of a column must be a text or a whole number; got {model_file_checks.shown(name)}")
    gapped = model_file_checks.truth("gapped", said["gapped"])
    if kind != CategoryColumn.kind:
        return KINDS[kind](name, gapped)
    levels, rare = said["levels"], said["rare"]
    if not isinstance(levels, list) or not all(type(level) is str for level in levels) or len(levels) > MOST_LEVELS:
        raise Damaged(f"levels must be at most {MOST_LEVELS} texts; got {model_file_checks.shown(levels)}")
    if not isinstance(rare, dict) or len(rare) > MOST_COUNTED:
        raise Damaged(f"rare must be at most {MOST_COUNTED} counts; got {model_file_checks.shown(rare)}")
    for count in rare.values():
        model_file_checks.whole("rare", count, 1, checks.MOST_EXAMPLES)
    return CategoryColumn(name, gapped, {level: Input(name, LEVEL, level) for level in levels}, dict(rare))
