"""``rosenblatt reproduce``: figures and claims of the papers, computed and judged."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rosenblatt.cli.names import paper_names


@click.command()
@click.argument("papers", nargs=-1, shell_complete=paper_names)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out"),
    show_default=True,
    help="Folder to write into; a run that was stopped goes on there.",
)
@click.option("--quick", is_flag=True, help="The same rows with fewer runs.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all simulations.")
@click.option("--jobs", type=int, help="Processes, each with a paper at a time; defaults to all cores.")
@click.option("--sabotage", is_flag=True, help="Change what each row tests, and see whether it fails.")
def reproduce(papers: tuple[str, ...], out: Path, quick: bool, seed: int, jobs: int | None, sabotage: bool) -> None:
    """Figures and claims of PAPERS, computed and judged.

    All of them, if none is named. Exit code 1 if a claim fails.

    \b
    Examples:
      rosenblatt reproduce --quick --out out
      rosenblatt reproduce L8
      rosenblatt reproduce L8 --sabotage
    """
    from rosenblatt.report import run
    from rosenblatt.simulation.runs import available_cores

    if sabotage:
        good = run.sabotage(papers=papers, seed=seed, say=click.echo)
    else:
        jobs = available_cores() if jobs is None else jobs
        try:
            good = run.reproduce(out, papers=papers, quick=quick, seed=seed, jobs=jobs, say=click.echo)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(
                f"Interrupted. What was computed is kept in {out}: give the same command again to go on."
            ) from None
    if not good:
        sys.exit(1)
