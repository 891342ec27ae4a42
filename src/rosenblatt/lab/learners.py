"""Who may learn: the rules and offline learners that there are to choose from, and how a visitor names them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rosenblatt.batch.offline_learner import with_parameters
from rosenblatt.rules.kinds.hebbian import HebbianRule
from rosenblatt.rules.kinds.with_rate import rate_parameter
from rosenblatt.rules.parts.schedules import PowerLaw, Schedule
from rosenblatt.rules.registry import registered, resolve
from rosenblatt.theory.registry import offline_learners

CAP = 10.0  # of a rate that falls, times its value at alpha = 1: theory needs one for the first examples


@dataclass(frozen=True)
class Rate:
    """How the rate of rules that have one is set: a number, or a power law."""

    eta: float
    z: float = 0.0

    @property
    def schedule(self) -> float | Schedule:
        """The rate as rules take it."""
        return self.eta if self.z == 0.0 else PowerLaw(self.eta, z=self.z, cap=CAP * self.eta)


@lru_cache(maxsize=1)
def offered_rules() -> dict[str, str]:
    """Return the rules that there are to choose from: names, and what they are."""
    return {name: _summary(cls) for name, cls in registered().items()}


@lru_cache(maxsize=1)
def offered() -> dict[str, str]:
    """Return all that there are to choose from, rules before offline learners."""
    known = {name: f"{_summary(type(one))} (all examples at once)" for name, one in offline_learners().items()}
    return {**offered_rules(), **known}


def _summary(cls: type) -> str:
    return (cls.__doc__ or "").strip().splitlines()[0].rstrip(".")


@lru_cache(maxsize=500)
def named_learner(token: str, rate: Rate | None = None) -> Any:
    """Return the rule or offline learner of a name with parameters, such as ``margin:margin=0.3``.

    >>> named_learner("rosenblatt", Rate(0.5))
    Rosenblatt(weight_decay=0.0, eta=0.5)
    """
    name, _, said = token.strip().partition(":")
    given = dict(_parameter(part) for part in said.split(",")) if said else {}
    if name in offline_learners() and name not in registered():
        return with_parameters(offline_learners()[name], given)
    rule = resolve(name)
    own = rate_parameter(rule) if rate is not None and isinstance(rule, HebbianRule) else None
    if own is not None and rate is not None:
        given = {own: rate.schedule, **given}
    return resolve(name, **given)


def _parameter(text: str) -> tuple[str, Any]:
    name, equals, value = (part.strip() for part in text.partition("="))
    try:
        if not (equals and name.isidentifier()):
            raise ValueError
        return name, value if value == "best" else float(json.loads(value))
    except (ValueError, TypeError):
        raise ValueError(
            f"parameters of a rule must be NAME=NUMBER; got {text[:40]!r}. Write for example margin:margin=0.3."
        ) from None
