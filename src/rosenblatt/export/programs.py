"""Predictions as lists of steps, each a NumPy function of arrays: what JSON holds as it is and ONNX in its own words.

A program has one input, ``X``, rows of numbers (NaN where one is missing), and named outputs. It is written down by
computing with terms as if they were arrays:

    >>> program = Program.of_columns(2)
    >>> program.returns(scores=(program.rows * [1.0, 2.0]).sum(1) + 0.5)
    >>> program.run(np.array([[1.0, 1.0]]))["scores"].tolist()
    [3.5]
    >>> [step.function for step in program.steps]
    ['multiply', 'sum', 'add']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np

INPUT, CHOSEN = "X", "chosen"  # the rows; the output that is the place of a class among the labels
FLOATS = ("float32", "float64")
COMPARISONS = frozenset({"greater", "isnan", "equal", "logical_and", "logical_or"})
SAME_KIND = frozenset(
    {"add", "subtract", "multiply", "divide", "matmul", "minimum", "maximum"}
    | {"sqrt", "exp", "log", "cos", "tanh", "abs", "sum", "append", "transpose", "reshape", "take", "take_along_axis"}
)
CASTS = frozenset({"float32", "float64", "int64"})
FUNCTIONS = COMPARISONS | SAME_KIND | CASTS | {"where", "argmax"}  # of NumPy: all that a program may call


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees whose sum a step is; a node leads to its child, or the one next to it where the feature is above the edge.

    Attributes
    ----------
    features, edges, children, values : (trees, nodes); the child of a leaf is 0, and only leaves have a value.
    """

    features: np.ndarray
    edges: np.ndarray
    children: np.ndarray
    values: np.ndarray


Argument = Any  # the name of a term, an array or number, or, of the step "trees", `Trees`


@dataclass(frozen=True)
class Step:
    """One step: the name of what it gives, the function, its arguments in order, and the kind of its numbers."""

    name: str
    function: str
    arguments: tuple[Argument, ...]
    kind: str


@dataclass(frozen=True, eq=False)
class Term:
    """What a step gives, or the rows themselves: computed with as if it were an array."""

    program: Program
    name: str
    kind: str

    __array_ufunc__ = None  # arrays let a term on their right decide

    def __add__(self, other: Any) -> Term:
        return self.program.step("add", self, other)

    def __sub__(self, other: Any) -> Term:
        return self.program.step("subtract", self, other)

    def __mul__(self, other: Any) -> Term:
        return self.program.step("multiply", self, other)

    def __truediv__(self, other: Any) -> Term:
        return self.program.step("divide", self, other)

    def __matmul__(self, other: Any) -> Term:
        return self.program.step("matmul", self, other)

    def __gt__(self, other: Any) -> Term:
        return self.program.step("greater", self, other)

    def __radd__(self, other: Any) -> Term:
        return self.program.step("add", other, self)

    def __rsub__(self, other: Any) -> Term:
        return self.program.step("subtract", other, self)

    def __rmul__(self, other: Any) -> Term:
        return self.program.step("multiply", other, self)

    def __rtruediv__(self, other: Any) -> Term:
        return self.program.step("divide", other, self)

    def __neg__(self) -> Term:
        return self.program.step("subtract", 0.0, self)

    def __abs__(self) -> Term:
        return self.program.step("abs", self)

    def within(self, least: Any, most: Any) -> Term:
        """Return the numbers, kept within bounds."""
        return self.program.step("maximum", self.program.step("minimum", self, most), least)

    def sum(self, axis: int) -> Term:
        """Return sums along an axis."""
        return self.program.step("sum", self, axis)

    def take(self, places: Any, axis: int) -> Term:
        """Return what is at places along an axis."""
        return self.program.step("take", self, places, axis)

    def beside(self, other: Term) -> Term:
        """Return the columns of this term and then those of another."""
        return self.program.step("append", self, other, 1)

    def transposed(self) -> Term:
        """Return the columns as rows."""
        return self.program.step("transpose", self)

    def shaped(self, *shape: int) -> Term:
        """Return the same numbers in another shape; one length may be -1."""
        return self.program.step("reshape", self, np.array(shape))

    def of_kind(self, kind: str) -> Term:
        """Return the same numbers as others, such as float32."""
        return self if self.kind == kind else self.program.step(kind, self)


