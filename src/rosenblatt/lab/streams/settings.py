"""What is chosen in the room of streams."""

from __future__ import annotations

from dataclasses import dataclass

from rosenblatt.lab import address

MOST_BYTES = 20 * 2**20
MOST_ROWS = 50_000
FILE = "file"  # the source that is a visitor's own file, which no link can bring along


@dataclass(frozen=True)
class StreamSettings:
    """The settings; each is a part of the address."""

    source: str = address.text("drifting", "an example, or 'file' for one of your own")
    target: str = address.text("", "the column of the labels of a file")
    rows: int = address.whole(5000, 100, MOST_ROWS, "how many rows are learnt at most")
    peer: str = address.text("rosenblatt", "the second peer: a rule, or 'river'")
    measure: str = address.choice("error", "log-loss", meaning="what is drawn over time")
    detail: str = address.choice("calibration", "world", "members", "features", meaning="the second picture")
