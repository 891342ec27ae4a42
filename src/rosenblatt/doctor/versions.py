"""Versions of Python, of this package, of what it needs, and of what its extras need."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import groupby

from rosenblatt import __version__
from rosenblatt.doctor.finding import Finding

OLDEST_PYTHON = (3, 11)
NOT_INSTALLED = "rosenblatt must be installed, not only found: pip install . in its folder."
FOR_DEVELOPERS = {"bench", "build", "dev", "docs"}
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[.*?\])?\s*>=\s*([\d.]+)(?:.*extra == ['\"](\w+)['\"])?")


def versions() -> list[Finding]:
    """Return what is installed of what is needed."""
    python = platform.python_version()
    oldest = ".".join(map(str, OLDEST_PYTHON))
    old = sys.version_info[:2] < OLDEST_PYTHON
    found = [
        Finding("versions", "python", python, f"Python must be {oldest} or newer: install one." if old else ""),
        _this_package(),
    ]
    return found + [_package("versions", name, least) for name, least, extra in _requirements() if not extra]


def _this_package() -> Finding:
    """Return what is there of this package, whose sources may be newer than what was installed of it."""
    try:
        installed = version("rosenblatt")
    except PackageNotFoundError:
        return Finding("versions", "rosenblatt", f"{__version__}, not installed", NOT_INSTALLED)
    said = __version__ if installed == __version__ else f"{__version__}, installed as {installed}"
    return Finding("versions", "rosenblatt", said)


def extras() -> list[Finding]:
    """Return which extras are there; one that is not is no fault."""
    asked = sorted((extra, name, least) for name, least, extra in _requirements() if extra)
    found = []
    for extra, packages in groupby(asked, key=lambda line: line[0]):
        if extra not in FOR_DEVELOPERS:
            parts = [_package("extras", name, least) for _, name, least in packages]
            bad = [part for part in parts if not part.good]
            said = f"not there: pip install 'rosenblatt[{extra}]'" if bad else _listed(parts)
            found.append(Finding("extras", extra, said))
    return found


def _requirements() -> Iterator[tuple[str, str, str]]:
    """Yield name, least version and extra of what this package asks for; no extra is asked for by default."""
    try:
        lines = requires("rosenblatt") or []
    except PackageNotFoundError:  # which is a finding of its own
        return
    for line in lines:
        if match := _REQUIREMENT.match(line):
            yield match[1], match[2], match[3] or ""


def _package(part: str, name: str, least: str) -> Finding:
    """Return what is there of a package."""
    remedy = f"{name} must be at least {least}: pip install '{name}>={least}'"
    try:
        present = version(name)
    except PackageNotFoundError:
        return Finding(part, name, "missing", remedy)
    return Finding(part, name, present, remedy if _numbers(present) < _numbers(least) else "")


def _numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that a version begins with, without zeros at its end: 2.0 is 2."""
    numbers = [int(number) for number in re.findall(r"\d+", re.match(r"[\d.]*", text)[0])]  # type: ignore[index]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _listed(parts: list[Finding]) -> str:
    return ", ".join(f"{part.name} {part.said}" for part in parts)
