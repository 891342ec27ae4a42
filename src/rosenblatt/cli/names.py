"""Names that a shell completes: those of rules and of papers, found when they are asked for, and of files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def rule_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the rules whose names begin so."""
    from rosenblatt.rules.registry import registered

    return [name for name in registered() if name.startswith(begun)]


def paper_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the short names of the papers that are reproduced and begin so, in small letters too."""
    from rosenblatt.papers.registry import reproduced

    names = [folder.paper.short for folder in reproduced().values() if folder.paper is not None]
    return [name for name in names if name.lower().startswith(begun.lower())]


def file_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return that files are wanted, whose names the shell knows best."""
    return [CompletionItem(begun, type="file")]
