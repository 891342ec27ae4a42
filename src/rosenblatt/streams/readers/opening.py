"""`open_reader`: the reader of a file, by its format, which its name ends with or the user says."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Any

from rosenblatt import checks
from rosenblatt.streams.readers import formats
from rosenblatt.streams.readers.kinds import Asked
from rosenblatt.streams.readers.reader import Reader
from rosenblatt.streams.readers.source import Source

PACKED = ("gz", "gzip", "zst", "zstd")  # endings after that of the format


def format_names() -> list[str]:
    """Return the names of the formats, which are those of their modules.

    >>> format_names()
    ['arrow', 'csv', 'jsonl', 'libsvm', 'parquet']
    """
    return sorted(module.name for module in pkgutil.iter_modules(formats.__path__))


def open_reader(
    path: Path | str,
    asked: Asked | None = None,
    *,
    format: str | None = None,
    skip_bad: bool = False,
    **how: Any,
) -> Reader:
    """Return the reader of a file; ``-`` is standard input, which is CSV unless ``format`` says otherwise.

    ``how`` are options of formats; None is as if they were not given.
    """
    source = Source(path)
    name = checks.one_of("format", format, format_names()) if format is not None else format_of(source)
    kind = _reader(name)
    given = {option: value for option, value in how.items() if value is not None}
    for option in given.keys() - set(kind.options):
        raise ValueError(f"{option} must be left out for {name}, which has no such option. Leave it out.")
    return kind(source, asked or Asked(), skip_bad, given)


def format_of(source: Source) -> str:
    """Return the format that the name of a file ends with."""
    if not source.is_file:
        return "csv"
    ends = [end.lstrip(".").lower() for end in Path(source.path).suffixes]
    while ends and ends[-1] in PACKED:
        ends.pop()
    known = {ending: name for name in format_names() for ending in _reader(name).endings}
    if not ends or ends[-1] not in known:
        raise ValueError(
            f"format of {source.name} must be said, for its name does not end with one of {', '.join(sorted(known))}. "
            f"Write --format with one of {', '.join(format_names())}."
        )
    return known[ends[-1]]


def _reader(name: str) -> type[Reader]:
    return importlib.import_module(f"{formats.__name__}.{name}").READER
