"""A ledger of results on disk: what has been computed once is not computed again.

One row for each result; its key is a digest of the canonical configuration, in which everything
that the result depends on must stand, the seed and the version of the package included. Every entry is
committed when it is made, so that a killed run goes on where it was, and several processes of one run may
write: each waits for the others' entries.

A result may come in parts, as runs of a simulation do. A part has a name; its key is that of the configuration, a
colon and the name, so that all parts of a configuration stand side by side: `parts` returns them, and `enter` enters
many of them, of whatever configurations, at once: all of them or none.

    >>> with Ledger(None) as ledger:  # in memory
    ...     key = ledger.key({"rule": "hebb"})
    ...     ledger.enter([Entry(key, "0-9", {"rule": "hebb"}, [0.5])])
    ...     ledger.parts(key)
    {'0-9': [0.5]}
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from rosenblatt import __version__

LONGEST_WAIT = 60_000  # milliseconds, for an entry of another process
COLUMNS = ("key", "configuration", "result")
_SCHEMA = "CREATE TABLE IF NOT EXISTS results (key TEXT PRIMARY KEY, configuration TEXT NOT NULL, result TEXT NOT NULL)"
_ENTER = "INSERT OR REPLACE INTO results VALUES (?, ?, ?)"
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NO_SPACE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def canonical(configuration: dict[str, Any]) -> str:
    """Return a configuration as text: the same text for the same content, in whatever order.

    >>> canonical({"b": 1, "a": [0.5, None]})
    '{"a":[0.5,null],"b":1}'
    """
    return json.dumps(configuration, sort_keys=True, separators=(",", ":"), allow_nan=False)


class Entry(NamedTuple):
    """A part of the result for a configuration, whose key it has."""

    key: str
    part: str
    configuration: dict[str, Any]
    result: Any


class Ledger:
    """Results by configuration, in an SQLite file; in memory, if its path is None."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        try:
            self._file = sqlite3.connect(path or ":memory:", timeout=1.0, isolation_level=None)
        except sqlite3.Error as problem:
            raise self._unusable(problem) from None
        try:
            self._rows(_SCHEMA)
            columns = tuple(name for _, name, *_ in self._rows("PRAGMA table_info(results)"))
            if columns != COLUMNS:
                raise ValueError(
                    f"ledger must have the columns {', '.join(COLUMNS)}; got {', '.join(columns)} in {str(path)!r}. "
                    "Another program wrote it: choose another folder."
                )
            self._rows(f"PRAGMA busy_timeout = {LONGEST_WAIT}")
        except ValueError:
            self._file.close()
            raise

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *reason: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return int(self._rows("SELECT count(*) FROM results")[0][0])

    @staticmethod
    def key(configuration: dict[str, Any]) -> str:
        """Return the key of a configuration, with this version of the package."""
        return _digest(_versioned(configuration))

    def result(self, configuration: dict[str, Any], compute: Callable[[], Any]) -> Any:
        """Return the result for a configuration, computing and entering it if it is missing."""
        text = _versioned(configuration)
        key = _digest(text)
        found = self._rows("SELECT result FROM results WHERE key = ?", key)
        if found:
            return self._read(found[0][0], key)
        entered = json.dumps(compute(), allow_nan=False)
        self._rows(_ENTER, key, text, entered)
        return json.loads(entered)

    def parts(self, key: str) -> dict[str, Any]:
        """Return all parts of the result for a configuration, which is given by its key, by their names."""
        found = self._rows("SELECT key, result FROM results WHERE key > ? AND key < ?", f"{key}:", f"{key};")
        return {entered.partition(":")[2]: self._read(result, entered) for entered, result in found}

    def enter(self, entries: Iterable[Entry]) -> None:
        """Enter parts of results, all of them or none; one that is there already is replaced."""
        rows = [
            (f"{one.key}:{one.part}", _versioned(one.configuration), json.dumps(one.result, allow_nan=False))
            for one in entries
        ]
        self._rows("BEGIN IMMEDIATE")
        try:
            self._file.executemany(_ENTER, rows)
            self._rows("COMMIT")
        except sqlite3.Error as problem:
            self._undo()
            raise self._unusable(problem) from None
        except BaseException:
            self._undo()
            raise

    def _undo(self) -> None:
        if self._file.in_transaction:  # SQLite has ended it by itself where the disk is full
            self._file.execute("ROLLBACK")

    def _rows(self, statement: str, *values: str) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows, or raise with a sentence for what SQLite reports."""
        try:
            return self._file.execute(statement, values).fetchall()
        except sqlite3.Error as problem:
            raise self._unusable(problem) from None

    def _read(self, entered: Any, key: str) -> Any:
        """Return what an entry says, or raise if it is not JSON."""
        try:
            return json.loads(entered)
        except (TypeError, ValueError):
            raise ValueError(
                f"ledger must have results in JSON; got {entered!r:.40} for the key {key[:8]}... in "
                f"{str(self.path)!r}. Delete the file: what it lacks is computed again."
            ) from None

    def _unusable(self, problem: sqlite3.Error) -> ValueError:
        """Return the error for what SQLite reports, by its primary code."""
        code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _BUSY:
            remedy = "Wait for the other run; what was entered is kept."
        elif code in _NO_SPACE:
            remedy = "Make space there, or choose another folder; what was entered is kept."
        else:
            remedy = "Delete the file: what it lacks is computed again."
        return ValueError(
            f"ledger must be an SQLite file that no other run is writing, with space to grow; got {str(self.path)!r} "
            f"({problem}). {remedy}"
        )


def _versioned(configuration: dict[str, Any]) -> str:
    return canonical({**configuration, "version": __version__})


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
