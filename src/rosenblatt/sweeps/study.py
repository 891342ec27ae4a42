"""A study: the cells of a sweep, what of them is in a ledger, and how the rest gets there."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from rosenblatt import checks
from rosenblatt.files import write_table
from rosenblatt.progress import progress as progress_bar
from rosenblatt.simulation.ledger import Ledger
from rosenblatt.sweeps.axes import spread
from rosenblatt.sweeps.backend import Backend, Task
from rosenblatt.sweeps.cell import KINDS, LEARNING_CURVE, OF_SIMULATIONS, Cell, make_cell, resolved_rules
from rosenblatt.sweeps.folder import TABLE, ledger_of, reading
from rosenblatt.sweeps.labels import labelled
from rosenblatt.sweeps.result import Sweep
from rosenblatt.sweeps.work import PROBLEM, Parts, Work

SHARES = 32  # of the work of a core that a task may be, so that cores end together
LONGEST_TASK = 2.0  # seconds, if runs are so short
NO_COLUMNS = ("alpha", "runs", "options")  # the first two are columns of results


@dataclass(frozen=True)
class Study:
    """Cells, in their order; ``names`` are the columns that tell them apart, ``grid`` whether they fill a grid."""

    cells: tuple[Cell, ...]
    names: tuple[str, ...]
    grid: bool

    @classmethod
    def of(
        cls, values: Mapping[str, Any], *, over: Any, zipped: Sequence[Any] = (), cells: Iterable[Any] | None = None
    ) -> Study:
        """Return the study of what `sweep` is asked for; ``values`` are keywords that are given or have a default."""
        kinds = _kinds(over)
        spreading = {name: value for name, value in values.items() if name != "alpha"}
        keywords = [{"alpha": values.get("alpha"), **one} for one in spread(spreading, zipped, cells)]
        _check_complete(keywords, kinds)
        rules = resolved_rules((one["rule"] for one in _unlike(keywords, "rule")), kinds)
        keywords = [{**one, "rule": rules[id(one["rule"])]} for one in keywords]
        names = _columns(keywords)
        labels = labelled(keywords, names)
        made = [make_cell(kind, one, label) for kind in kinds for one, label in _of_kind(kind, kinds, keywords, labels)]
        _check_some(made)
        return cls(tuple(made), tuple(names), grid=not zipped and cells is None)

    @cached_property
    def works(self) -> dict[str, Work]:
        """The work of all cells by its key; what has the same key is done once."""
        found: dict[str, Work] = {}
        for cell in self.cells:
            if cell.work is not None:
                key = cell.work.key
                found[key] = found[key].together(cell.work) if key in found else cell.work
        return found

    def known(self, ledger: Ledger) -> dict[str, dict[str, Any]]:
        """Return the parts that a ledger has of each work."""
        return {key: ledger.parts(key) for key in self.works}

    def tasks(self, known: Mapping[str, Parts], backend: Backend) -> list[Task]:
        """Return what is missing, in tasks that balance over the cores of a backend, the largest first."""
        rest = sum(work.seconds * (1.0 - work.done(known[key])) for key, work in self.works.items())
        most = min(max(rest / (backend.cores * SHARES), backend.least_seconds), LONGEST_TASK)
        found = [Task(work, part) for key, work in self.works.items() for part in work.missing(known[key], most)]
        return sorted(found, key=lambda task: -task.part.cost)

    def progress(self, out: Path | None) -> pd.DataFrame:
        """Return what a folder's ledger has, a row for each cell: the share that is done, and why one was refused."""
        with reading(out) as ledger:
            known = self.known(ledger)
        rows = [{"over": cell.over, **cell.labels, **_state(cell, known)} for cell in self.cells]
        return pd.DataFrame(rows)

    def run(self, out: Path | None, backend: Backend, progress: bool | None) -> Sweep:
        """Compute what a folder's ledger lacks, and return all."""
        self._check_lasting(out)
        with ledger_of(out) as ledger:
            known = self.known(ledger)
            tasks = self.tasks(known, backend)
            title, total = f"sweep, {len(self.cells):,} cells", sum(task.part.cost for task in tasks)
            with progress_bar(title, total, progress) as report:
                for done in backend.finished(tasks, report):
                    ledger.enter(task.work.entry(task.part, result) for task, result in done)
                    for task, result in done:
                        known[task.work.key][task.part.name] = result
            sweep = Sweep(self.cells, self.names, self.grid, known)
            if out is not None:
                write_table(sweep.frame, out / TABLE)
        _warn_of(sweep)
        return sweep

    def _check_lasting(self, out: Path | None) -> None:
        """Raise if a ledger on disk could not know again what a cell is."""
        for cell in self.cells if out is not None else ():
            if cell.work is not None and not cell.work.description.lasting:
                raise ValueError(
                    f"out must be left out for what refers to objects that only this process knows; got "
                    f"{str(out)!r} with {cell.labels}. Use numbers, texts, plain functions and dataclasses in it."
                )


