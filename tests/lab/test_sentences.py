from __future__ import annotations

import pytest

from rosenblatt.lab.sentences import sentence


@pytest.mark.parametrize(
    ("problem", "begins"),
    [
        (ValueError("n must be\n 3"), "n must be 3"),
        (ZeroDivisionError("division by zero"), "numbers must stay finite; got division by zero."),
        (ValueError("math domain error"), "numbers must stay finite"),
        (MemoryError(), "sizes must fit into memory"),
    ],
)
def test_a_mistake_is_one_line(problem, begins):
    assert sentence(problem).startswith(begins)
    assert "\n" not in sentence(problem)
