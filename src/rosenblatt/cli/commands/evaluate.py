"""``rosenblatt evaluate``: predict each row of a file, then learn it, and say how well that went."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.live_table import live_table
from rosenblatt.cli.rows_options import begun, followed, learning_options, reading_options, said_of_skipped


@click.command()
@reading_options
@learning_options
@click.option("--model", default="BayesClassifier", show_default=True, help="NAME, or NAME:parameter=value,...")
@click.option("--compare", multiple=True, metavar="MODEL", help="Another model, e.g. river.linear_model.Perceptron.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Write a page and a JSON into a folder.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def evaluate(model: str, compare: tuple[str, ...], out: Path | None, as_json: bool, **options: Any) -> None:
    """How well a model predicts the rows of FILE, each before it is learnt; - is standard input.

    \b
    Examples:
      rosenblatt evaluate data.parquet --target y --out report
      rosenblatt evaluate data.csv.gz --target y --compare rosenblatt \\
        --compare sklearn.preprocessing.StandardScaler+sklearn.linear_model.SGDClassifier:loss=log_loss
      zcat data.csv.gz | rosenblatt evaluate - --target y --json
    """
    import json

    models = [model, *compare]
    state = None if out is None else out / "state.safetensors"
    if options["resume"] and state is None:
        raise ValueError("resume must know where the run was saved. Write --out FOLDER, in both runs.")
    run = begun(options, models, scored=True, state=state)
    saves = state is not None and all(hasattr(one.model, "saved") for one in run.contenders)
    if options["resume"] and not saves:
        raise ValueError("resume must be for models that can be saved, such as BayesClassifier. Leave it out.")
    with live_table(run.evaluations, lambda: run.total) as show:
        followed(run, (lambda: run.save(state)) if saves and state is not None else None, options["save_every"], show)
    found = run.evaluations()
    if run.learnt == 0:
        raise ValueError(f"{run.reader.name} must have a row that can be read; got none. Look at what was skipped.")
    if out is not None:
        from rosenblatt.streams.page import write_report

        write_report(out, f"Evaluation of {Path(options['file']).name}", found, run.facts())
        click.echo(f"Wrote {out / 'index.html'}.", err=True)
    said_of_skipped(run)
    if as_json:
        click.echo(json.dumps({**run.facts(), "models": [one.as_json() for one in found]}))
        return
    for one in found:
        click.echo(f"{one.name}: {one}" if compare else str(one))
