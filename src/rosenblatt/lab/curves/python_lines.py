"""The Python lines that make the same curves and points."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection
from typing import Any

from rosenblatt.lab.curves.chosen import chosen_rate
from rosenblatt.lab.curves.settings import CurveSettings
from rosenblatt.lab.curves.world import World
from rosenblatt.lab.expressions.grammar import parse
from rosenblatt.lab.expressions.own_rules import arguments_of, power, sign
from rosenblatt.lab.learners import Rate, named_learner
from rosenblatt.lab.sentences import MISTAKES
from rosenblatt.rules.kinds.rule import Rule
from rosenblatt.rules.registry import registered

OWN_HELPERS = {"sign": sign, "power": power}
PLAIN = {"abs", "max", "min"}  # of Python itself


def python_lines(settings: CurveSettings, without_line: Collection[str], without_points: Collection[str]) -> str:
    """Return a script; titles of those that have no line or no points here are left out there."""
    rate = chosen_rate(settings)
    own = [text for text in dict.fromkeys(settings.own) if _is_expression(text)]
    written = {token: _named(token, rate) for token in settings.rules if _is_known(token)}
    written |= {text: f"own_{place}" for place, text in enumerate(own, start=1)}
    with_line = ", ".join(said for title, said in written.items() if title not in without_line)
    with_points = ", ".join(said for title, said in written.items() if title not in without_points)
    world = "".join(f", {name}={value!r}" for name, value in World.of(settings).keywords.items())
    spaced = "geomspace" if settings.x == "log" else "linspace"
    blocks = [
        *_imports(own),
        *(_function(text, f"own_{place}") for place, text in enumerate(own, start=1)),
        f"alpha = np.{spaced}({settings.first!r}, {settings.last!r}, {len(settings.line_grid)})",
        f"curves = [rb.learning_curve(rule, alpha{world}) for rule in [{with_line}]]",
        f"points = {[float(f'{one:.6g}') for one in settings.point_grid]}",
        "students = [",
        f"    rb.simulate(rule, n={settings.n}, alpha=points, runs={settings.runs}, seed={settings.seed}{world})",
        f"    for rule in [{with_points}]",
        "]",
        f"rb.plot(*curves, *students, column={settings.show!r})",
    ]
    return "\n".join(blocks) + "\n"


def _imports(own: list[str]) -> list[str]:
    called = {node.id for text in own for node in ast.walk(parse(text).tree) if isinstance(node, ast.Name)}
    math_names = sorted(called & {"atan", "cos", "erf", "exp", "log", "sin", "sqrt", "tanh"})
    lines = [*(["import math"] if "power" in called else [])]
    lines += [f"from math import {', '.join(math_names)}", ""] if math_names else [""] if lines else []
    lines += ["import numpy as np", "", "import rosenblatt as rb", ""]
    for name, helper in OWN_HELPERS.items():
        if name in called:
            lines += [_plain_source(helper)]
    return lines


def _plain_source(helper: Any) -> str:
    """Return the source of a helper without its docstring."""
    tree = ast.parse(inspect.getsource(helper)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    tree.body = tree.body[1:]
    return f"\n{ast.unparse(tree)}\n"


def _function(text: str, name: str) -> str:
    expression = parse(text)
    return f"\ndef {name}({', '.join(arguments_of(expression))}):\n    return {ast.unparse(expression.tree)}\n"


def _named(token: str, rate: Rate | None) -> str:
    """Return a rule as it is written in Python: its name, or its class with parameters."""
    learner = named_learner(token, rate)
    if learner == named_learner(token.partition(":")[0]) or not isinstance(learner, Rule):
        return repr(token.partition(":")[0])
    cls = registered()[learner.name]
    values = [
        f"{field}={_written(getattr(learner, field))}"
        for field in cls.__dataclass_fields__
        if getattr(learner, field) != getattr(cls(), field)
    ]
    return f"rb.{cls.__name__}({', '.join(values)})"


def _written(value: Any) -> str:
    return (
        repr(value)
        if isinstance(value, (int, float, str))
        else f"rb.PowerLaw({value.eta_0!r}, z={value.z!r}, cap={value.cap!r})"
    )


def _is_known(token: str) -> bool:
    try:
        named_learner(token)
    except MISTAKES:
        return False
    return True


def _is_expression(text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True
