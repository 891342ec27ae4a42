"""``rosenblatt predict``: what a saved model says of the rows of a file, which are passed on with columns added."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.rows_options import opened, reading_options


@click.command()
@click.argument("model", type=click.Path(path_type=Path))
@reading_options
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write into a file, whole or not at all.")
def predict(model: Path, out: Path | None, **options: Any) -> None:
    """Add what MODEL says to each row of FILE; - is standard input, so that it works in a pipe.

    Rows of CSV and JSON lines are passed on as they came, with further columns: the prediction, and the probability of
    each class. Rows of tables become CSV; to a line of LIBSVM they are a comment.

    \b
    Examples:
      rosenblatt predict y.model today.csv --out said.csv
      tail -f log.csv | rosenblatt predict y.model - | grep ,spam,
    """
    from rosenblatt.estimators.load import load
    from rosenblatt.files import write_whole
    from rosenblatt.streams.predicting import Predictions
    from rosenblatt.streams.recipe import Recipe

    learnt = load(model)
    recipe = Recipe.read(model, learnt)
    columns = options["columns"] if recipe.kinds else recipe.width
    reader = opened({**options, "columns": columns}, None, recipe.kinds, raw=True)
    said = Predictions(learnt, recipe, reader)
    if out is None:
        said.write(sys.stdout.buffer)
    else:

        def write(file: Path) -> None:
            with file.open("wb") as rows:
                said.write(rows)

        write_whole(out, write)
        click.echo(f"Wrote {out}.", err=True)
    if said.skipped:
        click.echo(f"Skipped {said.skipped:,} bad rows.", err=True)
