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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError
from numba.extending import register_jitable

log = logging.getLogger(__name__)

# Sums over synapses may be reordered, so that they vectorise; NaN and infinity keep their meaning.
# Nothing else is: it would undo arithmetic that is careful with its digits, as `gaussian` is.
REORDER = {"reassoc", "contract", "nsz", "arcp"}
REORDERED_SLOTS = ("project", "absorb", "add")
KEPT_DIGESTS = 4  # of one loop and one rule name: enough to go back and forth between edits

_OPTIONS = "_rosenblatt_options"
_compiled: dict[tuple[Any, ...], Any] = {}
_registered: set[types.FunctionType] = set()
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


def specialise(loop: Callable[..., Any], title: str, signature: Any, fillings: Mapping[str, Any]) -> Any:
    """Return ``loop`` compiled with its slots filled.

    Parameters
    ----------
    loop : a `template`.
    title : what the loop is specialised for, for the name of the cached file.
    signature : the Numba signature; the loop is compiled at once.
    fillings : a plain function or a constant for each slot.
    """
    survey = _Survey(fillings)
    survey.visit(loop)
    key = (loop, survey.digest(), str(signature))
    with _lock:
        if key not in _compiled:
            for helper in survey.helpers - _registered:
                register_jitable(helper)
            _registered.update(survey.helpers)
            stem = f"{loop.__name__}_{re.sub('[^0-9a-zA-Z]+', '_', title)}_"
            copies: dict[Any, Any] = {}
            copy = _copy(loop, fillings, copies)
            copy.__qualname__ = stem + survey.digest()
            _compiled[key] = _compile(copy, signature, survey.cacheable, getattr(loop, _OPTIONS))
            if survey.cacheable:
                _prune(_compiled[key], stem)
        return _compiled[key]


def _copy(function: Any, fillings: Mapping[str, Any], copies: dict[Any, Any]) -> types.FunctionType:
    """Return a copy of a template in which slots and templates stand for what fills them."""
    scope = dict(function.__globals__)
    for name in _names(function.__code__):
        value = scope.get(name)
        if isinstance(value, Slot):
            filling = fillings[value.name]
            if isinstance(filling, types.FunctionType):
                options: dict[str, Any] = {"fastmath": REORDER} if value.name in REORDERED_SLOTS else {}
                filling = copies.setdefault(filling, njit(**options)(filling))
            scope[name] = filling
        elif hasattr(value, _OPTIONS):
            if value not in copies:
                copies[value] = njit(**getattr(value, _OPTIONS))(_copy(value, fillings, copies))
            scope[name] = copies[value]
    return types.FunctionType(function.__code__, scope, function.__name__)


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
    module = dispatcher.py_func.__code__.co_filename
    by_digest: dict[str, list[Path]] = {}
    for path in Path(folder).glob(f"{Path(module).stem}.{stem}*"):
        by_digest.setdefault(path.name.split(stem)[1].split("-")[0], []).append(path)
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


class _Survey:
    """Reads a function and all that it refers to: a digest of it, and the plain functions in it."""

    def __init__(self, fillings: Mapping[str, Any]) -> None:
        self.fillings = fillings
        self.helpers: set[types.FunctionType] = set()
        self.cacheable = True
        self._seen: set[int] = set()
        self._hash = hashlib.sha256(repr((sorted(REORDER), REORDERED_SLOTS)).encode())

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
            self._function(value)
        elif isinstance(value, types.ModuleType):
            self._module(value, names)
        elif isinstance(value, np.ndarray):
            self._note(value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, (int, float, complex, str, bytes, type(None), np.generic)):
            self._note(repr(value))
        elif isinstance(value, tuple):
            for item in value:
                self._value(name, item, names)
        elif isinstance(value, (type, types.BuiltinFunctionType, np.ufunc)) and _is_known(value):
            self._note(value.__name__)
        else:
            # An object whose machine code depends on who knows what: compile it anew each time.
            self.cacheable = False
            self._note(id(value))

    def _function(self, value: Any) -> None:
        if isinstance(value, types.FunctionType) and not hasattr(value, _OPTIONS):
            self.helpers.add(value)
        self.visit(value)

    def _module(self, module: types.ModuleType, names: tuple[str, ...]) -> None:
        self._note(module.__name__)
        if module.__name__.split(".")[0] in ("math", "numpy"):
            return
        for name in names:
            if hasattr(module, name):
                self._value(name, getattr(module, name), names)
