"""Without River."""

from __future__ import annotations

import sys

import pytest

import rosenblatt as rb


def test_without_river_there_is_a_sentence(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("rosenblatt.river.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(vars(rb.river), "BayesClassifier", raising=False)
    monkeypatch.setitem(sys.modules, "river", None)
    with pytest.raises(ImportError, match=r"rosenblatt.river needs the package river; install rosenblatt\[river\]\."):
        rb.river.BayesClassifier()
