"""Public names of a package that are imported when they are first used, from one list of them.

The list are the imports that the package's ``__init__.py`` has under ``if TYPE_CHECKING``: type checkers read them as
they are, and here they are read as a table of names and homes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def homes(source: str) -> dict[str, str]:
    """Return the module of each name that a source imports under ``if TYPE_CHECKING``.

    >>> homes("if TYPE_CHECKING:\\n    from shop.fruit import apple as apple")
    {'apple': 'shop.fruit'}
    """
    blocks = [node for node in ast.parse(source).body if isinstance(node, ast.If)]
    (block,) = [node for node in blocks if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


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

    return sorted(home_of), get, lambda: sorted([*home_of, "__version__"])
