"""What the tests of papers share."""

from __future__ import annotations

import pytest

from rosenblatt.papers.judging import Context
from rosenblatt.simulation.ledger import Ledger


@pytest.fixture
def context(tmp_path):
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        yield Context(ledger, "a-paper", quick=True)
