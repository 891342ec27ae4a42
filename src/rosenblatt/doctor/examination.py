"""`examine`: everything that is looked at."""

from __future__ import annotations

from rosenblatt.doctor.experiments import experiments
from rosenblatt.doctor.finding import Finding
from rosenblatt.doctor.surroundings import surroundings
from rosenblatt.doctor.versions import extras, versions


def examine() -> list[Finding]:
    """Return all findings; experiments come last, for they need what comes before."""
    return [*versions(), *extras(), *surroundings(), *experiments()]
