"""``rosenblatt export``: a saved model as ONNX, C or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command()
@click.argument("model", type=click.Path(path_type=Path))
@click.option(
    "--format", "form", type=click.Choice(["onnx", "c", "json"]), help="Defaults to what FILE ends in, or onnx."
)
@click.option(
    "--out", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="Defaults to MODEL.ENDING."
)
@click.option("--clip", is_flag=True, help="Weights of +1 and -1, and what that costs.")
@click.option("--learn", is_flag=True, help="Write what learning needs too: of clipped-hebb, rosenblatt and bounded.")
@click.option("--inputs", type=click.Choice(["signs", "zero-one", "numbers"]), help="What the columns are.")
@click.option("--rows", type=click.Path(path_type=Path), help="CSV or Parquet on which the cost of --clip is measured.")
@click.option("--target", help="The column of --rows with the labels.")
@click.option("--teacher", type=click.Choice(["spherical", "binary"]), help="The true weights, as theory has them.")
@click.option("--noise", type=float, help="The share of flipped labels; defaults to the model's estimate.")
def export(
    model: Path, form: str | None, out: Path | None, clip: bool, learn: bool, inputs: str | None, **cost: Any
) -> None:
    """Write a saved MODEL for other programs: a graph (onnx), a header (c), or a description (json).

    MODEL is what `save` wrote, or a linear model that was exported as JSON.

    \b
    Examples:
      rosenblatt export model.safetensors --format onnx
      rosenblatt export model.safetensors --clip --rows last-week.csv --target spam --out spam.h
      rosenblatt export student.json --learn --out student.h
    """
    from rosenblatt.export.formats import ENDINGS, format_of, write

    _check_together(clip, learn, {name: value for name, value in cost.items() if value is not None})
    if not model.is_file():
        raise FileNotFoundError(f"model must be a saved model; there is no file {str(model)!r}.")
    path = model.with_suffix(ENDINGS[form or ("c" if clip or learn else "onnx")]) if out is None else out
    form = format_of(path, form)
    if path.resolve() == model.resolve():
        raise ValueError(f"out must not be the model itself; got {str(path)!r}. Name another file.")
    known = _read(model)
    if clip:
        clipped = _clipped(known, inputs or "signs", **cost)
        write(clipped.bits, path, form)
        click.echo(str(clipped.cost))
    else:
        write(_described(known, form, learn, inputs), path, form)
    click.echo(f"Wrote {path}.", err=True)


def _check_together(clip: bool, learn: bool, cost: dict[str, Any]) -> None:
    """Raise if options do not go together."""
    if clip and learn:
        raise ValueError("learn must be left out with clip: clipped weights learn no more. Choose one of them.")
    if cost and not clip:
        raise ValueError(f"{next(iter(cost))} must go with clip, whose cost it is about; got no clip. Add --clip.")
    if "target" in cost and "rows" not in cost:
        raise ValueError("target must be a column of rows; got no rows. Add --rows FILE.")


def _read(path: Path) -> Any:
    """Return a saved estimator, or what was exported as JSON."""
    from rosenblatt.export.json_files import is_json, read_model

    if is_json(path):
        return read_model(path)
    from rosenblatt.estimators.load import load

    return load(path)


def _described(known: Any, form: str, learn: bool, inputs: str | None) -> Any:
    """Return what is to be written of a saved estimator, or of what was read from JSON."""
    from rosenblatt.estimators.common.exporting import Exports
    from rosenblatt.export.bit_models import of_inputs
    from rosenblatt.export.learners import Learner
    from rosenblatt.export.linear_models import LinearModel

    if isinstance(known, Exports):
        return known.described(form, learn=learn, inputs=inputs)
    if isinstance(known, Learner) != learn:
        said = "a learner" if not learn else "a model that does not learn"
        raise ValueError(
            f"learn must be given for a learner and for nothing else; got {said}. "
            f"{'Add --learn.' if not learn else 'Export the model with learn=True.'}"
        )
    return of_inputs(known, inputs) if isinstance(known, LinearModel) else known


def _clipped(known: Any, inputs: str, rows: Path | None, target: str | None, teacher: Any, noise: float | None) -> Any:
    """Return the clipped model."""
    from rosenblatt.estimators.common.exporting import Exports
    from rosenblatt.export.clipping import clip
    from rosenblatt.export.linear_models import LinearModel

    x, labels = (None, None) if rows is None else _rows(rows, target)
    how: dict[str, Any] = {"inputs": inputs, "teacher": teacher or "spherical"}
    if isinstance(known, Exports):
        return known.clip(x, labels, noise=noise, **how)
    if not isinstance(known, LinearModel):
        raise ValueError("model must be a linear one to be clipped; got one of whole numbers. Leave --clip out.")
    return clip(known, x, labels, noise=noise or 0.0, **how)


def _rows(path: Path, target: str | None) -> tuple[Any, Any]:
    """Return the rows of a table and the labels among them."""
    import pandas as pd
    import pyarrow

    if not path.is_file():
        raise FileNotFoundError(f"rows must be a CSV or Parquet file; there is no file {str(path)!r}.")
    try:
        table = pd.read_parquet(path) if path.suffix.lower() == ".parquet" else pd.read_csv(path)
    except (ValueError, pyarrow.ArrowException):
        raise ValueError(f"rows must be a CSV or Parquet file; {str(path)!r} is not. Name another file.") from None
    if target is None:
        return table, None
    if target not in table:
        raise ValueError(f"target must be a column of rows; got {target!r}. Take one of {', '.join(map(str, table))}.")
    return table.drop(columns=target), table[target]
