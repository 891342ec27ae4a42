"""Equations keep every number, name and sign, in their order, when they become LaTeX."""

from __future__ import annotations

import re
import sys

import pytest

from rosenblatt.rules.registry import registered
from website.reference.equations import Equation, parts
from website.reference.latex import Unreadable, latex

EQUATIONS = [
    one
    for cls in registered().values()
    for one in parts(sys.modules[cls.__module__].__doc__ or "")
    if isinstance(one, Equation)
]
ROWS = [row for one in EQUATIONS if not one.is_prose for row in one.rows()]
SIGNS = {r"\leftarrow": "<-", r"\to": "->", r"\le": "<=", r"\ge": ">=", r"\langle": "<", r"\rangle": ">"}
WORDS = r"\\(?:text|mathit|mathrm|operatorname)\{"


def atoms_of_plain(row: str) -> list[str]:
    """Return numbers, letters and signs of an equation in plain text; what only groups is left out."""
    row = row.replace("infinity", "infty").replace("grad", "nabla").replace("`", "").replace('"', "")
    row = re.sub(r"\bd (?=ln|rho|alpha)", "d", row)
    return re.findall(r"[A-Za-z]+|\d|<-|->|<=|>=|[-+*=<>|;:]", row.replace("_", " ").replace("/d", " d "))


def atoms_of_latex(row: str) -> list[str]:
    """Return the same of LaTeX."""
    row = re.sub(r"\\(?:frac|left|right|quad|colon|[,; ])(?![A-Za-z])", lambda m: ":" if "colon" in m[0] else " ", row)
    row = re.sub(WORDS, " ", row)
    for command, sign in SIGNS.items():
        row = re.sub(re.escape(command) + r"(?![A-Za-z])", f" {sign} ", row)
    row = row.replace(r"\lvert", "|").replace(r"\rvert", "|").replace(r"\cdot", " * ")
    return re.findall(r"[A-Za-z]+|\d|<-|->|<=|>=|[-+*=<>|;:]", row.replace("\\", " "))


def run_together(atoms: list[str]) -> str:
    """Return atoms as one text: where one name ends and the next begins is a matter of spaces."""
    return "".join(atoms)


@pytest.mark.parametrize("row", ROWS)
def test_nothing_is_lost_added_or_moved(row):
    plain = run_together(atoms_of_plain(row))
    dots = run_together(atoms_of_latex(latex(row)))
    assert dots.replace("*", "") == plain.replace("*", "")
    assert dots.count("*") == row.count("*") + len(re.findall(r"(?<=[A-Za-z])\.(?=[A-Z<x])", row.split("`")[0]))


@pytest.mark.parametrize("row", ROWS)
def test_divisions_are_as_many_as_before(row):
    assert len(re.findall(r"\\frac|/", latex(row))) == len(re.findall("/", row))


@pytest.mark.parametrize("row", ROWS)
def test_braces_and_parentheses_close(row):
    written = latex(row)
    assert written.count("{") == written.count("}")
    assert written.count("(") == written.count(")")
    assert written.count(r"\left(") == written.count(r"\right)")


@pytest.mark.parametrize(
    ("plain", "expected"),
    [
        ("a/b c", r"\frac{a}{b}\,c"),
        ("a b/c", r"a\,b/c"),
        ("(a + b)/(c d)", r"\frac{a + b}{c\,d}"),
        ("x^(-1/2) y", r"x^{-1/2}\,y"),
        ("-x <= 3", r"-x \le 3"),
        ("<F b> < 1", r"\langle F\,b\rangle < 1"),
        ("(a/(b c) + 1)^2", r"(a/(b\,c) + 1)^{2}"),
        ("sqrt(2/pi) Phi(k cos(theta))", r"\sqrt{2/\pi}\,\Phi(k\,\cos(\theta))"),
        ("w.S/sqrt(N)", r"w \cdot S/\sqrt{N}"),
        ("F = label  if x > 0", r"F = \mathit{label}\quad \text{if }x > 0"),
        ("dR/dalpha", r"\frac{dR}{d \alpha}"),
    ],
)
def test_known_equations(plain, expected):
    assert latex(plain) == expected


@pytest.mark.parametrize("broken", ["(a + b", "a + b)", "a/", "/b", "a # b", "|x"])
def test_what_is_not_understood_is_refused(broken):
    with pytest.raises(Unreadable):
        latex(broken)
