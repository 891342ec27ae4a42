"""What tests of the lab share: pictures that Plotly takes, and pages as a browser shows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

PATIENCE = 60_000  # milliseconds: kernels may have to be compiled


def checked(picture: dict[str, Any]) -> go.Figure:
    """Return a picture as Plotly's own object, which refuses what it does not know."""
    return go.Figure({"data": picture["data"], "layout": picture["layout"]})


@dataclass
class Visit:
    """A page of a visitor, and what went wrong on it."""

    page: Any
    address: str
    problems: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on(
            "console", lambda one: self.problems.append(one.text) if one.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda one: self.problems.append(str(one)))
        self.page.on("request", lambda one: self.hosts.add(one.url.split("/")[2]) if "//" in one.url[:8] else None)

    def open(self, path: str) -> Visit:
        """Open a room and wait for its picture."""
        self.page.goto(self.address.rstrip("/") + path)
        self.page.wait_for_selector(".lab-plot .main-svg")
        return self

    def wait_for_status(self, text: str) -> None:
        """Wait until the line of the status has a text."""
        self.page.wait_for_function(
            "text => [...document.querySelectorAll('.lab-status')].some(one => one.textContent.includes(text))",
            arg=text,
        )

    def wait_for_message(self, text: str) -> None:
        """Wait until one of the messages has a text."""
        self.page.wait_for_function(
            "text => document.querySelector('.lab-messages').textContent.includes(text)", arg=text
        )

    def traces(self, plot: int = 0) -> list[dict[str, Any]]:
        """Return the traces of a picture, as the browser has them."""
        return self.page.evaluate(
            "plot => document.querySelectorAll('.lab-plot')[plot].data.map(({type, mode, name, x, y, error_y}) => "
            "({type, mode, name, x: x && [...x], y: y && [...y], bars: error_y && error_y.array}))",
            plot,
        )
