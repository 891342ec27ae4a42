"""What a sweep has found: one table, arrays with named axes, a picture, and each result by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from rosenblatt.first_rows import ShowsFirstRows
from rosenblatt.sweeps.cell import Cell
from rosenblatt.sweeps.work import Columns, Parts

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure


@dataclass(frozen=True, repr=False)
class Sweep(ShowsFirstRows):
    """The results of a sweep.

    Attributes
    ----------
    cells : what was asked for, in order; see `rosenblatt.sweeps.cell.Cell`.
    names : the columns that tell cells apart.
    grid : whether they fill a grid.
    """

    cells: tuple[Cell, ...]
    names: tuple[str, ...]
    grid: bool
    known: Mapping[str, Parts] = field(repr=False)

    @property
    def heading(self) -> str:
        """How many cells, of what, and how many have no result."""
        kinds = " and ".join(dict.fromkeys(cell.over for cell in self.cells))
        words = [f"sweep over {kinds}: {len(self.cells):,} cells of {', '.join(self.names)}"]
        failed = len(self.problems)
        return ", ".join([*words, *([f"{failed:,} without a result"] if failed else [])])

    @cached_property
    def frame(self) -> pd.DataFrame:  # pyright: ignore[reportIncompatibleVariableOverride]
        """A row for each cell and alpha: what tells cells apart, then the columns of the cell's own frame.

        ``over`` says what was done, ``method`` how, and ``problem`` why there is no result, if there is none.
        """
        found = self._tables
        lengths = [len(cell.alpha) for cell in self.cells]
        measured = list(dict.fromkeys(name for columns, _ in found for name in columns))
        labels = {name: [cell.labels.get(name) for cell in self.cells] for name in self.names}
        labels = {"over": [cell.over for cell in self.cells], **labels}
        table: dict[str, Any] = {name: _repeated(values, lengths) for name, values in labels.items()}
        for name in measured:
            gaps = (columns.get(name) for columns, _ in found)
            parts = [np.full(k, np.nan) if gap is None else gap for gap, k in zip(gaps, lengths, strict=True)]
            table[name] = np.concatenate(parts)
        table["problem"] = _repeated([problem for _, problem in found], lengths)
        return pd.DataFrame(table)

    @property
    def problems(self) -> pd.Series:
        """Why cells have no result, by their numbers."""
        said = {number: problem for number, (_, problem) in enumerate(self._tables) if problem}
        return pd.Series(said, dtype=object, name="problem")

    def result(self, number: int) -> Any:
        """Return the result of a cell, as `simulate` or `learning_curve` return it; raise what it says if it has none.

        >>> import rosenblatt as rb
        >>> students = rb.sweep(["hebb", "rosenblatt"], n=50, alpha=[1, 2], runs=5)
        >>> students.result(1).frame.equals(rb.simulate("rosenblatt", n=50, alpha=[1, 2], runs=5).frame)
        True
        """
        cell = self.cells[number]
        if cell.work is None:
            raise ValueError(cell.problem)
        return cell.work.result(self.known[cell.work.key])

    def xarray(self, over: str | None = None) -> xarray.Dataset:
        """Return the measures as arrays with named axes, for which xarray must be installed.

        Axes are those of the grid, with ``alpha``, as asked for, as the last; cells that fill no grid have one axis
        ``cell``. ``over`` chooses what was done, if both was.
        """
        from rosenblatt.sweeps.labelled_arrays import dataset

        return dataset(self, over)

    def plot(self, **how: Any) -> Figure:
        """Draw the sweep; `rosenblatt.plot` says what there is to choose."""
        from rosenblatt.sweeps.pictures import draw

        return draw(self, **how)

    @cached_property
    def _tables(self) -> list[tuple[Columns, str]]:
        return [self._columns(cell) for cell in self.cells]

    def _columns(self, cell: Cell) -> tuple[Columns, str]:
        """Return the measured columns of a cell and nothing, or alpha alone and why there are no others."""
        if cell.work is None:
            return {"alpha": cell.alpha}, cell.problem
        try:
            return cell.work.columns(self.known[cell.work.key]), ""
        except ValueError as problem:
            return {"alpha": cell.alpha}, str(problem)


def _repeated(values: list[Any], lengths: list[int]) -> Any:
    """Return a column in which each value stands so many times."""
    return pd.Series(values).repeat(lengths).reset_index(drop=True)
