"""Points that are not in general position are what their names say."""

from __future__ import annotations

import numpy as np

from rosenblatt.papers.sompolinsky_lecture.cover_count import special_positions


def test_special_positions_are_special(random):
    sets = special_positions(random)
    ranks = {name: int(np.linalg.matrix_rank(x)) for name, x in sets.items()}
    assert ranks.pop("all in a plane") == 2
    assert ranks.pop("the corners of a cube, with a threshold") == 4
    assert set(ranks.values()) == {3}
    assert np.linalg.matrix_rank(sets["three of seven in a plane"][[0, 1, 6]]) == 2
    for name in ("one point twice", "a point and its opposite"):
        assert np.linalg.matrix_rank(sets[name][[0, 6]]) == 1
