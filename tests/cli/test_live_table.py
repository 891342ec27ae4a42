"""The table on a terminal."""

from __future__ import annotations

import numpy as np
from rich.console import Console

import rosenblatt as rb
from rosenblatt.cli.live_table import live_table, table_of


def found(random):
    x = random.standard_normal((300, 2))
    batches = iter([(x, np.where(x[:, 0] > 0.0, 1, 0))])
    return rb.evaluate(rb.BayesClassifier(effort="fast", linear=True), batches, classes=[0, 1])


def test_it_shows_all_rows_and_the_last_ones(random):
    one, console = found(random), Console(width=160)
    with console.capture() as captured:
        console.print(table_of([one], 1000))
    text = captured.get()
    assert "300 rows of 1,000" in text
    assert f"{one.log_loss:.4f}" in text
    assert "last 300" in text
    assert f"{one.beliefs['noise_'].iloc[-1]:.3g}" in text


def test_it_is_shown_on_a_terminal_alone(random, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    one = found(random)
    with live_table(lambda: [one], lambda: 0) as show:
        show()
    assert capsys.readouterr().err == ""
    with live_table(lambda: [one], lambda: 0, show=True) as show:
        show()
    assert "accuracy" in capsys.readouterr().err
