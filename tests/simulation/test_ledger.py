"""A ledger that survives being killed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rosenblatt.simulation.ledger import Ledger


def test_a_result_is_computed_once_whatever_the_order_of_its_configuration(tmp_path):
    calls = []
    with Ledger(tmp_path / "new" / "ledger.sqlite") as ledger:
        for configuration in ({"a": 1, "b": [2.5]}, {"b": [2.5], "a": 1}):
            assert ledger.result(configuration, lambda: calls.append(1) or {"x": 0.1}) == {"x": 0.1}
        assert ledger.result({"a": 2}, lambda: 7) == 7
        assert (len(calls), len(ledger)) == (1, 2)
    with Ledger(tmp_path / "new" / "ledger.sqlite") as again:
        assert again.result({"a": 1, "b": [2.5]}, lambda: pytest.fail("computed again")) == {"x": 0.1}


def test_another_version_computes_anew(tmp_path, monkeypatch):
    from rosenblatt.simulation import ledger as module

    with Ledger(tmp_path / "l.sqlite") as ledger:
        ledger.result({"a": 1}, lambda: "old")
        monkeypatch.setattr(module, "__version__", "99.0")
        assert ledger.result({"a": 1}, lambda: "new") == "new"


def test_a_failure_enters_nothing(tmp_path):
    with Ledger(tmp_path / "l.sqlite") as ledger:
        with pytest.raises(ZeroDivisionError):
            ledger.result({"a": 1}, lambda: 1 / 0)
        assert len(ledger) == 0


def test_what_was_entered_survives_a_kill(tmp_path):
    path = tmp_path / "l.sqlite"
    code = (
        "import os, signal, sys; from pathlib import Path; from rosenblatt.simulation.ledger import Ledger\n"
        "ledger = Ledger(Path(sys.argv[1])); ledger.result({'a': 1}, lambda: 5)\n"
        "ledger.result({'a': 2}, lambda: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], timeout=60)
    assert done.returncode == -9
    with Ledger(path) as ledger:
        assert len(ledger) == 1
        assert ledger.result({"a": 1}, lambda: pytest.fail("computed again")) == 5


def test_a_file_that_is_no_ledger(tmp_path):
    (tmp_path / "l.sqlite").write_text("this is not a data base, and long enough to be seen as none" * 20)
    with pytest.raises(ValueError, match="ledger must be an SQLite file"):
        Ledger(tmp_path / "l.sqlite")
