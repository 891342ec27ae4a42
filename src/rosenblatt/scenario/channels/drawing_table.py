r"""A probability on equal pieces of the field, from which labels are drawn without a search.

    drawing_table.1   on each piece a cubic of t in [-1, 1], or two of them, before and after a break

A processor guesses branches: a search for the place of a field, different each time, costs more than all else of a
label. A probability that is off by TOLD_APART needs some 1e14 labels to be told from the right one; a function that is
too steep for that is drawn by its cells.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

PIECES, PER_PIECE = 3072, 9  # numbers of a piece: its break in units of t, and four powers on either side
TOLD_APART = 1e-7
NO_BREAK = 2.0
SHORT = 0.05  # of a side of a break in units of t: there it is a line, whose powers keep their digits

_NODES = np.cos(np.pi * (np.arange(4) + 0.5) / 4.0)
_LOOKS = np.linspace(-1.0, 1.0, 9)


def probability_from_table(field: float, least: float, most: float, first: int, numbers: Sequence[float]) -> float:
    """Return the probability of +1, where the table is that of fields between two ends and begins at ``first``."""
    place = (min(max(field, least), most) - least) * (PIECES / (most - least))
    piece = min(int(place), PIECES - 1)
    t = 2.0 * (place - piece) - 1.0
    at = first + PER_PIECE * piece
    at += 5 if t > numbers[at] else 1
    return numbers[at] + t * (numbers[at + 1] + t * (numbers[at + 2] + t * numbers[at + 3]))


def drawing_table(
    function: Callable[[np.ndarray], np.ndarray], breaks: Sequence[float], least: float, most: float
) -> tuple[np.ndarray, float]:
    """Return the table of a function with these jumps and kinks, and the largest error that is seen."""
    pieces = np.arange(PIECES)
    at = (np.asarray(breaks, dtype=float) - least) * (PIECES / (most - least))
    table = np.full((PIECES, PER_PIECE), NO_BREAK)
    table[at.astype(int), 0] = 2.0 * (at - at.astype(int)) - 1.0
    cut = table[:, 0]
    broken = cut < NO_BREAK
    sides = (
        (pieces, np.full(PIECES, -1.0), np.minimum(cut, 1.0)),
        (pieces[broken], cut[broken], np.ones(broken.sum())),
    )

    def values(piece: np.ndarray, t: np.ndarray) -> np.ndarray:
        return function(least + (piece[:, None] + 0.5 * (t + 1.0)) * ((most - least) / PIECES))

    wrong = 0.0
    for first, (piece, left, right) in zip((1, 5), sides, strict=True):
        middle, half = 0.5 * (left + right)[:, None], 0.5 * (right - left)[:, None]
        powers = np.linalg.solve(np.vander(_NODES, increasing=True), values(piece, middle + half * _NODES).T).T
        powers[half[:, 0] < 0.5 * SHORT, 2:] = 0.0
        table[piece, first : first + 4] = _of_piece(powers, middle, np.maximum(half, 1e-9))
        looks = middle + 0.999 * half * _LOOKS
        found = np.polynomial.polynomial.polyval(looks, table[piece, first : first + 4].T[:, :, None], tensor=False)
        wrong = max(wrong, float(np.abs(found - values(piece, looks)).max(initial=0.0)))
    table[~broken, 5:] = 0.0
    return table, wrong


def _of_piece(powers: np.ndarray, middle: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Return the powers of t for those of (t - middle)/half."""
    changed = np.zeros_like(powers)
    for k in range(4):
        for j in range(k + 1):
            changed[:, j] += (powers[:, [k]] * math.comb(k, j) * (-middle) ** (k - j) / half**k)[:, 0]
    return changed
