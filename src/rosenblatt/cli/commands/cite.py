"""``rosenblatt cite``: how to cite this package, and where rules come from."""

from __future__ import annotations

from pathlib import Path

import click

from rosenblatt.cli.names import rule_names
from rosenblatt.cli.shared import rewrite


@click.command()
@click.argument("rule", required=False, shell_complete=rule_names)
@click.option(
    "--write",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Bring the table of papers in this Markdown file up to date instead.",
)
def cite(rule: str | None, write: Path | None) -> None:
    """Show how to cite this package, and where RULE comes from, or all papers.

    \b
    Examples:
      rosenblatt cite
      rosenblatt cite shifted
    """
    from rosenblatt.markdown import with_table
    from rosenblatt.references import PAPERS, markdown_table, package_citation
    from rosenblatt.rules.registry import resolve

    if write is not None:
        rewrite(write, lambda text: with_table(text, markdown_table()))
        return
    found = None if rule is None else resolve(rule)
    click.echo(package_citation())
    if found is not None:
        click.echo(found.citation())
        return
    for paper in PAPERS.values():
        click.echo(f"{paper.short}: {paper}")