@dataclass
class Program:
    """Steps that lead from rows to predictions.

    Attributes
    ----------
    columns : of the rows.
    steps : in their order.
    outputs : the name of the term that each output is.
    labels : the classes, of a classifier.
    """

    columns: int
    steps: list[Step] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)
    labels: np.ndarray | None = None

    @classmethod
    def of_columns(cls, columns: int) -> Program:
        """Return a program without steps, for rows of so many numbers."""
        return cls(columns)

    @property
    def rows(self) -> Term:
        """The rows."""
        return Term(self, INPUT, "float64")

    def step(self, function: str, *arguments: Any) -> Term:
        """Add a step, and return what it gives."""
        kinds = [argument.kind for argument in arguments if isinstance(argument, Term)]
        own = tuple(self._argument(function, k, argument, kinds[-1]) for k, argument in enumerate(arguments))
        if function == "argmax":
            kind = "int64"
        elif function == "trees":
            kind = "float32"
        elif function in CASTS:
            kind = function
        else:
            kind = "bool" if function in COMPARISONS else _kind_of(arguments, function, kinds)
        name = f"t{len(self.steps)}"
        self.steps.append(Step(name, function, own, kind))
        return Term(self, name, kind)

    def call(self, function: str, *arguments: Any) -> Term:
        """Add a step for a function that has no operator, such as sqrt."""
        return self.step(function, *arguments)

    def where(self, condition: Any, chosen: Any, otherwise: Any) -> Term:
        """Return the first where a condition holds, else the second."""
        return self.step("where", condition, chosen, otherwise)

    def term(self, name: str) -> Term:
        """Return the term of that name."""
        return Term(self, name, next(step.kind for step in self.steps if step.name == name))

    def returns(self, **outputs: Term) -> None:
        """Say what the outputs are."""
        self.outputs |= {name: term.name for name, term in outputs.items()}

    def needed(self) -> list[Step]:
        """Return the steps on which outputs depend."""
        wanted, found = set(self.outputs.values()), []
        for step in reversed(self.steps):
            if step.name in wanted:
                wanted |= {argument for argument in step.arguments if isinstance(argument, str)}
                found.append(step)
        return found[::-1]

    def run(self, x: np.ndarray) -> dict[str, np.ndarray]:
        """Return the outputs for rows: the definition of what a program means."""
        values: dict[str, Any] = {INPUT: np.asarray(x, dtype=np.float64)}
        with np.errstate(all="ignore"):  # what a condition does not choose may be anything
            for step in plain_steps(self.needed()):
                arguments = [values[one] if isinstance(one, str) else one for one in step.arguments]
                values[step.name] = getattr(np, step.function)(*arguments)
        return {name: values[term] for name, term in self.outputs.items()}

    def _argument(self, function: str, place: int, argument: Any, kind: str) -> Argument:
        """Return an argument as steps keep it: constants as arrays of the kind of the terms beside them."""
        if isinstance(argument, Term):
            return argument.name
        if isinstance(argument, Trees):
            return argument
        whole = {"sum": 1, "take": 1, "append": 2, "reshape": 1, "take_along_axis": 2, "argmax": 1}.get(function, 9)
        if place >= whole:
            return int(argument) if np.ndim(argument) == 0 else np.asarray(argument, dtype=np.int64)
        if function == "take" or np.asarray(argument).dtype == bool:
            return np.asarray(argument)
        return np.asarray(argument, dtype=kind if kind != "bool" else np.float64)


def side_by_side(terms: Iterable[Term]) -> Term:
    """Return the columns of several terms."""
    return reduce(Term.beside, terms)


def _kind_of(arguments: tuple[Any, ...], function: str, kinds: list[str]) -> str:
    """Return the kind of what a function gives that keeps the kind of its arguments."""
    if function == "where":
        chosen = [argument.kind for argument in arguments[1:] if isinstance(argument, Term)]
        return chosen[0] if chosen else "float64"
    first = arguments[0]
    return first.kind if isinstance(first, Term) else (str(np.asarray(first).dtype) if function == "take" else kinds[0])


def plain_steps(steps: list[Step]) -> list[Step]:
    """Return steps that are NumPy functions: trees become steps from node to node, all of them at a time."""
    return [plain for step in steps for plain in (_descent(step) if step.function == "trees" else [step])]


def _descent(step: Step) -> list[Step]:
    """Return the steps from the roots of trees to their leaves; a leaf leads to itself.

    Nodes are numbered through all trees, and rows of what is at them are taken out of flat arrays.
    """
    rows, trees = step.arguments
    count, nodes = trees.children.shape
    own = np.arange(count * nodes).reshape(count, nodes)
    inner = trees.children > 0
    children = np.where(inner, trees.children + own[:, :1], own).ravel()
    edges = np.where(inner, trees.edges, np.finfo(float).max).ravel()  # of a leaf: nothing is above it
    features = np.where(inner, trees.features, 0).ravel().astype(np.int64)
    found: list[Step] = []

    def add(function: str, *arguments: Argument, kind: str = "int64") -> str:
        found.append(Step(f"{step.name}_{len(found)}", function, arguments, kind))
        return found[-1].name

    at = add("add", add("int64", add("multiply", add("take", rows, np.array([0]), 1), np.zeros((1, count)))), own[:, 0])
    for _ in range(_depth(trees.children)):
        value = add("take_along_axis", rows, add("take", features, at, 0), 1, kind="float32")
        above = add("int64", add("greater", value, add("take", edges, at, 0, kind="float64"), kind="bool"))
        at = add("add", add("take", children, at, 0), above)
    leaves = add("take", np.where(inner, 0.0, trees.values).ravel(), at, 0, kind="float64")
    total = add("sum", leaves, 1, kind="float64")
    found.append(Step(step.name, "reshape", (total, np.array([-1, 1])), "float64"))
    return found


def _depth(children: np.ndarray) -> int:
    """Return the most steps from a root to a leaf."""
    depth = np.zeros(children.shape, dtype=np.int64)
    for node in range(children.shape[1]):  # children come after their nodes
        for tree in np.flatnonzero(children[:, node] > 0):
            child = int(children[tree, node])
            depth[tree, child : child + 2] = depth[tree, node] + 1
    return int(depth.max(initial=0))
