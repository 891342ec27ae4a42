"""Blocks end at multiples of their size, wherever pieces do."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.streams import blocks as module
from rosenblatt.streams.blocks import block_size, blocks
from rosenblatt.streams.readers import text
from rosenblatt.streams.readers.reader import BadRecord, Position
from tests.helpers.row_files import reader_of


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 64)
    monkeypatch.setattr(module, "FEWEST_ROWS", 64)
    monkeypatch.setattr(text, "CHUNK", 300)


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text("a,y\n" + "".join(f"{k},{k}\n" for k in range(300)))
    return file


def ends(found):
    return np.cumsum([len(block.rows) for block in found]).tolist()


def test_all_rows_come_in_blocks_and_go_on_from_each(path):
    found = list(blocks(reader_of(path), Position()))
    assert ends(found) == [64, 128, 192, 256, 300]
    assert [block.position.records for block in found] == ends(found)
    for k, block in enumerate(found[:-1]):
        rest = list(blocks(reader_of(path), block.position, learnt=block.position.records))
        labels = [label for one in rest for label in one.rows.labels().tolist()]
        assert labels == list(range(64 * (k + 1), 300))
        assert ends(rest) == [end - 64 * (k + 1) for end in ends(found)[k + 1 :]]


def test_what_ends_the_reading_comes_after_all_rows_before_it_and_then_blocks_are_as_they_were(path):
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:151], "x,1", *lines[152:]]) + "\n")
    found = []
    with pytest.raises(BadRecord, match="row 151"):
        found.extend(blocks(reader_of(path), Position()))
    assert ends(found) == [64, 128, 150]
    path.write_text("\n".join(lines) + "\n")
    rest = list(blocks(reader_of(path), found[-1].position, learnt=150))
    assert [len(block.rows) for block in rest] == [42, 64, 44]
    assert rest[0].rows.labels()[0] == 150


def test_skipped_rows_are_told_once(path):
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:101], "x,1", *lines[102:-1], "y,2"]) + "\n")
    found = list(blocks(reader_of(path, skip_bad=True), Position()))
    assert [row for block in found for row, _ in block.faults] == [101, 300]
    assert ends(found)[-1] == 298
    assert found[-1].position.records == 300


def test_wide_rows_come_in_fewer(path):
    rows = next(iter(blocks(reader_of(path), Position()))).rows
    assert block_size(rows, hashed=False) == 64
    assert block_size(rows, hashed=True) == 2**12
