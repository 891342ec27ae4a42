"""An expression as a rule: its checked tree becomes a plain function, and a program that kernels and theory run.

The function says where the rule is not smooth, and whether it has a value. Kernels would have to be compiled anew for
it; with the machine's `run` in its place, and the program as a parameter, they are those of every other expression.
"""

from __future__ import annotations

import ast
import copy
import math
from functools import lru_cache
from types import CodeType, FunctionType

from rosenblatt.lab.expressions import machine
from rosenblatt.lab.expressions.grammar import POWER, VARIABLES, Expression, parse
from rosenblatt.lab.expressions.programs import program_of
from rosenblatt.rules.kinds.from_function import rule
from rosenblatt.rules.kinds.hebbian import CONTEXT, HebbianRule

LONGEST_NAME = 40
_PLACES = (-3.0, -0.7, -0.1, 0.0, 0.2, 0.9, 4.0)


def sign(x: float) -> float:
    """Return 1, -1, or 0 for 0.

    >>> sign(-0.5), sign(0.0)
    (-1.0, 0.0)
    """
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


def power(base: float, exponent: float) -> float:
    """Return a real power; a negative number has none that is not whole."""
    return math.pow(base, exponent)


MEANINGS = {
    "abs": abs,
    "atan": math.atan,
    "cos": math.cos,
    "erf": math.erf,
    "exp": math.exp,
    "log": math.log,
    "max": max,
    "min": min,
    "sign": sign,
    "sin": math.sin,
    "sqrt": math.sqrt,
    "tanh": math.tanh,
    POWER: power,
}


@lru_cache(maxsize=200)
def own_rule(text: str) -> HebbianRule:
    """Return the rule of an expression, or raise with one sentence that says what is wrong where.

    >>> own_rule("label if label*field <= 0.5 else 0").kink_fields()
    (-0.5, 0.5)
    """
    expression = parse(text)
    function = modulation_of(expression)
    _check_values(expression, function)
    name = expression.text if len(expression.text) <= LONGEST_NAME else f"{expression.text[: LONGEST_NAME - 1]}…"
    return on_machine(rule(function, name=name)(), expression)


def on_machine(plain: HebbianRule, expression: Expression) -> HebbianRule:
    """Return a rule whose kernels run the program of its expression, and are not compiled for it."""
    own = copy.copy(plain)
    program, kinks = program_of(expression), plain.kink_fields
    vars(own).update(full_modulation=machine.run, own=(program,), kernel_title="expression", kink_fields=kinks)
    return own


def arguments_of(expression: Expression) -> tuple[str, ...]:
    """Return what the function of an expression takes: label and field always, what else there is if it is used."""
    return tuple(name for name in VARIABLES if name not in CONTEXT or name in expression.variables)


def modulation_of(expression: Expression) -> FunctionType:
    """Return the function of a checked expression: the code of its tree, taken out and never run as a text."""
    arguments = [ast.arg(name) for name in arguments_of(expression)]
    taken = ast.arguments(posonlyargs=[], args=arguments, kwonlyargs=[], kw_defaults=[], defaults=[])
    body: list[ast.stmt] = [ast.Return(expression.tree)]
    definition = ast.parse("def own(): pass").body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.args, definition.body = taken, body
    module = ast.fix_missing_locations(ast.Module([definition], []))
    code = next(part for part in compile(module, "<own rule>", "exec").co_consts if isinstance(part, CodeType))
    scope = {**MEANINGS, "__builtins__": {}, "__name__": __name__}
    return FunctionType(code, scope, "own")


def _check_values(expression: Expression, function: FunctionType) -> None:
    """Raise unless a function gives a finite number at some usual places."""
    context = [1.0] * (len(arguments_of(expression)) - 2)
    for label in (-1.0, 1.0):
        for place in _PLACES:
            try:
                value = function(label, place, *context)
                good = math.isfinite(value)
            except (ArithmeticError, ValueError):
                good = False
            if not good:
                raise ValueError(
                    f"expression must give a finite number; got none for label = {label:g}, field = {place:g}. "
                    "Guard that case, for example by max(..., 0.01) or by if-else."
                )
