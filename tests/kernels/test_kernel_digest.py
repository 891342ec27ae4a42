"""The digest of a kernel: whatever changes its machine code changes it, and nothing else does."""

from __future__ import annotations

from collections import namedtuple

import numpy as np
import pytest
from numba import float64, njit
from numba.types import Tuple

from rosenblatt.kernels.compiler import Slot, named_tuple_type, template
from rosenblatt.kernels.kernel_digest import Survey

filled = Slot("filled")


@template
def call_filled(x):
    return filled(x)


def digest(function, signature="float64(float64)") -> str:
    survey = Survey({"filled": function}, signature)
    survey.visit(call_filled)
    return survey.digest()


TABLE = np.array([1.0, 2.0])


def test_depends_on_code_constants_defaults_arrays_options_and_signature(monkeypatch):
    def with_default(x, k=1.0):
        return x * k

    def with_other_default(x, k=2.0):
        return x * k

    def with_table(x):
        return x * TABLE[0]

    with_other_default.__name__ = "with_default"
    assert digest(with_default) != digest(with_other_default)
    assert digest(with_default) != digest(with_default, "float32(float32)")
    before = digest(with_table)
    monkeypatch.setitem(globals(), "TABLE", np.array([3.0, 2.0]))
    assert digest(with_table) != before
    assert digest(njit(with_default)) != digest(njit(fastmath=True)(with_default))


@pytest.mark.parametrize("kind", ["built", "constant", "argument", "argument in a tuple"])
def test_depends_on_the_fields_of_named_tuples_and_their_order(kind):
    def digest_with(fields: str) -> str:
        pair = namedtuple("Pair", fields)
        constant = pair(1.0, 2.0)
        if kind == "built":
            return digest(lambda x: pair(x, x)[0])
        if kind == "constant":
            return digest(lambda x: x * constant[0])
        typed = named_tuple_type(pair, float64, float64)
        return digest(abs, float64(typed if kind == "argument" else Tuple((float64, typed))))

    assert digest_with("a b") == digest_with("a b")
    assert len({digest_with("a b"), digest_with("b a"), digest_with("a c")}) == 3


def test_does_not_depend_on_names_of_places_or_comments():
    scope_one, scope_two = {}, {}
    exec("def f(x):\n    return 2.0 * x", scope_one)
    exec("# a comment\n\ndef f(x):  # another\n    return 2.0 * x", scope_two)
    assert digest(scope_one["f"]) == digest(scope_two["f"])
