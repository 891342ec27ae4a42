"""The command line. Heavy modules are imported inside the commands, so that help comes at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.failures import FailsInASentence
from rosenblatt.cli.texts import grid, resolved, spaced


@click.group(cls=FailsInASentence, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rosenblatt")
def main() -> None:
    """Learning a linear threshold rule: exact theory and fast simulation.

    \b
    Examples:
      rosenblatt rules
      rosenblatt curve rosenblatt --alpha 1,5,10 --noise 0.05
      rosenblatt plan hebb --n 100 --disagreement 0.05 --noise 0.1
      rosenblatt reproduce --out out
    """


@main.command()
@click.option(
    "--write",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Bring the table of rules in this Markdown file up to date instead.",
)
def rules(write: Path | None) -> None:
    """List the rules, what they are and where they come from."""
    if write is not None:
        from rosenblatt.rules_table import write_table

        _rewrite(write, write_table)
        return
    from rich.console import Console
    from rich.table import Table

    from rosenblatt.rules_table import table

    shown = Table("rule", "what it is", "from", box=None, pad_edge=False)
    for row in table():
        shown.add_row(*row)
    Console().print(shown)


def _experiment(command: Any) -> Any:
    """Add the options that theory, simulation and plans have in common."""
    for option in (
        click.argument("rule"),
        click.option("--noise", type=float, default=0.0, show_default=True, help="Probability of a flipped label."),
        click.option("--teacher", type=click.Choice(["spherical", "binary"]), help="Defaults to the rule's own."),
        click.option("--drift", type=float, help="Let the teacher wander at this rate per alpha."),
        click.option("--channel", help="How labels err, e.g. logistic:2, probit:1,0.05 or input-noise:0,0.5."),
        click.option("--readout", help="mean, or clipped: only the signs; defaults to the rule's own."),
        click.option("--parameter", "-p", multiple=True, metavar="NAME=VALUE", help="Of the rule, e.g. -p eta=0.5."),
    ):
        command = option(command)
    return command


def _output(command: Any) -> Any:
    """Add the options that say where a table goes."""
    for option in (
        click.option("--alpha", default="0.1:100:13", show_default=True, help="1,5,10 or FIRST:LAST:POINTS."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write .csv, .parquet or .json."),
        click.option("--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw into .png, .svg or .pdf."),
    ):
        command = option(command)
    return command


def _check_endings(out: Path | None, plot: Path | None) -> None:
    """Raise before anything is computed if a file could not be written for its name."""
    from rosenblatt.files import kind_of_table
    from rosenblatt.plots import kind_of_picture

    if out is not None:
        kind_of_table(out)
    if plot is not None:
        kind_of_picture(plot)


def _emit(frame: Any, as_json: bool, out: Path | None) -> None:
    if out is not None:
        from rosenblatt.files import write_table

        write_table(frame, out)
        click.echo(f"Wrote {out}.", err=True)
    elif as_json:
        click.echo(frame.to_json(orient="records"))
    else:
        click.echo(frame.to_string(index=False, float_format=lambda value: f"{value:.6g}"))


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
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


def _draw(plot: Path | None, *results: Any) -> None:
    if plot is None:
        return
    from rosenblatt import plots
    from rosenblatt.files import write_whole

    figure, ax = plots.new_figure()
    plots.plot(*results, ax=ax)
    picture = plots.picture(figure, plots.kind_of_picture(plot))
    write_whole(plot, lambda file: file.write_bytes(picture))
    click.echo(f"Drew {plot}.", err=True)


@main.command()
@_experiment
@_output
@click.option("--start", help="Where the student starts, R or R,Q, e.g. 0.5,1.")
@click.option("--n", type=int, help="Number of weights, for a rule with a theory of finite N.")
@click.option("--branch", default="stable", show_default=True, help="stable or metastable, of bayes and gibbs.")
def curve(
    alpha: str, as_json: bool, out: Path | None, plot: Path | None, n: int | None, branch: str, **options: Any
) -> None:
    """Exact learning curve of RULE for many weights, or for N of them.

    RULE may also be bayes, gibbs or pseudo-inverse, which learn from all examples at once, or several rules with the
    alphas at which they end.

    \b
    Examples:
      rosenblatt curve hebb --alpha 1,5,10 --noise 0.1
      rosenblatt curve rosenblatt -p eta=0.5 --plot curve.png
      rosenblatt curve clipped-hebb --alpha 1,5,10 --n 501
      rosenblatt curve bayes --teacher binary --alpha 0.5,1,1.2,1.3
      rosenblatt curve optimal --channel logistic:2
      rosenblatt curve hebb:5,rosenblatt --alpha 1,5,10
      rosenblatt curve adatron --start 0.2
    """
    from rosenblatt.theory.learning_curve import learning_curve
    from rosenblatt.theory.registry import offline_learners

    _check_endings(out, plot)
    rule, how = resolved(options, tuple(offline_learners()))
    result = learning_curve(rule, grid(alpha), n=n, branch=branch, **how)
    _draw(plot, result)
    _emit(result.frame, as_json, out)


@main.command()
@_experiment
@_output
@click.option("--start", help="Where the student starts, R or R,Q, e.g. 0.5,1.")
@click.option("--n", type=int, default=1000, show_default=True, help="Number of weights.")
@click.option("--runs", type=int, default=100, show_default=True, help="Independent teachers.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same numbers.")
@click.option("--method", default="auto", show_default=True, help="vector, chain, events or auto.")
@click.option("--inputs", help="gaussian, binary, product, boolean or shifted; defaults to the rule's own.")
def simulate(
    alpha: str,
    as_json: bool,
    out: Path | None,
    plot: Path | None,
    n: int,
    runs: int,
    seed: int,
    method: str,
    inputs: str | None,
    **options: Any,
) -> None:
    """Simulate teachers and students of RULE: means and standard errors.

    \b
    Examples:
      rosenblatt simulate hebb --n 500 --alpha 1,10 --runs 50
      rosenblatt simulate rosenblatt --n 1000000 --alpha 0.1:1:5 --plot points.png
    """
    from rosenblatt.simulation.simulate import simulate as run
    from rosenblatt.theory import has_theory, learning_curve

    _check_endings(out, plot)
    rule, how = resolved(options)
    result = run(rule, n=n, alpha=grid(alpha), runs=runs, seed=seed, method=method, inputs=inputs, **how)
    if plot is not None:
        asked = result.frame["alpha"]
        seen, how = asked[asked > 0.0], {"scenario": result.scenario, "readout": result.readout}
        known = has_theory(rule, result.scenario) and len(seen) > 0
        _draw(plot, *([learning_curve(rule, spaced(seen.min(), seen.max(), 100), **how)] if known else []), result)
    _emit(result.frame, as_json, out)


@main.command()
@_experiment
@click.option("--n", type=int, required=True, help="Number of weights.")
@click.option("--error", type=float, help="Target: error against the noisy labels.")
@click.option("--disagreement", type=float, help="Target: disagreement with the true rule.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the simulation behind the range.")
@click.option(
    "--ask",
    type=click.Choice(["examples", "drift"]),
    default="examples",
    show_default=True,
    help="How many examples until the target, or how fast a drift to keep it.",
)
@click.option(
    "--rate",
    type=click.Choice(["own", "best"]),
    help="With --ask drift: RULE as it is (own), or with the rate that is best for each drift.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def plan(
    as_json: bool,
    n: int,
    error: float | None,
    disagreement: float | None,
    seed: int,
    ask: Any,
    rate: str | None,
    **options: Any,
) -> None:
    """How many examples RULE needs for a target, or how fast a drift it can follow.

    \b
    Examples:
      rosenblatt plan hebb --n 100 --disagreement 0.05 --noise 0.1
      rosenblatt plan bayes-hebb --n 1000 --ask drift --error 0.1
    """
    import json

    from rosenblatt.planning import plan as run

    rule, how = resolved(options)
    how = {name: value for name, value in {**how, "rate": rate}.items() if value is not None}
    answer = run(rule, n=n, ask=ask, error=error, disagreement=disagreement, seed=seed, **how)
    if not as_json:
        click.echo(str(answer))
        return
    names = ("target", "value", "n", "noise", "drift" if ask == "drift" else "alpha", "examples", "interval")
    click.echo(json.dumps({"rule": answer.rule.name, **{name: getattr(answer, name) for name in names}}))


@main.command()
@click.argument("rule", required=False)
@click.option(
    "--write",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Bring the table of papers in this Markdown file up to date instead.",
)
def cite(rule: str | None, write: Path | None) -> None:
    """Show how to cite this package, and where RULE comes from, or all papers."""
    from rosenblatt.markdown import with_table
    from rosenblatt.references import PAPERS, markdown_table, package_citation
    from rosenblatt.rules.registry import resolve

    if write is not None:
        _rewrite(write, lambda text: with_table(text, markdown_table()))
        return
    found = None if rule is None else resolve(rule)
    click.echo(package_citation())
    if found is not None:
        click.echo(found.citation())
        return
    for paper in PAPERS.values():
        click.echo(f"{paper.short}: {paper}")


@main.command()
@click.argument("papers", nargs=-1)
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
    from rosenblatt import report
    from rosenblatt.simulation.simulate import available_cores

    if sabotage:
        good = report.sabotage(papers=papers, seed=seed, say=click.echo)
    else:
        jobs = available_cores() if jobs is None else jobs
        try:
            good = report.reproduce(out, papers=papers, quick=quick, seed=seed, jobs=jobs, say=click.echo)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(
                f"Interrupted. What was computed is kept in {out}: give the same command again to go on."
            ) from None
    if not good:
        sys.exit(1)
