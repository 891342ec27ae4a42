"""One module for each trial: they are found, not listed.

Each has ``TITLE``, a few words; ``FULL``, how many cases `make torture` tries; ``SHARE``, how many `make test` does
(a second or two); and ``attempt(count, random)``, which tries so many cases with a generator of random numbers and
returns an `Outcome`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from torture.outcome import Outcome


@dataclass(frozen=True)
class Trial:
    """A trial by its name."""

    name: str
    title: str
    full: int
    share: int
    attempt: Callable[[int, np.random.Generator], Outcome]


def trials() -> dict[str, Trial]:
    """Return all trials, by name."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        trial = importlib.import_module(f"{__name__}.{module.name}")
        found[module.name] = Trial(module.name, trial.TITLE, trial.FULL, trial.SHARE, trial.attempt)
    return found
