"""Doctests of the site's modules, and the pages that come from the repository."""

from __future__ import annotations

import doctest

import pytest

from website import contents, pages
from website.reference import commands, docstrings, equations, latex


@pytest.mark.parametrize(
    "module", [contents, pages, commands, docstrings, equations, latex], ids=lambda one: one.__name__
)
def test_examples_of_a_module(module):
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0


def test_links_lead_to_pages_of_the_site():
    assert pages.with_links_of_the_site("[a](../CHANGELOG.md)") == "[a](changelog.md)"
