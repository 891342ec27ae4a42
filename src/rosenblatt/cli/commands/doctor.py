"""``rosenblatt doctor``: whether the package works here."""

from __future__ import annotations

import json
from dataclasses import asdict

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(as_json: bool) -> None:
    """Look whether everything works here: versions, extras, cache, threads, device, and three small experiments.

    It takes some ten seconds. Exit code 2 if something is wrong, with a sentence about what to do.

    \b
    Examples:
      rosenblatt doctor
      rosenblatt doctor --json
    """
    from rosenblatt.doctor.examination import examine

    found = examine()
    bad = [finding for finding in found if not finding.good]
    if as_json:
        click.echo(json.dumps({"good": not bad, "findings": [asdict(finding) for finding in found]}))
    else:
        part = ""
        for finding in found:
            if finding.part != part:
                part = finding.part
                click.echo(f"{part}:")
            click.echo(f"  {'ok ' if finding.good else 'BAD'}  {finding.name}: {finding.said}")
    if bad:
        raise ValueError(" ".join(finding.remedy for finding in bad))
    if not as_json:
        click.echo("All is well.")
