"""What trials report."""

from __future__ import annotations

from torture.outcome import Outcome


def test_an_outcome_counts_what_was_seen_and_what_broke():
    outcome = Outcome()
    outcome.saw("refused")
    outcome.saw("refused")
    outcome.breaks("byte 7 went unnoticed")
    assert outcome.tried == 3
    assert outcome.broken == ["byte 7 went unnoticed"]
    assert str(outcome) == "3 tried: 2 refused; 1 broken"
