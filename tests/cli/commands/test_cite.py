"""``rosenblatt cite``."""

from __future__ import annotations

import rosenblatt as rb
from rosenblatt.references import PAPERS
from tests.helpers.command_line import run


def test_cite():
    package = f"The rosenblatt developers. rosenblatt, version {rb.__version__}."
    for arguments in (("cite", "hebb"), ("cite",)):
        assert run(*arguments).output.startswith(package)
    assert "Kinouchi" in run("cite", "hebb").output
    assert run("cite").output.count("\n") == 1 + len(PAPERS) >= 8
