"""Rules, scenarios and their parts as plain data: to know them again, and to make them again from a file.

An object is described by its class and its fields, a number by itself, an array by its numbers; a function or a class
of the user's own by a digest of its code and of all that this refers to. What is described so is the same in every
process. Only objects whose classes are this package's can be made again: a file holds no code.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import json
import math
import sys
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np

from rosenblatt.kernels.kernel_digest import digest_of_code

_PACKAGE = "rosenblatt"
_SKIPPED = ("_abc_impl",)


@dataclass
class Description:
    """What describes a value: plain data, and the modules of this package whose code it uses.

    ``lasting``: another process would describe it the same. ``own`` are the names of functions and classes that are
    not this package's, and ``own_modules`` the modules that they are from.
    """

    data: Any = None
    modules: set[str] = field(default_factory=set)
    lasting: bool = True
    own: list[str] = field(default_factory=list)
    own_modules: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        """The data as text, the same for the same content; of large arrays a digest."""
        return json.dumps(self.data, sort_keys=True, separators=(",", ":"), allow_nan=False, default=_array_digest)


def describe(value: Any) -> Description:
    """Return the description of a value.

    >>> from rosenblatt.scenario import Flips
    >>> describe(Flips(0.1)).text
    '{"class":"rosenblatt.scenario.channels.flips:Flips","fields":{"noise":0.1}}'
    """
    found = Description()
    found.data = _data(value, found)
    return found


def _data(value: Any, found: Description) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [_data(part, found) for part in value]
    if isinstance(value, (set, frozenset)):
        return sorted(_data(part, found) for part in value)
    if isinstance(value, np.ndarray):
        return {"array": value}
    if isinstance(value, FunctionType):
        return _function(value, found)
    if isinstance(value, type):
        return {"type": _class(value, found)}
    if dataclasses.is_dataclass(value):
        fields = {f.name: _data(getattr(value, f.name), found) for f in dataclasses.fields(value) if f.repr}
        return {"class": _class(type(value), found), "fields": fields}
    return _opaque(value, found)


def _class(cls: type, found: Description) -> Any:
    """Return the name of a class of this package, or what describes another one."""
    bases = [base for base in cls.__mro__ if base.__module__.partition(".")[0] == _PACKAGE]
    found.modules |= {base.__module__ for base in bases}
    name = f"{cls.__module__}:{cls.__qualname__}"
    if cls in bases:
        return name
    found.own.append(cls.__qualname__)
    found.own_modules |= {cls.__module__} & sys.modules.keys()
    own = [base for base in cls.__mro__ if base not in bases and base.__module__ not in ("builtins", "abc", "typing")]
    return {"own": cls.__qualname__, "parts": [_attributes(base, found) for base in own]}


def _attributes(cls: type, found: Description) -> Any:
    """Return what the body of a class defines."""
    described = {}
    for name, value in sorted(vars(cls).items()):
        if (name.startswith("__") and name != "__post_init__") or name in _SKIPPED:
            continue
        value = getattr(value, "__func__", getattr(value, "fget", getattr(value, "func", value)))
        described[name] = _data(value, found)
    return described


def _function(function: FunctionType, found: Description) -> Any:
    if function.__module__.partition(".")[0] == _PACKAGE:
        found.modules.add(function.__module__)
        return {"function": f"{function.__module__}:{function.__qualname__}"}
    found.own.append(function.__qualname__)
    found.own_modules |= {function.__module__} & sys.modules.keys()
    code = digest_of_code(function)
    return _opaque(function, found) if code is None else {"own": function.__qualname__, "code": code}


def _opaque(value: Any, found: Description) -> Any:
    found.lasting = False
    return {"opaque": f"{type(value).__module__}:{type(value).__qualname__}", "id": id(value)}


def _array_digest(array: np.ndarray) -> Any:
    content = np.ascontiguousarray(array)
    return {"dtype": array.dtype.str, "shape": array.shape, "sha256": hashlib.sha256(content.tobytes()).hexdigest()}


def with_whole_arrays(data: Any) -> str:
    """Return the data of a description as text from which it can be made again."""
    return json.dumps(data, allow_nan=False, default=lambda array: array.tolist())


def make_again(data: Any) -> Any:
    """Return what was described, of classes of this package; raise ValueError for anything else.

    >>> from rosenblatt.scenario import Flips
    >>> make_again(describe(Flips(0.1)).data)
    Flips(noise=0.1)
    """
    if isinstance(data, list):
        return tuple(map(make_again, data))
    if not isinstance(data, dict):
        return data
    match data:
        case {"float": str(text)} if text in ("inf", "-inf", "nan"):
            return float(text)
        case {"array": numbers}:
            return np.array(numbers)
        case {"class": str(name), "fields": dict(fields)}:
            cls = _known(name)
            if isinstance(cls, type) and dataclasses.is_dataclass(cls):
                given = {f.name for f in dataclasses.fields(cls) if f.init and f.repr}
                return cls(**{key: make_again(value) for key, value in fields.items() if key in given})
        case {"function": str(name)} | {"type": str(name)}:
            return _known(name)
    raise ValueError(f"description must be of objects of this package; got {str(data)[:60]}.")


def _known(name: str) -> Any:
    """Return a class or function of this package by its module and its name there."""
    module, _, qualified = name.partition(":")
    found: Any = None
    if module.startswith(f"{_PACKAGE}.") and qualified.isidentifier():
        try:
            found = getattr(importlib.import_module(module), qualified, None)
        except ImportError:
            found = None
    if getattr(found, "__module__", None) != module:
        raise ValueError(f"description must be of objects of this package; got {name!r}, which is none.")
    return found
