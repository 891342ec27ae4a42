"""What commands on files of rows share: their options, the run that these describe, and how it is saved on its way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rosenblatt.cli.names import file_names

if TYPE_CHECKING:
    from rosenblatt.streams.readers.reader import Reader
    from rosenblatt.streams.recipe import Recipe
    from rosenblatt.streams.stream_run import StreamRun

SAVE_EVERY = 200_000  # rows


def reading_options(command: Any) -> Any:
    """Add the options that say how a file is read."""
    for option in (
        click.argument("file", shell_complete=file_names),
        click.option("--format", "format_", help="arrow, csv, jsonl, libsvm or parquet; defaults to the ending."),
        click.option("--skip-bad", is_flag=True, help="Skip rows that cannot be read, and say how many there were."),
        click.option("--delimiter", help="Of CSV; defaults to what the first line has most of."),
        click.option("--columns", type=int, help="Of LIBSVM: how many there are."),
    ):
        command = option(command)
    return command


def learning_options(command: Any) -> Any:
    """Add the options that say what is learnt of the rows."""
    for option in (
        click.option("--target", help="The column of the labels; LIBSVM has its own."),
        click.option("--text", multiple=True, metavar="COL", help="A column of texts, whose words count."),
        click.option("--category", multiple=True, metavar="COL", help="A column of levels, whatever it looks like."),
        click.option("--ignore", multiple=True, metavar="COL", help="A column that is left out."),
        click.option("--classes", help="All labels, e.g. 0,1: the file need not be read for them first."),
        click.option("--resume", is_flag=True, help="Go on where an earlier run of the same command stopped."),
        click.option("--save-every", type=int, default=SAVE_EVERY, show_default=True, help="Rows between two savings."),
    ):
        command = option(command)
    return command


def opened(
    options: dict[str, Any], target: str | None, kinds: dict[str, str] | None = None, *, raw: bool = False
) -> Reader:
    """Return the reader that a command's options ask for."""
    from rosenblatt.streams.readers.kinds import Asked
    from rosenblatt.streams.readers.opening import format_of, open_reader
    from rosenblatt.streams.readers.source import Source

    file, format_ = options["file"], options["format_"]
    name = format_ or format_of(Source(file))
    if kinds is None and (name == "libsvm") == (target is not None):
        raise ValueError(
            "target must be left out for LIBSVM, which has its own. Leave it out."
            if target is not None
            else f"target must be the name of a column of {file}; got none. Write --target COLUMN."
        )
    if kinds is not None and (name == "libsvm") == bool(kinds):
        raise ValueError(
            f"{file} must be LIBSVM, for the model has learnt columns without names; got {name}. Fit it to such rows."
            if not kinds
            else f"{file} must have the columns {', '.join(map(repr, kinds))}; got LIBSVM, whose columns have no names."
        )
    texts = (*options.get("text", ()), *options.get("category", ()))
    asked = Asked(target, tuple(options.get("ignore", ())), texts, kinds)
    how = {key: options[key] for key in ("delimiter", "columns")}
    reader = open_reader(file, asked, format=name, skip_bad=options["skip_bad"], **how)
    reader.keep_raw = raw
    return reader


def begun(
    options: dict[str, Any],
    models: list[str],
    *,
    scored: bool,
    state: Path | None,
    start: tuple[Any, Recipe | None] = (None, None),
) -> StreamRun:
    """Return the run that a command's options describe, gone on with from ``state`` if that is wanted.

    ``start`` is a model that has learnt rows already, with the recipe of its columns: that decides what is read.
    """
    from rosenblatt import checks
    from rosenblatt.streams.contenders import contender
    from rosenblatt.streams.hashed_rows import HashedRows
    from rosenblatt.streams.stream_run import Contender, StreamRun
    from rosenblatt.streams.tally import Tally

    checks.whole("save-every", options["save_every"], 1, "It is a number of rows.")
    known, recipe = start
    if known is None:
        contenders = [Contender(name, contender(name), Tally() if scored else None) for name in models]
    else:
        contenders = [Contender(name, known, None) for name in models]
    if recipe is None:
        reader = opened(options, options["target"])
        hashed = HashedRows(tuple(options["text"])) if options["text"] else None
    else:
        columns = options["columns"] if recipe.kinds else recipe.width
        plain = {**options, "columns": columns, "text": (), "category": (), "ignore": ()}
        reader, hashed = opened(plain, options["target"], recipe.kinds), recipe.hashed
    if options["resume"] and not reader.source.is_file:
        raise ValueError(
            "resume must be for a file that can be read again; got standard input. Leave it out: what was saved last "
            "is a model, which `rosenblatt fit --start MODEL` goes on with."
        )
    keys = ("target", "text", "category", "ignore", "classes", "skip_bad", "file")
    choices = {"models": models, **{key: _as_json(options[key]) for key in keys}}
    run = StreamRun(reader, contenders, hashed, choices=choices)
    if options["resume"] and state is not None and state.exists():
        run.resume(state)
    elif options["classes"] is not None:
        run.classes = run.declared(options["classes"])
    else:
        run.find_classes()
    return run


def followed(run: StreamRun, save: Callable[[], None] | None, every: int, show: Callable[[], None]) -> None:
    """Let a run go to its end, saving it after so many rows; what stops it, a bad row or Ctrl-C, does so at a block."""
    import warnings

    from rosenblatt.cli.kept_memory import keep_freed_memory

    keep_freed_memory()
    saved = run.learnt
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "The number of unique classes", UserWarning)  # of few rows
            for _ in run.go():
                show()
                if save is not None and run.learnt - saved >= every:
                    save()
                    saved = run.learnt
    finally:
        if save is not None and run.learnt and run.between:
            save()


def said_of_skipped(run: StreamRun) -> None:
    """Say how many bad rows were skipped, and of the first what was wrong."""
    if run.skipped:
        row, why = run.faults[0]
        rows = "1 bad row" if run.skipped == 1 else f"{run.skipped:,} bad rows"
        click.echo(f"Skipped {rows}, the first of them row {row:,}: {why}.", err=True)


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
