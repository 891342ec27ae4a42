"""Public names of a package that are imported when they are first used, from one list of them.

The list are the imports that the package's ``__init__.py`` has under ``if TYPE_CHECKING``: type checkers read them as
they are, and here they are read as a table of names and homes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

# One name a line, as formatters leave it; reading them so is twenty times faster than parsing the file.
_IMPORT = re.compile(r"^    from (\S+) import (\w+) as \2$", re.MULTILINE)


def homes(source: str) -> dict[str, str]:
    """Return the module of each name that a source imports under ``if TYPE_CHECKING``.

    >>> homes("if TYPE_CHECKING:\\n    from shop.fruit import apple as apple")
    {'apple': 'shop.fruit'}
    """
    block = source.partition("if TYPE_CHECKING:\n")[2].partition("\nelse:\n")[0]
    return {name: home for home, name in _IMPORT.findall(block)}


def lazily(package: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package."""
    module = sys.modules[package]
    source = module.__spec__.loader.get_source(package)  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
    home_of = homes(source)

    def get(name: str) -> Any:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = home_of[name]
        value = import_module(f"{package}.{name}") if home == package else getattr(import_module(home), name)
        setattr(module, name, value)
        return value

    return sorted(home_of), get, lambda: sorted({*home_of, *({"__version__"} & set(vars(module)))})
