"""``rosenblatt predict``: what a saved model says of the rows of a file, which are passed on with columns added."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.rows_options import reading_options


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
    reader = opened_with(options, recipe)
    said = Predictions(learnt, recipe, reader)
    if out is None:
        said.write(click.get_binary_stream("stdout"))
    else:

        def write(file: Path) -> None:
            with file.open("wb") as opened:
                said.write(opened)

        write_whole(out, write)
        click.echo(f"Wrote {out}.", err=True)
    if said.skipped:
        click.echo(f"Skipped {said.skipped:,} bad rows.", err=True)


def opened_with(options: dict[str, Any], recipe: Any) -> Any:
    """Return the reader of a file whose columns are those of a recipe."""
    from rosenblatt.cli.rows_options import opened

    columns = options["columns"] if recipe.kinds else recipe.width
    return opened({**options, "columns": columns}, None, recipe.kinds, raw=True)
