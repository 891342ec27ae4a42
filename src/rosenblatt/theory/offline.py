"""Learners that see all examples at once, by name; each is defined in the file of its theory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from rosenblatt.references import PAPERS, Reference
from rosenblatt.rules.parts.readouts import MEAN, Readout
from rosenblatt.scenario import (
    Channel,
    GaussianInputs,
    Inputs,
    SignChannel,
    SphericalTeacher,
    Teacher,
)


@dataclass(frozen=True)
class OfflineLearner(ABC):
    """A learner of all examples at once; ``teacher``, ``inputs`` and ``labels`` are where it is at home."""

    name: ClassVar[str]
    teacher: ClassVar[Teacher] = SphericalTeacher()
    inputs: ClassVar[Inputs] = GaussianInputs()
    labels: ClassVar[type[Channel]] = SignChannel
    own_channel = None
    readouts: ClassVar[tuple[Readout, ...]] = (MEAN,)

    @property
    @abstractmethod
    def reference(self) -> Reference:
        """Where its theory comes from."""

    def accepts(self, channel: Channel) -> bool:
        """Return whether it can learn from the labels of a channel."""
        return isinstance(channel, self.labels)

    def error(self, r: Any, q_norm: Any, disagreement: Any, channel: Channel) -> Any:
        """Return how often a noisy label is missed, or, for labels that are numbers, half the mean square error."""
        return channel.student_error(r, q_norm, disagreement)

    def readout(self, name: str | None = None) -> Readout:
        """Return the only readout, the weights themselves."""
        if name in (None, MEAN.name):
            return MEAN
        raise NotImplementedError(
            f"readout must be left out for the theory of {self.name!r}; got {name!r}. Leave it out."
        )

    def citation(self) -> str:
        """Return the paper that it comes from."""
        return f"{PAPERS[self.reference.paper]} Equations: {self.reference.equations}."
