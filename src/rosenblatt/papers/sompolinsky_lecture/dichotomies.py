"""Which dichotomies of some points planes through the origin realise: all of them tried, or random ones."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from rosenblatt.batch.maximal_margin import find_best_separator
from rosenblatt.papers.sabotage import Sabotage


def realised(x: np.ndarray, find: Callable[[np.ndarray, np.ndarray], np.ndarray | None]) -> set[tuple[float, ...]]:
    """Return the dichotomies of the rows, with the first point on the positive side, for which a plane is found.

    The others are these, all signs turned.
    """
    half = itertools.product((1.0,), *itertools.repeat((1.0, -1.0), len(x) - 1))
    return {signs for signs in half if find(x, np.array(signs)) is not None}


def random_labels(p: int, random: np.random.Generator) -> np.ndarray:
    """Return labels that are thrown with a fair coin."""
    return np.where(random.random(p) < 0.5, 1.0, -1.0)


def count_separable(
    p: int,
    n: int,
    trials: int,
    random: np.random.Generator,
    recode: Callable[[np.ndarray], np.ndarray] = np.asarray,
) -> int:
    """Return how many random dichotomies of p random points are separable, after the points are recoded."""
    sets = ((recode(random.standard_normal((p, n))), random_labels(p, random)) for _ in range(trials))
    return sum(find_best_separator(x, labels) is not None for x, labels in sets)


def planes_of_fewer_dimensions(place: str) -> Sabotage:
    """Return the sabotage of a search for planes that it does not use the last coordinate."""

    def change(find: Callable[..., np.ndarray | None]) -> Callable[..., np.ndarray | None]:
        def searched(x: np.ndarray, labels: np.ndarray, **how: float) -> np.ndarray | None:
            used = np.arange(x.shape[1]) < max(1, x.shape[1] - 1)
            found = find(np.where(used, x, 0.0), labels, **how)
            return None if found is None else np.where(used, found, 0.0)

        return searched

    return Sabotage("planes are searched in one dimension fewer", place, change)
