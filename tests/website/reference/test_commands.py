"""The reference of commands says what they say of themselves."""

from __future__ import annotations

import click

from website.reference.commands import described, page


def test_a_page_has_usage_text_examples_and_options():
    @click.command(help="Draw\n    <it>.\n\n\b\nExamples:\n  tool draw --size 3")
    @click.option("--size", default=2, show_default=True, help="How *big*.")
    @click.argument("file")
    def draw(size, file):
        pass

    text = page(draw, click.Context(draw, info_name="tool draw"))
    assert "tool draw [OPTIONS] FILE" in text
    assert r"Draw \<it\>." in text
    assert "Examples:\n\n```sh\ntool draw --size 3\n```" in text
    assert r"| `--size INTEGER` | How \*big\*. | 2 |" in text


def test_text_without_examples_is_a_paragraph():
    assert described("One\ntwo.\n\nThree.") == "One two.\n\nThree."
