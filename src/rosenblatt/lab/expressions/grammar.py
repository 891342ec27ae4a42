"""The grammar of expressions: what a visitor types is read into a tree, and only what stands here may be in it.

grammar.1   number:  a constant, a variable, pi; -x; x + y, x - y, x*y, x/y, x**y; f(x, ...); x if condition else y
grammar.2   condition:  x < y <= z ..., ==, !=; not p; p and q; p or q
grammar.3   a condition where a number is wanted counts as 1 or 0

The tree that comes out is built node by node from what was recognised: nothing of the visitor's text is run.
"""

from __future__ import annotations

import ast
import math
import warnings
from typing import NamedTuple

MOST_CHARACTERS, MOST_NODES, MOST_DEPTH = 300, 150, 25
LARGEST_NUMBER = 1e75
VARIABLES = ("label", "field", "alpha", "q_norm")
CONSTANTS = {"pi": math.pi}
FUNCTIONS = {  # and how many arguments they take, at least and at most
    "abs": (1, 1),
    "atan": (1, 1),
    "cos": (1, 1),
    "erf": (1, 1),
    "exp": (1, 1),
    "log": (1, 1),
    "max": (2, 8),
    "min": (2, 8),
    "sign": (1, 1),
    "sin": (1, 1),
    "sqrt": (1, 1),
    "tanh": (1, 1),
}
POWER = "power"  # of what x**y becomes a call
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_LARGEST_EXPONENT = 12  # of a whole power, which is multiplied out


class Expression(NamedTuple):
    """A checked expression: its text, its tree, which gives a number, and the variables in it."""

    text: str
    tree: ast.expr
    variables: frozenset[str]


class _Found(NamedTuple):
    tree: ast.expr
    is_condition: bool = False


def parse(text: str) -> Expression:
    """Return a checked expression, or raise with one sentence that says what is wrong where.

    >>> parse("label if label*field <= 0.5 else 0").variables == {"label", "field"}
    True
    >>> parse("label*speed")
    Traceback (most recent call last):
    ...
    ValueError: expression must use label, field, alpha, q_norm or pi; got 'speed' at character 7. Correct that name.
    """
    shown = " ".join(text.split())
    if not shown:
        raise ValueError("expression must say something; got nothing. Write for example label*exp(-field**2)")
    if len(shown) > MOST_CHARACTERS:
        raise ValueError(f"expression must have at most {MOST_CHARACTERS} characters; got {len(shown)}. Shorten it.")
    reader = _Reader(shown)
    tree = reader.number(_syntax_tree(shown).body, 0)
    return Expression(shown, ast.fix_missing_locations(ast.Expression(tree)).body, frozenset(reader.variables))


def _syntax_tree(text: str) -> ast.Expression:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python, about texts that are refused below
            return ast.parse(text, mode="eval")
    except SyntaxError as problem:
        place = min(problem.offset or len(text), len(text))  # none, or 0, is the end
        raise ValueError(
            f"expression must be a formula such as label*exp(-field**2); got {_near(text, place - 1)} at character "
            f"{place}, which does not fit there. Look for a missing operator or bracket."
        ) from None
    except (ValueError, MemoryError, RecursionError):
        raise ValueError("expression must be a plain formula; got one that cannot be read. Write it anew.") from None


def _near(text: str, place: int) -> str:
    return repr(text[place : place + 12])


