"""What one would write or take otherwise: a NumPy loop, JAX's scan, River and Vowpal Wabbit, row by row.

A peer that is not installed is left out, and named so by the list of versions.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import rosenblatt as rb
from benchmarks.kernels import N, chain_work, vector_work
from benchmarks.timing import Row, side_by_side

STEPS, STUDENTS = 1000, 8


def numpy_loop() -> Iterator[Row]:
    """The perceptron on one student with N = 1000 weights: a loop in NumPy against vectors and against the chain."""
    random, teacher = np.random.default_rng(0), np.random.default_rng(1).standard_normal(N)
    weights = np.zeros(N)

    def plain() -> None:
        for _ in range(STEPS):
            x = random.standard_normal(N)
            label = 1.0 if teacher @ x > 0.0 else -1.0
            if label * (weights @ x) <= 0.0:
                weights[:] += label * x / np.sqrt(N)

    rule = rb.Rosenblatt()
    vector, chain, loop = side_by_side(
        vector_work(rule, "gaussian", STEPS), chain_work(rule, float(N), 100 * STEPS), plain
    )
    detail = f"{vector / STEPS * 1e6:.2f} us a step, NumPy {loop / STEPS * 1e6:.2f} us"
    yield Row("vector step over a NumPy loop, rosenblatt, N = 1000", loop / vector, 4.0, True, detail)
    detail = f"{chain / STEPS * 1e7:.1f} ns a step, NumPy {loop / STEPS * 1e6:.2f} us"
    yield Row("chain step over a NumPy loop, rosenblatt, N = 1000", loop / chain * 100.0, 300.0, True, detail)


def jax_scan() -> Iterator[Row]:
    """The same for 8 students by `lax.scan` and `vmap`, compiled, on one core."""
    if importlib.util.find_spec("jax") is None:
        return
    peer = _jax_students()
    ours = vector_work(rb.Rosenblatt(), "gaussian", STEPS * STUDENTS)
    mine, theirs = side_by_side(ours, peer)
    detail = f"{mine / STEPS / STUDENTS * 1e6:.2f} us a step, JAX {theirs / STEPS / STUDENTS * 1e6:.2f} us"
    yield Row("vector step over JAX's scan and vmap, rosenblatt, N = 1000", theirs / mine, 1.0, True, detail)


def _jax_students() -> Callable[[], object]:
    """Return the work of JAX."""
    import jax  # pyright: ignore[reportMissingImports]
    from jax import lax, numpy  # pyright: ignore[reportMissingImports]

    jax.config.update("jax_enable_x64", True)
    teacher = numpy.asarray(np.random.default_rng(1).standard_normal(N))

    def step(state: tuple[Any, Any], _: Any) -> tuple[tuple[Any, Any], None]:
        weights, key = state
        key, now = jax.random.split(key)
        x = jax.random.normal(now, (N,), dtype=numpy.float64)
        label = numpy.where(teacher @ x > 0.0, 1.0, -1.0)
        wrong = label * (weights @ x) <= 0.0
        return (weights + numpy.where(wrong, label, 0.0) * x / N**0.5, key), None

    def student(key: Any) -> Any:
        return lax.scan(step, (numpy.zeros(N), key), None, length=STEPS)[0][0]

    learn = jax.jit(jax.vmap(student))
    keys = jax.random.split(jax.random.key(0), STUDENTS)
    return lambda: learn(keys).block_until_ready()


def _rows(count: int, features: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    x = random.standard_normal((count, features))
    return x, (x @ random.standard_normal(features) > 0.0).astype(int)


def river_rows() -> Iterator[Row]:
    """Single dictionaries of 20 numbers against River's perceptron."""
    if importlib.util.find_spec("river") is None:
        return
    from river import linear_model  # pyright: ignore[reportMissingImports]

    x, y = _rows(3000, 20)
    rows, labels = [dict(zip("abcdefghijklmnopqrst", row, strict=True)) for row in x.tolist()], y.tolist()
    ours, theirs = rb.OnlineClassifier("rosenblatt"), linear_model.Perceptron()

    def learn(model: Any) -> Callable[[], None]:
        def work() -> None:
            for row, label in zip(rows, labels, strict=True):
                model.learn_one(row, label)

        return work

    mine, river = side_by_side(learn(ours), learn(theirs))
    detail = f"{mine / len(rows) * 1e6:.2f} us a row, River {river / len(rows) * 1e6:.2f} us"
    yield Row("learn_one, a dictionary, d = 20, over River's Perceptron", river / mine, 0.7, True, detail)


def vowpal_wabbit_rows() -> Iterator[Row]:
    """Batches of 100 features against Vowpal Wabbit, its examples parsed beforehand to its advantage."""
    if importlib.util.find_spec("vowpalwabbit") is None:
        return
    import vowpalwabbit  # pyright: ignore[reportMissingImports]

    x, y = _rows(2000, 100)
    ours = rb.OnlineClassifier("rosenblatt").partial_fit(x, y, classes=[0, 1])
    theirs = vowpalwabbit.Workspace("--loss_function hinge --quiet")
    lines = (
        f"{2 * label - 1} | " + " ".join(f"{name}:{value}" for name, value in enumerate(row))
        for row, label in zip(x.tolist(), y.tolist(), strict=True)
    )
    examples = [theirs.example(line) for line in lines]

    def peer() -> None:
        for example in examples:
            theirs.learn(example)

    mine, vowpal = side_by_side(lambda: ours.partial_fit(x, y), peer)
    detail = f"{mine / len(x) * 1e9:.0f} ns a row, Vowpal Wabbit {vowpal / len(x) * 1e9:.0f} ns"
    yield Row("partial_fit over Vowpal Wabbit, d = 100", vowpal / mine, 1.0, True, detail)
    theirs.finish()


ROWS = (numpy_loop, jax_scan, river_rows, vowpal_wabbit_rows)
