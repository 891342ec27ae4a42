r"""A user's probability of +1 as a function of the field.

    own_channel.1   the function is kept as polynomials on cells, which are halved until they are right to 1e-12; where
                    halving does not help, it jumps or has a kink
    own_channel.3   a label is drawn from `drawing_table`, or, if the function is too steep for that, by bounds of the
                    function near a field, which mostly decide
    own_channel.2   Z, D and C are < P >,  < P y >/s,  < P (y^2 - 1) >/s^2: sums over the nodes of `gauss_boxes`
    own_channel.4   for a small s, or far out, sums over panels of y, cut where the function jumps or is steep, with P
                    at the centre taken off

So any function of arrays will do: compiled loops need not call it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from rosenblatt.gaussian import SQRT_2PI
from rosenblatt.scenario.channels import gauss_boxes
from rosenblatt.scenario.channels.blurred_probability import STEPS
from rosenblatt.scenario.channels.channel import Likelihood, SignChannel
from rosenblatt.scenario.channels.drawing_table import PER_PIECE, PIECES, drawing_table
from rosenblatt.scenario.channels.gauss_boxes import WIDEST as WIDEST_BOX

LEAST, MOST = -12.0134, 12.0293  # of a field: beyond them the function is what it is there; not round, as kinks are
ORDER = 5  # of the polynomial of a cell
BUCKETS = 384  # each a cell or several
PER_UNIT = BUCKETS / (MOST - LEAST)
LEAST_PROBABILITY = 3 + BUCKETS  # places in the table: after these, as many of the largest, then boxes, then cuts
BOXES, BOX_NODES = LEAST_PROBABILITY + 2 * BUCKETS, gauss_boxes.ALL
NODES, FINEST, LEVELS = gauss_boxes.NODES, gauss_boxes.FINEST, gauss_boxes.LEVELS
FINEST_WIDTH = BUCKETS / (FINEST * PER_UNIT)
DRAWING = BOXES + 2 * BOX_NODES  # then the table from which labels are drawn
FIRST_CUT = DRAWING + PIECES * PER_PIECE
RIGHT = 1e-12  # of a polynomial
BESIDE_LOOKS = 1e-3  # by which a function may leave the range in which it was seen in a cell
NARROWEST = 1e-11  # of a cell: one that needs to be narrower has a jump or a kink inside
STEEP = 0.02  # of a cell: where cells are narrower, panels are cut
A_BREAK = 1e3 * NARROWEST  # of a cell: where cells are narrower, the function jumps or has a kink
WAVY, WAVE = 2.0, 160  # of a steep part: one that is wider has many places; and of places, in cells
MOST_CELLS = 20_000
REACH, WIDEST = 8.25, 2.75  # of y, and of a panel of it
BOX_REACH = 7.5  # of y in whole boxes: a normal density has 2e-13 there
RARE = 1e-5  # of a probability: sums over boxes have an error of 1e-10, which is much of what is rarer

_NODES = np.cos(np.pi * (np.arange(ORDER + 1) + 0.5) / (ORDER + 1))
_TO_POWERS = np.linalg.inv(np.vander(_NODES, ORDER + 1, increasing=True))
_LOOKS = np.linspace(-1.0, 1.0, 15)
_POWERS_OF_LOOKS = np.vander(_LOOKS, ORDER + 1, increasing=True).T
_PANEL, _PANEL_WEIGHTS = np.polynomial.legendre.leggauss(14)


def bucket_of(field: float) -> int:
    """Return the bucket in which a field is."""
    return min(int((min(max(field, LEAST), MOST) - LEAST) * PER_UNIT), BUCKETS - 1)


def _chance(field: float, numbers: Any) -> float:
    """Return the probability of +1 from the table of an `OwnChannel`.  (own_channel.1)"""
    cuts, cells = int(numbers[0]), int(numbers[1])
    b, bucket = min(max(field, LEAST), MOST), bucket_of(field)
    low, high = int(numbers[2 + bucket]), int(numbers[3 + bucket])
    edges = FIRST_CUT + cuts
    while high - low > 1:
        middle = (low + high) // 2
        if numbers[edges + middle] < b:
            low = middle
        else:
            high = middle
    left, right = numbers[edges + low], numbers[edges + low + 1]
    t = (2.0 * b - left - right) / (right - left)
    place = edges + cells + 1 + (ORDER + 1) * low
    value = numbers[place + ORDER]
    for k in range(ORDER - 1, -1, -1):
        value = value * t + numbers[place + k]
    return min(max(value, 0.0), 1.0)


def box_level(spread: float) -> tuple[float, int]:
    """Return the width of the widest boxes that are fine enough for a blur, and the place of the first in the table."""
    width, boxes, start = FINEST_WIDTH, FINEST, BOXES
    while 2.0 * width <= WIDEST_BOX * spread and boxes > FINEST >> (LEVELS - 1):
        start += boxes * NODES
        width, boxes = 2.0 * width, boxes // 2
    return width, start


def _likelihood(known: float, spread: float, numbers: Any) -> Likelihood:
    """Return Z(+1), Z(-1), D and C from the table of an `OwnChannel`.  (own_channel.2)"""
    left, right = known - BOX_REACH * spread - LEAST, known + BOX_REACH * spread - LEAST
    if WIDEST_BOX * spread < FINEST_WIDTH or left < 0.0 or right >= MOST - LEAST:
        return _on_panels(known, spread, numbers)
    width, start = box_level(spread)
    zero, slope, bend = 0.0, 0.0, 0.0
    for k in range(start + int(left / width) * NODES, start + (int(right / width) + 1) * NODES):
        y = (numbers[k] - known) / spread
        mass = numbers[k + BOX_NODES] * math.exp(-0.5 * y * y)
        zero += mass
        slope += mass * y
        bend += mass * y * y
    scale = 2.0 / (SQRT_2PI * spread)
    up = min(max(scale * zero - 1.0, 0.0), 1.0)
    return up, 1.0 - up, scale * slope / spread, scale * (bend - zero) / (spread * spread)


def _likelihood_of_the_rare(known: float, spread: float, numbers: Any) -> Likelihood:
    """Return the same with a small relative error of the rarer label too."""
    found = _likelihood(known, spread, numbers)
    return found if RARE < found[0] < 1.0 - RARE else _on_panels(known, spread, numbers)


def _on_panels(known: float, spread: float, numbers: Any) -> Likelihood:
    """Return the same for any blur.  (own_channel.4)"""
    cuts, cut, first = int(numbers[0]), 0, FIRST_CUT
    centre = _chance(known, numbers)
    zero, slope, bend = 0.0, 0.0, 0.0
    left = -REACH
    while left < REACH:
        right = min(left + WIDEST, REACH)
        while cut < cuts and (numbers[first + cut] - known) / spread <= left + 1e-12:
            cut += 1
        if cut < cuts:
            right = min(right, (numbers[first + cut] - known) / spread)
        half, middle = 0.5 * (right - left), 0.5 * (right + left)
        for k in range(_PANEL.size):
            y = middle + half * _PANEL[k]
            weight = half * _PANEL_WEIGHTS[k] * math.exp(-0.5 * y * y) / SQRT_2PI
            off = weight * (_chance(known + spread * y, numbers) - centre)
            zero += off
            slope += off * y
            bend += off * (y * y - 1.0)
        left = right
    up = min(max(centre + zero, 0.0), 1.0)
    return up, 1.0 - up, slope / spread, bend / (spread * spread)


@dataclass(frozen=True, repr=False)
class OwnChannel(SignChannel):
    """Labels +1 and -1 by a user's probability of +1, a function of an array of the teacher's fields.

    Parameters
    ----------
    function : takes an array and returns a probability for each of its numbers. It may jump and have kinks.

    >>> round(OwnChannel(lambda b: 0.5 + 0.4 * np.tanh(b)).floor, 4)
    0.2776
    """

    function: Callable[[np.ndarray], np.ndarray]
    name = "own"
    chance = staticmethod(_chance)
    likelihood = staticmethod(_likelihood)
    likelihood_of_the_rare = staticmethod(_likelihood_of_the_rare)

    def __post_init__(self) -> None:
        self.probability(np.linspace(LEAST, MOST, 481))
        _ = self._cells  # raises if there are too many

    def probability(self, field: np.ndarray) -> np.ndarray:
        """Return the probability of +1."""
        fields = np.asarray(field, dtype=float)
        remedy = "Give for example lambda b: scipy.special.expit(2 * b)."
        try:
            values = np.asarray(self.function(np.clip(fields, LEAST, MOST)))
            values = values if np.iscomplexobj(values) else values.astype(float)
        except Exception as problem:
            raise ValueError(
                f"probability must be a function of an array of fields; got one that failed: {problem}. {remedy}"
            ) from problem
        if np.iscomplexobj(values) or values.shape != fields.shape or not np.all((values >= 0.0) & (values <= 1.0)):
            raise ValueError(f"probability must return a number in [0, 1] for each field; got others. {remedy}")
        return values

    @cached_property
    def _cells(self) -> tuple[np.ndarray, np.ndarray]:
        return cells_of(self.probability)

    @property
    def sharp(self) -> bool:
        """Whether the probability jumps."""
        return any(abs(size) > 1e-6 for _, size in self._jumps)

    def __repr__(self) -> str:
        return f"OwnChannel({getattr(self.function, '__name__', type(self.function).__name__)})"

    @property
    def parametric(self) -> bool:
        """That they are a table."""
        return False

    @property
    def features(self) -> tuple[tuple[float, float], ...]:
        """Where cells are narrow: jumps and kinks, and slopes that are steep."""
        return self._features

    @cached_property
    def _features(self) -> tuple[tuple[float, float], ...]:
        edges = self._cells[0]
        widths = np.diff(edges)
        found: list[tuple[float, float]] = []
        for group in runs_of(widths < STEEP):
            breaks = [group[run] for run in runs_of(widths[group] < A_BREAK)]
            narrow = [one[widths[one] <= 1.5 * widths[one].min()] for one in breaks or [group]]
            ends = [(float(edges[one[0]]), float(edges[one[-1] + 1])) for one in narrow]
            wavy = edges[group[-1] + 1] - edges[group[0]] > WAVY
            if breaks or not wavy:
                found += [(0.5 * (left + right), 0.0 if breaks else 0.25 * (right - left)) for left, right in ends]
            if wavy:
                waves = edges[group[::WAVE]]
                found += [(float(place), WAVE * 0.25 * float(np.median(widths[group]))) for place in waves]
        return tuple(found)

    @cached_property
    def _drawing(self) -> tuple[np.ndarray, float]:
        breaks = [place for place, width in self.features if width == 0.0]
        return drawing_table(self.probability, breaks, LEAST, MOST)

    @property
    def drawing_error(self) -> float:
        """By how much the table from which labels are drawn is off at most."""
        return self._drawing[1]

    def evidence(self, known: np.ndarray, spread: float) -> tuple[np.ndarray, np.ndarray]:
        """Return Z and its slope.  (own_channel.2)"""
        known = np.asarray(known, dtype=float)
        near = np.abs(known) + BOX_REACH * spread < -LEAST
        if WIDEST_BOX * spread < FINEST_WIDTH or not near.any():
            return super().evidence(known, spread)
        if not near.all():
            up, slope = np.empty(known.shape), np.empty(known.shape)
            up[near], slope[near] = self.evidence(known[near], spread)
            up[~near], slope[~near] = super().evidence(known[~near], spread)
            return up, slope
        width, start = box_level(spread)
        first = start + ((known - BOX_REACH * spread - LEAST) / width).astype(int) * NODES
        some = first[..., None] + np.arange((int(2.0 * BOX_REACH * spread / width) + 2) * NODES)
        y = (self.kernel_numbers[some] - known[..., None]) / spread
        masses = self.kernel_numbers[some + BOX_NODES] * np.exp(-0.5 * y * y)
        scale = 2.0 / (SQRT_2PI * spread)
        return np.clip(scale * masses.sum(axis=-1) - 1.0, 0.0, 1.0), scale / spread * (masses * y).sum(axis=-1)

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers of cuts and cells, the first cell of each bucket, its bounds, the cuts, ends of cells, powers."""
        edges, powers = self._cells
        buckets = np.searchsorted(edges, np.arange(BUCKETS + 1) / PER_UNIT + LEAST + 1e-12, side="right") - 1
        buckets[-1] = len(powers)
        cuts = sorted({place + width * step for place, width in self.features for step in STEPS})
        seen = [powers[one:other] @ _POWERS_OF_LOOKS for one, other in itertools.pairwise(buckets.tolist())]
        bounds = [max(float(part.min()) - BESIDE_LOOKS, 0.0) for part in seen]
        bounds += [min(float(part.max()) + BESIDE_LOOKS, 1.0) for part in seen]
        tables = (*boxes_of(edges, powers), self._drawing[0], np.array(cuts), edges, powers)
        sizes = float(len(cuts)), float(len(powers))
        return (*sizes, *buckets.tolist(), *bounds, *np.concatenate([table.ravel() for table in tables]).tolist())


