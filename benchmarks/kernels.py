"""Kernels: against NumPy's generator, against each other, and on two threads."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

import rosenblatt as rb
from benchmarks.timing import Row, side_by_side
from rosenblatt.kernels.chain import chain_kernel, new_student
from rosenblatt.kernels.ensemble import ensemble_kernel
from rosenblatt.kernels.events import events_kernel
from rosenblatt.kernels.random import new_urn, seed_state
from rosenblatt.kernels.rows import NO_FIELDS, dense_kernel
from rosenblatt.rules.kinds.hebbian import HebbianRule

N = 1000


def fresh_state() -> np.ndarray:
    """Return the state of a generator that starts always the same."""
    return seed_state(np.random.SeedSequence(1))


def vector_work(rule: HebbianRule, inputs: str, steps: int) -> Callable[[], object]:
    """Return the work of so many steps of a vector student with N = 1000."""
    kernel, teacher = (
        ensemble_kernel(rule, rb.Scenario(inputs=inputs)),
        rb.SphericalTeacher().draw(N, np.random.default_rng(0)),
    )
    (synapses, cell), state, mean = rule.start(N), fresh_state(), np.zeros(N)
    return lambda: kernel(steps, np.zeros(1), 0.0, 0.0, teacher, mean, state, synapses, cell, rule.parameters)


def chain_work(rule: HebbianRule, n: float, steps: int) -> Callable[[], object]:
    """Return the work of so many steps of the chain, from J = 0."""
    kernel, state, urn = chain_kernel(rule, rb.Flips()), fresh_state(), new_urn()
    return lambda: kernel(steps, n, np.zeros(1), 1.0, 0.0, 0.0, state, urn, new_student(), rule.own)


def vector_against_numpy() -> Iterator[Row]:
    """One step of a student with N = 1000 against NumPy's making of 1000 normal numbers."""
    steps, random, out = 500, np.random.default_rng(0), np.empty(N)

    def numpy_normals() -> None:
        for _ in range(steps):
            random.standard_normal(out=out)

    for inputs, bound in (("gaussian", 0.2), ("binary", 0.035)):
        for rule in (rb.Hebb(), rb.Rosenblatt()):
            ours, theirs = side_by_side(vector_work(rule, inputs, steps), numpy_normals)
            detail = f"{ours / steps * 1e6:.2f} us a step, NumPy {theirs / steps * 1e6:.2f} us"
            yield Row(
                f"vector step / standard_normal, {inputs} inputs, {rule.name}", ours / theirs, bound, False, detail
            )


def binary_against_numpy() -> Iterator[Row]:
    """One step of the Bayesian rule of binary weights, N = 1000, against NumPy's making of 1000 normal numbers."""
    rows, random = 100, np.random.default_rng(0)  # that fit into a cache: the rule is measured, not the memory
    x = np.where(random.random((rows, N)) < 0.5, 1.0, -1.0)
    labels, rule = np.where(random.random((1, rows)) < 0.5, 1.0, -1.0), rb.BayesBinary(noise=0.0)
    kernel, weights = dense_kernel(rule, x.dtype), np.ones(rows)

    def learn() -> None:
        kernel(x, labels, weights, *rule.start_students(1, N), NO_FIELDS, rule.parameters)

    ours, theirs = side_by_side(learn, lambda: random.standard_normal(rows * N))
    detail = f"{ours / rows / N * 1e9:.2f} ns a weight-step, NumPy {theirs / rows / N * 1e9:.2f} ns"
    yield Row("weight-step / standard_normal, bayes-binary, +-1 inputs", ours / theirs, 0.15, False, detail)


def enumeration_in_a_minute() -> Iterator[Row]:
    """All 2^23 vectors for 100 teachers, over a minute."""
    (seconds,) = side_by_side(
        lambda: rb.enumerate_binary(23, [0.5, 1.0, 1.25, 1.5, 2.0], runs=100), rounds=1, clock=time.perf_counter
    )
    yield Row("enumeration, N = 23, 100 samples / 60 s", seconds / 60.0, 1.0, False, f"{seconds:.1f} s")


def chain_against_vector() -> Iterator[Row]:
    """The exact chain against vectors at N = 1000, and against itself at N = 10^9."""
    for rule in (rb.Hebb(), rb.Rosenblatt()):
        chain, vector = side_by_side(chain_work(rule, float(N), 100_000), vector_work(rule, "gaussian", 1000))
        ratio = (vector / 1000) / (chain / 100_000)
        yield Row(f"chain over vector at N = 1000, {rule.name}", ratio, 60.0, True, f"{chain * 1e4:.1f} ns a step")
    small, large = side_by_side(chain_work(rb.Hebb(), 1e3, 100_000), chain_work(rb.Hebb(), 1e9, 100_000))
    yield Row("chain with hebb, N = 10^9 / N = 10^3", large / small, 1.3, False, f"{large * 1e4:.1f} ns a step")


def events_against_chain() -> Iterator[Row]:
    """From mistake to mistake against step by step, at N = 10^4 and alpha = 10^4."""
    n, alpha = 1e4, 10_000
    for rule, bound in ((rb.Rosenblatt(), 4.0), (rb.Normalised(), 30.0)):
        kernel, state, urn = events_kernel(rule, rb.Flips()), fresh_state(), new_urn()
        events, chain = side_by_side(
            lambda kernel=kernel, rule=rule, state=state, urn=urn: kernel(
                int(alpha * n), n, np.zeros(1), 1.0, 0.0, 0.0, state, urn, new_student(), rule.own
            ),
            chain_work(rule, n, int(alpha * n)),
            rounds=3,
        )
        detail = f"{events:.3f} s against {chain:.2f} s for 10^8 examples"
        yield Row(f"events over chain, {rule.name}, N = 10^4, alpha = 10^4", chain / events, bound, True, detail)


@njit(nogil=True)
def _spin(count):
    total = 0.0
    for i in range(count):
        total += math.sin(i)
    return total


def two_threads() -> Iterator[Row]:
    """Simulation on two threads against one, over what two spin loops reach."""

    def simulation(threads: int) -> Callable[[], object]:
        how = {"n": N, "alpha": [20.0], "runs": 8, "method": "vector", "progress": False}
        return lambda: rb.simulate("rosenblatt", threads=threads, **how)

    def spinning(threads: int) -> Callable[[], object]:
        def work() -> None:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(_spin, [4_000_000] * 8))

        return work

    works = (simulation(1), simulation(2), spinning(1), spinning(2))
    one, two, spin_one, spin_two = side_by_side(*works, longest=12.0, clock=time.perf_counter)
    ratio = (one / two) / (spin_one / spin_two)
    detail = f"simulation {one / two:.2f} times, spin loops {spin_one / spin_two:.2f} times"
    yield Row("two threads: speed-up / speed-up of two spin loops", ratio, 0.95, True, detail)


ROWS = (
    vector_against_numpy,
    binary_against_numpy,
    chain_against_vector,
    events_against_chain,
    two_threads,
    enumeration_in_a_minute,
)
