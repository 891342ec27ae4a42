from __future__ import annotations

import webbrowser

from rosenblatt.lab.site import server
from tests.helpers.command_line import run


def test_it_serves_says_where_and_opens_a_browser(monkeypatch):
    asked, opened = [], []

    def serve(port, ready):
        asked.append(port)
        ready("http://127.0.0.1:8080/")

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    found = run("lab")
    assert (found.exit_code, asked, opened) == (0, [8080], ["http://127.0.0.1:8080/"])
    assert "http://127.0.0.1:8080/" in found.output
    assert run("lab", "--port", "5", "--no-open").exit_code == 0
    assert (asked[1:], len(opened)) == ([5], 1)


def test_a_port_is_a_port():
    assert run("lab", "--port", "70000").exit_code == 2
