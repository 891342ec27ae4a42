"""Small saved models of every kind, each in many ways damaged; run as a process of its own, which may crash.

python -m torture.damaged_models COUNT SEED FIRST tries so many of all cases, chosen by a seed, from the first on.
Before each it prints what it is, and after it what came of it. Damage by accident leaves the checksum as it was: it
must be refused, or change nothing. Damage on purpose comes with the right checksum: it must be refused, or leave a
model that predicts and learns.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
from sklearn.base import is_regressor

import rosenblatt as rb
from rosenblatt.estimators.load import SAVED_CLASSES

SECONDS, BYTES = 60, 8 * 2**30  # that one case may take
ROWS = 24
STRIDE = 64  # of the bytes of tensors that are tried in models that are not tiny
MEMORY = Path("/dev/shm")  # a folder that no disk slows down
TINY = 10_000  # bytes

Case = tuple[str, "Saved", bool, Callable[[], bytes]]  # its name, its model, on purpose or not, and what is written


@dataclass(frozen=True)
class Saved:
    """A model, rows that it predicts and learns, and its file: the head and what follows it."""

    name: str
    model: Any
    rows: Any
    content: bytes

    @property
    def head(self) -> dict[str, Any]:
        """What the head says."""
        return json.loads(self.content[8 : self.start])

    @property
    def start(self) -> int:
        """Where the tensors begin."""
        return 8 + int.from_bytes(self.content[:8], "little")


def saved_models() -> list[Saved]:
    """Return a small model of every class that can be saved, and of every kind of bank."""
    random = np.random.default_rng(0)
    x = random.standard_normal((ROWS, 2))
    counts = sp.csr_matrix(random.poisson(0.5, (ROWS, 3)).astype(float))
    labels = np.where(x[:, 0] > 0.0, "yes", "no")
    given: dict[str, tuple[Any, Any, Any]] = {
        **{name: (cls(), x, ["no", "yes"]) for name, cls in SAVED_CLASSES.items()},
        "late classes": (rb.BayesClassifier(linear=True, runs=False), x[:, :1], None),
        "single": (rb.BayesClassifier(drift=0.0, prior=1.0), x, ["maybe", "no", "yes"]),
        "single, drifting, of raw features": (rb.BayesClassifier(drift=0.01, prior=1.0, standardise=False), x, None),
        "single, diagonal": (rb.BayesClassifier(drift=0.0, prior=1.0, covariance="diagonal"), counts, None),
        "diagonal, sparse": (rb.BayesClassifier(covariance="diagonal"), counts, ["no", "yes"]),
        "gaps and texts": (rb.BayesClassifier(linear=True, runs=False, features="open"), _table(x), ["no", "yes"]),
    }
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (model, rows, classes) in given.items():
            if is_regressor(model):
                model.partial_fit(rows, x @ [1.0, -2.0])
            else:
                model.partial_fit(rows, labels, **({"classes": classes} if classes else {}))
            model.save(Path(folder) / "model")
            found.append(Saved(name, model, rows, (Path(folder) / "model").read_bytes()))
    return found


def _table(x: np.ndarray) -> pd.DataFrame:
    """Return a table with gaps and texts."""
    number = np.where(x[:, 0] > 0.5, np.nan, x[:, 0])
    return pd.DataFrame({"number": number, "text": np.where(x[:, 1] > 0.0, "high", "low")})


def sealed(head: Any, tensors: bytes) -> bytes:
    """Return a file with the right checksum, whatever else is wrong with it."""
    digits, texts = "0" * 64, head.get("__metadata__") if isinstance(head, dict) else None
    if isinstance(texts, dict) and "checksum" in texts:
        texts["checksum"] = digits
    said = json.dumps(head).encode()
    whole = len(said).to_bytes(8, "little") + said + tensors
    return whole.replace(digits.encode(), hashlib.sha256(whole).hexdigest().encode(), 1)


def accidents(saved: Saved) -> Iterator[Case]:
    """Yield every byte with a bit flipped, and every length that is too short; of large tensors, only some."""
    whole, start = saved.content, saved.start
    places = [*range(start), *range(start, len(whole), 1 if len(whole) < TINY else STRIDE)]
    for place in places:
        bit = 1 << (place % 8)
        yield f"byte {place} ^ {bit}", saved, False, lambda p=place, b=bit: _flipped(whole, p, b)
        yield f"the first {place} bytes", saved, False, lambda p=place: whole[:p]


def _flipped(whole: bytes, place: int, bit: int) -> bytes:
    return whole[:place] + bytes([whole[place] ^ bit]) + whole[place + 1 :]


def _filled(value: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda tensor: np.full_like(tensor, value)


def _with(value: float) -> Callable[[np.ndarray], np.ndarray]:
    def change(tensor: np.ndarray) -> np.ndarray:
        changed = tensor.copy()
        changed.flat[tensor.size // 2] = value
        return changed

    return change


CHANGES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "without its last": lambda tensor: tensor[:-1],
    "without its last column": lambda tensor: tensor[..., :-1],
    "flat": np.ravel,
    "transposed": np.transpose,
    "with one more axis": lambda tensor: tensor[None],
    "twice": lambda tensor: np.concatenate([tensor, tensor]),
    "empty": lambda tensor: tensor[:0],
    "reversed": lambda tensor: tensor[::-1],
    "permuted": lambda tensor: np.random.default_rng(0).permutation(tensor.ravel()).reshape(tensor.shape),
    "random": lambda tensor: np.random.default_rng(0).standard_normal(tensor.shape),
    "negative": lambda tensor: -tensor - 1e-3,
    "halved": lambda tensor: 0.5 * tensor,
    "float32": lambda tensor: tensor.astype(np.float32),
    **{f"all {value!r}": _filled(value) for value in (np.nan, np.inf, -np.inf, 0.0, 1.0, -1.0, 1e99, 1e308, 1e-320)},
    **{f"one {value!r}": _with(value) for value in (np.nan, np.inf, 0.0, -1.0, 1e99, -1e150, 1e308, 1e-320)},
}


def changed_tensors(saved: Saved) -> Iterator[Case]:
    """Yield every tensor reshaped, permuted and filled, with the old checksum and with the right one."""
    for name in saved.head:
        if name != "__metadata__":
            for how in CHANGES:
                yield f"{name} {how}", saved, False, lambda n=name, h=how: _changed(saved, n, h, reseal=False)
                yield f"{name} {how}, sealed", saved, True, lambda n=name, h=how: _changed(saved, n, h, reseal=True)


def _changed(saved: Saved, name: str, how: str, *, reseal: bool) -> bytes:
    """Return a file with one tensor changed; all others are moved to where they belong then."""
    head, parts, place = saved.head, [], 0
    for other, entry in head.items():
        if other == "__metadata__":
            continue
        begin, end = entry["data_offsets"]
        content = saved.content[saved.start + begin : saved.start + end]
        if other == name:
            with np.errstate(over="ignore"):
                tensor = CHANGES[how](np.frombuffer(content).reshape(entry["shape"]))
            content = np.ascontiguousarray(tensor).tobytes()
            entry.update(shape=list(tensor.shape), dtype={"float64": "F64", "float32": "F32"}[str(tensor.dtype)])
        entry["data_offsets"] = [place, place + len(content)]
        place += len(content)
        parts.append(content)
    if reseal:
        return sealed(head, b"".join(parts))
    said = json.dumps(head).encode()
    return len(said).to_bytes(8, "little") + said + b"".join(parts)


VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 0.5, 10**12, 10**400, 1e308, float("nan"), float("inf")),
    *("", "x", "<U99999999", [], [1], [10**12], [0, 10**12], {}, {"a": 1}),
)


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where everything is that JSON says, from the outside in."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _places(inner, (*path, key))


def changed_heads(saved: Saved) -> Iterator[Case]:
    """Yield the head and the header with everything in them replaced, left out or renamed, with the right checksum."""
    head = saved.head
    header = json.loads(head["__metadata__"]["rosenblatt"])
    for what, said in (("head", head), ("header", header)):
        for path in _places(said):
            for change, value in enumerate((*VALUES, "left out", "renamed")):
                name = f"{what} {'.'.join(map(str, path))} is {value!r:.20}"
                yield name, saved, True, lambda w=what, p=path, c=change: _said(saved, w, p, c)


def _said(saved: Saved, what: str, path: tuple[Any, ...], change: int) -> bytes:
    """Return a file whose head or header says something else at one place."""
    head = saved.head
    said = {"": head if what == "head" else json.loads(head["__metadata__"]["rosenblatt"])}
    inner: Any = said
    *outer, last = ("", *path)
    for key in outer:
        inner = inner[key]
    if change < len(VALUES):
        inner[last] = VALUES[change]
    else:
        value = inner.pop(last)
        if change > len(VALUES) and isinstance(inner, dict) and path:
            inner[f"{last}s"] = value
    if what == "header":
        head["__metadata__"]["rosenblatt"] = json.dumps(said.get(""))
        return sealed(head, saved.content[saved.start :])
    return sealed(said.get("", {}), saved.content[saved.start :])


def outcome(path: Path, saved: Saved, *, on_purpose: bool) -> str:
    """Return what came of a damaged file: "refused", "as before" or "works"; anything else must not happen."""
    try:
        model = rb.load(path)
    except ValueError as problem:
        text = str(problem)
        return "refused" if "\n" not in text and text.endswith((".", "?")) else f"no sentence: {text}"
    with np.errstate(all="raise", under="ignore"):
        same = np.array_equal(_predicted(model, saved.rows), _predicted(saved.model, saved.rows))
        if same and not on_purpose:
            return "as before"
        if not on_purpose:
            return "predicts something else"
        for _ in range(2):
            known = np.arange(3.0) if is_regressor(model) else model.classes_
            model.partial_fit(saved.rows, np.resize(known, ROWS))
            if not np.isfinite(_predicted(model, saved.rows)).all():
                return "predicts NaN"
    model.save(path)  # which a model that has numbers that are not finite does not let happen
    return "works"


def _predicted(model: Any, rows: Any) -> np.ndarray:
    """Return what a model says of rows."""
    return model.predict(rows) if is_regressor(model) else model.predict_proba(rows)


def main() -> None:
    """Try the cases; see the module."""
    count, seed, first = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    kinds = (accidents, changed_tensors, changed_heads)
    cases = list(itertools.chain.from_iterable(kind(saved) for saved in saved_models() for kind in kinds))
    if count < len(cases):
        cases = [cases[k] for k in np.random.default_rng(seed).choice(len(cases), count, replace=False)]
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        path = Path(folder) / "model"
        for name, saved, on_purpose, damaged in cases[first:]:
            print(f"try {saved.name}: {name}", flush=True)
            path.write_bytes(damaged())
            signal.alarm(SECONDS)
            try:
                result = outcome(path, saved, on_purpose=on_purpose)
            except Exception as problem:  # whatever it is: it is reported, and must not have been
                result = f"{type(problem).__name__}: {problem}".replace("\n", " ")
            signal.alarm(0)
            print(f"got {result}", flush=True)


if __name__ == "__main__":
    main()
