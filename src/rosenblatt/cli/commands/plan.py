"""``rosenblatt plan``: how many examples a target needs."""

from __future__ import annotations

from typing import Any

import click

from rosenblatt.cli.shared import scenario_options
from rosenblatt.cli.texts import resolved


@click.command()
@scenario_options
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
