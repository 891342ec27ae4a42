"""`Finding`: one thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """What was found of one thing; where something is wrong, ``remedy`` says what to do."""

    part: str
    name: str
    said: str
    remedy: str = ""

    @property
    def good(self) -> bool:
        """Whether there is nothing to do."""
        return not self.remedy
