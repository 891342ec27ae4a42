"""Bytes of a file, decompressed, from any place on; of standard input once, from its start."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa

STANDARD_INPUT = "-"
COMPRESSIONS = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}  # by the first bytes
STEP = 2**20  # bytes that are skipped at once


class Source:
    """Where bytes come from; ``name`` is what messages call it.

    A file is decompressed if its first bytes say so, whatever it is called.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        self.is_file = str(path) != STANDARD_INPUT
        self.name = f"file {str(path)!r}" if self.is_file else "standard input"
        self._opened: Any = None
        if self.is_file:
            _check_file(Path(path))

    @property
    def bytes(self) -> int | None:
        """How many bytes the file has on the disk; None if it is no file."""
        return Path(self.path).stat().st_size if self.is_file else None

    def seek(self, place: int) -> None:
        """Go to a place, counted in decompressed bytes."""
        self.close()
        if not self.is_file:
            if place:
                raise ValueError("file must be one that can be read again; got standard input. Give a file.")
            self._opened = _decompressed_stream(sys.stdin.buffer)
            return
        opened: Any = pa.OSFile(str(self.path))
        compression = _compression(bytes(opened.read(4)))
        opened.seek(0)
        if compression is None:
            opened.seek(min(place, opened.size()))
            self._opened = opened
            return
        self._opened = pa.CompressedInputStream(opened, compression)
        while place > 0:
            passed = len(self.read(min(STEP, place)))
            if passed == 0:
                break
            place -= passed

    def read(self, size: int) -> bytes:
        """Return the next bytes, as many as there are up to ``size``; none at the end."""
        try:
            return self._opened.read(size)
        except (OSError, EOFError) as problem:
            raise ValueError(
                f"{self.name} must be whole; got one whose compressed bytes end or are damaged ({_plain(problem)}). "
                "Copy it again."
            ) from None

    def close(self) -> None:
        """Close what was opened."""
        if self._opened is not None and self.is_file:
            self._opened.close()
        self._opened = None


class _Pipe:
    """Standard input, which hands over what there is and waits only if there is nothing."""

    def __init__(self, stream: Any, first: bytes) -> None:
        self.stream, self.first = stream, first

    def read(self, size: int) -> bytes:
        if self.first:
            first, self.first = self.first, b""
            return first
        return self.stream.read1(size) if hasattr(self.stream, "read1") else self.stream.read(size)


def _decompressed_stream(stream: Any) -> Any:
    """Return a stream that is decompressed if its first bytes say so."""
    first = stream.read(2)
    first += stream.read(2) if len(first) == 2 and first in {magic[:2] for magic in COMPRESSIONS} else b""
    compression = _compression(first)
    if compression is None:
        return _Pipe(stream, first)
    return pa.CompressedInputStream(pa.PythonFile(_Joined(first, stream), mode="r"), compression)


class _Joined(io.RawIOBase):
    """Bytes that have been looked at, and the rest of the stream."""

    def __init__(self, first: bytes, stream: Any) -> None:
        self.first, self.stream = first, stream

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        first, self.first = self.first, b""
        return first + self.stream.read(max(size - len(first), 0))


def _compression(first: bytes) -> str | None:
    """Return what the first bytes say of how a file is compressed."""
    return next((name for magic, name in COMPRESSIONS.items() if first.startswith(magic)), None)


def _check_file(path: Path) -> None:
    """Raise unless a path is a file that can be read."""
    if not path.exists():
        raise ValueError(f"file must be there; there is none called {str(path)!r}. Correct its name.")
    if path.is_dir():
        raise ValueError(f"file must be a file; {str(path)!r} is a folder. Name a file in it.")
    try:
        with path.open("rb") as opened:
            opened.read(1)
    except OSError as problem:
        raise ValueError(f"file must be readable; {str(path)!r} is not: {problem.strerror}.") from None


def _plain(problem: Exception) -> str:
    return str(problem).splitlines()[0].lower() if str(problem) else "unexpected end"
