"""Programs: what they mean is what NumPy computes, and trees fall as they are defined."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.export.programs import FUNCTIONS, Program, Trees, plain_steps
from tests.helpers.exports import by_graph


def test_terms_are_computed_with_as_arrays(random):
    x = random.standard_normal((7, 3))
    program, w = Program.of_columns(3), random.standard_normal((3, 2))
    z = program.rows
    chosen = program.where(z > 0.0, z, -z)
    program.returns(
        sums=(2.0 * z - 1.0 / (3.0 + chosen)) @ w,
        parts=abs(z).within(0.5, 1.0).beside(z.take(np.array([2, 0]), 1)),
        shaped=z.shaped(-1, 1, 3).sum(1),
        few=z.of_kind("float32"),
    )
    expected = {
        "sums": (2.0 * x - 1.0 / (3.0 + abs(x))) @ w,
        "parts": np.hstack([np.clip(abs(x), 0.5, 1.0), x[:, [2, 0]]]),
        "shaped": x,
        "few": x.astype(np.float32),
    }
    for said in (program.run(x), by_graph(program, x)):
        for name, values in expected.items():
            assert said[name] == pytest.approx(values, rel=1e-12)
            assert said[name].dtype == values.dtype


def test_only_steps_that_are_needed_are_taken():
    program = Program.of_columns(1)
    program.call("log", program.rows)
    program.returns(twice=2.0 * program.rows)
    assert [step.function for step in program.needed()] == ["multiply"]


def test_trees_fall_as_they_are_defined(random):
    features, edges = random.integers(0, 4, (5, 7)), random.standard_normal((5, 7)).astype(np.float32)
    children = np.tile([1, 3, 5, 0, 0, 0, 0], (5, 1))
    children[0] = [1, 0, 3, 0, 0, 0, 0]  # two nodes that nothing leads to
    values = np.where(children > 0, 0.0, random.standard_normal((5, 7)))
    x = random.standard_normal((50, 4)).astype(np.float32)
    expected = np.zeros(50)
    for row, z in enumerate(x):
        for tree in range(5):
            node = 0
            while children[tree, node]:
                node = children[tree, node] + int(z[features[tree, node]] > edges[tree, node])
            expected[row] += values[tree, node]
    program = Program.of_columns(4)
    fallen = program.step("trees", program.rows.of_kind("float32"), Trees(features, edges, children, values))
    program.returns(sums=fallen)
    assert program.run(x)["sums"][:, 0] == pytest.approx(expected, rel=1e-12)
    assert by_graph(program, x)["sums"][:, 0] == pytest.approx(expected, abs=1e-5)
    assert {step.function for step in plain_steps(program.steps)} <= FUNCTIONS


def test_stumps_are_trees_too():
    program = Program.of_columns(1)
    stump = Trees(np.zeros((2, 1)), np.zeros((2, 1)), np.zeros((2, 1), dtype=int), np.array([[1.0], [2.0]]))
    program.returns(sums=program.step("trees", program.rows.of_kind("float32"), stump))
    assert program.run(np.zeros((3, 1)))["sums"].tolist() == [[3.0]] * 3
