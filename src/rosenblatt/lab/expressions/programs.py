"""The program of an expression for the machine: its tree, node by node, in an order in which few values are kept.

programs.1   of two parts the one that keeps more values comes first: k values are then kept only by 2^k parts or more
programs.2   ``x < y < z`` is ``x < y and y < z``; what follows from the left part of a condition is jumped over
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

import numpy as np

from rosenblatt.lab.expressions import machine
from rosenblatt.lab.expressions.grammar import POWER, Expression

MOST_INSTRUCTIONS = 500

Instruction = tuple[int, int, float]

_VARIABLES = {"label": machine.LABEL, "field": machine.FIELD, "alpha": machine.ALPHA, "q_norm": machine.Q_NORM}
_OF_ONE = {
    "abs": machine.ABS,
    "atan": machine.ATAN,
    "cos": machine.COS,
    "erf": machine.ERF,
    "exp": machine.EXP,
    "log": machine.LOG,
    "sign": machine.SIGN,
    "sin": machine.SIN,
    "sqrt": machine.SQRT,
    "tanh": machine.TANH,
}
_OF_SEVERAL = {"max": machine.MAX, "min": machine.MIN, POWER: machine.POWER}
_ARITHMETIC: dict[type[ast.AST], int] = {
    ast.Add: machine.ADD,
    ast.Sub: machine.SUBTRACT,
    ast.Mult: machine.MULTIPLY,
    ast.Div: machine.DIVIDE,
    ast.Pow: machine.WHOLE_POWER,
    ast.Lt: machine.LESS,
    ast.LtE: machine.AT_MOST,
    ast.Gt: machine.MORE,
    ast.GtE: machine.AT_LEAST,
    ast.Eq: machine.SAME,
    ast.NotEq: machine.OTHER,
}
_TURNED = {  # with the operand first; the others are the same either way
    machine.SUBTRACT: machine.SUBTRACT_FROM,
    machine.DIVIDE: machine.DIVIDE_INTO,
    machine.POWER: machine.POWER_OF,
    machine.LESS: machine.MORE,
    machine.AT_MOST: machine.AT_LEAST,
    machine.MORE: machine.LESS,
    machine.AT_LEAST: machine.AT_MOST,
}


@dataclass(frozen=True)
class _Part:
    """Instructions that compute a value, and how many values they keep at once."""

    instructions: tuple[Instruction, ...]
    kept: int = 0

    def __post_init__(self) -> None:
        if len(self.instructions) > MOST_INSTRUCTIONS:
            raise ValueError(f"expression must take at most {MOST_INSTRUCTIONS} steps; got more. Simplify it.")

    @property
    def operand(self) -> tuple[int, float] | None:
        """Where the value is, if it need not be computed."""
        (do, source, number), *more = self.instructions
        return None if more or do != machine.TAKE else (source, number)

    def then(self, *others: _Part) -> _Part:
        parts = (self, *others)
        return _Part(sum((part.instructions for part in parts), ()), max(part.kept for part in parts))


def program_of(expression: Expression) -> np.ndarray:
    """Return the program of an expression.

    >>> from rosenblatt.lab.expressions.grammar import parse
    >>> machine.run(1.0, 0.5, 1.0, 1.0, (program_of(parse("label*(2 - field)")),))
    1.5
    """
    return np.array(_part(expression.tree).instructions, dtype=float).ravel()


def _part(node: ast.expr) -> _Part:
    match node:
        case ast.Constant(value=float(number)):
            return _one(machine.TAKE, machine.NUMBER, number)
        case ast.Name():
            return _one(machine.TAKE, _VARIABLES[node.id])
        case ast.UnaryOp(op=ast.UAdd()):
            return _part(node.operand)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=float(number))):
            return _one(machine.TAKE, machine.NUMBER, -number)
        case ast.UnaryOp():
            return _part(node.operand).then(_one(machine.NOT if isinstance(node.op, ast.Not) else machine.NEGATE))
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int(exponent))):
            return _part(node.left).then(_one(machine.WHOLE_POWER, machine.NUMBER, exponent))
        case ast.BinOp():
            return _of_two(_ARITHMETIC[type(node.op)], _part(node.left), _part(node.right))
        case ast.Compare():
            return _comparison(node)
        case ast.BoolOp():
            jump = machine.JUMP_IF_FALSE if isinstance(node.op, ast.And) else machine.JUMP_IF_TRUE
            return _jumping(jump, [_part(value) for value in node.values])
        case ast.IfExp():
            return _choice(*(_part(part) for part in (node.test, node.body, node.orelse)))
        case ast.Call(func=ast.Name(id=name)) if name in _OF_ONE:
            return _part(node.args[0]).then(_one(_OF_ONE[name]))
        case ast.Call(func=ast.Name(id=name)):
            first, *others = (_part(value) for value in node.args)
            for other in others:
                first = _of_two(_OF_SEVERAL[name], first, other)
            return first
    raise TypeError(f"tree must be one of the grammar; got {ast.dump(node)}")


def _one(do: int, source: int = machine.NUMBER, number: float = 0.0) -> _Part:
    return _Part(((do, source, number),))


def _of_two(do: int, left: _Part, right: _Part) -> _Part:
    """Return an operation on two values, the more demanding of which is computed first.  (programs.1)"""
    if right.operand is not None:
        return left.then(_one(do, *right.operand))
    turned = _TURNED.get(do, do)
    if left.operand is not None:
        return right.then(_one(turned, *left.operand))
    first, second, do = (left, right, turned) if left.kept >= right.kept else (right, left, do)
    both = first.then(_one(machine.KEEP), second, _one(do, machine.KEPT))
    return _Part(both.instructions, max(first.kept, second.kept + 1))


def _comparison(node: ast.Compare) -> _Part:
    values = [_part(value) for value in (node.left, *node.comparators)]
    pairs = zip(node.ops, values, values[1:], strict=False)
    return _jumping(machine.JUMP_IF_FALSE, [_of_two(_ARITHMETIC[type(op)], *pair) for op, *pair in pairs])


def _jumping(jump: int, conditions: list[_Part]) -> _Part:
    """Return conditions of which one decides the rest, if the jump is taken.  (programs.2)"""
    *before, last = conditions
    for condition in reversed(before):
        last = condition.then(_one(jump, machine.NUMBER, len(last.instructions)), last)
    return last


def _choice(test: _Part, body: _Part, orelse: _Part) -> _Part:
    over_body = _one(machine.JUMP_IF_FALSE, machine.NUMBER, len(body.instructions) + 1)
    return test.then(over_body, body, _one(machine.JUMP, machine.NUMBER, len(orelse.instructions)), orelse)
