"""What a kernel is made of, and a digest of it: its own code, and every function and constant that it refers to."""

from __future__ import annotations

import hashlib
import types
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numba import types as numba_types
from numba.core.dispatcher import Dispatcher

# Sums over synapses may be reordered, so that they vectorise; NaN and infinity keep their meaning.
# Nothing else is: it would undo arithmetic that is careful with its digits, as `gaussian` is.
REORDER = {"reassoc", "contract", "nsz", "arcp"}
REORDERED_SLOTS = ("project", "absorb", "add")
# There a division by 0 is infinite, as NumPy has it: a test of every divisor would keep the loop from vectorising.
SYNAPTIC = {"fastmath": REORDER, "error_model": "numpy"}
# So is it in the functions of rules: what is not finite is reported by those who called the kernel, in their words.
PLAIN = {"error_model": "numpy"}
OPTIONS = "_rosenblatt_options"  # the attribute in which a function keeps what it is compiled with


class Slot:
    """A name in a loop that is filled when the loop is specialised."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *arguments: Any) -> Any:
        raise RuntimeError(f"slot {self.name!r} is empty: specialise the loop that calls it")


def is_foreign(module: types.ModuleType) -> bool:
    """Whether a module's functions are plain Python, not ones that Numba knows by itself."""
    return module.__name__.split(".")[0] not in ("math", "numpy")


def names_in(code: types.CodeType) -> tuple[str, ...]:
    """Return the global and attribute names of a code object and of those inside it."""
    inner = [name for const in code.co_consts if isinstance(const, types.CodeType) for name in names_in(const)]
    return tuple(dict.fromkeys([*code.co_names, *inner]))


def _is_known(value: Any) -> bool:
    """Whether something can only be what its name says: it comes with Python or NumPy."""
    return (getattr(value, "__module__", None) or "numpy").split(".")[0] in ("builtins", "math", "numpy")


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


class Survey:
    """Reads a function and all that it refers to, and makes a digest of it."""

    def __init__(self, fillings: Mapping[str, Any], signature: Any) -> None:
        self.fillings = fillings
        self.cacheable = True
        self._seen: set[int] = set()
        self._read: set[tuple[int, str]] = set()
        self._hash = hashlib.sha256(
            repr((str(signature), sorted(REORDER), REORDERED_SLOTS, SYNAPTIC["error_model"], PLAIN)).encode()
        )
        self._argument_types(getattr(signature, "args", ()))

    def digest(self) -> str:
        return self._hash.hexdigest()[:16]

    def visit(self, function: Any) -> None:
        options = getattr(function, OPTIONS, {})
        if isinstance(function, Dispatcher):
            function, options = function.py_func, function.targetoptions
        if id(function) in self._seen:
            return
        self._seen.add(id(function))
        self.note_options(options)
        self._code(function.__code__)
        self._value("defaults", function.__defaults__, ())
        names = names_in(function.__code__)
        for name in names:
            if name in function.__globals__:
                self._value(name, function.__globals__[name], names)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self._value(name, cell.cell_contents, names)

    def note_options(self, options: Mapping[str, Any]) -> None:
        """Note what a function is compiled with."""
        self._note({name: sorted(value) if isinstance(value, set) else value for name, value in options.items()})

    def _note(self, *facts: Any) -> None:
        self._hash.update(repr(facts).encode())

    def _code(self, code: types.CodeType) -> None:
        self._note(code.co_code, code.co_names, code.co_varnames, code.co_freevars)
        for const in code.co_consts:
            if isinstance(const, types.CodeType):
                self._code(const)
            else:
                self._note(const)

    def _value(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        self._note(name, type(value).__name__)
        if isinstance(value, Slot) and value.name in self.fillings:
            self._value(value.name, self.fillings[value.name], names)
        elif isinstance(value, (types.FunctionType, Dispatcher)):
            self.visit(value)
        elif isinstance(value, types.ModuleType):
            self._module(value, names)
        elif isinstance(value, np.ndarray):
            self._note(value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, (int, float, complex, str, bytes, type(None), np.generic)):
            self._note(repr(value))
        elif isinstance(value, tuple):
            if _is_named_tuple(type(value)):
                self._named_tuple(type(value))
            for item in value:
                self._value(name, item, names)
        elif isinstance(value, (type, types.BuiltinFunctionType, np.ufunc)) and _is_known(value):
            self._note(value.__name__)
        elif _is_named_tuple(value):
            self._named_tuple(value)
        else:
            # An empty slot, or an object whose machine code depends on who knows what: compile it anew each time.
            self.cacheable = False
            self._note(id(value))

    def _named_tuple(self, cls: Any) -> None:
        self._note(cls.__module__, cls.__qualname__, cls._fields)
        for name, default in cls._field_defaults.items():
            self._value(name, default, ())

    def _argument_types(self, parts: Iterable[Any]) -> None:
        """Note the fields of named tuples, which the name of a signature leaves out."""
        for part in parts:
            if isinstance(part, (numba_types.NamedTuple, numba_types.NamedUniTuple)):
                self._named_tuple(part.instance_class)
            self._argument_types(getattr(part, "types", ()))

    def _module(self, module: types.ModuleType, names: tuple[str, ...]) -> None:
        self._note(module.__name__)
        if not is_foreign(module):
            return
        for name in names:
            # A module inside a module is read for the names of the same function, but only once.
            if hasattr(module, name) and (id(module), name) not in self._read:
                self._read.add((id(module), name))
                self._value(name, getattr(module, name), names)


def digest_of_code(function: types.FunctionType, options: Mapping[str, Any] | None = None) -> str | None:
    """Return a digest of a plain function and of all that it refers to, and of what it is compiled with.

    It is None if this cannot be told by its value, as of a function that calls a slot.
    """
    survey = Survey({}, None)
    survey.note_options(options or {})
    survey.visit(function)
    return survey.digest() if survey.cacheable else None


def records_of(signature: Any) -> tuple[str, ...]:
    """Return the types of the records that a function is called with, in arrays too."""
    kinds = (part.dtype if isinstance(part, numba_types.Array) else part for part in signature.args)
    return tuple(str(kind) for kind in kinds if isinstance(kind, numba_types.Record))
