"""Lines: the exact learning curves of those who were chosen, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd

from rosenblatt.lab.curves.chosen import Chosen, chosen, chosen_rate
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.world import World
from rosenblatt.lab.learners import Rate
from rosenblatt.lab.sentences import MISTAKES, sentence
from rosenblatt.theory.learning_curve import learning_curve

LINES_KEPT = 600


@dataclass(frozen=True)
class Line:
    """A learning curve: its frame, or the sentence that says why there is none."""

    title: str
    frame: pd.DataFrame | None
    message: str = ""


def lines(settings: CurveSettings) -> Iterator[Line]:
    """Yield the line of each who was chosen, in their order."""
    world, rate, grid = World.of(settings), chosen_rate(settings), settings.line_grid
    for one in chosen(settings):
        yield _line(one, world, rate, tuple(grid.tolist()))


@lru_cache(maxsize=LINES_KEPT)
def _line(one: Chosen, world: World, rate: Rate | None, grid: tuple[float, ...]) -> Line:
    try:
        curve = learning_curve(one.learner(rate), np.array(grid), **world.keywords)
    except MISTAKES as problem:
        return Line(one.title, None, sentence(problem))
    return Line(one.title, curve.frame)
