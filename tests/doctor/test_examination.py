"""The whole examination."""

from __future__ import annotations

from rosenblatt.doctor import examination
from rosenblatt.doctor.finding import Finding


def test_everything_is_looked_at_in_this_order(monkeypatch):
    for name in ("versions", "extras", "surroundings", "experiments"):
        monkeypatch.setattr(examination, name, lambda name=name: [Finding(name, "a", "b")])
    assert [found.part for found in examination.examine()] == ["versions", "extras", "surroundings", "experiments"]
