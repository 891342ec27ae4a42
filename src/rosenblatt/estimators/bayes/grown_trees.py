"""Trees over the last rows, grown anew in turn, and the window that they are grown on; see `forest` in kernels.

What their sum is, of labels or of numbers, is said by kinds of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from rosenblatt import checks
from rosenblatt.estimators.bayes.posteriors import LARGEST_MEAN
from rosenblatt.estimators.bayes.random_looks import places_now
from rosenblatt.estimators.common import model_file_checks
from rosenblatt.estimators.common.model_file_checks import Damaged
from rosenblatt.kernels.bank.forest import (
    CHANCE,
    EDGED_AT,
    EDGES,
    LEHMER,
    NEXT_TREE,
    SEEN,
    TREES,
)
from rosenblatt.kernels.bank.tree_growth import NODES
from rosenblatt.kernels.compiler import machine_code

MOST_ROWS, LEAST_ROWS, MOST_VALUES = 8192, 512, 2**21  # of the window
SEED = 1988
FIRST_ROOM = 256  # rows
WINDOW = ("rows", "codes", "leaves", "sums", "targets", "weights")
SAVED = ("rows", "sums", "targets", "weights")  # of the window, as far as it is filled
IN_FILES = {"targets": "labels", "start": "odds"}  # what has another name there
LARGEST_BIN = float(np.finfo(np.float32).max)  # stands for an edge that is not there


@dataclass
class GrownTrees:
    """Trees with a sum, and the window on which they are grown.

    Attributes
    ----------
    length : of the window, in rows.
    rows, codes, leaves, sums, targets, weights : the window as far as there is room yet; see
        `rosenblatt.kernels.bank.forest`.
    bins : the edges of each feature.
    features, edges, children, values : the trees by node.
    counts, start : how many rows were seen, and which tree is next; the sum without trees, and the credit.
    """

    length: int
    rows: np.ndarray
    codes: np.ndarray
    leaves: np.ndarray
    sums: np.ndarray
    targets: np.ndarray
    weights: np.ndarray
    bins: np.ndarray
    features: np.ndarray
    edges: np.ndarray
    children: np.ndarray
    values: np.ndarray
    counts: np.ndarray
    start: np.ndarray

    largest: ClassVar[float]  # value of a leaf that may be saved

    @classmethod
    def new(cls, features: int, window: int | None = None) -> Self:
        """Return trees that have learnt nothing, of so many features, over a window that defaults to one by memory."""
        window = window or int(np.clip(MOST_VALUES // max(features, 1), LEAST_ROWS, MOST_ROWS))
        return cls(
            length=window,
            rows=np.zeros((0, features), dtype=np.float32),
            codes=np.zeros((0, features), dtype=np.uint8),
            leaves=np.zeros((0, TREES), dtype=np.uint8),
            sums=np.zeros(0),
            targets=np.zeros(0),
            weights=np.zeros(0),
            bins=np.full((features, EDGES), np.inf, dtype=np.float32),
            features=np.zeros((TREES, NODES), dtype=np.int32),
            edges=np.zeros((TREES, NODES), dtype=np.float32),
            children=np.zeros((TREES, NODES), dtype=np.uint8),
            values=np.zeros((TREES, NODES)),
            counts=np.array([0, 0, 0, SEED]),
            start=np.zeros(2),
        )

    @staticmethod
    def kernel() -> Any:
        """Return the compiled `forest.ask_forest` of these trees."""
        raise NotImplementedError

    @classmethod
    def check_targets(cls, name: str, targets: np.ndarray) -> None:
        """Raise if targets of a saved window are none."""
        raise NotImplementedError

    @property
    def nbytes(self) -> int:
        """The size of all arrays."""
        return sum(array.nbytes for array in self._arrays())

    @property
    def filled(self) -> int:
        """How many rows the window holds."""
        return int(min(self.counts[SEEN], self.length))

    @property
    def has_room(self) -> bool:
        """Whether one more row can be learnt."""
        return len(self.rows) == self.length or self.filled < len(self.rows)

    def make_room(self, rows: int) -> bool:
        """Make room for so many more rows; return whether there was too little, and all arrays are others."""
        needed = min(self.filled + rows, self.length)
        if needed <= len(self.rows):
            return False
        room = min(max(needed, 2 * len(self.rows), FIRST_ROOM), self.length)
        for name in WINDOW:
            old = getattr(self, name)
            new = np.zeros((room, *old.shape[1:]), dtype=old.dtype)
            new[: len(old)] = old
            setattr(self, name, new)
        return True

    def _arrays(self) -> list[np.ndarray]:
        return [value for value in vars(self).values() if isinstance(value, np.ndarray)]

    def call(self, place: int, said: tuple[np.ndarray, ...]) -> tuple[Any, ...]:
        """Return what the kernel is called with after the rows, to say something at a place."""
        return (self.length, *self._arrays(), place, *said)

    def ask(self, x: Any, targets: np.ndarray, weights: np.ndarray, *, learn: bool) -> np.ndarray:
        """Return what is said of rows that come next, (3, 1, rows), each before it is learnt if it is to be."""
        said, rows = np.zeros((3, 1, len(targets))), np.ascontiguousarray(x)
        if learn:
            self.make_room(len(targets))
        machine_code(self.kernel())(learn, targets, weights, rows, *self.call(0, tuple(said)))
        return said

    def copy(self) -> Self:
        """Return trees that learn on their own."""
        copies = {name: value.copy() for name, value in vars(self).items() if isinstance(value, np.ndarray)}
        return replace(self, **copies)

    def with_inputs(self, source: np.ndarray) -> Self:
        """Return trees whose features are those at ``source``; -1 is a new one, which was 0 in all rows."""
        new = source < 0
        rows, codes, bins = self.rows[:, source], self.codes[:, source], self.bins[source]
        rows[:, new], codes[:, new], bins[new] = 0.0, 0, np.inf
        features = places_now(self.features, source).astype(np.int32)
        moved = {"rows": rows, "codes": codes, "bins": bins}
        return replace(self.copy(), **{k: np.ascontiguousarray(v) for k, v in moved.items()}, features=features)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all numbers by name that do not follow from others."""
        window = {name: getattr(self, name)[: self.filled] for name in SAVED}
        rest = {name: getattr(self, name) for name in ("features", "edges", "children", "values", "start")}
        bins = np.where(np.isinf(self.bins), np.float32(LARGEST_BIN), self.bins)
        found = {**window, **rest, "bins": bins, "counts": np.append(self.counts, self.length)}
        return {IN_FILES.get(name, name): array.astype(float) for name, array in found.items()}

    @classmethod
    def of_arrays(cls, name: str, arrays: dict[str, np.ndarray], features: int) -> Self:
        """Return the trees whose `arrays` these are, once they have been checked."""
        own = cls.new(features)
        model_file_checks.check_keys(name, arrays, own.arrays())
        counts = _checked_counts(name, arrays["counts"])
        window = int(counts[-1])
        filled = int(min(counts[SEEN], window))
        nodes, of_window = (TREES, NODES), (filled,)
        for key, shape, least, most in (
            ("rows", (filled, features), -LARGEST_BIN, LARGEST_BIN),
            ("sums", of_window, -TREES * cls.largest, TREES * cls.largest),
            ("weights", of_window, 0.0, checks.MOST_EXAMPLES),
            ("features", nodes, 0.0, features - 1),
            ("edges", nodes, -LARGEST_BIN, LARGEST_BIN),
            ("children", nodes, 0.0, NODES - 2),
            ("values", nodes, -cls.largest, cls.largest),
            ("odds", (2,), -LARGEST_MEAN, LARGEST_MEAN),
            ("bins", (features, EDGES), -LARGEST_BIN, LARGEST_BIN),
        ):
            model_file_checks.shape(f"{name}.{key}", arrays[key], *shape)
            model_file_checks.within(f"{name}.{key}", arrays[key], least, most)
        model_file_checks.shape(f"{name}.labels", arrays["labels"], filled)
        cls.check_targets(f"{name}.labels", arrays["labels"])
        model_file_checks.within(f"{name}.credit", arrays["odds"][1:], 0.0, LARGEST_MEAN)
        for key in ("features", "children"):
            if not np.array_equal(arrays[key], np.floor(arrays[key])):
                raise Damaged(f"{name}.{key} must be whole numbers")
        later = arrays["children"] > np.arange(NODES)
        if not np.all(later | (arrays["children"] == 0.0)):
            raise Damaged(f"{name}.children must come after their nodes")
        if np.any(np.diff(arrays["bins"], axis=1) < 0.0):
            raise Damaged(f"{name}.bins must be in order")
        own = cls.new(features, window)
        own.make_room(filled)
        for key in (*SAVED, "features", "edges", "children", "values", "start"):
            array, saved = getattr(own, key), arrays[IN_FILES.get(key, key)]
            array[: len(saved)] = saved
        own.bins[:] = np.where(arrays["bins"] == LARGEST_BIN, np.inf, arrays["bins"])
        own.counts[:] = counts[:-1]
        own.codes[:filled] = own.bins_of(own.rows[:filled])
        own.leaves[:filled] = own.leaves_of(own.rows[:filled])
        return own

    def bins_of(self, rows: np.ndarray) -> np.ndarray:
        """Return how many edges are below each value of rows."""
        found = [np.searchsorted(edges, column) for edges, column in zip(self.bins, rows.T, strict=True)]
        return np.stack(found, axis=1).astype(np.uint8)

    def leaves_of(self, rows: np.ndarray) -> np.ndarray:
        """Return the leaf of each tree into which rows fall, (rows, trees)."""
        every, trees = np.arange(len(rows))[:, None], np.arange(TREES)
        nodes = np.zeros((len(rows), TREES), dtype=np.int64)
        while True:
            children = self.children[trees, nodes]
            inner = children > 0
            if not inner.any():
                return nodes.astype(np.uint8)
            above = rows[every, self.features[trees, nodes]] > self.edges[trees, nodes]
            nodes = np.where(inner, children + above, nodes)


def _checked_counts(name: str, counts: np.ndarray) -> np.ndarray:
    """Return the counts of a file and the length of the window, as whole numbers."""
    model_file_checks.shape(f"{name}.counts", counts, 5)
    most = (checks.MOST_EXAMPLES, TREES - 1, checks.MOST_EXAMPLES, LEHMER - 1, MOST_ROWS)
    least = (0, 0, 0, 1, 1)
    for key, value, low, high in zip((SEEN, NEXT_TREE, EDGED_AT, CHANCE, "window"), counts, least, most, strict=True):
        model_file_checks.number(f"{name}.counts[{key}]", float(value), low, high)
    if not np.array_equal(counts, np.floor(counts)):
        raise Damaged(f"{name}.counts must be whole numbers")
    return counts.astype(np.int64)
