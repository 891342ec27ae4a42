"""``rosenblatt simulate``: teachers and students, simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.shared import check_endings, draw, emit, scenario_options, table_options
from rosenblatt.cli.texts import grid, resolved, spaced


@click.command()
@scenario_options
@table_options
@click.option("--start", help="Where the student starts, R or R,Q, e.g. 0.5,1.")
@click.option("--n", type=int, default=1000, show_default=True, help="Number of weights.")
@click.option("--runs", type=int, default=100, show_default=True, help="Independent teachers.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed, the same numbers.")
@click.option("--method", default="auto", show_default=True, help="vector, chain, events or auto.")
@click.option("--backend", default="cpu", show_default=True, help="cpu, gpu or auto: a GPU where one pays.")
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
    backend: str,
    inputs: str | None,
    **options: Any,
) -> None:
    """Simulate teachers and students of RULE: means and standard errors.

    RULE may also be pseudo-inverse, max-stability, ridge, logistic or hinge, which are fitted to all examples at once.

    \b
    Examples:
      rosenblatt simulate hebb --n 500 --alpha 1,10 --runs 50
      rosenblatt simulate rosenblatt --n 1000000 --alpha 0.1:1:5 --plot points.png
      rosenblatt simulate logistic --n 200 --alpha 1,5 --runs 20 -p penalty=0.1
    """
    from rosenblatt.batch.offline_learner import fitted_learners
    from rosenblatt.simulation.simulate import simulate as run
    from rosenblatt.theory import has_theory, learning_curve

    check_endings(out, plot)
    rule, how = resolved(options, tuple(fitted_learners()))
    how |= {"method": method, "backend": backend, "inputs": inputs}
    result = run(rule, n=n, alpha=grid(alpha), runs=runs, seed=seed, **how)
    if plot is not None:
        asked = result.frame["alpha"]
        seen, how = asked[asked > 0.0], {"scenario": result.scenario, "readout": result.readout}
        known = has_theory(result.rule, result.scenario) and len(seen) > 0
        draw(
            plot, *([learning_curve(result.rule, spaced(seen.min(), seen.max(), 100), **how)] if known else []), result
        )
    emit(result.frame, as_json, out)
