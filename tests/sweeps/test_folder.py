"""One sweep at a time writes into a folder, and others may look."""

from __future__ import annotations

import pytest

from rosenblatt.simulation.ledger import Entry
from rosenblatt.sweeps.folder import LEDGER, ledger_of, reading


def test_a_second_sweep_is_refused_and_may_come_later(tmp_path):
    with ledger_of(tmp_path / "new") as ledger:
        ledger.enter([Entry(ledger.key({}), "0", {}, 5)])
        with pytest.raises(ValueError, match="out must be a folder that no other sweep is writing to; got .*Wait"):
            ledger_of(tmp_path / "new").__enter__()
        with reading(tmp_path / "new") as seen:
            assert len(seen) == 1
    with ledger_of(tmp_path / "new") as ledger:
        assert len(ledger) == 1


def test_looking_makes_nothing(tmp_path):
    with reading(tmp_path / "none") as ledger:
        assert len(ledger) == 0
    with reading(None) as ledger:
        assert len(ledger) == 0
    assert not list(tmp_path.rglob(LEDGER))
