"""Loops that take any rule: how a plain loop and a rule's functions become machine code.

A loop is an ordinary function that calls *slots* (``project``, ``respond``, ``draw`` ...). To
compile it for a rule, `specialise` copies it with the slots filled by the rule's functions.

Numba's cache on disk would miss every time if a rule's function were passed as an argument, and
would run old machine code after an edit if the function were a global: it looks only at the file
of the outermost function. So each copy bears in its name a digest of everything that it is made
of: its own code, the rule's, and that of every function and constant that these refer to. A new
parameter value does not recompile (parameters are arguments), an edit anywhere does, and digests
that nobody used lately are pruned. Where no folder can be written, nothing is cached.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import types
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numba import types as numba_types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

log = logging.getLogger(__name__)

# Sums over synapses may be reordered, so that they vectorise; NaN and infinity keep their meaning.
# Nothing else is: it would undo arithmetic that is careful with its digits, as `gaussian` is.
REORDER = {"reassoc", "contract", "nsz", "arcp"}
REORDERED_SLOTS = ("project", "absorb", "add")
# There a division by 0 is infinite, as NumPy has it: a test of every divisor would keep the loop from vectorising.
SYNAPTIC = {"fastmath": REORDER, "error_model": "numpy"}
KEPT_DIGESTS = 4  # of one loop and one rule name: enough to go back and forth between edits

_OPTIONS = "_rosenblatt_options"
_compiled: dict[str, Any] = {}
_lock = threading.RLock()

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


class Slot:
    """A name in a loop that is filled when the loop is specialised."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *arguments: Any) -> Any:
        raise RuntimeError(f"slot {self.name!r} is empty: specialise the loop that calls it")


def template(function: AnyFunction) -> AnyFunction:
    """Mark a function that calls slots, or calls a function that does."""
    setattr(function, _OPTIONS, {})
    return function


def summing(function: AnyFunction) -> AnyFunction:
    """Mark a template whose sums run over the synapses and may be reordered."""
    setattr(function, _OPTIONS, {"fastmath": REORDER})
    return function


def inlined(function: AnyFunction) -> AnyFunction:
    """Mark a template, beside its other mark, that is to be part of its callers: one that is called for each row.

    A call hands over each number of each array by itself, and there are many in named tuples.
    """
    setattr(function, _OPTIONS, {**getattr(function, _OPTIONS, {}), "forceinline": True})
    return function


def pasted(function: AnyFunction) -> AnyFunction:
    """Mark a template whose lines are to stand in its callers, with their options: it is not compiled by itself."""
    setattr(function, _OPTIONS, {**getattr(function, _OPTIONS, {}), "inline": "always"})
    return function


def named_tuple_type(cls: type, *fields: Any) -> Any:
    """Return the Numba type of a named tuple whose fields have these types.

    An argument must have exactly this type: in a tuple, Numba converts neither a writable array to a read-only one nor
    a whole number to a float.
    """
    return numba_types.BaseTuple.from_types(fields, cls)


def specialise(loop: Callable[..., Any], title: str, signature: Any, fillings: Mapping[str, Any]) -> Any:
    """Return ``loop`` compiled with its slots filled.

    It reads all code and constants that go into the kernel, each time: keep the result for as long
    as they shall not change.

    Parameters
    ----------
    loop : a `template`.
    title : what the loop is specialised for, for the name of the cached file.
    signature : the Numba signature; the loop is compiled at once.
    fillings : a plain function or a constant for each slot.
    """
    survey = _Survey(fillings, signature)
    survey.visit(loop)
    key = survey.digest()
    with _lock:
        if key not in _compiled:
            stem = f"{loop.__name__}_{re.sub('[^0-9a-zA-Z]+', '_', title)}_"
            copy = _Copier(fillings).copy(loop)
            copy.__qualname__ = stem + key
            _compiled[key] = _compile(copy, signature, survey.cacheable, getattr(loop, _OPTIONS))
            if survey.cacheable:
                _prune(_compiled[key], stem)
        return _compiled[key]


class _Copier:
    """Copies a function with all plain functions that it refers to, slots filled, ready to be compiled.

    A function that Numba has once compiled keeps the constants that it then had. A fresh copy has
    those of now, which are those of the digest.
    """

    def __init__(self, fillings: Mapping[str, Any]) -> None:
        self.fillings = fillings
        self.ready: dict[Any, Any] = {}

    def copy(self, function: types.FunctionType | Callable[..., Any]) -> types.FunctionType:
        """Return the copy, not yet compiled."""
        assert isinstance(function, types.FunctionType)
        names = _names(function.__code__)
        scope = dict(function.__globals__)
        for name in names:
            if name in scope:
                scope[name] = self._value(scope[name], names)
        cells = tuple(types.CellType(self._value(cell.cell_contents, names)) for cell in function.__closure__ or ())
        return types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells or None)

    def _value(self, value: Any, names: tuple[str, ...]) -> Any:
        """Return what stands for a value in the copy."""
        if isinstance(value, Slot):
            filling = self.fillings[value.name]
            options = getattr(filling, _OPTIONS, SYNAPTIC if value.name in REORDERED_SLOTS else {})
            return self._jit(filling, options) if isinstance(filling, types.FunctionType) else filling
        if isinstance(value, types.FunctionType):
            return self._jit(value, getattr(value, _OPTIONS, {}))
        if isinstance(value, Dispatcher) and not value.py_func.__module__.startswith("rosenblatt."):
            return self._jit(value.py_func, value.targetoptions)
        if isinstance(value, types.ModuleType) and _is_foreign(value):
            return self._shadow(value, names)
        return value

    def _shadow(self, module: types.ModuleType, names: tuple[str, ...]) -> types.ModuleType:
        """Return a module in which the functions that are asked for are ready to be called."""
        key = (module, names)
        if key not in self.ready:
            self.ready[key] = shadow = types.ModuleType(module.__name__)
            shadow.__dict__.update(module.__dict__)
            for name in names:
                if isinstance(getattr(module, name, None), (types.FunctionType, Dispatcher, types.ModuleType)):
                    setattr(shadow, name, self._value(getattr(module, name), names))
        return self.ready[key]

    def _jit(self, function: types.FunctionType, options: Mapping[str, Any]) -> Any:
        if function not in self.ready:
            self.ready[function] = function  # one that calls itself finds itself, and Numba says what it lacks
            self.ready[function] = njit(**options)(self.copy(function))
        return self.ready[function]


