"""What is read of a rule's docstring is what stands in it."""

from __future__ import annotations

import inspect
import sys

import pytest

from rosenblatt.rules.registry import registered
from tests.helpers import declared_equations
from website.reference.equations import Equation, escaped, parts


@pytest.mark.parametrize("name", registered())
def test_all_equations_of_a_rule_are_found(name):
    module = sys.modules[registered()[name].__module__]
    found = [one.label for one in parts(module.__doc__) if isinstance(one, Equation)]
    assert set(found) == declared_equations(inspect.getsource(module), module.__name__.rpartition(".")[2])
    assert len(found) == len(set(found))


def test_an_equation_has_its_label_its_origin_and_a_line_for_each_relation():
    told = "A rule.\n\n    one.1   F = label,  G = 2 F      (KC 5, kappa = 0)\n    one.2   H = 1\n\nMore."
    title, first, second, more = parts(told)
    assert (title, more) == ("A rule.", "More.")
    assert first == Equation("one.1", ("F = label,  G = 2 F",), ("KC 5, κ = 0",))
    assert first.rows() == ["F = label,", "G = 2 F"]
    assert second.markdown().endswith("$$\nH = 1\n$$")


def test_what_is_no_mathematics_is_shown_as_it_stands():
    assert Equation("one.1", ("as is, F # G = 1",), ()).markdown().endswith("```none\nas is, F # G = 1\n```")
    assert Equation("one.2", ("it grows slowly",), ()).markdown().endswith("\n\nit grows slowly")


def test_text_is_not_taken_for_markdown():
    assert escaped("a_b * <F> of `q_norm`") == r"a\_b \* \<F\> of `q_norm`"


def test_an_equation_goes_on_in_the_next_line():
    (equation,) = parts("    one.1   F = (a\n            + b),  G = 1\n            G = 2")
    assert equation.rows() == ["F = (a  + b),", "G = 1", "G = 2"]
