"""A ledger that survives being killed."""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys

import pytest

from rosenblatt.simulation import ledger as module
from rosenblatt.simulation.ledger import Entry, Ledger


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


class TestATroubledFile:
    """Each trouble is one sentence, and leaves what was entered."""

    def test_another_schema(self, tmp_path):
        with sqlite3.connect(tmp_path / "l.sqlite") as file:
            file.execute("CREATE TABLE results (a, b)")
        file.close()
        with pytest.raises(ValueError, match="must have the columns key, configuration, result; got a, b in "):
            Ledger(tmp_path / "l.sqlite")

    @pytest.mark.parametrize("entry", ["{", b"\xff\xfe\xff", 7.5])
    def test_a_result_that_is_not_json(self, tmp_path, entry):
        with Ledger(tmp_path / "l.sqlite") as ledger:
            ledger.result({"a": 1}, lambda: 5)
        with sqlite3.connect(tmp_path / "l.sqlite") as file:
            file.execute("UPDATE results SET result = ?", (entry,))
        file.close()
        with Ledger(tmp_path / "l.sqlite") as ledger:
            if isinstance(entry, float):  # a column of texts keeps it as one
                assert ledger.result({"a": 1}, lambda: 5) == entry
                return
            with pytest.raises(ValueError, match="results in JSON; got .* for the key .* Delete the file"):
                ledger.result({"a": 1}, lambda: 5)

    def test_damaged_pages(self, tmp_path):
        path = tmp_path / "l.sqlite"
        with Ledger(path) as ledger:
            for number in range(100):
                ledger.result({"a": number}, lambda: "x" * 1000)
        damaged = bytearray(path.read_bytes())
        damaged[8192:] = b"\x55" * len(damaged[8192:])
        path.write_bytes(damaged)
        with Ledger(path) as ledger, pytest.raises(ValueError, match="ledger must be an SQLite file.*Delete the file"):
            [ledger.result({"a": number}, lambda: 1) for number in range(100)]

    def test_a_lock_taken_in_mid_run(self, tmp_path, monkeypatch):
        monkeypatch.setattr(module, "LONGEST_WAIT", 10)
        with Ledger(tmp_path / "l.sqlite") as ledger:
            ledger.result({"a": 1}, lambda: 5)
            other = sqlite3.connect(tmp_path / "l.sqlite", isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(ValueError, match="no other run is writing.*locked.*Wait for the other run"):
                ledger.result({"a": 2}, lambda: 6)
            other.execute("ROLLBACK")
            other.close()
            assert ledger.result({"a": 1}, lambda: 0) == 5

    def test_no_space(self, tmp_path):
        with Ledger(tmp_path / "l.sqlite") as ledger:
            ledger.result({"a": 1}, lambda: 5)
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
            try:
                with pytest.raises(ValueError, match="with space to grow; got .* Make space there"):
                    ledger.result({"a": 2}, lambda: "x" * 100_000)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            assert ledger.result({"a": 1}, lambda: 0) == 5


class TestParts:
    def test_parts_of_a_configuration_stand_side_by_side(self, tmp_path):
        with Ledger(tmp_path / "l.sqlite") as ledger:
            one, two = ({"a": number} for number in (1, 2))
            entries = [Entry(ledger.key(one), "0-4", one, 5), Entry(ledger.key(two), "0-9", two, [1.5])]
            ledger.enter([*entries, Entry(ledger.key(one), "5-9", one, {"x": None})])
            assert ledger.parts(ledger.key(one)) == {"0-4": 5, "5-9": {"x": None}}
            assert ledger.parts(ledger.key(two)) == {"0-9": [1.5]}
            assert ledger.parts(ledger.key({"a": 3})) == {}
            assert ledger.result(one, lambda: "whole") == "whole"  # which is none of its parts
            assert len(ledger.parts(ledger.key(one))) == 2

    def test_all_are_entered_or_none(self, tmp_path):
        with Ledger(tmp_path / "l.sqlite") as ledger:
            key = ledger.key({"a": 1})
            with pytest.raises(ValueError, match="JSON compliant"):
                ledger.enter([Entry(key, "0", {"a": 1}, 5), Entry(key, "1", {"a": 1}, float("nan"))])
            with pytest.raises(ValueError, match="surrogates not allowed"):
                ledger.enter([Entry(key, "0", {"a": 1}, 5), Entry(key, "\ud800", {"a": 1}, 5)])
            assert len(ledger) == 0
            ledger.enter([Entry(key, "0", {"a": 1}, 5)])
            assert len(ledger) == 1

    def test_no_space_leaves_what_was_there(self, tmp_path):
        with Ledger(tmp_path / "l.sqlite") as ledger:
            key = ledger.key({"a": 1})
            ledger.enter([Entry(key, "0", {"a": 1}, 5)])
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, limits[1]))
            try:
                with pytest.raises(ValueError, match="with space to grow; got .* Make space there"):
                    ledger.enter([Entry(key, str(number), {"a": 1}, "x" * 50_000) for number in range(1, 5)])
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            assert ledger.parts(key) == {"0": 5}

    def test_one_in_memory_leaves_nothing(self):
        with Ledger(None) as ledger:
            ledger.enter([Entry(ledger.key({}), "0", {}, 5)])
            assert ledger.parts(ledger.key({})) == {"0": 5}
        with Ledger(None) as ledger:
            assert len(ledger) == 0
