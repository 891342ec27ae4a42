"""What commands share: the options of a scenario and of a table, and how results are written, printed and drawn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.names import rule_names


def scenario_options(command: Any) -> Any:
    """Add the options that theory, simulation and plans have in common."""
    for option in (
        click.argument("rule", shell_complete=rule_names),
        click.option("--noise", type=float, default=0.0, show_default=True, help="Probability of a flipped label."),
        click.option("--teacher", help="spherical, binary, ternary:0.25, gauss-bernoulli:0.25; default: the rule's."),
        click.option("--drift", type=float, help="Let the teacher wander at this rate per alpha."),
        click.option("--channel", help="How labels err, e.g. logistic:2, probit:1,0.05 or input-noise:0,0.5."),
        click.option("--readout", help="mean, or clipped: only the signs; defaults to the rule's own."),
        click.option("--parameter", "-p", multiple=True, metavar="NAME=VALUE", help="Of the rule, e.g. -p eta=0.5."),
    ):
        command = option(command)
    return command


def table_options(command: Any) -> Any:
    """Add the options that say where a table goes."""
    for option in (
        click.option("--alpha", default="0.1:100:13", show_default=True, help="1,5,10 or FIRST:LAST:POINTS."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write .csv, .parquet or .json."),
        click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw into .png, .svg or .pdf."),
    ):
        command = option(command)
    return command


def check_endings(out: Path | None, plot: Path | None) -> None:
    """Raise before anything is computed if a file could not be written for its name."""
    from rosenblatt.files import kind_of_table
    from rosenblatt.plots import kind_of_picture

    if out is not None:
        kind_of_table(out)
    if plot is not None:
        kind_of_picture(plot)


def emit(frame: Any, as_json: bool, out: Path | None) -> None:
    """Write a table to a file, or print it."""
    if out is not None:
        from rosenblatt.files import write_table

        write_table(frame, out)
        click.echo(f"Wrote {out}.", err=True)
    elif as_json:
        click.echo(frame.to_json(orient="records"))
    else:
        click.echo(frame.to_string(index=False, float_format=lambda value: f"{value:.6g}"))


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    """Change the text of a file, all of it or nothing."""
    from rosenblatt.files import write_whole

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(
            f"file must be text in UTF-8; got {str(path)!r}, which is not. Name a Markdown file."
        ) from None
    changed = change(text)
    write_whole(path, lambda file: file.write_text(changed, encoding="utf-8"))


def draw(plot: Path | None, *results: Any) -> None:
    """Draw results into a file, if one is named."""
    if plot is None:
        return
    from rosenblatt import plots
    from rosenblatt.files import write_whole

    figure, ax = plots.new_figure()
    plots.plot(*results, ax=ax)
    picture = plots.picture(figure, plots.kind_of_picture(plot))
    write_whole(plot, lambda file: file.write_bytes(picture))
    click.echo(f"Drew {plot}.", err=True)
