"""The papers that rules come from and that are reproduced, as the folders of `rosenblatt.papers` describe them.

Every folder there has a ``paper.toml``. It is read here, below everything else, so that a rule can cite a paper without
importing the code that reproduces it:

    key      the name by which references and the command line know the paper
    order    its place among the papers, a number
    title    its title
    short    the short name that docs and errata use; with it come authors, where (it appeared) and year

A folder that is no paper, such as the overview, has no short name and cannot be cited.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from rosenblatt import __version__, markdown


@dataclass(frozen=True)
class Paper:
    """A paper, and the short name that docs and errata use for it."""

    short: str
    authors: str
    title: str
    where: str
    year: int

    def __str__(self) -> str:
        return f"{self.authors} ({self.year}). {self.title}. {self.where}."


@dataclass(frozen=True)
class Reference:
    """A place in a paper: the paper's key in `PAPERS` and the equations or sections used."""

    paper: str
    equations: str

    def __str__(self) -> str:
        return f"{PAPERS[self.paper].short} {self.equations}"


@dataclass(frozen=True)
class Folder:
    """A folder of `rosenblatt.papers`, as its ``paper.toml`` describes it; ``paper`` is None if it is no paper."""

    name: str
    key: str
    order: float
    title: str
    paper: Paper | None


@cache
def folders() -> tuple[Folder, ...]:
    """Return the folders of `rosenblatt.papers` in their order.

    >>> [folder.key for folder in folders()][:2]
    ['overview', 'golea-marchand-1992']
    """
    places = files("rosenblatt").joinpath("papers").iterdir()
    found = [described(place) for place in places if place.joinpath("paper.toml").is_file()]
    keys = [folder.key for folder in found]
    for folder in found:
        if keys.count(folder.key) > 1:
            raise ValueError(f"key must be unique among the papers; got {folder.key!r} twice. Choose another in one.")
    return tuple(sorted(found, key=lambda folder: (folder.order, folder.key)))


def described(place: Traversable) -> Folder:
    """Return what the ``paper.toml`` in a folder says."""
    told: dict[str, Any] = tomllib.loads(place.joinpath("paper.toml").read_text(encoding="utf-8"))
    wanted = ["key", "order", "title", *(["short", "authors", "where", "year"] if "short" in told else [])]
    if sorted(told) != sorted(wanted):
        raise ValueError(
            f"paper.toml must have {', '.join(wanted)}; got {', '.join(told)} in the folder {place.name}. "
            "Write one line for each."
        )
    order, key = told.pop("order"), told.pop("key")
    return Folder(place.name, key, order, told["title"], Paper(**told) if "short" in told else None)


class _Papers(Mapping[str, Paper]):
    """The papers that can be cited, by key, in their order; the files are read at the first use."""

    def _by_key(self) -> dict[str, Paper]:
        return {folder.key: folder.paper for folder in folders() if folder.paper is not None}

    def __getitem__(self, key: str) -> Paper:
        return self._by_key()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key())

    def __len__(self) -> int:
        return len(self._by_key())


PAPERS: Mapping[str, Paper] = _Papers()


def package_citation() -> str:
    """Return how to cite this package.

    >>> package_citation().startswith("The rosenblatt developers. rosenblatt, version ")
    True
    """
    about = metadata("rosenblatt")
    return f"{about['Author']}. {about['Name']}, version {__version__}. {about['Summary']}"


def markdown_table() -> str:
    """Return the papers as a table in Markdown."""
    return markdown.table(("short", "paper"), [(paper.short, str(paper)) for paper in PAPERS.values()])
