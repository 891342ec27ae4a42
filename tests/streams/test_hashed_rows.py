"""Words and levels by a hash."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rosenblatt import HashedRows


def test_words_levels_numbers_and_dates():
    frame = pd.DataFrame(
        {
            "text": ["Win cash, WIN", None, "a cash"],
            "colour": ["red", "red", None],
            "n": [2.0, np.nan, 0.5],
            "day": pd.to_datetime(["1970-01-02", None, "1970-01-09"]),
        }
    )
    rows = HashedRows(("text",), 2**12)(frame).toarray()
    assert rows.shape == (3, 2 + 2**12)
    assert rows[:, 0].tolist() == [2.0, 0.0, 0.5]
    assert rows[:, 1].tolist() == [1.0, 0.0, 8.0]
    words = rows[:, 2:]
    assert words.sum(axis=1).tolist() == [5.0, 1.0, 2.0]  # three words, a colour, a day; a colour; a word and a day
    assert words[0].max() == 2.0
    assert (words[0] * words[1]).sum() == 1.0  # red
    assert (words[0] * words[2]).sum() == 2.0  # cash, and a Friday


def test_the_same_word_of_another_column_is_another_input():
    frame = pd.DataFrame({"p": ["word", None], "q": [None, "word"]})
    rows = HashedRows(("p", "q"), 2**12)(frame).toarray()
    assert (rows[0] * rows[1]).sum() == 0.0
