"""All that is reproduced of KM87 is in one list."""

from __future__ import annotations

from rosenblatt.papers import krauth_mezard_1987
from rosenblatt.papers.krauth_mezard_1987.claims import REPRODUCTION
from tests.helpers.papers import rows_of_modules


def test_every_row_of_every_module_is_judged_once():
    labels = [row.label for row in REPRODUCTION.rows]
    assert sorted(labels) == sorted(row.label for row in rows_of_modules(krauth_mezard_1987))
    assert len(set(labels)) == len(labels)
