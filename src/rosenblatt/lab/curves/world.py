"""The world in which all who were chosen learn, as the keywords of theory and simulation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rosenblatt.lab.curves.settings import OWN, CurveSettings


@dataclass(frozen=True)
class World:
    """What is to be learnt; None is what a rule has by itself."""

    noise: float
    teacher: str | None
    inputs: str | None
    drift: float | None
    start: float | None

    @classmethod
    def of(cls, settings: CurveSettings) -> World:
        """Return the world of some settings."""
        return cls(
            noise=settings.noise,
            teacher=None if settings.teacher == OWN else settings.teacher,
            inputs=None if settings.inputs == OWN else settings.inputs,
            drift=settings.drift or None,
            start=settings.start or None,
        )

    @property
    def keywords(self) -> dict[str, Any]:
        """What differs from the defaults, by keyword."""
        known = {name: value for name, value in vars(self).items() if value is not None}
        return known if known["noise"] else {name: value for name, value in known.items() if name != "noise"}
