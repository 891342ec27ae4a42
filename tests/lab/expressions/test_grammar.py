from __future__ import annotations

import ast

import pytest

from rosenblatt.lab.expressions.grammar import FUNCTIONS, MOST_CHARACTERS, MOST_DEPTH, MOST_NODES, parse

GOOD = [
    "label",
    "-label + +1",
    "label if label*field <= 0.5 else 0",
    "label*exp(-field**2)",
    "label*(label*field < 0)",
    "label if not (field > 1 or field < -1) and alpha != 2 else 0.5*label",
    "label/max(sqrt(q_norm), 0.01, abs(field))",
    "label * (0 < field <= 2)",
    "label*field**-0.5 if field > 0 else label",
]
BAD = {
    "": "got nothing",
    "label +": "character 7",
    "label*speed": "'speed' at character 7",
    "exp": "Write exp(...)",
    "label if field else 0": "comparison as condition",
    "__import__('os')": "call abs",
    "label.__class__": "'label.__class__' at character 1",
    "field[0]": "'field[0]'",
    "(lambda: 1)()": "call abs",
    "lambda: 1": "'lambda: 1'",
    "[x for x in (1,)]": "consist of",
    "'text'": "plain numbers",
    "True": "plain numbers",
    "1j": "plain numbers",
    "1e400": "up to 1e+75",
    "label := 2": "fit",
    "(label := 2)": "consist of",
    "label; field": "fit",
    "label in field": "compare by",
    "label is field": "compare by",
    "min(label)": "min 2 to 8 arguments",
    "exp(field, 2)": "exp 1 arguments",
    "exp(x=field)": "without keywords",
    "max(*field, 1)": "consist of",
    "label % 2": "consist of",
    "label // 2": "consist of",
    "~label": "consist of",
    "f'{label}'": "consist of",
    "label\x00": "expression must be a",
    "await label": "consist of",
    "abs(abs)": "Write abs(...)",
}


@pytest.mark.parametrize("text", GOOD)
def test_what_is_in_the_grammar_is_taken(text):
    found = parse(text)
    names = {node.id for node in ast.walk(found.tree) if isinstance(node, ast.Name)}
    assert found.variables <= names <= found.variables | set(FUNCTIONS) | {"power"}


@pytest.mark.parametrize("text", BAD, ids=repr)
def test_what_is_not_is_refused_in_a_sentence_that_names_the_place(text):
    with pytest.raises(ValueError, match="^expression must .*; got ") as problem:
        parse(text)
    assert BAD[text] in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    "text",
    [
        "1+" * MOST_CHARACTERS + "1",
        "(" * (MOST_DEPTH + 5) + "1" + ")" * (MOST_DEPTH + 5) + "+" + "-" * (MOST_DEPTH + 5) + "1",
        "+".join(["1"] * MOST_NODES),
    ],
    ids=["long", "deep", "of many parts"],
)
def test_size_and_depth_are_bounded(text):
    with pytest.raises(ValueError, match="at most"):
        parse(text)


def test_the_tree_holds_nodes_of_the_grammar_only():
    allowed = (
        ast.expr_context,
        ast.Constant,
        ast.Name,
        ast.UnaryOp,
        ast.BinOp,
        ast.Compare,
        ast.BoolOp,
        ast.IfExp,
        ast.Call,
        ast.operator,
        ast.unaryop,
        ast.boolop,
        ast.cmpop,
    )
    for text in GOOD:
        assert all(isinstance(node, allowed) for node in ast.walk(parse(text).tree))
