"""Those that a visitor chose for the picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.expressions.own_rules import own_rule
from rosenblatt.lab.learners import Rate, named_learner
from rosenblatt.rules.kinds.rule import Rule


@dataclass(frozen=True)
class Chosen:
    """One who learns, as the visitor wrote it, and how it is found."""

    title: str
    find: Callable[[str, Rate | None], Any]

    def learner(self, rate: Rate | None) -> Any:
        """Return the rule or offline learner, or raise with one sentence."""
        return self.find(self.title, rate)


def chosen(settings: CurveSettings) -> list[Chosen]:
    """Return those that a visitor chose, each once, those of the registry before own ones."""
    named = [Chosen(token, named_learner) for token in dict.fromkeys(settings.rules)]
    return named + [Chosen(token, own_learner) for token in dict.fromkeys(settings.own)]


def chosen_rate(settings: CurveSettings) -> Rate | None:
    """Return the rate that a visitor set; None if rules keep their own."""
    rates = {"constant": Rate(settings.eta), "power": Rate(settings.eta, settings.z)}
    return rates.get(settings.rate)


def own_learner(text: str, rate: Rate | None = None) -> Rule:
    """Return the rule of an expression; its rate is part of what was written."""
    return own_rule(text)
