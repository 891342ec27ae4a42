"""Rows, figures and tables of papers, and contexts in which experiments have been made already."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from rosenblatt.papers.judging import Context, Reproduction, Row, judge


def verdict(reproduction: Reproduction, label: str, context: Context) -> str:
    """Return the verdict on a row."""
    return judge(next(row for row in reproduction.rows if row.label == label), context).verdict


@dataclass(frozen=True)
class Told(Context):
    """A context that computes nothing: it is told what experiments have found, by their label."""

    found: Callable[[str], Any] = dict

    def result(self, label, compute, *, code=None, **configuration):
        return self.found(label)


def told(found: Callable[[str], Any]) -> Told:
    """Return a quick context without a ledger."""
    return Told(None, "a-paper", quick=True, found=found)


def rows_of_modules(package: ModuleType) -> list[Row]:
    """Return the rows that the modules of a paper's folder declare."""
    modules = [import_module(f"{package.__name__}.{found.name}") for found in pkgutil.iter_modules(package.__path__)]
    return [row for module in modules for row in getattr(module, "ROWS", ())]


def declared_drawings(figures: ModuleType) -> set[str]:
    """Return the names of the functions that draw a figure, or make a table, in a module."""
    return {name for name in vars(figures) if name.startswith(("figure_", "table_"))}


def reproduced_drawings(reproduction: Reproduction) -> set[str]:
    """Return the names of the functions of figures and tables; of those that make one, the name of the maker."""
    made = [*reproduction.figures.values(), *reproduction.tables.values()]
    return {function.__qualname__.split(".")[0] for _, function in made}


def legend(figure) -> list[str]:
    """Return the entries of all legends of a figure."""
    legends = [ax.get_legend() for ax in figure.axes]
    return [text.get_text() for legend in legends if legend is not None for text in legend.get_texts()]


def shows(figure, values) -> bool:
    """Return whether a line of the figure goes through these heights."""
    heights = [np.asarray(line.get_ydata(), dtype=float) for ax in figure.axes for line in ax.lines]
    return any(len(y) == len(values) and np.allclose(y, values, rtol=1e-12, atol=0.0) for y in heights)


def assert_axes_are_labelled(figure) -> None:
    """Fail if an axis of the figure has no label; panels side by side share the vertical one."""
    assert all(ax.get_xlabel() for ax in figure.axes)
    assert figure.axes[0].get_ylabel()
