"""A bar on a terminal, silence in a pipe."""

from __future__ import annotations

from rosenblatt.progress import progress


def test_silent_in_a_pipe(capfd):
    with progress("work", 10.0) as report:
        report(5.0)
    captured = capfd.readouterr()
    assert captured.out == captured.err == ""


def test_a_bar_when_asked_for(capfd):
    with progress("some work", 10.0, show=True) as report:
        report(10.0)
    captured = capfd.readouterr()
    assert "some work" in captured.err
    assert captured.out == ""
