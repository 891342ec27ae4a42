"""``rosenblatt completion``: what lets a shell complete commands."""

from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete


class WholeLines(FishComplete):
    """For fish; click's own script cuts descriptions, and names of files, at their first comma."""

    source_template = FishComplete.source_template.replace("string split", "string split --max 1")


SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": WholeLines}


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what lets SHELL complete commands, options, rules, papers and files with the tabulator.

    Let the file in which your shell begins, such as ~/.bashrc or, after compinit, ~/.zshrc, evaluate it; fish has a
    folder for it.

    \b
    Examples:
      eval "$(rosenblatt completion bash)"
      eval "$(rosenblatt completion zsh)"
      rosenblatt completion fish > ~/.config/fish/completions/rosenblatt.fish
    """
    script = SHELLS[shell](context.find_root().command, {}, "rosenblatt", "_ROSENBLATT_COMPLETE")
    click.echo(script.source())
