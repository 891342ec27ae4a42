"""The papers that are reproduced: the folders beside this file that have a module ``claims``."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from rosenblatt import checks
from rosenblatt.papers.judging import Reproduction
from rosenblatt.references import Folder, folders


def reproduced() -> dict[str, Folder]:
    """Return the folders that are reproduced, by key and in their order.

    >>> list(reproduced())[:2]
    ['overview', 'golea-marchand-1992']
    """
    return {folder.key: folder for folder in folders() if find_spec(_claims(folder)) is not None}


def find(name: str) -> Folder:
    """Return the folder of a paper that is given by its key or its short name.

    >>> find("L8").key
    'sompolinsky-lecture-2010'
    """
    known = reproduced()
    keys = {folder.paper.short.lower(): key for key, folder in known.items() if folder.paper is not None}
    key = keys.get(name.lower(), name)
    if key not in known:
        raise ValueError(f"paper must be one that is reproduced; got {name!r}. {checks.nearest(key, known)}")
    return known[key]


def reproduction(folder: Folder) -> Reproduction:
    """Return the rows, figures and tables of a folder."""
    return import_module(_claims(folder)).REPRODUCTION


def _claims(folder: Folder) -> str:
    return f"rosenblatt.papers.{folder.name}.claims"
