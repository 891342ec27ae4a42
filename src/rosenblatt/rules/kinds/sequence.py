"""Several Hebbian rules one after the other, which are a Hebbian rule again: what it does depends on alpha.

    sequence.1   F = F_1 up to alpha = a_1, then F_2 up to a_2, ...;  R and Q are all that a rule leaves to the next one

So whatever takes a Hebbian rule takes a sequence: curves, chains, all weights, and data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rosenblatt import checks
from rosenblatt.rules.kinds.hebbian import HebbianRule, Modulation
from rosenblatt.scenario import Scenario


@dataclass(frozen=True)
class RuleSequence(HebbianRule):
    """Rules, each up to its alpha; the last one has no end.

    Parameters
    ----------
    rules : Hebbian rules.
    ends : the alpha at which each but the last ends, increasing.
    """

    rules: tuple[HebbianRule, ...] = ()
    ends: tuple[float, ...] = ()

    name = "sequence"
    settings = ("weight_decay", "rules", "ends")

    def __post_init__(self) -> None:
        for rule in self.rules:
            if not isinstance(rule, HebbianRule) or isinstance(rule, RuleSequence):
                name = getattr(rule, "name", rule)
                raise TypeError(
                    f"rules of a sequence must be modulations of the Hebb term; got {name!r}. "
                    "Others have more memory than one rule can leave to the next."
                )
        first, *others = self.rules
        for rule in others:
            for fact in ("labels", "normalised", "weight_decay"):
                if getattr(rule, fact) != getattr(first, fact):
                    raise ValueError(
                        f"rules of a sequence must have the same {fact}; got {first!r} and {rule!r}. Take them alike."
                    )
        before = 0.0
        for end in self.ends:
            if not checks.number("switch", end) > before:
                raise ValueError(
                    f"switches of a sequence of rules must be at increasing alphas above 0; got {list(self.ends)}. "
                    "Write for example [('hebb', 5), 'rosenblatt']."
                )
            before = end
        facts = {"weight_decay": first.weight_decay, "labels": first.labels, "name": self.title}
        for name, value in facts.items():
            object.__setattr__(self, name, value)
        super().__post_init__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.rules, self.ends)

    def in_scenario(self, scenario: Scenario) -> RuleSequence:
        """Return the rules with what each may know of a scenario."""
        return _made(tuple(rule.in_scenario(scenario) for rule in self.rules), self.ends)

    @cached_property
    def needs_start(self) -> bool:
        """Whether the first of them does."""
        return self.rules[0].needs_start

    @staticmethod
    def modulation(label: float, field: float) -> float:
        """Is not called: the rules' own are, by `full_modulation`."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """The rules and where they end."""
        parts = [f"{rule.title} to {end:g}" for rule, end in zip(self.rules, (*self.ends, math.inf), strict=True)]
        return ", ".join(parts).removesuffix(" to inf")

    @property
    def normalised(self) -> bool:
        """Whether the rules are."""
        return self.rules[0].normalised

    @cached_property
    def own(self) -> tuple[float, ...]:
        """The alphas at which rules end, then the numbers of the rules."""
        return (*self.ends, *(number for rule in self.rules for number in rule.own))

    @cached_property
    def full_modulation(self) -> Modulation:
        """The rules' own, one after the other.  (sequence.1)"""
        place = len(self.ends) + sum(len(rule.own) for rule in self.rules[:-1])
        chosen = _shifted(self.rules[-1].full_modulation, place, place + len(self.rules[-1].own))
        for number in range(len(self.rules) - 2, -1, -1):
            rule = self.rules[number]
            place -= len(rule.own)
            chosen = _until(number, _shifted(rule.full_modulation, place, place + len(rule.own)), chosen)
        return chosen

    def varies(self) -> bool:
        """Return that it changes with alpha."""
        return True

    def follows_length(self) -> bool:
        """Return whether one of them has to know Q."""
        return any(rule.follows_length() for rule in self.rules)

    def kink_fields(self, alpha: float = 1.0, q_norm: float = 1.0) -> tuple[float, ...]:
        """Return those of the rule at alpha."""
        return self.at(alpha).kink_fields(alpha, q_norm)

    def at(self, alpha: float) -> HebbianRule:
        """Return the rule that learns the example at alpha."""
        return next((rule for rule, end in zip(self.rules, self.ends, strict=False) if alpha <= end), self.rules[-1])

    def phases(self) -> list[tuple[HebbianRule, float]]:
        """Return the rules and where each ends."""
        return list(zip(self.rules, (*self.ends, math.inf), strict=True))


def _made(rules: tuple[Any, ...], ends: tuple[float, ...]) -> RuleSequence:
    return RuleSequence(rules=rules, ends=ends)


def _shifted(modulation: Modulation, first: int, last: int) -> Modulation:
    """Return a modulation that finds its own numbers among those of all."""
    return lambda label, field, alpha, q_norm, own: modulation(label, field, alpha, q_norm, own[first:last])


def _until(number: int, modulation: Modulation, then: Modulation) -> Modulation:
    """Return a modulation up to the alpha of that number, and another one from there on."""

    def chosen(label, field, alpha, q_norm, own):
        if alpha <= own[number]:
            return modulation(label, field, alpha, q_norm, own)
        return then(label, field, alpha, q_norm, own)

    return chosen


def sequence_of(parts: Sequence[Any], resolve: Callable[[Any], Any]) -> HebbianRule:
    """Return the sequence of rules in a list such as ``[("hebb", 5), "rosenblatt"]``: until alpha = 5, then.

    >>> from rosenblatt.rules.registry import resolve
    >>> sequence_of([("hebb", 5), "rosenblatt"], resolve).title
    'hebb to 5, rosenblatt'
    """
    *before, last = parts if parts else [()]
    pairs = [part for part in before if isinstance(part, (tuple, list)) and len(part) == 2]
    if len(pairs) < len(before) or isinstance(last, (tuple, list)):
        raise ValueError(
            "rule must be (rule, alpha at which it ends) for all rules of a sequence but the last, which has no end; "
            f"got {parts!r}. Write for example [('hebb', 5), 'rosenblatt']."
        )
    ends = tuple(checks.number("switch", end) for _, end in pairs)
    rules = tuple(resolve(rule) for rule in (*(rule for rule, _ in pairs), last))
    return _made(rules, ends) if ends else rules[0]
