"""``rosenblatt sweep``: many simulations or curves, from a file that says which."""

from __future__ import annotations

import dataclasses
import json
import warnings
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.failures import FailsInASentence
from rosenblatt.cli.shared import check_endings


class RunsByDefault(FailsInASentence):
    """A group whose first word may be left out: what is no command is for ``run``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``run`` before what does not begin with a command."""
        if not args:
            raise click.UsageError("FILE must be a TOML file that says what to compute; got none. See --help.", ctx)
        if args[0] not in (*self.commands, "-h", "--help"):
            args = ["run", *args]
        return super().parse_args(ctx, args)


@click.group(cls=RunsByDefault)
def sweep() -> None:
    """Many simulations or learning curves, kept in a ledger: what a TOML file says, and nothing twice.

    Stopped or killed, the same command goes on. FILE.toml has the keywords of rb.sweep: see docs/sweeps.md.

    \b
    Examples:
      rosenblatt sweep study.toml
      rosenblatt sweep study.toml --dry-run
      rosenblatt sweep status study.toml
      rosenblatt sweep study.toml --plot study.png --row noise
    """


def _file_and_folder(command: Any) -> Any:
    """Add the file of a sweep and the folder of its results."""
    file = click.Path(path_type=Path, exists=True, dir_okay=False)
    folder = click.Path(path_type=Path, file_okay=False)
    command = click.option("--out", type=folder, help="Folder of the results; defaults to FILE without its ending.")(
        command
    )
    return click.argument("file", type=file)(command)


@sweep.command()
@_file_and_folder
@click.option("--jobs", type=int, help="Threads; defaults to all cores.")
@click.option(
    "--backend",
    default="cpu",
    show_default=True,
    help="cpu, gpu, auto (a GPU where one pays), or the address of a Dask scheduler.",
)
@click.option("--dry-run", is_flag=True, help="Say what is to be done, and how long it takes here; do nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
@click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw into .png, .svg or .pdf.")
@click.option("--x", default="alpha", show_default=True, help="What the horizontal axis of the plot is.")
@click.option("--hue", help="What has colours of its own; defaults to the rule.")
@click.option("--row", help="What has panels of its own, below each other.")
@click.option("--col", help="What has panels of its own, side by side.")
def run(
    file: Path,
    out: Path | None,
    jobs: int | None,
    backend: str,
    dry_run: bool,
    as_json: bool,
    plot: Path | None,
    **panels: str | None,
) -> None:
    """Compute what FILE asks for and the folder lacks.

    \b
    Examples:
      rosenblatt sweep run study.toml
      rosenblatt sweep run study.toml --plot study.png --row noise
    """
    from rosenblatt.sweeps.forecast import forecast
    from rosenblatt.sweeps.sweep import chosen_backend

    check_endings(None, plot)
    study, folder = _study(file, backend), _folder(file, out)
    workers = chosen_backend(backend, jobs)
    if dry_run:
        coming = forecast(study, folder, workers)
        click.echo(json.dumps(dataclasses.asdict(coming)) if as_json else str(coming))
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # what it says is said below
            found = study.run(folder, workers, None)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"Interrupted. What was computed is kept in {folder}: give the same command again to go on."
        ) from None
    if plot is not None:
        _draw(plot, found, panels)
    if as_json:
        click.echo(found.frame.to_json(orient="records"))
    click.echo(f"{found.heading}. Wrote {folder / 'sweep.parquet'}.", err=as_json)
    for problem, cells in found.problems.value_counts().items():
        click.echo(f"{cells:,} without a result: {problem}", err=True)


@sweep.command()
@_file_and_folder
@click.option("--backend", default="cpu", show_default=True, help="As it was run.")
@click.option("--json", "as_json", is_flag=True, help="Print a row for each cell as JSON.")
def status(file: Path, out: Path | None, backend: str, as_json: bool) -> None:
    """Say how much of what FILE asks for is done, also while it runs.

    \b
    Examples:
      rosenblatt sweep status study.toml
      rosenblatt sweep status study.toml --json
    """
    cells = _study(file, backend).progress(_folder(file, out))
    if as_json:
        click.echo(cells.to_json(orient="records"))
        return
    whole, begun = int((cells["done"] == 1.0).sum()), int(((cells["done"] > 0.0) & (cells["done"] < 1.0)).sum())
    refused = int((cells["problem"] != "").sum())
    said = [f"{whole:,} of {len(cells):,} cells done"]
    said += [f"{begun:,} begun"] if begun else []
    said += [f"{refused:,} without a result"] if refused else []
    click.echo(", ".join(said) + ".")


def _study(file: Path, backend: str = "cpu") -> Any:
    """Return the study that a file describes, on a backend."""
    from rosenblatt.cli.sweep_files import read_sweep
    from rosenblatt.sweeps.sweep import on_device, study_of

    said = {**read_sweep(file), **on_device(backend)}
    try:
        return study_of(**said)
    except (ValueError, TypeError) as problem:
        raise ValueError(f"{str(problem).rstrip('.')} (in {file.name}).") from None


def _folder(file: Path, out: Path | None) -> Path:
    """Return the folder of the results of a file."""
    if out is not None:
        return out
    return file.with_suffix("") if file.suffix else file.with_name(f"{file.name}-sweep")


def _draw(plot: Path, found: Any, panels: dict[str, str | None]) -> None:
    from rosenblatt import plots
    from rosenblatt.files import write_whole

    picture = plots.picture(found.plot(**panels), plots.kind_of_picture(plot))
    write_whole(plot, lambda file: file.write_bytes(picture))
    click.echo(f"Drew {plot}.", err=True)
