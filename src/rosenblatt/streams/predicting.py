"""Rows of a file as they came, with what a model says of each."""

from __future__ import annotations

from typing import Any, BinaryIO

import numpy as np

from rosenblatt.streams.blocks import blocks
from rosenblatt.streams.number_evaluation import predicts_numbers
from rosenblatt.streams.readers.reader import Position, Reader
from rosenblatt.streams.recipe import Recipe

PREDICTION, PROBABILITY = "prediction", "p_"


class Predictions:
    """What a model says of the rows of a file.

    Attributes
    ----------
    names : of the columns that are added.
    skipped : bad rows that were not passed on.
    """

    def __init__(self, model: Any, recipe: Recipe, reader: Reader) -> None:
        self.model, self.hashed, self.reader, self.skipped = model, recipe.hashed, reader, 0
        classes = [] if predicts_numbers(model) else model.classes_.tolist()
        self.names = [PREDICTION, *(f"{PROBABILITY}{c}" for c in classes)]

    def write(self, file: BinaryIO) -> None:
        """Write all rows; each block is there for others to read at once."""
        file.write(self.reader.extended_head(self.names))
        for block in blocks(self.reader, Position(), hashed=self.hashed is not None):
            self.skipped += len(block.faults)
            if len(block.rows):
                x = block.rows.features()
                lines = zip(block.raw, self._said(x if self.hashed is None else self.hashed(x)), strict=True)
                file.write(b"".join(self.reader.extended(record, self.names, said) for record, said in lines))
            file.flush()

    def _said(self, x: Any) -> list[list[Any]]:
        """Return what is added to each row."""
        if len(self.names) == 1:
            return [[value] for value in np.asarray(self.model.predict(x)).tolist()]
        p = self.model.predict_proba(x)
        chosen = self.model.classes_[p.argmax(axis=1)].tolist()
        return [[label, *own] for label, own in zip(chosen, p.tolist(), strict=True)]
