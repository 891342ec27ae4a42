"""Texts of the command line."""

from __future__ import annotations

import math

import pytest

from rosenblatt.cli.texts import grid, spaced


def test_a_range_ends_where_it_says_however_wide_it_is():
    assert grid("1e-300:1e300:3") == pytest.approx([1e-300, 1.0, 1e300], rel=1e-12)
    assert spaced(0.1, 0.3, 2) == [0.1, 0.3]


@pytest.mark.parametrize(
    "text", ["", "1:2", "1:2:x", "1:2:1", "1:2:0", "1:2:-5", "0:1:3", "1:inf:3", "nan:1:3", "1,,2"]
)
def test_what_is_no_grid_is_told_with_its_text(text):
    with pytest.raises(ValueError, match="alpha must be numbers like 1,5,10 or a range like 0.1:100:13; got"):
        grid(text)


def test_a_long_text_is_shown_by_its_beginning():
    with pytest.raises(ValueError, match="got '1:2:9{56}...'"):
        grid("1:2:" + "9" * 5000)
    assert math.isfinite(sum(grid("1:2:3")))