def _state(cell: Cell, known: Mapping[str, Parts]) -> dict[str, Any]:
    """Return what the row of a cell says of how far it is."""
    if cell.work is None:
        return {"done": 0.0, "problem": cell.problem}
    parts = known[cell.work.key]
    problems = [result[PROBLEM] for result in parts.values() if PROBLEM in result]
    return {"done": cell.work.done(parts), "problem": problems[0] if problems else ""}


def _kinds(over: Any) -> tuple[str, ...]:
    """Return what is done with each cell, each kind once."""
    given = (over,) if isinstance(over, str) else tuple(over) if isinstance(over, (list, tuple)) else ()
    if not given:
        raise TypeError(f"over must be one of {', '.join(KINDS)}, or both; got {over!r}. Name what is to be done.")
    return tuple(dict.fromkeys(checks.one_of("over", kind, KINDS) for kind in given))


def _columns(keywords: list[dict[str, Any]]) -> list[str]:
    """Return what tells cells apart, or was asked for: seeds only if there are several."""
    names = dict.fromkeys(name for one in keywords for name in one if name not in NO_COLUMNS)
    several = len({one["seed"] for one in keywords}) > 1
    return [name for name in names if name != "seed" or several]


def _check_complete(keywords: list[dict[str, Any]], kinds: tuple[str, ...]) -> None:
    needed = ("rule", "alpha") if kinds == (LEARNING_CURVE,) else ("rule", "alpha", "n")
    for number, one in enumerate(keywords):
        for name in needed:
            if one.get(name) is None:
                said = "rules" if name == "rule" else name
                raise TypeError(f"{said} must be given for every cell; got none for cell {number}. Give {said}=.")


def _unlike(keywords: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return keywords of which no two have the same object under a name."""
    return list({id(one[name]): one for one in keywords}.values())


def _of_kind(
    kind: str, kinds: tuple[str, ...], keywords: list[dict[str, Any]], labels: list[dict[str, Any]]
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the keywords and labels of cells of a kind: curves beside simulations are for N -> infinity."""
    pairs = list(zip(keywords, labels, strict=True))
    if kind != LEARNING_CURVE:
        return pairs
    left_out = OF_SIMULATIONS if len(kinds) > 1 else OF_SIMULATIONS[1:]
    bare = [
        ({k: v for k, v in one.items() if k not in left_out}, {k: v for k, v in label.items() if k not in left_out})
        for one, label in pairs
    ]
    return list({repr(sorted(label.items())) + repr(one["alpha"]): (one, label) for one, label in bare}.values())


def _check_some(cells: list[Cell]) -> None:
    """Raise what the first cell says, if none can be computed."""
    if all(cell.work is None for cell in cells):
        raise ValueError(cells[0].problem)


def _warn_of(sweep: Sweep) -> None:
    problems = sweep.problems
    if len(problems):
        warnings.warn(
            f"{len(problems):,} of {len(sweep.cells):,} cells have no result; the first, {problems.iloc[0]} "
            "The column 'problem' of the frame says why.",
            RuntimeWarning,
            stacklevel=4,
        )
