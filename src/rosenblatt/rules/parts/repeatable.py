"""Whether a function gives the same value for the same arguments: it draws no random number and reads no clock.

What a rule's function refers to is read off its code, with that of every plain function that it calls: a value that
changes with each call would break the promise that the same seed gives the same numbers.
"""

from __future__ import annotations

import builtins
import dis
from collections import ChainMap
from collections.abc import Callable, Iterator
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

_CHANGING_MODULES = ("random", "numpy.random", "secrets", "time", "datetime", "uuid")
_CHANGING_BUILTINS = ("hash", "id", "input")
_TRUSTED = ("numpy", "scipy", "numba", "math")  # what their functions are made of is not looked at
_NOTHING = object()


def check_repeatable(function: Callable[..., Any]) -> None:
    """Raise if a plain function, or one that it calls, may give another value for the same arguments."""
    seen: set[int] = set()
    waiting = [function] if isinstance(function, FunctionType) else []
    while waiting:
        one = waiting.pop()
        if id(one) in seen or _is_in(one.__module__, _TRUSTED):
            continue
        seen.add(id(one))
        for path, value in _references(one):
            if _changes(value):
                raise ValueError(
                    f"functions of a rule must give the same value for the same arguments; got one that uses {path}. "
                    "Chance is part of the scenario: give noise=, channel= or inputs=."
                )
            called = getattr(value, "py_func", value)  # one that Numba compiles is looked at as it was written
            if isinstance(called, FunctionType):
                waiting.append(called)


def _references(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the globals, outer variables and members of modules that a function reads, by name.

    Raise if it sets one.
    """
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    outer = {name: cell.cell_contents for name, cell in cells if cell != CellType()}
    scope = ChainMap[str, Any](function.__globals__, builtins.__dict__)
    for code in _codes(function.__code__):
        path, value = "", _NOTHING
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                path, value = step.argval, scope.get(step.argval, _NOTHING)
            elif step.opname == "LOAD_DEREF":
                path, value = step.argval, outer.get(step.argval, _NOTHING)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, ModuleType):
                path, value = f"{path}.{step.argval}", getattr(value, step.argval, _NOTHING)
            elif step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL") or (
                step.opname == "STORE_DEREF" and step.argval in outer
            ):
                raise ValueError(
                    f"functions of a rule must leave everything outside as it is; got one that sets {step.argval}. "
                    "Use a variable inside the function, or a parameter of the rule."
                )
            else:
                value = _NOTHING
            if value is not _NOTHING:
                yield path, value


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and those inside it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _codes(const)


def _changes(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return _is_in(value.__name__, _CHANGING_MODULES)
    kinds = (value, type(value), type(getattr(value, "__self__", None)))
    owners = [getattr(kind, "__module__", None) for kind in kinds]
    return any(_is_in(owner, _CHANGING_MODULES) for owner in owners) or any(
        value is getattr(builtins, name) for name in _CHANGING_BUILTINS
    )


def _is_in(module: str | None, packages: tuple[str, ...]) -> bool:
    return any(f"{module}.".startswith(f"{package}.") for package in packages)