class _Reader:
    """Reads a syntax tree into a tree of allowed nodes, and keeps the variables that it met."""

    def __init__(self, text: str) -> None:
        self.text, self.nodes = text, 0
        self.variables: set[str] = set()

    def number(self, node: ast.expr, depth: int) -> ast.expr:
        """Return the tree of a number."""
        found = self._read(node, depth)
        if found.is_condition:  # grammar.3
            return ast.IfExp(found.tree, ast.Constant(1.0), ast.Constant(0.0))
        return found.tree

    def condition(self, node: ast.expr, depth: int) -> ast.expr:
        """Return the tree of a condition, or raise if it is a number."""
        found = self._read(node, depth)
        if not found.is_condition:
            raise self._refused(node, "have a comparison as condition", "Compare it with something, for example with 0")
        return found.tree

    def _read(self, node: ast.expr, depth: int) -> _Found:
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > MOST_DEPTH:
            raise ValueError(
                f"expression must have at most {MOST_NODES} parts and {MOST_DEPTH} levels; got more. Simplify it."
            )
        deeper = depth + 1
        match node:
            case ast.Constant():
                return _Found(self._constant(node))
            case ast.Name():
                return _Found(self._name(node))
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                return _Found(ast.UnaryOp(node.op, self.number(node.operand, deeper)))
            case ast.UnaryOp(op=ast.Not()):
                return _Found(ast.UnaryOp(ast.Not(), self.condition(node.operand, deeper)), True)
            case ast.BinOp(op=ast.Pow()):
                return _Found(self._power(node, deeper))
            case ast.BinOp() if isinstance(node.op, _ARITHMETIC):
                return _Found(ast.BinOp(self.number(node.left, deeper), node.op, self.number(node.right, deeper)))
            case ast.Compare():
                return _Found(self._comparison(node, deeper), True)
            case ast.BoolOp():
                return _Found(ast.BoolOp(node.op, [self.condition(value, deeper) for value in node.values]), True)
            case ast.IfExp():
                branches = self.number(node.body, deeper), self.number(node.orelse, deeper)
                return _Found(ast.IfExp(self.condition(node.test, deeper), *branches))
            case ast.Call():
                return _Found(self._call(node, deeper))
        raise self._refused(
            node, "consist of numbers, + - * / **, comparisons, and, or, not, if-else and functions", "Leave that out"
        )

    def _constant(self, node: ast.Constant) -> ast.expr:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self._refused(node, "have plain numbers", "Write a number")
        if not abs(value) <= LARGEST_NUMBER:
            raise self._refused(node, f"have numbers up to {LARGEST_NUMBER:g}", "Take a smaller one")
        return ast.Constant(float(value))

    def _name(self, node: ast.Name) -> ast.expr:
        if node.id in CONSTANTS:
            return ast.Constant(CONSTANTS[node.id])
        if node.id not in VARIABLES:
            what = f"{node.id!r} at character {node.col_offset + 1}"
            remedy = f"Write {node.id}(...)" if node.id in FUNCTIONS else "Correct that name"
            raise ValueError(f"expression must use {', '.join(VARIABLES)} or pi; got {what}. {remedy}.")
        self.variables.add(node.id)
        return ast.Name(node.id, ast.Load())

    def _power(self, node: ast.BinOp, depth: int) -> ast.expr:
        base, exponent = self.number(node.left, depth), self.number(node.right, depth)
        if isinstance(exponent, ast.Constant) and isinstance(exponent.value, float) and exponent.value.is_integer():
            whole = int(exponent.value)
            if 0 <= whole <= _LARGEST_EXPONENT:
                return ast.BinOp(base, ast.Pow(), ast.Constant(whole))
        return ast.Call(ast.Name(POWER, ast.Load()), [base, exponent], [])  # never a complex number

    def _comparison(self, node: ast.Compare, depth: int) -> ast.expr:
        for operator in node.ops:
            if not isinstance(operator, _COMPARISONS):
                raise self._refused(node, "compare by <, <=, >, >=, == or !=", "Use one of these")
        values = [self.number(value, depth) for value in (node.left, *node.comparators)]
        return ast.Compare(values[0], node.ops, values[1:])

    def _call(self, node: ast.Call, depth: int) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else None
        if name not in FUNCTIONS or node.keywords:
            raise self._refused(node, f"call {', '.join(FUNCTIONS)} only", "Use one of these, without keywords")
        least, most = FUNCTIONS[name]
        if not least <= len(node.args) <= most:
            wanted = f"{least}" if least == most else f"{least} to {most}"
            raise self._refused(node, f"give {name} {wanted} arguments", f"Count them: there are {len(node.args)}")
        return ast.Call(ast.Name(name, ast.Load()), [self.number(value, depth) for value in node.args], [])

    def _refused(self, node: ast.expr, constraint: str, remedy: str) -> ValueError:
        place = node.col_offset
        part = (ast.get_source_segment(self.text, node) or self.text[place:])[:24]
        return ValueError(f"expression must {constraint}; got {part!r} at character {place + 1}. {remedy}.")
