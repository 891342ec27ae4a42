"""How commands fail: a sentence on standard error and an exit code, never a traceback.

0 is good, 1 that a claim fails, 2 a user's mistake or a file, disk or pipe that refuses, 130 an interrupt.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any

import click

MISTAKE, INTERRUPTED = 2, 130


class FailsInASentence(click.Group):
    """A group of commands that fail in one sentence."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run a command; what click writes itself, such as help, may find a full disk too."""
        try:
            return super().main(*arguments, **options)
        except OSError as problem:
            _say(problem)
            sys.exit(MISTAKE)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and end with the code of its failure."""
        try:
            return super().invoke(ctx)
        except (ValueError, TypeError, NotImplementedError, OSError, MemoryError) as mistake:
            _say(mistake)
            ctx.exit(MISTAKE)
        except KeyboardInterrupt as stopped:
            _echo(" ".join(map(str, stopped.args)) or "Interrupted.")
            ctx.exit(INTERRUPTED)


def _say(mistake: Exception) -> None:
    """Print a mistake as one line, unless nobody reads any more."""
    if isinstance(mistake, OSError):
        _forget_unwritten_output()
    if not isinstance(mistake, BrokenPipeError):
        _echo(sentence(mistake))


def _echo(said: str) -> None:
    with suppress(OSError):  # standard error may be full too: then nobody can be told
        click.echo(f"rosenblatt: {' '.join(said.split())}", err=True)


def sentence(mistake: Exception) -> str:
    """Return what a mistake is in the package's words: its own, or of a file, or of memory.

    >>> sentence(OSError(28, "No space left on device"))
    'output must have where to go; got "No space left on device". Make space, or write elsewhere.'
    """
    if isinstance(mistake, MemoryError):
        return "sizes must fit into memory; got more than there is. Take a smaller n, fewer runs or fewer points."
    if not isinstance(mistake, OSError) or mistake.errno is None or mistake.strerror is None:
        return str(mistake)
    where = "output" if mistake.filename is None else f"file {str(mistake.filename)!r}"
    return f'{where} must have where to go; got "{mistake.strerror}". Make space, or write elsewhere.'


def _forget_unwritten_output() -> None:
    """Let what standard output still holds go nowhere: it would be written, and fail again, when Python ends."""
    try:
        sys.stdout.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
