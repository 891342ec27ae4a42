"""Lines and records of CSV."""

from __future__ import annotations

from rosenblatt.streams.readers.csv_lines import cells_of, extended_line, joined


def test_lines_inside_of_quotation_marks_are_joined():
    lines = [b'1,"a\n', b'b"\n', b'2,c "d"\n', b'3,"e\n']
    assert joined(lines, ",") == [b'1,"a\nb"\n', b'2,c "d"\n', b'3,"e\n']
    assert joined(lines, ",", complete=True) == [b'1,"a\nb"\n', b'2,c "d"\n']


def test_cells_are_split_and_added():
    assert cells_of('1;"a;b"\n', ";") == ["1", "a;b"]
    assert extended_line(b'1;"a"\r\n', [0.5, "x;y", 'q"q'], ";") == b'1;"a";0.5;"x;y";"q""q"\r\n'
    assert extended_line(b"1", ["p"], ",") == b"1,p\n"
