"""SW table 1, costs: operations and memory against N and t, counted and not timed.

The compiled loops over rows are run as plain Python, on arrays that count how often an element is read or written; the
offline iteration is run on an array that counts the multiplications of its products. Memory is that of the arrays
that a student keeps, and for the offline one what is allocated while it learns, besides the examples.
"""

from __future__ import annotations

import math
import tracemalloc
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from rosenblatt.batch.meanfield import mean_field
from rosenblatt.kernels import rows
from rosenblatt.kernels.compiler import Slot
from rosenblatt.kernels.rows import learn, scratch_for
from rosenblatt.kernels.slots import learning_slots
from rosenblatt.papers.chance import limit
from rosenblatt.papers.judging import Context, Outcome, Row
from rosenblatt.papers.sabotage import Sabotage
from rosenblatt.papers.solla_winther.continuous_weights import batch
from rosenblatt.rules.bayes_gaussian import BayesGaussian
from rosenblatt.rules.bayes_hebb import BayesHebb
from rosenblatt.rules.kinds.rule import Rule

NS, TS = (20, 80), (10, 40)  # weights and examples, each at the first of the others
EXPECTED = {  # powers of N and t: operations, memory
    "second order": {"operations": (2.0, 1.0), "memory": (2.0, 0.0)},
    "Hebb approximation": {"operations": (1.0, 1.0), "memory": (1.0, 0.0)},
    "offline, a sweep": {"operations": (1.0, 1.0), "memory": (1.0, 1.0)},
}
RULES = {"second order": BayesGaussian(), "Hebb approximation": BayesHebb()}
LOWER_ORDERS = 0.15  # what terms of lower order take from a power, or add to it


class CountedArray:
    """An array that counts how often one of its numbers is read or written."""

    def __init__(self, array: np.ndarray, touched: list[int]) -> None:
        self.array, self.touched = array, touched
        self.shape, self.size = array.shape, array.size

    def __getitem__(self, place: Any) -> Any:
        value = self.array[place]
        if isinstance(value, np.ndarray):
            return CountedArray(value, self.touched)
        self.touched[0] += 1
        return value

    def __setitem__(self, place: Any, value: Any) -> None:
        self.touched[0] += 1
        self.array[place] = value


class CountedProducts(np.ndarray):
    """A matrix that counts the multiplications of its products with vectors."""

    multiplications = 0

    def __matmul__(self, other: Any) -> np.ndarray:
        CountedProducts.multiplications += self.size
        return self.view(np.ndarray) @ other


def uncompiled(loop: Callable[..., Any], slots: dict[str, Any]) -> Callable[..., Any]:
    """Return a loop of `rosenblatt.kernels` as a plain function, its slots and those of what it calls filled."""
    scope = dict(loop.__globals__)
    for name in set(loop.__code__.co_names) & set(scope):
        value = scope[name]
        value = slots[value.name] if isinstance(value, Slot) else value
        ours = isinstance(value, types.FunctionType) and value.__module__.startswith("rosenblatt.kernels")
        scope[name] = uncompiled(value, slots) if ours else value
    return types.FunctionType(loop.__code__, scope)


def touched_numbers(rule: Rule, n: int, t: int) -> int:
    """Return how often numbers are read or written while a student of n weights learns t rows."""
    random, touched = np.random.default_rng([n, t]), [0]
    x, labels = random.standard_normal((t, n)), np.where(random.random((1, t)) < 0.5, 1.0, -1.0)
    synapses, cells = rule.start_students(1, n)
    loop = uncompiled(rows.dense_rows, {**learning_slots(rule), "note": rows.note_nothing})
    arrays = (CountedArray(array, touched) for array in (x, labels, np.ones(t), synapses))
    loop(*arrays, cells, rows.NO_FIELDS, rule.parameters)
    return touched[0]


def kept_bytes(rule: Rule, n: int, t: int) -> int:
    """Return the bytes of a student of n weights, which do not depend on t, and of the example that it sees."""
    synapses, cells = rule.start_students(1, n)
    return synapses.nbytes + cells.nbytes + 8 * n


def offline_costs(n: int, t: int) -> tuple[float, float]:
    """Return the multiplications of a sweep of the mean-field iteration, and the bytes that it needs."""
    _, x, labels = batch(n, t / n, 0.0, np.random.default_rng([n, t]))
    counted = x.view(CountedProducts)
    CountedProducts.multiplications = 0
    tracemalloc.start()
    sweeps = mean_field(counted, labels, sweeps=10).sweeps
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return CountedProducts.multiplications / sweeps, x.nbytes + labels.nbytes + most


