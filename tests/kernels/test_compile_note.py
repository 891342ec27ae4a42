"""A note on a terminal if compiling takes more than a moment."""

from __future__ import annotations

import sys
import threading
import time

import numpy as np
import pytest

from rosenblatt.kernels import compile_note
from rosenblatt.kernels.compile_note import NOTE, CompileNote
from rosenblatt.kernels.compiler import cached_njit


@pytest.fixture
def moment(monkeypatch):
    """A moment so short that whatever takes time is longer."""
    monkeypatch.setattr(compile_note, "MOMENT", 0.001)
    monkeypatch.setattr(compile_note, "_said", threading.Event())


def wait_for_note(note: CompileNote) -> None:
    timer = note._timer
    if timer is not None:
        timer.join(5.0)


@pytest.mark.parametrize("terminal", [True, False])
def test_it_is_said_once_and_only_on_a_terminal(terminal, moment, monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    for _ in range(2):
        note = CompileNote()
        note.begin()
        wait_for_note(note)
        note.end()
    assert capsys.readouterr().err == (f"{NOTE}\n" if terminal else "")


def test_what_is_done_in_a_moment_needs_no_note(monkeypatch, capsys):
    monkeypatch.setattr(compile_note, "MOMENT", 0.05)
    monkeypatch.setattr(compile_note, "_said", threading.Event())
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    note = CompileNote()
    note.begin()
    note.end()
    time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_a_function_that_is_on_disk_says_nothing(moment, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))

    def twice(x):
        return 2.0 * x[0]

    for expected in (f"{NOTE}\n", ""):
        compile_note._said.clear()
        assert cached_njit()(twice)(np.ones(1)) == 2.0
        assert capsys.readouterr().err == expected
