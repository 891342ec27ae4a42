"""``rosenblatt rules``: the list of rules."""

from __future__ import annotations

from pathlib import Path

import click

from rosenblatt.cli.shared import rewrite


@click.command()
@click.option(
    "--write",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Bring the table of rules in this Markdown file up to date instead.",
)
def rules(write: Path | None) -> None:
    """List the rules, what they are and where they come from.

    \b
    Examples:
      rosenblatt rules
      rosenblatt rules --write README.md
    """
    if write is not None:
        from rosenblatt.rules_table import write_table

        rewrite(write, write_table)
        return
    from rich.console import Console
    from rich.table import Table

    from rosenblatt.rules_table import table

    shown = Table("rule", "what it is", "from", box=None, pad_edge=False)
    for row in table():
        shown.add_row(*row)
    Console().print(shown)
