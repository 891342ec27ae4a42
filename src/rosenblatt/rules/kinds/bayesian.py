"""Rules that know how many labels are flipped, or how else they err."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import ClassVar

from rosenblatt import checks
from rosenblatt.rules.kinds.channel_rule import ChannelRule
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.scenario import Channel, Flips, Scenario, resolve_channel

NOISE_ON_DATA = 0.01
NOISE_FLOOR = 0.001  # on data: a rule that believes clean labels and meets flipped ones ends far from the best rule


def known_noise(scenario: Scenario) -> float:
    """Return the share of flipped labels in a scenario, or raise if its labels err in another way."""
    if math.isnan(scenario.noise):
        raise NotImplementedError(
            f"channel must be rb.Flips(noise) for a rule that knows the noise; got {scenario.channel!r}. "
            "Give the rule a noise of its own."
        )
    return scenario.noise


@dataclass(frozen=True)
class BayesianRule(Rule):
    """A rule with the share of flipped labels as ``noise``; it defaults to that of the scenario, and to 1 % on data.

    On data a smaller ``noise`` than ``noise_floor`` is raised to it: see `rosenblatt.theory.belief_asymptote`.
    """

    noise: float | None = None

    noise_floor: ClassVar[float] = NOISE_FLOOR

    def __post_init__(self) -> None:
        if self.noise is not None:
            checks.noise(self.noise)

    @property
    def believed(self) -> Channel:
        """The channel that the rule believes labels to come through."""
        return Flips(self.noise or 0.0)

    def in_scenario(self, scenario: Scenario) -> Rule:
        """Return the rule with the noise of a scenario, unless it has been given another."""
        return self if self.noise is not None else dataclasses.replace(self, noise=known_noise(scenario))

    def on_data(self) -> Rule:
        """Return the rule for data, whose labels are never quite clean: it believes in some flips at least."""
        believed = NOISE_ON_DATA if self.noise is None else max(self.noise, self.noise_floor)
        return dataclasses.replace(self, noise=believed)


@dataclass(frozen=True)
class BayesianChannelRule(ChannelRule, BayesianRule):
    """A Bayesian rule for labels of any ``channel`` of signs; flips may be given by their share, ``noise``, alone.

    The channel defaults to that of the scenario, and to 1 % of flips on data. It may be given by its name.
    """

    channel: Channel | str | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.channel is None:
            return
        if self.noise is not None:
            raise ValueError(
                f"noise and channel must not both be given for {self.name!r}; got {self.noise!r} and "
                f"{self.channel!r}. rb.Flips({self.noise!r}) is the channel of flips."
            )
        object.__setattr__(self, "channel", resolve_channel(self.channel))
        _ = self.seen  # or raises

    @property
    def believed(self) -> Channel:
        """The channel, or flips of ``noise``."""
        assert not isinstance(self.channel, str)
        return Flips(self.noise or 0.0) if self.channel is None else self.channel

    def in_scenario(self, scenario: Scenario) -> Rule:
        """Return the rule with the channel of a scenario, unless it has been given another."""
        if self.noise is not None or self.channel is not None:
            return self
        if math.isnan(scenario.noise):
            return dataclasses.replace(self, channel=scenario.channel)
        return dataclasses.replace(self, noise=scenario.noise)

    @property
    def own_channel(self) -> Channel | None:
        """The channel in which the rule believes; None if it has not been given one."""
        return None if self.channel is None else self.believed

    def on_data(self) -> Rule:
        """Return the rule for data: as it is if it has been given a channel."""
        return super().on_data() if self.channel is None else self
