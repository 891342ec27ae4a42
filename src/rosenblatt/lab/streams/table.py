"""A contest as tables, and as Python lines that hold the same."""

from __future__ import annotations

import pandas as pd

from rosenblatt.lab.streams.contest import Standing, model_texts
from rosenblatt.lab.streams.settings import FILE, StreamSettings


def score_rows(standing: Standing) -> list[tuple[str, str, str, str]]:
    """Return for each model its name, error, log-loss and calibration error."""
    rows = []
    for name, one in standing.evaluations.items():
        told = (f"{one.log_loss:.3f}", f"{one.calibration_error:.3f}") if one.has_probabilities else ("none", "none")
        rows.append((name, f"{1.0 - one.accuracy:.2%}", *told))
    return rows


def contest_csv(standing: Standing | None) -> str:
    """Return how it went, model by model, as CSV."""
    if standing is None or not standing.evaluations:
        return "model,rows\n"
    parts = [one.frame.assign(model=name) for name, one in standing.evaluations.items()]
    whole = pd.concat(parts, ignore_index=True)
    return whole[["model", *[name for name in whole.columns if name != "model"]]].to_csv(index=False)


def contest_lines(settings: StreamSettings, file_name: str) -> str:
    """Return the Python lines of the same contest."""
    models = "".join(f"    {name!r}: {text!r},\n" for name, text in model_texts(settings).items())
    if settings.source == FILE:
        reading = ["from rosenblatt.lab.streams.sources import FileSource", ""]
        source = f"FileSource(Path({file_name!r}), {settings.target!r})"
        head = ["from pathlib import Path", ""]
    else:
        reading = ["from rosenblatt.lab.streams.sources import ExampleSource", ""]
        source = f"ExampleSource({settings.source!r})"
        head = []
    return "\n".join(
        [
            *head,
            "from rosenblatt.lab.streams.contest import numbers",
            *reading[:1],
            "from rosenblatt.streams.contenders import contender",
            "from rosenblatt.streams.evaluate_stream import evaluate_stream",
            "",
            f"models = {{\n{models}}}",
            f"source = {source}",
            "classes, results = source.classes(), {}",
            "for name, text in models.items():",
            f"    pieces = source.pieces({settings.rows})",
            "    rows = ((x if name == 'BayesClassifier' else numbers(x), y) for x, y in pieces)",
            "    results[name] = evaluate_stream(contender(text), rows, classes=classes)",
            "",
        ]
    )
