"""Where learning jumps: the alphas of transitions, where some of those who were chosen have them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from rosenblatt.lab.curves.chosen import chosen, chosen_rate
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.world import World
from rosenblatt.lab.sentences import MISTAKES
from rosenblatt.rules.kinds.bayesian import BayesianRule
from rosenblatt.theory.bayes import thresholds
from rosenblatt.theory.bayes_offline import BayesianLearner
from rosenblatt.theory.bayes_online import perfect_alpha


class Threshold(NamedTuple):
    """An alpha at which something happens, and what."""

    alpha: float
    meaning: str


def marks(settings: CurveSettings) -> list[Threshold]:
    """Return the thresholds within the alphas that are drawn, in their order."""
    world, rate, found = World.of(settings), chosen_rate(settings), []
    for one in chosen(settings):
        try:
            found += _of_learner(one.learner(rate), world)
        except MISTAKES:
            continue  # no line either, which says why
    within = {mark for mark in found if settings.first <= mark.alpha <= settings.last}
    return sorted(within)


@lru_cache(maxsize=200)
def _of_learner(learner: Any, world: World) -> tuple[Threshold, ...]:
    if isinstance(learner, BayesianLearner):
        return _of_jump(world.teacher or learner.teacher, world.noise)
    if isinstance(learner, BayesianRule):
        return _of_perfection(learner, world.noise)
    return ()


def _of_jump(teacher: Any, noise: float) -> tuple[Threshold, ...]:
    try:
        found = thresholds(teacher, noise=noise)
    except ValueError:
        return ()  # learnt steadily
    return (
        Threshold(found.transition, f"transition {found.transition:.4g}"),
        Threshold(found.spinodal, f"spinodal {found.spinodal:.4g}"),
    )


def _of_perfection(rule: BayesianRule, noise: float) -> tuple[Threshold, ...]:
    try:
        alpha = perfect_alpha(rule, noise)
    except ValueError:
        return ()  # never perfect
    return (Threshold(alpha, f"α* = {alpha:.4g}"),) if math.isfinite(alpha) else ()
