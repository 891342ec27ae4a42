"""A ledger of results on disk: what has been computed once is not computed again.

One row for each result; its key is a digest of the canonical configuration, in which everything
that the result depends on must stand, the seed and the version of the package included. Every entry is
committed when it is made, so that a killed run goes on where it was, and several processes of one run may
write: each waits for the others' entries.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rosenblatt import __version__

LONGEST_WAIT = 60_000  # milliseconds, for an entry of another process
_SCHEMA = "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, configuration TEXT NOT NULL, result TEXT NOT NULL)"


def canonical(configuration: dict[str, Any]) -> str:
    """Return a configuration as text: the same text for the same content, in whatever order.

    >>> canonical({"b": 1, "a": [0.5, None]})
    '{"a":[0.5,null],"b":1}'
    """
    return json.dumps(configuration, sort_keys=True, separators=(",", ":"), allow_nan=False)


class Ledger:
    """Results by configuration, in an SQLite file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._file = sqlite3.connect(path, timeout=1.0, isolation_level=None)
            self._file.execute(_SCHEMA)
            self._file.execute(f"PRAGMA busy_timeout = {LONGEST_WAIT}")
        except sqlite3.Error as problem:
            raise ValueError(
                f"ledger must be an SQLite file that no other run is writing; got {str(path)!r} ({problem}). "
                "Wait for the other run, or delete the file."
            ) from None

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *reason: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return int(self._file.execute("SELECT count(*) FROM results").fetchone()[0])

    def result(self, configuration: dict[str, Any], compute: Callable[[], Any]) -> Any:
        """Return the result for a configuration, computing and entering it if it is missing."""
        text = canonical({**configuration, "version": __version__})
        key = hashlib.sha256(text.encode()).hexdigest()
        row = self._file.execute("SELECT result FROM results WHERE key = ?", (key,)).fetchone()
        if row is not None:
            return json.loads(row[0])
        entered = json.dumps(compute(), allow_nan=False)
        self._file.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?)", (key, text, entered))
        return json.loads(entered)
