"""All that is reproduced of AB is in one list."""

from __future__ import annotations

from rosenblatt.papers import anlauf_biehl
from rosenblatt.papers.anlauf_biehl import figures
from rosenblatt.papers.anlauf_biehl.claims import REPRODUCTION
from tests.helpers.papers import declared_drawings, reproduced_drawings, rows_of_modules


def test_every_row_of_every_module_is_judged_once():
    labels = [row.label for row in REPRODUCTION.rows]
    assert sorted(labels) == sorted(row.label for row in rows_of_modules(anlauf_biehl))
    assert len(set(labels)) == len(labels)


def test_every_figure_is_drawn():
    assert reproduced_drawings(REPRODUCTION) == declared_drawings(figures)
