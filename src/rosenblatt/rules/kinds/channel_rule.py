"""Rules that weigh a label by what its channel says of the teacher's field.

    channel_rule.1   respond(score) is the function that the rule's kind calls ``respond``; its parameters are
                     stretch, *other parameters, *numbers of the channel
    channel_rule.2   score(label, h, sqrt(V), numbers): the slope and minus the curvature of ln Z   (evidence.4)

The inputs of a student may have noise of their own. Divided by the deviation that they then have, the *stretch*, they
are inputs of variance 1 again, of another channel: that is the one of which the score is.
"""

from __future__ import annotations

import dataclasses
import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.parts.evidence import score_of
from rosenblatt.scenario import Channel, SignChannel


@dataclass(frozen=True)
class ChannelRule(Rule):
    """Gives the channel that it believes in as ``believed``, and ``respond(score)``, which makes its response.

    It stands before the kind of the rule among its base classes, of which it fills in the response.
    """

    beliefs = frozenset({"channel", "noise"})  # the fields that say what the rule believes of labels

    @property
    @abstractmethod
    def believed(self) -> Channel:
        """The channel that the rule believes labels to come through."""

    @cached_property
    def seen(self) -> SignChannel:
        """The channel of the inputs that the student sees, divided by the stretch."""
        seen = self.believed.as_student_sees
        if not isinstance(seen, SignChannel):
            raise ValueError(
                f"channel must be one of signs for {self.name!r}; got {self.believed!r}. "
                "For labels that are numbers take 'bayes-linear'."
            )
        return seen

    @cached_property
    def parameters(self) -> tuple[float, ...]:
        """The stretch, the rule's other numbers, and those of the channel, unless it is a table."""
        stretch = math.hypot(1.0, self.believed.student_width)
        others = [getattr(self, field.name) for field in dataclasses.fields(self) if field.name not in self.beliefs]
        numbers = self.seen.numbers if self.seen.parametric else ()
        return (stretch, *(float(value or 0.0) for value in others), *map(float, numbers))

    @property
    def response(self) -> Callable[..., Any]:
        """The response to labels of the channel.  (channel_rule.1)"""
        rule: Any = type(self)  # of another kind too, which has ``respond``
        return rule.respond(score_of(self.seen))
