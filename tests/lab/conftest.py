"""A lab that is served, and a browser that looks at it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.lab import Visit

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def lab_address(tmp_path_factory):
    """Serve the lab on a free port in a process of its own, and end that by its number."""
    log = tmp_path_factory.mktemp("lab") / "log.txt"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "rosenblatt", "lab", "--port", "0", "--no-open"],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=log.parent,
        )
        assert process.stdout is not None
        said = process.stdout.readline()
        assert "http://127.0.0.1:" in said, log.read_text()
        yield said.split("at ")[1].split(". ")[0]
        process.terminate()
        process.wait(30)
        process.stdout.close()
    assert "Traceback" not in log.read_text()
    assert sorted(file.name for file in Path(log.parent).iterdir()) == ["log.txt"]  # it leaves no files behind


@pytest.fixture(scope="module")
def browser():
    """Start the system's browser without a window, for a module: while it runs, nobody else can run an event loop."""
    if BROWSER is None:
        pytest.skip("needs a browser: there is no chromium on the path")
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=BROWSER, headless=True, args=OPTIONS)
        yield found
        found.close()


@pytest.fixture
def visitors(browser, lab_address):
    """Return a way to come as a new visitor; afterwards, nothing may have gone wrong, and nobody else been asked."""
    contexts, visits = [], []

    def come(**how):
        contexts.append(browser.new_context(reduced_motion="reduce", **how))
        visits.append(Visit(contexts[-1].new_page(), lab_address))
        return visits[-1]

    yield come
    for context in contexts:
        context.close()
    assert [problem for visit in visits for problem in visit.problems] == []
    assert set().union(*(visit.hosts for visit in visits)) <= {lab_address.split("/")[2]}


@pytest.fixture
def visit(visitors):
    """Return the page of one visitor at a desk."""
    return visitors(viewport={"width": 1280, "height": 900})
