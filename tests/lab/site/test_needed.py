from __future__ import annotations

import builtins
import importlib
import sys

import pytest

from tests.helpers.command_line import run


@pytest.fixture
def without_nicegui(monkeypatch):
    known = builtins.__import__

    def refuse(name, *rest, **more):
        if name.split(".")[0] == "nicegui":
            raise ImportError(name)
        return known(name, *rest, **more)

    for name in list(sys.modules):
        if name.startswith("rosenblatt.lab.site"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", refuse)


def test_without_nicegui_the_command_ends_in_one_sentence(without_nicegui):
    found = run("lab", "--no-open")
    assert (found.exit_code, len(found.output.splitlines())) == (2, 1)
    assert found.output.startswith("rosenblatt: lab must have the package nicegui")
    assert "rosenblatt[lab]" in found.output


def test_what_is_drawn_needs_no_browser(without_nicegui):
    for name in ("curves.figures", "curves.points", "streams.figures", "plans.figure", "jobs", "expressions.own_rules"):
        importlib.import_module(f"rosenblatt.lab.{name}")
