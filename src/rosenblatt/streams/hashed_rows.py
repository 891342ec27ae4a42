"""Wide text as sparse rows: numbers as they are, then words and levels by a hash, so that no table of words is kept.

hashed.1   a word of a text adds 1 to the input with the number hash(column=word); so does a level of a category, and
           the day of the week of a date. A word has two characters or more, in small letters
hashed.2   a value that is missing is not stored
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.feature_extraction import FeatureHasher

WORD = re.compile(r"\w\w+")
WIDTH = 2**16


@dataclass(frozen=True)
class HashedRows:
    """How frames become sparse rows.

    Attributes
    ----------
    texts : columns whose words count; of other columns of texts, the whole value.
    width : inputs for all words.
    """

    texts: tuple[str, ...]
    width: int = WIDTH

    def __call__(self, frame: pd.DataFrame) -> sp.csr_matrix:
        """Return the rows of a frame.

        >>> frame = pd.DataFrame({"age": [3.0, np.nan], "text": ["good good day", None]})
        >>> HashedRows(("text",), 8)(frame).sum(axis=1).ravel().tolist()
        [[6.0, 0.0]]
        """
        numbers = [name for name in frame.columns if frame[name].dtype.kind in "fiub"]
        dates = [name for name in frame.columns if frame[name].dtype.kind == "M"]
        others = [name for name in frame.columns if name not in (*numbers, *dates)]
        words: list[list[str]] = [[] for _ in range(len(frame))]
        for name in dates:
            days = frame[name].dt.day_of_week
            _add(words, name, ([] if day != day else [str(int(day))] for day in days.tolist()))
        for name in others:
            values = [None if pd.isna(value) else str(value) for value in frame[name].tolist()]
            split = WORD.findall if name in self.texts else _whole
            _add(words, name, ([] if value is None else split(value.lower()) for value in values))
        hashed: Any = FeatureHasher(self.width, input_type="string", alternate_sign=False).transform(words)
        plain = np.nan_to_num(frame[numbers].to_numpy(dtype=float))
        days_since = [_days(frame[name]) for name in dates]
        return sp.csr_matrix(sp.hstack([sp.csr_matrix(np.column_stack([plain, *days_since])), hashed], format="csr"))


def _add(words: list[list[str]], column: Any, found: Iterable[list[str]]) -> None:
    for row, own in zip(words, found, strict=True):
        row += [f"{column}={word}" for word in own]


def _whole(value: str) -> list[str]:
    return [value]


def _days(dates: pd.Series) -> np.ndarray:
    """Return dates as days since the beginning of 1970; 0 where one is missing."""
    return np.nan_to_num(((dates - pd.Timestamp(0)) / pd.Timedelta(days=1)).to_numpy(dtype=float))