def _is_foreign(module: types.ModuleType) -> bool:
    """Whether a module's functions are plain Python, not ones that Numba knows by itself."""
    return module.__name__.split(".")[0] not in ("math", "numpy")


def _compile(copy: types.FunctionType, signature: Any, cacheable: bool, options: dict[str, Any]) -> Any:
    options = {"nogil": True, **options}
    try:
        return _compile_or_load(copy, signature, cacheable, options)
    except NumbaError as reason:
        # Numba wraps the cause in one such line for each function on the way to it.
        cause = str(reason).split("(step: nopython frontend)")[-1].strip().splitlines()[0].rstrip(":.")
        raise TypeError(
            f"functions of a rule must be ones that Numba can compile; got: {cause}. "
            "Use numbers, math, rosenblatt.gaussian and plain functions of these."
        ) from reason


def _compile_or_load(copy: types.FunctionType, signature: Any, cacheable: bool, options: dict[str, Any]) -> Any:
    if cacheable:
        try:
            return njit(signature, cache=True, **options)(copy)
        except (RuntimeError, OSError, ImportError) as reason:
            # "No locator available" where neither Numba's folder nor the user's is writable; a cached
            # file that names a module which is no more.
            log.info("kernel %s is compiled without a cache: %s", copy.__name__, reason)
    return njit(signature, **options)(copy)


def _prune(dispatcher: Any, stem: str) -> None:
    """Delete the cached files of all but the digests used last."""
    folder = dispatcher.stats.cache_path
    if not folder or not dispatcher.stats.cache_misses:
        return
    module = Path(dispatcher.py_func.__code__.co_filename).stem
    pattern = re.compile(re.escape(f"{module}.{stem}") + r"([0-9a-f]{16})-.*")
    by_digest: dict[str, list[Path]] = {}
    for path in Path(folder).iterdir():
        if match := pattern.fullmatch(path.name):
            by_digest.setdefault(match.group(1), []).append(path)
    recent = sorted(by_digest, key=lambda digest: max(_modified(path) for path in by_digest[digest]))
    for digest in recent[:-KEPT_DIGESTS]:
        for path in by_digest[digest]:
            path.unlink(missing_ok=True)


def _modified(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def _names(code: types.CodeType) -> tuple[str, ...]:
    """Return the global and attribute names of a code object and of those inside it."""
    inner = [name for const in code.co_consts if isinstance(const, types.CodeType) for name in _names(const)]
    return tuple(dict.fromkeys([*code.co_names, *inner]))


def _is_known(value: Any) -> bool:
    """Whether something can only be what its name says: it comes with Python or NumPy."""
    return (getattr(value, "__module__", None) or "numpy").split(".")[0] in ("builtins", "math", "numpy")


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


class _Survey:
    """Reads a function and all that it refers to, and makes a digest of it."""

    def __init__(self, fillings: Mapping[str, Any], signature: Any) -> None:
        self.fillings = fillings
        self.cacheable = True
        self._seen: set[int] = set()
        self._read: set[tuple[int, str]] = set()
        self._hash = hashlib.sha256(
            repr((str(signature), sorted(REORDER), REORDERED_SLOTS, SYNAPTIC["error_model"])).encode()
        )
        self._argument_types(getattr(signature, "args", ()))

    def digest(self) -> str:
        return self._hash.hexdigest()[:16]

    def visit(self, function: Any) -> None:
        options = getattr(function, _OPTIONS, {})
        if isinstance(function, Dispatcher):
            function, options = function.py_func, function.targetoptions
        if id(function) in self._seen:
            return
        self._seen.add(id(function))
        self._note({name: sorted(value) if isinstance(value, set) else value for name, value in options.items()})
        self._code(function.__code__)
        self._value("defaults", function.__defaults__, ())
        names = _names(function.__code__)
        for name in names:
            if name in function.__globals__:
                self._value(name, function.__globals__[name], names)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            self._value(name, cell.cell_contents, names)

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
        if isinstance(value, Slot):
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
            # An object whose machine code depends on who knows what: compile it anew each time.
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
        if not _is_foreign(module):
            return
        for name in names:
            # A module inside a module is read for the names of the same function, but only once.
            if hasattr(module, name) and (id(module), name) not in self._read:
                self._read.add((id(module), name))
                self._value(name, getattr(module, name), names)
