"""Loops that take any rule: how a plain loop and a rule's functions become machine code.

A loop is an ordinary function that calls *slots* (``project``, ``respond``, ``draw`` ...). To
compile it for a rule, `specialise` copies it with the slots filled by the rule's functions.

Numba's cache on disk would miss every time if a rule's function were passed as an argument, and
would run old machine code after an edit if the function were a global: it looks only at the file
of the outermost function. So each copy bears in its name a digest of everything that it is made
of: its own code, the rule's, and that of every function and constant that these refer to. A new
parameter value does not recompile (parameters are arguments), an edit anywhere does, and digests
that nobody used lately are pruned. Where no folder can be written, nothing is cached.

So do the copies of all functions that go into it. Numba names the machine code of a function by its name, its types
and a number that counts from 1 in each process. Two kernels from different processes may each bring a ``respond`` of
the same name and number, and a third process that loads both would call the first from both. A part that calls no
slot, as the teacher's walk, bears a digest of its own, and is compiled once in a process for all kernels.
"""

from __future__ import annotations

import hashlib
import re
import threading
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numba import njit
from numba import types as numba_types
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from rosenblatt.kernels.disk_cache import keep_on_disk, prune
from rosenblatt.kernels.kernel_digest import (
    OPTIONS,
    PLAIN,
    REORDER,
    REORDERED_SLOTS,
    SYNAPTIC,
    Slot,
    Survey,
    digest_of_code,
    is_foreign,
    names_in,
    records_of,
)
from rosenblatt.rules.parts.repeatable import check_repeatable

LONGEST_CAUSE = 200  # characters of what Numba says
LONGEST_TITLE = 80  # of a file's name, which may have 255 characters in all

_compiled: dict[str, Any] = {}
_machine_code: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
_parts: dict[str, Any] = {}  # functions that call no slot, by the digest of their code and options
_lock = threading.RLock()

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def constant(name: str) -> Any:
    """Return a slot that is filled by a number, or by another constant that the compiler shall know."""
    return Slot(name)


def template(function: AnyFunction) -> AnyFunction:
    """Mark a function that calls slots, or calls a function that does."""
    setattr(function, OPTIONS, {})
    return function


def summing(function: AnyFunction) -> AnyFunction:
    """Mark a template whose sums run over the synapses and may be reordered."""
    setattr(function, OPTIONS, {"fastmath": REORDER})
    return function


def numeric(function: AnyFunction) -> AnyFunction:
    """Mark a template, beside its other mark, in which a division by 0 is infinite, as NumPy has it.

    A test of every divisor would keep loops from being vectorised, and costs time to compile.
    """
    setattr(function, OPTIONS, {**getattr(function, OPTIONS, {}), **PLAIN})
    return function


def approximate(function: AnyFunction) -> AnyFunction:
    """Mark a function for which the quick functions of single precision that devices have are good enough."""
    setattr(function, OPTIONS, {"fastmath": True})
    return function


def inlined(function: AnyFunction) -> AnyFunction:
    """Mark a template, beside its other mark, that is to be part of its callers: one that is called for each row.

    A call hands over each number of each array by itself, and there are many in named tuples.
    """
    setattr(function, OPTIONS, {**getattr(function, OPTIONS, {}), "forceinline": True})
    return function


def pasted(function: AnyFunction) -> AnyFunction:
    """Mark a template whose lines are to stand in its callers, with their options: it is not compiled by itself."""
    setattr(function, OPTIONS, {**getattr(function, OPTIONS, {}), "inline": "always"})
    return function


