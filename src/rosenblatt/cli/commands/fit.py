"""``rosenblatt fit``: learn the rows of a file in one pass, and save the model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.rows_options import begun, followed, learning_options, reading_options, said_of_skipped


@click.command()
@reading_options
@learning_options
@click.option("--model", default="BayesClassifier", show_default=True, help="NAME, or NAME:parameter=value,...")
@click.option("--start", type=click.Path(path_type=Path), help="A saved model to go on with.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="Where the model is saved.")
def fit(model: str, start: Path | None, out: Path, **options: Any) -> None:
    """Learn the rows of FILE in one pass, and save the model; - is standard input.

    \b
    Examples:
      rosenblatt fit data.parquet --target y --out y.model
      rosenblatt fit messages.csv --target spam --text message --out spam.model
      rosenblatt fit today.csv --target y --start y.model --out y.model
    """
    from rosenblatt.estimators.load import load
    from rosenblatt.streams.recipe import Recipe

    state = out.with_name(f"{out.name}.state")
    known = None if start is None else load(start)
    recipe = None if known is None or start is None else Recipe.read(start, known)
    run = begun(options, [model if start is None else str(start)], scored=False, state=state, start=(known, recipe))
    (learner,) = run.contenders
    if not hasattr(learner.model, "saved"):
        raise ValueError(f"model must be one that can be saved, such as BayesClassifier; got {model!r}. Take that.")

    def save_model() -> None:
        learner.model.save(out)
        run.recipe().write(out)

    save = (lambda: run.save(state)) if run.reader.source.is_file else save_model
    followed(run, save, options["save_every"], lambda: None)
    if run.learnt == 0:
        raise ValueError(f"{run.reader.name} must have a row that can be read; got none. Look at what was skipped.")
    save_model()
    said_of_skipped(run)
    click.echo(f"Learnt {run.learnt:,} rows; wrote {out}.", err=True)
