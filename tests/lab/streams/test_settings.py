from __future__ import annotations

from rosenblatt.lab import address
from rosenblatt.lab.streams.contest import offered_peers
from rosenblatt.lab.streams.examples import EXAMPLES
from rosenblatt.lab.streams.settings import MOST_ROWS, StreamSettings


def test_defaults_are_among_what_is_offered():
    settings = StreamSettings()
    assert settings.source in EXAMPLES
    assert settings.peer in offered_peers()


def test_rows_are_capped():
    settings, [complaint] = address.from_query(StreamSettings, [("rows", str(MOST_ROWS + 1))])
    assert settings == StreamSettings()
    assert f"from 100 to {MOST_ROWS:g}" in complaint
