"""``rosenblatt curve``: exact learning curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rosenblatt.cli.shared import check_endings, draw, emit, scenario_options, table_options
from rosenblatt.cli.texts import grid, resolved


@click.command()
@scenario_options
@table_options
@click.option("--start", help="Where the student starts, R or R,Q, e.g. 0.5,1.")
@click.option("--n", type=int, help="Number of weights, for a rule with a theory of finite N.")
@click.option("--branch", default="stable", show_default=True, help="stable or metastable, of bayes and gibbs.")
def curve(
    alpha: str, as_json: bool, out: Path | None, plot: Path | None, n: int | None, branch: str, **options: Any
) -> None:
    """Exact learning curve of RULE for many weights, or for N of them.

    RULE may also be bayes, gibbs, pseudo-inverse, max-stability, ridge, logistic, hinge or query-by-committee, which
    learn from all examples at once, or several rules with the alphas at which they end.

    \b
    Examples:
      rosenblatt curve hebb --alpha 1,5,10 --noise 0.1
      rosenblatt curve rosenblatt -p eta=0.5 --plot curve.png
      rosenblatt curve clipped-hebb --alpha 1,5,10 --n 501
      rosenblatt curve bayes --teacher binary --alpha 0.5,1,1.2,1.3
      rosenblatt curve optimal --channel logistic:2
      rosenblatt curve hebb:5,rosenblatt --alpha 1,5,10
      rosenblatt curve adatron --start 0.2
      rosenblatt curve bayes --teacher ternary:0.25 --alpha 0.5,1
      rosenblatt curve logistic --alpha 1,5,10 --noise 0.1 -p penalty=0.3
      rosenblatt curve ridge --alpha 1,5,10 -p penalty=best
    """
    from rosenblatt.theory.learning_curve import learning_curve
    from rosenblatt.theory.registry import offline_learners

    check_endings(out, plot)
    rule, how = resolved(options, tuple(offline_learners()))
    result = learning_curve(rule, grid(alpha), n=n, branch=branch, **how)
    draw(plot, result)
    emit(result.frame, as_json, out)
