"""Graphs: they are valid, classes come out as they are, and what is not installed is said."""

from __future__ import annotations

import sys

import numpy as np
import onnx
import pytest

from rosenblatt.export.linear_models import LinearModel
from rosenblatt.export.onnx_graphs import onnx_model, write_onnx
from tests.helpers.exports import by_graph


def two(classes):
    return LinearModel(np.array([[1.0, -1.0]]), np.array([0.5]), classes).program()


@pytest.mark.parametrize("classes", [("no", "yes"), (3, 7), (0.5, 1.5), (False, True)], ids=str)
def test_labels_are_those_of_the_classes(classes):
    x = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.5]])  # the last field is 0: the first class
    label = by_graph(two(classes), x)["label"]
    assert label.tolist() == [classes[1], classes[0], classes[0]]


def test_a_graph_is_valid(random):
    model = onnx_model(two((0, 1)))
    onnx.checker.check_model(model, full_check=True)
    assert [one.name for one in model.graph.input] == ["X"]
    assert [one.name for one in model.graph.output] == ["label", "scores"]


def test_equal_constants_are_kept_once():
    program = two((0, 1))
    program.returns(again=program.rows @ np.array([[1.0], [-1.0]]), more=program.rows @ np.array([[1.0], [-1.0]]))
    assert sum(one.dims == [2, 1] for one in onnx_model(program).graph.initializer) == 1


def test_a_missing_package_is_said(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ValueError, match="onnx must have the package|must have the package onnx.*rosenblatt"):
        write_onnx(two((0, 1)), tmp_path / "m.onnx")
    assert not list(tmp_path.iterdir())
