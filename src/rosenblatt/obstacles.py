"""Why something that could in principle be done cannot, said by who would do it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Obstacle(NamedTuple):
    """A reason, and how near one was: what fails for its kind is farther than what fails for a detail."""

    reason: str
    nearness: int


WRONG_UPDATE, WRONG_LEARNER, WRONG_INPUTS, DETAIL = -1, 0, 1, 2


def nearest(obstacles: Iterable[Obstacle]) -> str:
    """Return the reason of who was nearest; the first of several.

    >>> nearest([Obstacle("it is a vector rule", WRONG_LEARNER), Obstacle("n is too small", DETAIL)])
    'n is too small'
    """
    return max(obstacles, key=lambda obstacle: obstacle.nearness).reason
