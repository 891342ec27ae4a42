"""The answers as a table, and as Python lines that give them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from rosenblatt.lab.plans.answers import Answer
from rosenblatt.lab.plans.settings import PlanSettings


def plan_rows(answers: Sequence[Answer]) -> list[tuple[str, str, str, str]]:
    """Return for each rule its name, labels, labels per feature, and what nine students of ten need."""
    rows = []
    for answer in answers:
        if answer.alpha is None or answer.examples is None:
            continue
        low, high = answer.interval or (None, None)
        span = f"{low:,} to {high:,}" if low is not None else "…" if not answer.message else "not computed"
        rows.append((answer.title, f"{answer.examples:,}", f"{answer.alpha:.4g}", span))
    return rows


def plan_csv(answers: Sequence[Answer]) -> str:
    """Return the answers as CSV."""
    lines = [
        {
            "rule": answer.title,
            "labels": answer.examples,
            "labels_per_feature": answer.alpha,
            "low": None if answer.interval is None else answer.interval[0],
            "high": None if answer.interval is None else answer.interval[1],
        }
        for answer in answers
        if answer.alpha is not None
    ]
    return pd.DataFrame(lines, columns=["rule", "labels", "labels_per_feature", "low", "high"]).to_csv(index=False)


def plan_lines(settings: PlanSettings, answers: Sequence[Answer]) -> str:
    """Return the Python lines that give the same answers."""
    rules = [answer.title for answer in answers if answer.alpha is not None and not answer.message]
    wanted = f"n={settings.n}, {settings.target}={settings.value!r}, noise={settings.noise!r}, seed={settings.seed}"
    return f"import rosenblatt as rb\n\nplans = [rb.plan(rule, {wanted}) for rule in {rules!r}]\n"
