"""``rosenblatt completion``: what lets a shell complete commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what lets SHELL complete commands, options, rules and papers with the tabulator.

    Let the file in which your shell begins, such as ~/.bashrc or ~/.zshrc, evaluate it; fish has a folder for it.

    \b
    Examples:
      eval "$(rosenblatt completion bash)"
      eval "$(rosenblatt completion zsh)"
      rosenblatt completion fish > ~/.config/fish/completions/rosenblatt.fish
    """
    script = get_completion_class(shell)
    if script is None:
        raise ValueError(f"shell must be one that click knows; got {shell!r}. Install a newer click.")
    click.echo(script(context.find_root().command, {}, "rosenblatt", "_ROSENBLATT_COMPLETE").source())
