"""All that is reproduced of G is in one list."""

from __future__ import annotations

from rosenblatt.papers import gardner_1988
from rosenblatt.papers.gardner_1988 import figures
from rosenblatt.papers.gardner_1988.claims import REPRODUCTION
from tests.helpers.papers import declared_drawings, reproduced_drawings, rows_of_modules


def test_every_row_of_every_module_is_judged_once():
    labels = [row.label for row in REPRODUCTION.rows]
    assert sorted(labels) == sorted(row.label for row in rows_of_modules(gardner_1988))
    assert len(set(labels)) == len(labels)


def test_every_figure_is_drawn():
    assert reproduced_drawings(REPRODUCTION) == declared_drawings(figures)
