"""LIBSVM."""

from __future__ import annotations

import pytest

from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.opening import open_reader
from rosenblatt.streams.readers.reader import Position
from tests.helpers.row_files import labels_from, reader_of


def written(tmp_path, data):
    path = tmp_path / "rows.svm"
    path.write_text(data)
    return path


def test_the_widest_row_of_the_file_says_how_many_columns_there_are(tmp_path):
    reader = reader_of(written(tmp_path, "1 1:2 3:4\n-1 2:1 # words\n\n1 7:1\n"), None)
    (piece,) = reader.pieces(Position())
    assert piece.rows.features().toarray().tolist()[0] == [0, 2, 0, 4, 0, 0, 0, 0]
    assert piece.rows.labels().tolist() == [1, -1, 1]
    assert reader.facts() == {"width": 8}
    assert reader.extended(b"1 1:2\n", ["p"], [3]) == b"1 1:2 # p=3\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("1 1:2\nx 1:2\n", "row 2 of file .* it must be a label and column:value"),
        ("1 3:2 1:2\n", "in rising order"),
        ("1 1:2\n0.5 1:2\n", "row 2 of file .* the label must be a whole number; got 0.5"),
        ("1 1:inf\n", "a value must be finite"),
    ],
)
def test_bad_lines(data, said, tmp_path):
    with pytest.raises(ValueError, match=said):
        labels_from(reader_of(written(tmp_path, data), None), Position())


def test_columns_that_are_said_are_kept_to(tmp_path):
    reader = open_reader(written(tmp_path, "1 1:2\n0 9:2\n"), columns=5)
    with pytest.raises(ValueError, match="row 2 of file .* columns must be below 5; got 9"):
        labels_from(reader, Position())
    with pytest.raises(ValueError, match="have no names"):
        list(open_reader(written(tmp_path, "1 1:2\n"), Asked(ignore=("a",))).pieces(Position()))
