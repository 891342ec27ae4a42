"""A run over a file: every model learns every row in order; what was done so far is saved, and can be gone on from.

stream-run.1   what is saved are models, their tallies, and the position of the reader at the end of a block, in one
               file that is written whole or not at all
stream-run.2   the classes of a file that can be read again are found by reading its targets first, unless they are said
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.estimators.common.features.taught import labels_and_gaps
from rosenblatt.estimators.common.model_files import (
    labels_from_json,
    labels_to_json,
    load_state,
    part,
    prefixed,
    save_state,
)
from rosenblatt.estimators.load import SAVED_CLASSES
from rosenblatt.streams.blocks import Block, blocks
from rosenblatt.streams.hashed_rows import HashedRows
from rosenblatt.streams.learning import predict_then_learn
from rosenblatt.streams.number_evaluation import predicts_numbers
from rosenblatt.streams.readers.kinds import NUMBER, TEXT, TRUTH, WHOLE, WORDS
from rosenblatt.streams.readers.reader import Position, Reader
from rosenblatt.streams.recipe import Recipe
from rosenblatt.streams.stream_evaluation import StreamEvaluation
from rosenblatt.streams.tally import Tally

KIND = "stream run"
MOST_CLASSES = 1000
FAULTS_KEPT = 20


@dataclass
class Contender:
    """A model that learns, and what is known of it.

    Attributes
    ----------
    tally : of what it predicted; None if it is not asked.
    seconds : that it took.
    proba : which probabilities are meant, "observed" or "clean"; defaults to the model's own.
    """

    name: str
    model: Any
    tally: Tally | None
    seconds: float = 0.0
    proba: str | None = None


@dataclass
class StreamRun:
    """A run.

    Attributes
    ----------
    reader : where rows come from.
    contenders : the models.
    hashed : how frames become sparse rows; None if they are learnt as they are.
    classes : that were declared, or found; None if they are met as they come.
    choices : what the user chose, as JSON: a run can only be gone on with by the same choices.
    position, learnt, skipped, faults : how far it is, and the first of the bad records that were skipped.
    total : how many rows there are, as far as that is known.
    between : whether it is between two blocks. If not, as after Ctrl-C, some models know more than others: what was
        saved last is then what counts.
    """

    reader: Reader
    contenders: list[Contender]
    hashed: HashedRows | None = None
    classes: np.ndarray | None = None
    choices: dict[str, Any] = field(default_factory=dict)
    position: Position = field(default_factory=Position)
    learnt: int = 0
    skipped: int = 0
    faults: list[tuple[int, str]] = field(default_factory=list)
    total: int = 0
    between: bool = True

    def go(self) -> Iterator[Block]:
        """Learn all rows that are left, and yield each block that all models have learnt."""
        found = blocks(self.reader, self.position, learnt=self.learnt, hashed=self.hashed is not None)
        for block in found:
            self._learn(block)
            yield block

    def find_classes(self) -> None:
        """Find the classes of a file, and how many rows it has.  (stream-run.2)"""
        if not self.reader.source.is_file or any(predicts_numbers(one.model) for one in self.contenders):
            return
        found: set[Any] = set()
        kinds: np.ndarray = np.array([])
        for piece in self.reader.of_labels().pieces(Position()):
            labels = piece.rows.labels()
            if len(labels):
                kinds = np.unique(np.append(kinds, np.unique(labels))) if found else np.unique(labels)
                found = set(kinds.tolist())
            self.total += len(labels)
            if len(found) > MOST_CLASSES:
                raise ValueError(
                    f"target must have at most {MOST_CLASSES:,} classes; got more in {self.reader.name}. "
                    "For numbers take a regressor, for example BayesRegressor."
                )
        self.classes = np.array(kinds.tolist()) if len(kinds) else None

    def declared(self, said: str) -> np.ndarray:
        """Return classes that a user has declared, ``0,1``, as the file has them; raise if it cannot have them."""
        kind = self.reader.kinds.get(str(self.reader.asked.target), WHOLE)
        texts = [text.strip() for text in said.split(",")]
        make: dict[str, Any] = {WHOLE: int, NUMBER: float, TEXT: str, TRUTH: {"true": True, "false": False}.__getitem__}
        try:
            classes = [make[kind](text.lower() if kind == TRUTH else text) for text in texts]
        except (KeyError, ValueError):
            raise ValueError(
                f"classes must be labels of {self.reader.name}, each {WORDS[kind]}; got {said!r}. Correct them."
            ) from None
        if len(set(classes)) < len(classes) or len(classes) < 2:
            raise ValueError(f"classes must be two or more different labels; got {said!r}. Write for example 0,1.")
        return np.unique(np.array(classes))

    def recipe(self) -> Recipe:
        """Return how rows became what the models have learnt."""
        kinds = {name: kind for name, kind in self.reader.kinds.items() if name != self.reader.asked.target}
        if not kinds:
            return Recipe({}, None, self.contenders[0].model.n_features_in_)
        return Recipe(kinds) if self.hashed is None else Recipe(kinds, self.hashed.texts, self.hashed.width)

    def facts(self) -> dict[str, Any]:
        """Return what is to be told of the rows, as JSON."""
        return {
            "file": str(self.reader.source.path),
            "target": self.reader.asked.target,
            "rows": self.learnt,
            "skipped": self.skipped,
            "faults": [list(one) for one in self.faults],
        }

    def evaluations(self) -> list[StreamEvaluation]:
        """Return what is known of each model."""
        return [
            StreamEvaluation(one.tally, max(one.seconds, 1e-9), one.name, self.skipped)
            for one in self.contenders
            if one.tally is not None
        ]

    def save(self, path: Path) -> None:
        """Write everything into a file.  (stream-run.1)"""
        arrays: dict[str, np.ndarray] = {}
        models = []
        for k, one in enumerate(self.contenders):
            own, about = one.model.saved()
            arrays |= prefixed(f"model{k}", own)
            facts: dict[str, Any] = {"kind": type(one.model).__name__, "about": about, "seconds": one.seconds}
            if one.tally is not None:
                arrays |= prefixed(f"tally{k}", one.tally.arrays())
                facts["tally"] = one.tally.facts()
                facts["classes"] = labels_to_json(one.tally.classes)
            models.append(facts)
        about = {
            "choices": self.choices,
            "reader": self.reader.facts(),
            "position": [list(self.position.mark), self.position.passed, self.position.records],
            "classes": None if self.classes is None else labels_to_json(self.classes),
            "counts": [self.learnt, self.skipped, self.total],
            "faults": self.faults,
            "models": models,
        }
        save_state(path, KIND, arrays, about)

    def resume(self, path: Path) -> None:
        """Go on from what was saved; raise if it is of another run."""
        kind, arrays, about = load_state(path)
        if kind != KIND:
            raise ValueError(f"state must be that of a run; {str(path)!r} is a {kind}. Name another file.")
        for name, value in about["choices"].items():
            if value != self.choices.get(name):
                raise ValueError(
                    f"{name} must be as in the run that is to be gone on with, {value!r}; got "
                    f"{self.choices.get(name)!r}. Give the same command, or leave --resume out."
                )
        self.reader.recall(about["reader"])
        mark, passed, records = about["position"]
        self.position = Position(tuple(mark), passed, records)
        self.learnt, self.skipped, self.total = about["counts"]
        self.faults = [(row, why) for row, why in about["faults"]]
        self.classes = None if about["classes"] is None else labels_from_json("classes", about["classes"])
        for k, (one, facts) in enumerate(zip(self.contenders, about["models"], strict=True)):
            one.model = SAVED_CLASSES[facts["kind"]].restore(part(f"model{k}", arrays), facts["about"])
            one.seconds = facts["seconds"]
            if one.tally is not None:
                classes = labels_from_json("classes", facts["classes"])
                one.tally = Tally.of_arrays(part(f"tally{k}", arrays), facts["tally"], classes)

    def _learn(self, block: Block) -> None:
        self.between = False
        if len(block.rows):
            x, y = block.rows.features(), block.rows.labels()
            x = x if self.hashed is None else self.hashed(x)
            y = np.array(y.tolist()) if y.dtype.kind == "O" else y
            for one in self.contenders:
                begun = time.perf_counter()
                learn_rows(one, x, y, self.classes)
                one.seconds += time.perf_counter() - begun
        self.position, self.learnt = block.position, self.learnt + len(block.rows)
        self.skipped += len(block.faults)
        room = FAULTS_KEPT - len(self.faults)
        self.faults += [(row, fault.why) for row, fault in block.faults[: max(room, 0)]]
        self.between = True


def learn_rows(one: Contender, x: Any, y: np.ndarray, declared: np.ndarray | None) -> None:
    """Let a model learn rows and, if it is evaluated, predict them before."""
    if one.tally is None:
        fresh = declared is not None and not hasattr(one.model, "classes_") and not predicts_numbers(one.model)
        one.model.partial_fit(x, y, **({"classes": declared} if fresh else {}))
        return
    labels, _ = labels_and_gaps(y)
    told = declared is not None
    known = [np.unique(labels) if declared is None else declared, getattr(one.model, "classes_", None)]
    classes = np.unique(np.concatenate([own for own in (*known, one.tally.classes) if own is not None and len(own)]))
    one.tally.add(predict_then_learn(one.model, x, labels, classes, declared=told, proba=one.proba), labels)
