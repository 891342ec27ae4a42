"""``rosenblatt``: the group of all commands, which finds them by their modules."""

from __future__ import annotations

import importlib
import pkgutil

import click

from rosenblatt import __version__
from rosenblatt.cli import commands
from rosenblatt.cli.failures import FailsInASentence


class FoundCommands(FailsInASentence):
    """Commands that are imported when they are asked for: the module `commands.NAME` has the function NAME."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the modules."""
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, or None if there is none of this name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        return getattr(importlib.import_module(f"{commands.__name__}.{cmd_name}"), cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is asked for; where there is none of its name, say which was meant."""
        known, asked = self.list_commands(ctx), args[0]
        if asked not in known and not asked.startswith("-") and not ctx.resilient_parsing:  # as when a shell completes
            from rosenblatt import checks  # which imports NumPy, and --help need not

            raise ValueError(f"command must be one that --help lists; got {asked!r}. {checks.nearest(asked, known)}")
        return super().resolve_command(ctx, args)


@click.group(cls=FoundCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def main() -> None:
    """Learning a linear threshold rule: exact theory and fast simulation.

    \b
    Examples:
      rosenblatt rules
      rosenblatt curve rosenblatt --alpha 1,5,10 --noise 0.05
      rosenblatt plan hebb --n 100 --disagreement 0.05 --noise 0.1
      rosenblatt evaluate data.csv --target y --out report
      rosenblatt reproduce --out out
      rosenblatt doctor
    """
