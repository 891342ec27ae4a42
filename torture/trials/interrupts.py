"""Interrupts at random moments of every call that learns, of every estimator.

A call is run once to count the lines of the package that it runs, and then again and again from the same model: at a
line that is drawn at random the process sends itself the signal of Ctrl-C. Whatever comes of it, the model is the one
before the call, the one after it, or one that has learnt the first rows of the batch, as many as it says.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

import rosenblatt as rb
from rosenblatt.estimators.bayes import state
from torture.learners import learners
from torture.learnt import difference, snapshot
from torture.outcome import Outcome

TITLE = "interrupts at random moments of every call that learns, of every estimator"
FULL, SHARE = 12_000, 25  # a hundred and more for each estimator and call
PACKAGE = str(Path(rb.__file__).parent)
ROWS, FEATURES, FIRST = 24, 3, 8  # the first rows have been learnt before an interrupted call
NEAR_THE_END = 30  # lines
SINGLE = ("learn_one",)
IN_PLACE = {"ROWS_IN_PLACE": 5}  # how the state of a `BayesClassifier` is learnt: as large ones are, and
COPIED = {"ROWS_COPIED": 1, "COPIED_PER_ROW": 2**30}  # as small ones are, in long batches
BATCHES = ("partial_fit", "predict_then_learn", "decide_then_learn")

Call = Callable[[Any], Any]


def attempt(count: int, random: np.random.Generator) -> Outcome:
    """Interrupt calls so many times, all of them equally often."""
    outcome = Outcome()
    cases = [*_cases(random)]
    each, rest = divmod(count, len(cases))
    times = np.full(len(cases), each)
    times[random.choice(len(cases), rest, replace=False)] += 1
    for (model, name, call, prefix), often in zip(cases, times.tolist(), strict=True):
        if not often:
            continue
        lines, before = _lines(deepcopy(model), call), snapshot(model)
        after = snapshot(_called(deepcopy(model), call))
        for line in _moments(lines, often, random):
            interrupted = deepcopy(model)
            with _interrupt_at(line), contextlib.suppress(KeyboardInterrupt):
                call(interrupted)
            _judge(outcome, f"{interrupted}.{name} at line {line}", (before, after), interrupted, prefix)
    return outcome


def _moments(lines: int, often: int, random: np.random.Generator) -> list[int]:
    """Return lines to be interrupted at: half of them anywhere, half near the end, where rows have been learnt."""
    first = np.where(random.random(often) < 0.5, 1, max(1, lines - NEAR_THE_END))
    return random.integers(first, lines + 1).tolist()


def _judge(
    outcome: Outcome, what: str, known: tuple[dict[str, np.ndarray], ...], interrupted: Any, prefix: Call | None
) -> None:
    """Say what an interrupt has left."""
    found = snapshot(interrupted)
    places = [difference(one, found) for one in known]
    if not places[0]:
        outcome.saw("as before")
    elif not places[1]:
        outcome.saw("learnt")
    elif prefix is not None and _is_after(prefix, interrupted, found):
        outcome.saw("stopped between two rows")
    else:
        outcome.breaks(f"{what} left part of a batch: {places[0]}")


def _is_after(prefix: Call, interrupted: Any, found: dict[str, np.ndarray]) -> bool:
    """Whether a model has learnt as many rows of a batch as it says, at least one."""
    rows = interrupted.n_examples_ - FIRST
    return rows > 0 and not difference(snapshot(prefix(rows)), found)


def _cases(random: np.random.Generator) -> Iterator[tuple[Any, str, Call, Call | None]]:
    """Yield a model, a call that it learns by, and what it is after the first rows of the batch, if it may be that."""
    measured = random.random((ROWS, FEATURES))
    y = (measured.sum(axis=1) + 0.2 * random.standard_normal(ROWS) > 0.5 * FEATURES).astype(int)
    y[:4] = 0, 1, 0, 1
    late = np.where(np.arange(ROWS) % 5 == 4, 2, y)  # one more class in the batch than before
    for new in learners():
        x = np.rint(measured) if getattr(new, "binarise", 0.0) is None else measured
        streams = hasattr(new, "partial_fit") and getattr(new, "threshold", "counts") == "counts"
        known = deepcopy(new).partial_fit(x[:FIRST], y[:FIRST]) if streams else new
        yield known, "fit", lambda model, x=x: model.fit(x, y), None
        for name, labels in product([name for name in BATCHES if streams and hasattr(new, name)], (y, late)):

            def learn(model: Any, name: str = name, rows: tuple[Any, Any] = (x[FIRST:], labels[FIRST:])) -> Any:
                return getattr(model, name)(*rows)

            if isinstance(new, rb.BayesClassifier):
                yield known, f"{name} in place", _with(IN_PLACE, learn), _first_rows(known, x[FIRST:], labels[FIRST:])
                yield known, f"{name} of a copy", _with(COPIED, learn), None
            else:
                yield known, name, learn, None
        for name in [name for name in SINGLE if streams]:
            rows = [(x[k], late[k]) for k in (FIRST, FIRST + 1, FIRST)]
            yield (
                known,
                name,
                lambda model, rows=rows: [model.learn_one(*row) for row in rows],
                _one_by_one(known, rows),
            )
        if streams and hasattr(new, "merge"):
            other = deepcopy(new).partial_fit(x[FIRST:], late[FIRST:])
            yield known, "merge", lambda model, other=other: model.merge(other), None


def _one_by_one(model: Any, rows: list[tuple[Any, Any]]) -> Call:
    """Return the model after some single rows, as a function of how many."""

    def after(number: float) -> Any:
        found = deepcopy(model)
        for row in rows[: int(number)]:
            found.learn_one(*row)
        return found

    return after


def _first_rows(model: Any, x: np.ndarray, y: np.ndarray) -> Call:
    """Return the model that has met the classes of a batch and learnt its first rows, as a function of how many."""

    def after(number: int) -> Any:
        found = deepcopy(model)
        found.state_.learn(x[:number], y[:number], np.ones(number), also=np.unique(y))
        return found

    return after


def _with(constants: dict[str, int], call: Call) -> Call:
    """Return a call with other constants of `rosenblatt.estimators.bayes.state`."""

    def changed(model: Any) -> Any:
        kept = {name: getattr(state, name) for name in constants}
        try:
            _set(constants)
            return call(model)
        finally:
            _set(kept)

    return changed


def _set(constants: dict[str, int]) -> None:
    for name, value in constants.items():
        setattr(state, name, value)


def _called(model: Any, call: Call) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        call(model)
    return model


def _lines(model: Any, call: Call) -> int:
    """Return how many lines of the package a call runs, once all is compiled."""
    _called(deepcopy(model), call)
    counted = [0]

    def count() -> None:
        counted[0] += 1

    with _at_each_line(count):
        _called(model, call)
    return counted[0]


@contextlib.contextmanager
def _interrupt_at(line: int) -> Iterator[None]:
    """Send the signal of Ctrl-C at a line of the package, counted from the start."""
    left = [line]

    def interrupt() -> None:
        left[0] -= 1
        if left[0] == 0:
            signal.raise_signal(signal.SIGINT)

    with warnings.catch_warnings(), _at_each_line(interrupt):
        warnings.simplefilter("ignore", ConvergenceWarning)
        yield


@contextlib.contextmanager
def _at_each_line(do: Callable[[], None]) -> Iterator[None]:
    """Do something at each line of the package that is run."""

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            do()
        return trace

    former, handler = sys.gettrace(), signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(former)
        signal.signal(signal.SIGINT, handler)
