"""The command line. Heavy modules are imported inside the commands, so that help comes at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click


class _Group(click.Group):
    """A group in which a user's mistake is one sentence and exit code 2, never a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (ValueError, TypeError, NotImplementedError, OSError) as mistake:
            click.echo(f"rosenblatt: {mistake}", err=True)
            ctx.exit(2)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rosenblatt")
def main() -> None:
    """Learning a linear threshold rule: exact theory and fast simulation.

    \b
    Examples:
      rosenblatt rules
      rosenblatt reproduce --out out
    """


@main.command()
@click.option(
    "--write",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Bring the table of rules in this Markdown file up to date instead.",
)
def rules(write: Path | None) -> None:
    """List the rules, what they are and where they come from."""
    if write is not None:
        from rosenblatt.rules.table import write_table

        write.write_text(write_table(write.read_text(encoding="utf-8")), encoding="utf-8")
        return
    from rich.console import Console
    from rich.table import Table

    from rosenblatt.rules.table import table

    shown = Table("rule", "what it is", "from", box=None, pad_edge=False)
    for row in table():
        shown.add_row(*row)
    Console().print(shown)


@main.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out"),
    show_default=True,
    help="Folder to write into.",
)
@click.option("--quick", is_flag=True, help="The same rows with fewer runs.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all simulations.")
def reproduce(out: Path, quick: bool, seed: int) -> None:
    """Theory against simulation, with a verdict."""
    from rosenblatt.report import reproduce as run

    if not run(out, quick=quick, seed=seed, say=click.echo):
        sys.exit(1)