def powers(cost: Callable[[int, int], float], ns: tuple[int, int], ts: tuple[int, int]) -> tuple[float, float]:
    """Return the powers of N and t by which a cost grows."""
    first = cost(ns[0], ts[0])
    with_n, with_t = cost(ns[1], ts[0]), cost(ns[0], ts[1])
    return math.log(with_n / first) / math.log(ns[1] / ns[0]), math.log(with_t / first) / math.log(ts[1] / ts[0])


def measured_powers() -> dict[str, dict[str, tuple[float, float]]]:
    """Return the powers of N and t of operations and memory, by algorithm."""
    found = {
        name: {
            "operations": powers(lambda n, t, rule=rule: touched_numbers(rule, n, t), NS, TS),
            "memory": powers(lambda n, t, rule=rule: kept_bytes(rule, n, t), NS, TS),
        }
        for name, rule in RULES.items()
    }
    large = (200, 800), (1000, 4000)
    found["offline, a sweep"] = {
        "operations": powers(lambda n, t: offline_costs(n, t)[0], *large),
        "memory": powers(lambda n, t: offline_costs(n, t)[1], *large),
    }
    return found


def sweeps(context: Context) -> dict[str, Any]:
    """Return how many sweeps the iteration takes at sizes that double, and by which power of N they grow."""
    random, runs = np.random.default_rng([context.seed, 1]), 10 if context.quick else 30
    sizes = (50, 100, 200) if context.quick else (100, 200, 400)
    taken = [[mean_field(*batch(n, 2.0, 0.0, random)[1:], tolerance=1e-4).sweeps for _ in range(runs)] for n in sizes]
    logs = np.log(np.array(taken, dtype=float))
    lever = np.log(sizes) - np.mean(np.log(sizes))
    lever /= lever @ lever
    error = float(np.sqrt((lever**2) @ (logs.var(axis=1, ddof=1) / runs)))
    return {
        "n": sizes,
        "sweeps": np.mean(taken, axis=1).tolist(),
        "power": float(lever @ logs.mean(axis=1)),
        "error": error,
        "runs": runs,
    }


def _costs(context: Context) -> Outcome:
    """Powers of N and t of operations and memory; the number of sweeps grows with no more than N."""
    found, offline = measured_powers(), sweeps(context)
    worst = max(
        float(np.abs(np.subtract(found[name][what], EXPECTED[name][what])).max())
        for name in EXPECTED
        for what in EXPECTED[name]
    )
    most = offline["power"] + limit(1, offline["runs"]) * offline["error"]
    measured = {f"{name}: {what} ~ N^, t^": list(found[name][what]) for name in found for what in found[name]}
    measured[f"sweeps at N = {', '.join(map(str, offline['n']))}"] = offline["sweeps"]
    measured["sweeps ~ N^"] = offline["power"]
    return Outcome(measured, worst < LOWER_ORDERS and most < 1.0, uncertainty=offline["error"])


def _in_part(x, labels, sample_weights, synapses, cells, fields, parameters):
    """Learn t^0.58 of t rows."""
    mine, cell = synapses[0], cells[0]
    for row in range(round(x.shape[0] ** 0.58)):
        learn(x[row], labels[0, row], 1.0, mine, cell, scratch_for(mine), parameters)


def _diagonal(x, label, sample_weight, synapses, cell, scratch, parameters):
    """Change the diagonal of the covariance alone."""
    for i in range(x.size):
        synapses[i + 1, i] -= 0.1 * synapses[i + 1, i] * x[i] ** 2 / x.size
    return True, 0.0


def _slower_with_n(iteration: Callable[..., Any]) -> Callable[..., Any]:
    """Return the iteration with a damping that grows faster than N."""
    return lambda x, labels, **how: iteration(x, labels, **{"new": 40.0 * x.shape[1] ** -1.3, "sweeps": 10_000, **how})


ROWS = (
    Row(
        "table 1, costs",
        "O(N^2 t), O(N t), O(N t) a sweep and at most N sweeps; memory O(N^2), O(N), O(N t)",
        "powers of N, t: 2, 1; 1, 1; 1, 1",
        _costs,
        sabotages=(
            Sabotage("t^0.58 of t rows are learnt", "rosenblatt.kernels.rows:dense_rows", lambda _: _in_part),
            Sabotage("the diagonal of C alone", "rosenblatt.kernels.covariance:learn_covariance", lambda _: _diagonal),
            Sabotage("damping that grows with N^1.3", "rosenblatt.batch.meanfield:mean_field", _slower_with_n),
        ),
    ),
)
