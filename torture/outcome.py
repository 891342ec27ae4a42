"""What a trial found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Outcome:
    """How often something was tried, what came of it, and what broke.

    ``seen`` counts what happened by a short name ("refused", "as before"); ``broken`` has a sentence for each case that
    must not happen, with all that is needed to repeat it.
    """

    tried: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def saw(self, what: str) -> None:
        """Count a case that ended well, by a short name for how."""
        self.tried += 1
        self.seen[what] += 1

    def breaks(self, how: str) -> None:
        """Count a case that must not happen."""
        self.tried += 1
        self.broken.append(how)

    def __str__(self) -> str:
        """Return one line: how often it was tried, what was seen, how much broke."""
        seen = ", ".join(f"{count:,} {what}" for what, count in self.seen.most_common())
        return f"{self.tried:,} tried: {seen or 'nothing seen'}; {len(self.broken):,} broken"
