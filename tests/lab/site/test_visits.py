from __future__ import annotations

from types import SimpleNamespace

from rosenblatt.lab.jobs import Jobs
from rosenblatt.lab.site.visits import JOBS, visitor


def test_all_pages_share_the_jobs_and_know_their_visitor():
    assert isinstance(JOBS, Jobs)
    assert visitor(SimpleNamespace(scope={"state": {"visitor": "ann"}})) == "ann"
