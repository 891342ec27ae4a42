"""The groups of rows by name, and how one is measured: what fails does not stop the rest."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator

from benchmarks.timing import Failure, Row

# Modules of this package, each with ROWS, functions that yield rows.
GROUPS = (
    "kernels",
    "theory",
    "estimators_and_cli",
    "bayes",
    "margins",
    "plain_peers",
    "studies",
    "sweeps",
    "cost_laws",
)
ON_DEVICE = ("gpu",)  # measured only if they are named


def choose(names: Iterable[str]) -> list[str]:
    """Return the parts that are asked for, "group:function", by groups or by parts.

    If nothing is asked for, these are all that need no GPU.
    """
    names = tuple(names)
    asked = {name.partition(":")[0] for name in names}
    groups = (*GROUPS, *(group for group in ON_DEVICE if group in asked))
    every = [f"{group}:{function}" for group in groups for function in parts(group)]
    chosen = []
    for name in names:
        found = [part for part in every if name in (part, part.partition(":")[0], part.partition(":")[2])]
        if not found:
            raise SystemExit(
                f"groups must be among {', '.join((*GROUPS, *ON_DEVICE))}, or parts of --list; got {name!r}."
            )
        chosen += found
    return chosen or every


def parts(group: str) -> list[str]:
    """Return the names of the parts of a group; that of the group itself if it cannot be imported."""
    try:
        return [function.__name__ for function in _functions(group)]
    except ImportError:
        return ["rows"]


def measured(part: str) -> Iterator[Row | Failure]:
    """Yield the rows of a part as they are measured, and a failure where it breaks off."""
    group, _, name = part.partition(":")
    try:
        function = next(one for one in _functions(group) if one.__name__ == name)
        yield from function()
    except Exception as reason:  # whatever breaks one part: the others are worth having
        yield Failure(part, f"{type(reason).__name__}: {str(reason).splitlines()[0] if str(reason) else 'no message'}")


def _functions(group: str) -> tuple[Callable[[], Iterator[Row]], ...]:
    return importlib.import_module(f"benchmarks.{group}").ROWS
