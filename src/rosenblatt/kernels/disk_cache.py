"""Machine code on disk: one file for each function, signature, CPU and version of Numba, sealed with a checksum.

Numba's own cache has an index for each function, which names files by number. Two processes that compile different
signatures at the same time take the same number, and an index then points to the machine code of another signature.
And a damaged file ends the program, or is run as it is. Here the name of a file follows from what is in it, so that
there is no index; a file is written whole or not at all; and one whose checksum is wrong is compiled anew.

What the user's folder has not is looked for among the kernels that were compiled when the package was built. They are
read alone: what does not fit this CPU, this Numba or the code as it is now is compiled as if it were not there.
"""

from __future__ import annotations

import hashlib
import logging
import pickle
import re
import threading
import time
import types
import warnings
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import FunctionCache
from numba.core.serialize import dumps

from rosenblatt.files import write_whole
from rosenblatt.kernels.compile_note import CompileNote

log = logging.getLogger(__name__)

KEPT_DIGESTS = 4  # of one loop and one rule name: enough to go back and forth between edits
SUFFIX = ".kernel"
SHIPPED = Path(__file__).parent / "shipped"  # what was compiled when the package was built, see `usual_kernels`
ABANDONED = 3600.0  # seconds after which a file that nobody finished has nobody who writes it
_SEAL = hashlib.sha256().digest_size

_warned = threading.Event()


class DiskCache(FunctionCache):
    """Numba's cache of a function, with files of its own.

    Parameters
    ----------
    function : what is compiled.
    digest : called at the first compilation, returns a digest of all code and constants that go into the function.
    """

    def __init__(self, function: types.FunctionType, digest: Callable[[], str]) -> None:
        super().__init__(function)
        self._cache_file = _SealedFiles(Path(self.cache_path), self._impl.filename_base, digest)
        self._note = CompileNote()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is on disk; if nothing is, compiling begins."""
        found = super().load_overload(sig, target_context)
        if found is None:
            self._note.begin()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write what has been compiled."""
        self._note.end()
        super().save_overload(sig, data)


class _Shipped:
    """Tells Numba of the folder of what was compiled when the package was built, whether it can be written or not."""

    def __init__(self, function: types.FunctionType) -> None:
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: types.FunctionType, file: str) -> _Shipped:
        return cls(function)

    def get_cache_path(self) -> str:
        return str(SHIPPED)

    def get_source_stamp(self) -> None:
        """Return nothing: digests tell whether a kernel is up to date."""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _ShippedFiles(FunctionCache._impl_class):
    _locator_classes = [_Shipped]


class ReadOnlyCache(DiskCache):
    """The kernels that were compiled when the package was built, where no folder can be written."""

    _impl_class = _ShippedFiles

    def __init__(self, function: types.FunctionType, digest: Callable[[], str]) -> None:
        super().__init__(function, digest)
        self._cache_path = None  # there is no folder to keep anything in

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write nothing."""
        self._note.end()


def keep_on_disk(dispatcher: Any, digest: Callable[[], str]) -> None:
    """Let a function that Numba has not compiled yet keep its machine code on disk, if a folder can be written.

    If none can, it is looked for among the kernels that go with the package.
    """
    for kind in (DiskCache, ReadOnlyCache):
        try:
            dispatcher._cache = kind(dispatcher.py_func, digest)
        except RuntimeError as reason:  # "no locator available": neither Numba's folder nor the user's can be written
            log.info("kernel %s is compiled without a folder of its own: %s", dispatcher.py_func.__name__, reason)
        else:
            return


class _SealedFiles:
    """The files of one function: each is the checksum of the rest, and the rest what was kept, with its key."""

    def __init__(self, folder: Path, base: str, digest: Callable[[], str]) -> None:
        self.folder, self.base, self._digest = folder, base, digest

    @cached_property
    def digest(self) -> str:
        return self._digest()

    def _path(self, key: Any) -> Path:
        signature, target, _ = key
        what = repr((numba.__version__, llvmlite.__version__, signature, target))
        return self.folder / f"{self.base}.{hashlib.sha256(what.encode()).hexdigest()[:16]}{SUFFIX}"

    def load(self, key: Any) -> Any:
        """Return what was saved under a key; None if nothing was, it is out of date, or it is damaged."""
        path = self._path(key)
        own = self._load_file(path, key)
        return self._load_file(SHIPPED / path.name, key) if own is None else own

    def _load_file(self, path: Path, key: Any) -> Any:
        """Return what a file has for a key, or None."""
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as reason:
            _warn(path, reason.strerror or "it cannot be read")
            return None
        seal, sealed = content[:_SEAL], content[_SEAL:]
        if hashlib.sha256(sealed).digest() != seal:
            _warn(path, "its checksum is wrong")
            return None
        try:
            digest, signature, data = pickle.loads(sealed)
        except (ImportError, AttributeError) as reason:
            log.info("kernel %s is compiled anew: what it refers to is no more: %s", path, reason)
            return None
        return data if (digest, signature) == (self.digest, key[0]) else None

    def save(self, key: Any, data: Any) -> None:
        """Write a file whole, or leave what is there."""
        sealed = dumps((self.digest, key[0], data))
        content = hashlib.sha256(sealed).digest() + sealed
        try:
            write_whole(self._path(key), lambda file: file.write_bytes(content))
        except OSError as reason:  # the disk is full, another process prunes, something stands in its place
            log.info("kernel %s is not kept on disk: %s", self.base, reason)

    def flush(self) -> None:
        """Delete all files of the function."""
        for path in self.folder.glob(f"{self.base}.*{SUFFIX}"):
            _remove(path)


def _warn(path: Path, problem: str) -> None:
    """Say that a file is damaged: the first of a process as a warning."""
    log.info("kernel %s is compiled anew: %s", path, problem)
    if not _warned.is_set():
        _warned.set()
        warnings.warn(
            f"a kernel on disk must be as it was written; got {path}: {problem}. It is compiled anew and written over: "
            "delete its folder if this comes again.",
            RuntimeWarning,
            stacklevel=2,
        )


def prune(folder: Path, prefix: str) -> None:
    """Delete the files of all but the digests written last, where a name is the prefix, a digest and the rest.

    Other processes may do the same, and may be about to read what is deleted: they compile it again.
    """
    pattern = re.compile(rf"(\.?){re.escape(prefix)}([0-9a-f]{{16}})-.*")
    times: dict[str, float] = {}
    files: list[tuple[str, Path]] = []
    for path in folder.iterdir():
        if match := pattern.fullmatch(path.name):
            modified = _modified(path)
            if match[1] and modified < time.time() - ABANDONED:
                _remove(path)
            elif not match[1]:
                files.append((match[2], path))
                times[match[2]] = max(modified, times.get(match[2], 0.0))
    kept = sorted(times, key=lambda digest: times[digest])[-KEPT_DIGESTS:]
    for digest, path in files:
        if digest not in kept:
            _remove(path)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as reason:  # some systems do not delete what another process reads
        log.info("kernel %s is not deleted: %s", path, reason)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
