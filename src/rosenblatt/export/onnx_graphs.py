"""Programs as ONNX: one operator for each step, but for trees, which have one of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from rosenblatt.export.programs import CHOSEN, INPUT, Program, Step, Trees
from rosenblatt.files import write_whole

OPSET, OPSET_OF_TREES, IR = 17, 3, 8  # of 2022: what runs models has had time to learn them
OPERATORS = {
    "add": "Add",
    "subtract": "Sub",
    "multiply": "Mul",
    "divide": "Div",
    "matmul": "MatMul",
    "minimum": "Min",
    "maximum": "Max",
    "sqrt": "Sqrt",
    "exp": "Exp",
    "log": "Log",
    "cos": "Cos",
    "tanh": "Tanh",
    "abs": "Abs",
    "greater": "Greater",
    "equal": "Equal",
    "isnan": "IsNaN",
    "logical_and": "And",
    "logical_or": "Or",
    "where": "Where",
    "transpose": "Transpose",
    "reshape": "Reshape",
    "sum": "ReduceSum",
    "take": "Gather",
    "append": "Concat",
    "argmax": "ArgMax",
    "float32": "Cast",
    "float64": "Cast",
    "int64": "Cast",
}
AXIS_LAST = ("take", "append", "argmax")  # their axis is an attribute
LABEL = "label"


def _onnx() -> Any:
    """Return the package, or raise that it is not there."""
    try:
        import onnx
    except ImportError:
        raise ValueError(
            "format 'onnx' must have the package onnx; it is not installed. Install rosenblatt[export]."
        ) from None
    return onnx


def write_onnx(program: Program, path: Path) -> None:
    """Write a program as an ONNX model, whole or not at all."""
    content = onnx_model(program).SerializeToString()
    write_whole(path, lambda file: file.write_bytes(content))


def onnx_model(program: Program) -> Any:
    """Return a program as an ONNX model: rows of float64 to its outputs, and the labels if it has any."""
    onnx = _onnx()
    graph = _Graph(onnx)
    for step in program.needed():
        graph.add(step)
    kinds = {step.name: step.kind for step in program.steps} | {INPUT: "float64"}
    outputs = []
    for name, term in program.outputs.items():
        if name == CHOSEN:
            outputs.append((LABEL, graph.label(program.labels, term), [None]))
            continue
        graph.node("Identity", [term], name)
        outputs.append((name, graph.type_of(kinds[term]), [None, None]))
    made = onnx.helper.make_graph(
        graph.nodes,
        "rosenblatt",
        [onnx.helper.make_tensor_value_info(INPUT, onnx.TensorProto.DOUBLE, [None, program.columns])],
        [onnx.helper.make_tensor_value_info(*output) for output in outputs],
        graph.constants,
    )
    opsets = [onnx.helper.make_opsetid("", OPSET), onnx.helper.make_opsetid("ai.onnx.ml", OPSET_OF_TREES)]
    return onnx.helper.make_model(made, opset_imports=opsets, ir_version=IR, producer_name="rosenblatt")


class _Graph:
    """Nodes and constants of a graph in the making."""

    def __init__(self, onnx: Any) -> None:
        self.onnx = onnx
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._known: dict[tuple[Any, ...], str] = {}

    def type_of(self, kind: str) -> Any:
        """Return the number that ONNX has for a kind of numbers."""
        types = self.onnx.TensorProto
        return {"float32": types.FLOAT, "float64": types.DOUBLE, "int64": types.INT64, "bool": types.BOOL}[kind]

    def node(self, operator: str, inputs: list[str], output: str, **attributes: Any) -> None:
        """Add a node."""
        self.nodes.append(self.onnx.helper.make_node(operator, inputs, [output], **attributes))

    def constant(self, values: Any) -> str:
        """Return the name of a constant."""
        array = np.ascontiguousarray(values) if np.ndim(values) else np.asarray(values)
        key = (array.dtype.str, array.shape, array.tobytes() if array.dtype != object else tuple(array.tolist()))
        if key not in self._known:
            self._known[key] = f"c{len(self._known)}"
            self.constants.append(self.onnx.numpy_helper.from_array(array, self._known[key]))
        return self._known[key]

    def add(self, step: Step) -> None:
        """Add a step."""
        if step.function == "trees":
            self._add_trees(step.name, *step.arguments)
            return
        arguments, attributes = list(step.arguments), {}
        if step.function in AXIS_LAST:
            attributes["axis"] = int(arguments.pop())
        if step.function == "argmax":
            attributes["keepdims"] = 0
        if step.function == "sum":
            arguments[1] = np.array([arguments[1]], dtype=np.int64)
            attributes["keepdims"] = 0
        if step.kind == step.function:
            attributes["to"] = self.type_of(step.kind)
        inputs = [one if isinstance(one, str) else self.constant(one) for one in arguments]
        self.node(OPERATORS[step.function], inputs, step.name, **attributes)

    def label(self, labels: Any, chosen: str) -> Any:
        """Add the label of the class that is chosen; return its type."""
        array = np.array(labels.tolist())
        types = {"U": self.onnx.TensorProto.STRING, "f": self.onnx.TensorProto.DOUBLE, "b": self.onnx.TensorProto.BOOL}
        values = array.astype(object) if array.dtype.kind == "U" else array
        self.node("Gather", [self.constant(values), chosen], LABEL, axis=0)
        return types.get(array.dtype.kind, self.onnx.TensorProto.INT64)

    def _add_trees(self, name: str, rows: str, trees: Trees) -> None:
        """Add the operator for trees, of the nodes that are there."""
        there = _reached(trees.children)
        places = [(tree, node) for tree, own in enumerate(there) for node in np.flatnonzero(own).tolist()]
        inner = [trees.children[place] > 0 for place in places]
        leaves = [place for place, branches in zip(places, inner, strict=True) if not branches]
        self.node(
            "TreeEnsembleRegressor",
            [rows],
            name,
            domain="ai.onnx.ml",
            n_targets=1,
            nodes_treeids=[tree for tree, _ in places],
            nodes_nodeids=[node for _, node in places],
            nodes_featureids=[int(trees.features[place]) for place in places],
            nodes_values=[float(trees.edges[place]) for place in places],
            nodes_modes=["BRANCH_LEQ" if branches else "LEAF" for branches in inner],
            nodes_truenodeids=[int(trees.children[place]) for place in places],
            nodes_falsenodeids=[int(trees.children[place]) + (trees.children[place] > 0) for place in places],
            target_treeids=[tree for tree, _ in leaves],
            target_nodeids=[node for _, node in leaves],
            target_ids=[0] * len(leaves),
            target_weights=[float(trees.values[place]) for place in leaves],
        )


def _reached(children: np.ndarray) -> np.ndarray:
    """Return which nodes are led to from the roots."""
    there = np.zeros(children.shape, dtype=bool)
    there[:, 0] = True
    for node in range(children.shape[1]):  # children come after their nodes
        for tree in np.flatnonzero(there[:, node] & (children[:, node] > 0)):
            child = int(children[tree, node])
            there[tree, child : child + 2] = True
    return there