def cached_njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function without slots, for each set of types that it is called with, and keep it on disk."""

    def decorate(function: Callable[..., Any]) -> Any:
        def digest() -> str:
            survey = Survey({}, None)
            survey.visit(kernel)
            return survey.digest()

        kernel = njit(nogil=True, **options)(function)
        keep_on_disk(kernel, digest)
        return kernel

    return decorate


def named_tuple_type(cls: type, *fields: Any) -> Any:
    """Return the Numba type of a named tuple whose fields have these types.

    An argument must have exactly this type: in a tuple, Numba converts neither a writable array to a read-only one nor
    a whole number to a float.
    """
    return numba_types.BaseTuple.from_types(fields, cls)


def type_of_numbers(numbers: tuple[Any, ...]) -> Any:
    """Return the Numba type of a tuple of numbers, among which there may be arrays of numbers."""
    if not any(isinstance(number, np.ndarray) for number in numbers):
        return numba_types.UniTuple(numba_types.float64, len(numbers))
    array, number = numba_types.float64[::1], numba_types.float64
    return numba_types.BaseTuple.from_types([array if isinstance(one, np.ndarray) else number for one in numbers])


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
    survey = Survey(fillings, signature)
    survey.visit(loop)
    key = survey.digest()
    with _lock:
        if key not in _compiled:
            for filling in fillings.values():
                check_repeatable(filling)
            kind = hashlib.sha256(str(signature).encode()).hexdigest()[:6]  # each signature has its own old digests
            stem = f"{loop.__name__}_{re.sub('[^0-9a-zA-Z]+', '_', title)[:LONGEST_TITLE]}_{kind}_"
            copy = Copier(fillings, key, records_of(signature)).copy(loop)
            copy.__qualname__ = stem + key
            _compiled[key] = kernel = _compile(copy, signature, survey.cacheable, getattr(loop, OPTIONS), key)
            if kernel.stats.cache_path and kernel.stats.cache_misses:
                prune(Path(kernel.stats.cache_path), f"{Path(loop.__code__.co_filename).stem}.{stem}")
        return _compiled[key]


def machine_code(kernel: Any) -> Any:
    """Return the only specialisation of a kernel, for who has looked at what it hands over.

    Its types are not found again, which would take longer than many a call; and what it only reads may be read-only.
    """
    found = _machine_code.get(kernel)
    if found is None:
        found = _machine_code[kernel] = kernel.get_overload(kernel.signatures[0])
    return found


class Copier:
    """Copies a function with all plain functions that it refers to, slots filled, ready to be compiled.

    A function that Numba has once compiled keeps the constants that it then had. A fresh copy has
    those of now, which are those of the digest.
    """

    def __init__(self, fillings: Mapping[str, Any], digest: str, records: tuple[str, ...] = ()) -> None:
        self.fillings, self.digest = fillings, digest
        self.records = records  # Numba takes a record with more fields for one of another kind, and warns of it
        self.ready: dict[Any, Any] = {}

    def copy(self, function: types.FunctionType | Callable[..., Any], digest: str = "") -> types.FunctionType:
        """Return the copy, not yet compiled; its name bears the kernel's digest, or one of its own."""
        assert isinstance(function, types.FunctionType)
        names = names_in(function.__code__)
        scope = dict(function.__globals__)
        for name in names:
            if name in scope:
                scope[name] = self.value(scope[name], names)
        cells = tuple(types.CellType(self.value(cell.cell_contents, names)) for cell in function.__closure__ or ())
        copy = types.FunctionType(
            self.code(function.__code__), scope, function.__name__, function.__defaults__, cells or None
        )
        copy.__qualname__ = f"{function.__qualname__}_{digest or self.digest}"
        return copy

    def code(self, code: types.CodeType) -> types.CodeType:
        """Return the code of a copy: that of the function."""
        return code

    def value(self, value: Any, names: tuple[str, ...]) -> Any:
        """Return what stands for a value in the copy."""
        if isinstance(value, Slot):
            return self.filled(value.name)
        if isinstance(value, types.FunctionType):
            return self.jit(value, getattr(value, OPTIONS, PLAIN))
        if isinstance(value, Dispatcher):
            return self.compiled(value)
        if isinstance(value, types.ModuleType) and is_foreign(value):
            return self._shadow(value, names)
        return value

    def filled(self, slot: str) -> Any:
        """Return what stands for a slot."""
        filling = self.fillings[slot]
        options = getattr(filling, OPTIONS, SYNAPTIC if slot in REORDERED_SLOTS else PLAIN)
        return self.jit(filling, options) if isinstance(filling, types.FunctionType) else filling

    def compiled(self, value: Dispatcher) -> Any:
        """Return what stands for a function that Numba has been asked to compile: ours stay as they are."""
        if value.py_func.__module__.startswith("rosenblatt."):
            return value
        return self.jit(value.py_func, value.targetoptions)

    def _shadow(self, module: types.ModuleType, names: tuple[str, ...]) -> types.ModuleType:
        """Return a module in which the functions that are asked for are ready to be called."""
        key = (module, names)
        if key not in self.ready:
            self.ready[key] = shadow = types.ModuleType(module.__name__)
            shadow.__dict__.update(module.__dict__)
            for name in names:
                if isinstance(getattr(module, name, None), (types.FunctionType, Dispatcher, types.ModuleType)):
                    setattr(shadow, name, self.value(getattr(module, name), names))
        return self.ready[key]

    def jit(self, function: types.FunctionType, options: Mapping[str, Any]) -> Any:
        """Return the compiled copy of a function."""
        if function not in self.ready:
            self.ready[function] = function  # one that calls itself finds itself, and Numba says what it lacks
            # Only the loop is called from Python: a wrapper for each part would be a third of the compiler's time.
            bare: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **options}
            digest = digest_of_code(function, {**options, "records": self.records})
            if digest is None:
                self.ready[function] = njit(**bare)(self.copy(function))
            else:
                if digest not in _parts:
                    _parts[digest] = njit(**bare)(self.copy(function, digest))
                self.ready[function] = _parts[digest]
        return self.ready[function]


def _compile(copy: types.FunctionType, signature: Any, cacheable: bool, options: dict[str, Any], digest: str) -> Any:
    kernel = njit(nogil=True, **options)(copy)
    if cacheable:
        keep_on_disk(kernel, lambda: digest)
    try:
        kernel.compile(signature)
    except (NumbaError, UnsupportedBytecodeError, AttributeError) as reason:  # the last: a module without that name
        raise refused(reason) from reason
    kernel.disable_compile()
    return kernel


def refused(reason: Exception, remedy: str = "") -> TypeError:
    """Return the error that says why a rule's functions could not be compiled, with one remedy more."""
    return TypeError(
        f"functions of a rule must be ones that Numba can compile; got: {_cause(reason)}. "
        f"Use numbers, math, rosenblatt.gaussian and plain functions of these. {remedy}".rstrip()
    )


def _cause(reason: Exception) -> str:
    """Return the first line of what Numba says at last: it wraps it in a line for each function on the way to it."""
    cause = re.split(r"\(step: [^)]*\)", str(reason))[-1].strip().splitlines()[0].rstrip(":.")
    return cause if len(cause) <= LONGEST_CAUSE else f"{cause[:LONGEST_CAUSE]} ..."
