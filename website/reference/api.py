"""The reference of all public names: a page for each room of the package, with the names that come from there."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import rosenblatt as rb
from rosenblatt.lazy_names import homes

ROOMS = {
    "theory": "Learning curves",
    "simulation": "Simulation",
    "scenario": "Scenarios: teachers, inputs, labels",
    "rules": "Rules",
    "estimators": "Estimators",
    "streams": "Streams",
    "river": "River",
    "planning": "Plans",
    "sweeps": "Sweeps",
    "studies": "Studies",
    "plots": "Pictures",
}
PACKAGES = ("theory", "river")  # public themselves, with names of their own


def write(folder: Path) -> None:
    """Write the pages into a folder."""
    folder.mkdir(parents=True)
    names = by_room()
    for room, title in ROOMS.items():
        lines = [*_heading(title), *(_entry(name) for name in names[room])]
        if room in PACKAGES:
            lines += ["", f".. py:module:: rosenblatt.{room}", "", *_heading(f"In rosenblatt.{room}", "-")]
            lines += [_entry(f"{room}.{name}") for name in beside(room, names[room])]
        (folder / f"{room}.rst").write_text("\n".join(lines), encoding="utf-8")
    (folder / "index.rst").write_text("\n".join(_index(names)), encoding="utf-8")


def by_room() -> dict[str, list[str]]:
    """Return the public names of each room, but for those that are packages."""
    source = Path(inspect.getfile(rb)).read_text(encoding="utf-8")
    found: dict[str, list[str]] = {room: [] for room in ROOMS}
    for name, home in homes(source).items():
        if home != "rosenblatt":
            found[home.split(".")[1]].append(name)
    return found


def beside(package: str, known: list[str]) -> list[str]:
    """Return the public names of a package that are not among the known ones, which have their entry already."""
    return sorted(set(getattr(rb, package).__all__) - set(known))


def _entry(name: str) -> str:
    """Return the directive for a public name, as it is called in `rosenblatt`."""
    value: Any = rb
    for part in name.split("."):
        value = getattr(value, part)
    if inspect.isclass(value):
        return f".. autoclass:: rosenblatt.{name}\n   :members:\n"
    kind = "function" if callable(value) else "data"
    return f".. auto{kind}:: rosenblatt.{name}\n"


def _index(names: dict[str, list[str]]) -> list[str]:
    """Return the lines of the page that lists all names."""
    lines = [*_heading("Public names"), "All of them are imported by ``import rosenblatt as rb``.", ""]
    for room, title in ROOMS.items():
        linked = names[room] + [f"{room}.{name}" for name in (beside(room, names[room]) if room in PACKAGES else ())]
        listed = ", ".join(f":py:obj:`~rosenblatt.{name}`" for name in linked)
        lines += [f":doc:`{title} <{room}>`", f"   {listed}", ""]
    return [*lines, ".. toctree::", "   :hidden:", "", *(f"   {room}" for room in ROOMS)]


def _heading(title: str, line: str = "=") -> list[str]:
    return [title, line * len(title), ""]
