"""What belongs to the visit of a page: the settings of its address, its visitor, and the jobs of all."""

from __future__ import annotations

from typing import Any

from rosenblatt.lab.jobs import Jobs

JOBS = Jobs()


def visitor(request: Any) -> str:
    """Return who asks for a page."""
    return request.scope["state"]["visitor"]
