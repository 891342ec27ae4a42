"""Docstrings become reStructuredText that says the same."""

from __future__ import annotations

from website.reference.docstrings import restructured


def test_lists_of_parameters_are_lists_with_their_lines():
    told = "Do.\n\nParameters\n----------\na, b : numbers of `nothing`,\n    at least 3.\n*more : others."
    assert restructured(told).splitlines()[-2:] == [
        "* ``a, b``: numbers of ``nothing``, at least 3.",
        "* ``*more``: others.",
    ]


def test_examples_are_left_alone():
    example = ">>> a_ = 1 * 2\n>>> a_\n2"
    assert restructured(example) == example


def test_public_names_are_links_and_others_code():
    assert restructured("`Hebb`, `xyz`, ``Hebb``, |x|, fit_") == (
        ":py:obj:`~rosenblatt.Hebb`, ``xyz``, ``Hebb``, \\|x\\|, fit\\_"
    )
