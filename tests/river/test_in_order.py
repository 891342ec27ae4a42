"""Features in order, whatever the order of the keys."""

from __future__ import annotations

import pandas as pd

from rosenblatt.river.in_order import columns_in_order, in_order


def test_keys_of_all_types_have_an_order():
    assert list(in_order({"b": 1.0, 10: 2.0, "a": 3.0, 9: 4.0})) == [9, 10, "a", "b"]
    assert in_order({"b": 1.0, "a": 2.0}) == {"a": 2.0, "b": 1.0}


def test_frames_have_the_same():
    frame = pd.DataFrame({"b": [1.0, 2.0], "a": [3.0, 4.0]}, index=[5, 6])
    assert columns_in_order(frame).equals(frame[["a", "b"]])
