"""The table of rules is that of the registry."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rosenblatt.cli import main
from rosenblatt.rules import registered
from rosenblatt.rules_table import markdown_table, table, write_table


def test_every_rule_has_its_first_sentence_and_its_origin():
    rows = {name: (what, origin) for name, what, origin in table()}
    assert list(rows) == list(registered())
    for name, cls in registered().items():
        what, origin = rows[name]
        assert cls.__doc__.startswith(what)
        assert what.endswith(".")
        assert origin == ("" if cls.reference is None else str(cls.reference))
        assert f"| `{name}` | {what} | {origin} |" in markdown_table().splitlines()


def test_the_table_can_be_brought_up_to_date(tmp_path):
    file = tmp_path / "README.md"
    header = markdown_table().splitlines()[0]
    file.write_text(f"before\n\n{header}\n| --- | --- | --- |\n| `old` | gone | X |\n\nafter\n")
    assert CliRunner().invoke(main, ["rules", "--write", str(file)]).exit_code == 0
    assert file.read_text() == f"before\n\n{markdown_table()}\n\nafter\n"
    with pytest.raises(ValueError, match="file must have a table that begins with"):
        write_table("nothing here")
