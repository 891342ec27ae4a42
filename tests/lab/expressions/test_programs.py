from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.lab.expressions import machine
from rosenblatt.lab.expressions.grammar import FUNCTIONS, parse
from rosenblatt.lab.expressions.own_rules import modulation_of
from rosenblatt.lab.expressions.programs import MOST_INSTRUCTIONS, program_of

EVERYTHING = "0*alpha*q_norm + "  # so that the plain function takes all four
NUMBERS = ("label", "field", "alpha", "q_norm", "2", "0.5", "pi", "-3")
BINARY, ORDERS = ("+", "-", "*", "/"), ("<", "<=", ">", ">=", "==", "!=")


def value_by(function, *arguments):
    try:
        return float(function(*arguments))
    except (ArithmeticError, ValueError) as problem:
        return type(problem)


def formula(random, depth):
    """Return a random formula that says all that the grammar knows."""
    if depth == 0:
        return str(random.choice(NUMBERS))
    part = [formula(random, int(random.integers(depth))) for _ in range(4)]
    kind = random.integers(7)
    if kind < 2:
        return f"({part[0]} {random.choice(BINARY)} {part[1]})"
    if kind == 2:
        return f"({part[0]})**{random.integers(5)}"
    if kind == 3:
        one, two = random.choice(ORDERS, 2)
        return f"({part[0]} if not {part[1]} {one} {part[2]} {two} 1 or {part[3]} > 0 else {part[1]})"
    if kind == 4:
        return f"(({part[0]} {random.choice(ORDERS)} {part[1]}) - ({part[2]} > 0 and {part[3]} < 2))"
    name = random.choice(sorted(FUNCTIONS))
    return f"-{name}({', '.join(part[: FUNCTIONS[name][0]])})"


def test_a_program_gives_what_the_function_of_the_expression_gives():
    random = np.random.default_rng(7)
    told_apart = 0
    for _ in range(400):
        text = EVERYTHING + formula(random, 4)
        if len(text) > 300:
            continue
        expression = parse(text)
        function, program = modulation_of(expression), program_of(expression)
        for place in [(1.0, 0.3, 1.0, 1.0), (-1.0, -1.7, 0.2, 4.0), (1.0, 2.5, 3.0, 0.5)]:
            expected, found = value_by(function, *place), value_by(machine.run, *place, (program,))
            assert found == expected or found == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True), text
            told_apart += expected not in (0.0, 1.0)
    assert told_apart > 400


@pytest.mark.parametrize("operator", [*BINARY, *ORDERS, "**"])
def test_the_order_of_two_parts_counts_whichever_is_computed_first(operator):
    for text in (
        f"(field + 1) {operator} (field*(label + 2*(alpha + 1)))",
        f"(field*(label + 2*(alpha + 1))) {operator} (field + 1)",
    ):
        text = f"0*alpha*q_norm + ({text})"
        expression = parse(text)
        place = (1.0, 0.3, 0.25, 1.0)
        expected = modulation_of(expression)(*place)
        assert machine.run(*place, (program_of(expression),)) == pytest.approx(expected, rel=1e-14)


def kept(program):
    most = now = 0
    for do, source, _ in program.reshape(-1, machine.SIZE):
        now += int(do == machine.KEEP) - int(source == machine.KEPT)
        most = max(most, now)
    return most


def test_no_expression_keeps_more_values_than_the_machine_can():
    def full(depth):
        return "field" if depth == 0 else f"({full(depth - 1)}+{full(depth - 1)})"

    assert kept(program_of(parse(full(5)))) == 4  # 63 parts: one more level is refused, and would keep one more
    assert kept(program_of(parse("1 - (2 - (3 - (field - (label - field)*2)*3)*4)*5"))) == 0
    with pytest.raises(ValueError, match="expression must have at most"):
        parse(full(7))
    assert 2**machine.MOST_KEPT > 150


def test_a_program_that_would_be_endless_is_refused():
    text = "field"
    for _ in range(12):
        text = f"(0<{text}<1)"
    with pytest.raises(ValueError, match=f"expression must take at most {MOST_INSTRUCTIONS} steps"):
        program_of(parse(text))


def test_what_is_not_chosen_is_not_computed():
    program = program_of(parse("1/field if field != 0 else 0"))
    assert machine.run(1.0, 0.0, 1.0, 1.0, (program,)) == 0.0
    with pytest.raises(ZeroDivisionError):
        machine.run(1.0, 0.0, 1.0, 1.0, (program_of(parse("1/field")),))
