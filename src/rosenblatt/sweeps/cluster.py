"""A Dask cluster that does the tasks of a sweep. Only this module imports ``distributed``.

Work travels as bytes, a rule from a notebook with its code, and is unpacked once on each worker. What is done is handed
over as it is done; tasks of a worker that dies are done by others. A worker whose code would make other numbers, by its
version or by the digest of what it would run, refuses.
"""

from __future__ import annotations

import functools
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import rosenblatt
from rosenblatt.sweeps.backend import Backend, Done, Task
from rosenblatt.sweeps.work import Part, Work, attempt

if TYPE_CHECKING:
    from distributed import Client, Future

SECONDS_TO_CONNECT = 10.0
AHEAD = 8  # tasks for each core that wait on the cluster
WRONG_CODE = "wrong code"  # the key under which a worker says what it has


class Cluster(Backend):
    """The cores of a cluster: of a client, or of the scheduler at an address."""

    least_seconds = 0.2

    def __init__(self, client: Client | str) -> None:
        self._ours = isinstance(client, str)
        self.client = _connected(client) if isinstance(client, str) else _checked(client)
        self.address = str(getattr(self.client.scheduler, "address", client))
        with _lost_scheduler_named(self.address):
            self._cores = max(1, sum(cast("dict[str, int]", self.client.nthreads()).values()))

    @property
    def cores(self) -> int:
        """The threads of all workers, when the sweep began."""
        return self._cores

    def finished(self, tasks: Sequence[Task], report: Callable[[float], None]) -> Iterator[list[Done]]:
        try:
            with _quiet(), _lost_scheduler_named(self.address):
                yield from self._streamed(tasks, report)
        finally:
            if self._ours:
                self.client.close(timeout=2.0)

    def _streamed(self, tasks: Sequence[Task], report: Callable[[float], None]) -> Iterator[list[Done]]:
        """Keep so many tasks on the cluster that nobody waits, and yield what comes back."""
        from distributed import as_completed

        waiting, most = list(reversed(tasks)), AHEAD * self.cores
        packed: dict[int, bytes] = {}
        under_way: dict[str, Task] = {}
        streams = as_completed(loop=self.client.loop, with_results=True, raise_errors=False)
        try:
            while waiting or under_way:
                new = [waiting.pop() for _ in range(min(most - len(under_way), len(waiting)))]
                for task in new:
                    future = self._submitted(task, packed)
                    under_way[str(future.key)] = task
                    streams.add(future)
                back = [next(streams), *streams.next_batch(block=False)]
                found = [(under_way.pop(future.key), _result(future, said)) for future, said in back]
                for task, result in found:
                    _check_code(result)
                    report(task.part.cost)
                yield found
        finally:
            if self.client.status == "running":  # or else there is no scheduler to be told
                self.client.cancel(list(streams.futures), force=True)

    def _submitted(self, task: Task, packed: dict[int, bytes]) -> Future:
        """Hand a task to the cluster; its work is packed once."""
        if id(task.work) not in packed:
            packed[id(task.work)] = packed_work(task.work)
        name = f"rosenblatt-{task.work.key[:16]}-{task.part.name}-{next(_counted)}"
        code = (rosenblatt.__version__, task.work.digest)
        return self.client.submit(on_worker, packed[id(task.work)], task.part, code, key=name, pure=False)


_counted = iter(range(sys.maxsize))


def on_worker(work: bytes, part: Part, code: tuple[str, str]) -> Any:
    """Compute a part of some work that has come here, or say which other code this is."""
    if rosenblatt.__version__ != code[0]:
        return {WRONG_CODE: f"rosenblatt {rosenblatt.__version__} there and {code[0]} here"}
    known = _unpacked(work)
    if known.digest != code[1]:
        return {WRONG_CODE: f"other sources, NumPy, SciPy or Numba, though rosenblatt is {code[0]} in both places"}
    return attempt(known, part, threading.Event(), lambda share: None)


@functools.lru_cache(maxsize=256)
def _unpacked(work: bytes) -> Work:
    return import_module("cloudpickle").loads(work)


def packed_work(work: Work) -> bytes:
    """Return work as bytes; what is of a module of the user's own travels with its code."""
    cloudpickle = import_module("cloudpickle")
    own = [module for name in work.description.own_modules if _is_loose(module := sys.modules[name])]
    for module in own:
        cloudpickle.register_pickle_by_value(module)
    try:
        return cloudpickle.dumps(work)
    finally:
        for module in own:
            cloudpickle.unregister_pickle_by_value(module)


def _is_loose(module: Any) -> bool:
    """Return whether a module is a file beside the user's work, which no worker can be expected to have."""
    file = getattr(module, "__file__", None)
    installed = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]
    return module.__name__ != "__main__" and file is not None and not any(file.startswith(path) for path in installed)


def _connected(address: str) -> Client:
    """Return a client of the scheduler at an address."""
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            f"backend must be 'cpu' where Dask is not installed; got {address!r}. pip install 'rosenblatt[dask]'."
        ) from None
    try:
        with _quiet():
            return Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError) as problem:
        said = " ".join(str(problem).split())[:120]
        raise ValueError(
            f"backend must be 'cpu', the address of a Dask scheduler that answers, or a client; got {address!r} "
            f"({said}). Start it with `dask scheduler`, and workers with `dask worker {address}`."
        ) from None


def _checked(client: Any) -> Any:
    """Return a client, or raise if it is none."""
    if not (hasattr(client, "submit") and hasattr(client, "nthreads")):
        raise TypeError(
            f"backend must be 'cpu', the address of a Dask scheduler, or a distributed.Client; got {client!r}."
        )
    return client


def _result(future: Future, said: Any) -> Any:
    """Return what a task came to; raise what keeps it from ever being done."""
    from distributed import KilledWorker

    if future.status == "finished":
        return said
    if future.status == "cancelled":
        raise OSError("cancelled")
    problem = said[1] if isinstance(said, tuple) else said
    if isinstance(problem, KilledWorker):
        raise ValueError(
            "workers must live until a task is done; got several that died in the same one, as happens where memory is "
            "short. Give them more memory, and the same call again: what was computed is kept."
        ) from None
    if isinstance(problem, ImportError):
        raise ValueError(
            f"workers must have what is installed here; got one that lacks a module ({problem}). Install rosenblatt "
            f"{rosenblatt.__version__} there, and give the same call again: what was computed is kept."
        ) from None
    raise problem


def _check_code(result: Any) -> None:
    """Raise if a worker has other code."""
    if isinstance(result, dict) and WRONG_CODE in result:
        raise ValueError(
            f"workers must run the code that runs here, or numbers would differ; got {result[WRONG_CODE]}. "
            "Install the same there, and give the same call again: what was computed is kept."
        )


@contextmanager
def _lost_scheduler_named(address: str) -> Iterator[None]:
    """Raise one sentence if what happens inside of this is that the scheduler is gone."""
    try:
        yield
    except (OSError, RuntimeError, TimeoutError) as problem:
        raise ValueError(
            f"scheduler must answer until the sweep is done; got none at {address} any more ({problem}). "
            "Start it again, and give the same call again: what was computed is kept."
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """Let the client's log say nothing of what is said in a sentence."""
    import logging

    logs = [logging.getLogger(name) for name in ("distributed.client", "distributed.core", "distributed.comm")]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)
