"""The reference of the command line: a page for each command, made from what it declares."""

from __future__ import annotations

from pathlib import Path

import click

from rosenblatt import markdown
from rosenblatt.cli import main

PROGRAM = "rosenblatt"


def write(folder: Path) -> None:
    """Write the pages into a folder."""
    folder.mkdir(parents=True)
    top = click.Context(main, info_name=PROGRAM)
    listed = []
    for name in main.list_commands(top):
        command = main.get_command(top, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=top)
        (folder / f"{name}.md").write_text(page(command, context), encoding="utf-8")
        listed.append((f"[`{name}`]({name}.md)", _escaped(command.get_short_help_str(200))))
    toctree = "\n".join(["```{toctree}", ":hidden:", "", *main.list_commands(top), "```"])
    table = markdown.table(("command", "what it does"), listed)
    text = f"# Commands\n\n{described(main.help or '')}\n\n{table}\n{toctree}\n"
    (folder / "index.md").write_text(text, encoding="utf-8")


def page(command: click.Command, context: click.Context) -> str:
    """Return the page of a command: how it is called, what it does, and its options."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    rows = [_option(parameter, context) for parameter in command.params if isinstance(parameter, click.Option)]
    table = markdown.table(("option", "what it is", "default"), rows)
    return f"# {PROGRAM} {command.name}\n\n```sh\n{usage}\n```\n\n{described(command.help or '')}\n\n{table}"


def described(told: str) -> str:
    """Return a help text in Markdown: paragraphs, and as code what click is told not to wrap.

    >>> print(described("Draw.\\n\\n\\b\\nExamples:\\n  draw all"))
    Draw.
    <BLANKLINE>
    Examples:
    <BLANKLINE>
    ```sh
    draw all
    ```
    """
    parts = []
    for paragraph in told.split("\n\n"):
        if not paragraph.lstrip().startswith("\b"):
            parts.append(_escaped(" ".join(paragraph.split())))
            continue
        title, *lines = paragraph.split("\b\n", 1)[1].splitlines()
        parts += [title.strip(), "```sh\n" + "\n".join(line.strip() for line in lines) + "\n```"]
    return "\n\n".join(parts)


def _option(option: click.Option, context: click.Context) -> tuple[str, str, str]:
    """Return name, meaning and default of an option."""
    names = ", ".join([*option.opts, *option.secondary_opts])
    kind = "" if option.is_flag else f" {option.make_metavar(context)}"
    default = option.default if option.show_default and option.default is not None else ""
    return f"`{names}{kind}`".replace("|", "\\|"), _escaped(option.help or "").replace("|", "\\|"), str(default)


def _escaped(text: str) -> str:
    """Return text of which Markdown takes nothing for its own."""
    return "".join(f"\\{letter}" if letter in "*_<>`[]" else letter for letter in text)