def runs_of(true: np.ndarray) -> list[np.ndarray]:
    """Return the places of each run of neighbours that are true.

    >>> [run.tolist() for run in runs_of(np.array([True, False, True, True]))]
    [[0], [2, 3]]
    """
    runs = np.split(np.arange(len(true)), np.flatnonzero(np.diff(true)) + 1)
    return [run for run in runs if true[run[0]]]


def boxes_of(edges: np.ndarray, powers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the nodes of all boxes and their weights, for a function that is a polynomial on each cell."""
    ends = np.union1d(edges, np.linspace(LEAST, MOST, FINEST + 1))
    ends = ends[np.concatenate([[True], np.diff(ends) > 1e-13])]
    half, middle = 0.5 * np.diff(ends)[:, None], 0.5 * (ends[1:] + ends[:-1])[:, None]
    cell = np.clip(np.searchsorted(edges, middle[:, 0]) - 1, 0, len(powers) - 1)
    fields = middle + half * _PANEL
    t = (2.0 * fields - (edges[cell] + edges[cell + 1])[:, None]) / np.diff(edges)[cell, None]
    values = np.clip(np.polynomial.polynomial.polyval(t, powers[cell].T[:, :, None], tensor=False), 0.0, 1.0)
    box = np.floor((middle[:, 0] - LEAST) / FINEST_WIDTH)
    places = 2.0 * ((fields - LEAST) / FINEST_WIDTH - box[:, None]) - 1.0
    starts = np.searchsorted(box, np.arange(FINEST)) * len(_PANEL)
    nodes, weights = gauss_boxes.levels_of(
        places.ravel(), (half * _PANEL_WEIGHTS * 0.5 * (1.0 + values)).ravel(), starts
    )
    widths = np.concatenate([np.full(FINEST >> k, FINEST_WIDTH * 2.0**k) for k in range(LEVELS)])
    order = np.concatenate([np.arange(FINEST >> k) for k in range(LEVELS)])
    return LEAST + (widths * (order + 0.5))[:, None] + 0.5 * widths[:, None] * nodes, weights


def cells_of(function: Callable[[np.ndarray], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of cells, in order, and the powers of the polynomial in each.  (own_channel.1)"""
    left = np.arange(BUCKETS) / PER_UNIT + LEAST
    width = np.full(BUCKETS, 1.0 / PER_UNIT)
    found: list[tuple[np.ndarray, np.ndarray]] = []
    while len(left):
        half, middle = 0.5 * width[:, None], (left + 0.5 * width)[:, None]
        powers = function(middle + half * _NODES) @ _TO_POWERS.T
        wrong = np.abs(powers @ _POWERS_OF_LOOKS - function(middle + half * _LOOKS)).max(axis=1)
        done = (wrong <= RIGHT) | (width <= NARROWEST)
        found.append((left[done], powers[done]))
        left, width = left[~done], 0.5 * width[~done]
        left, width = np.concatenate([left, left + width]), np.concatenate([width, width])
        if len(left) + sum(len(one) for one, _ in found) > MOST_CELLS:
            raise ValueError(
                "probability must be smooth but for some jumps; got one that needs more than "
                f"{MOST_CELLS} pieces. Smooth it."
            )
    starts, powers = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.argsort(starts)
    return np.append(starts[order], MOST), powers[order]
