"""The site builds without a warning, loads nothing from elsewhere, and has a page or an entry for all there is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest

import rosenblatt as rb
from rosenblatt.cli import main
from rosenblatt.rules.registry import registered

ROOT = Path(__file__).parent.parent.parent
WANTED = ("sphinx", "myst_parser", "furo", "jupytext", "sphinx-mathjax-offline", "river")
ABSENT = [name for name in WANTED if find_spec(name) is None]
LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}
REAL_LOADS = ("stylesheet", "icon", "preload", "preconnect", "dns-prefetch", "manifest", "shortcut icon")

pytestmark = pytest.mark.skipif(bool(ABSENT), reason=f"not installed: {', '.join(ABSENT)}; see rosenblatt[docs]")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The built site: a warning, such as a link that leads nowhere, ends the build."""
    out = tmp_path_factory.mktemp("built") / "site"
    done = subprocess.run(
        [sys.executable, "-m", "website", "--out", str(out)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return out


class Loaded(HTMLParser):
    """Notes what a page loads, and which pages it links to."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []

    def handle_starttag(self, tag, attrs):
        known = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in known:
            self.linked.append(known["href"])
        elif tag in LOADS and LOADS[tag] in known and (tag != "link" or known.get("rel") in REAL_LOADS):
            self.loaded.append(known[LOADS[tag]])


def read(page: Path) -> Loaded:
    parser = Loaded()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def test_no_page_loads_anything_from_elsewhere(site):
    pages = list(site.rglob("*.html"))
    assert len(pages) > 100
    for page in pages:
        for place in read(page).loaded:
            assert not re.match(r"[a-z]+:|//", place) or place.startswith("data:"), f"{page.name} loads {place}"
            assert (page.parent / re.split("[?#]", place)[0]).exists(), f"{page.name} lacks {place}"
    for sheet in site.rglob("*.css"):
        for place in re.findall(r"(?:url\(|@import )[\"']?([^)\"']+)", sheet.read_text(encoding="utf-8")):
            assert not re.match(r"https?:|//", place), f"{sheet.name} loads {place}"


def test_every_link_leads_to_a_page_and_a_place_in_it(site):
    places: dict[Path, str] = {}
    for page in site.rglob("*.html"):
        if "_modules" in page.parts:
            continue
        for link in read(page).linked:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, place = link.partition("#")
            target = (page.parent / path).resolve() if path else page.resolve()
            assert target.exists(), f"{page.name} links to {link}"
            if place and target.suffix == ".html":
                text = places.setdefault(target, target.read_text(encoding="utf-8"))
                assert f'id="{place}"' in text, f"{page.name} links to {link}"


@pytest.mark.parametrize("name", registered())
def test_every_rule_has_its_page(site, name):
    text = (site / "rules" / f"{name}.html").read_text(encoding="utf-8")
    assert "<img" in text
    assert registered()[name].__name__ in text
    assert 'class="math' in text
    assert (site / "rules" / f"{name}.html").parent.parent.joinpath("_images", f"{name}-1.png").exists()


def test_every_public_name_is_in_the_reference(site):
    text = "".join(page.read_text(encoding="utf-8") for page in (site / "api").glob("*.html"))
    entries = set(re.findall(r'id="(?:module-)?rosenblatt\.([\w.]+)"', text))
    assert set(rb.__all__) <= entries
    assert {f"theory.{name}" for name in rb.theory.__all__} - entries <= {f"theory.{name}" for name in rb.__all__}
    assert {f"river.{name}" for name in rb.river.__all__} <= entries


def test_every_command_and_option_has_its_entry(site):
    import click

    top = click.Context(main)
    for name in main.list_commands(top):
        text = (site / "commands" / f"{name}.html").read_text(encoding="utf-8")
        for parameter in main.get_command(top, name).params:
            if isinstance(parameter, click.Option):
                assert parameter.opts[0] in text


def test_notebooks_have_been_run_and_are_offered_as_files(site):
    """The build runs them from the first cell to the last; one that fails would have ended it."""
    names = {file.stem for file in (ROOT / "docs" / "notebooks").glob("*.md")}
    offered = list(site.rglob("*.ipynb"))
    assert names == {file.stem for file in offered}
    for file in offered:
        cells = [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
        assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
        assert any("image/png" in output.get("data", {}) for cell in cells for output in cell["outputs"])


def test_the_site_is_small_and_the_source_is_left_as_it_was(site):
    assert sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) < 30e6
    assert [file.name for file in (site / "_static" / "mathjax").iterdir()] == ["tex-svg.js"]
    assert not (ROOT / "docs" / "rules").exists()


def test_a_browser_asks_nobody_else_and_draws_the_equations(site):
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    browser_file = shutil.which("chromium")
    if browser_file is None:
        pytest.skip("no chromium on this machine")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    asked, said = [], []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_file, args=flags)
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        for name in ("index", "derivation", "rules/rosenblatt", "errata"):
            page.goto((site / f"{name}.html").as_uri())
            page.wait_for_load_state("networkidle")
        page.goto((site / "derivation.html").as_uri())
        page.wait_for_selector("mjx-container svg")
        page.goto((site / "search.html").as_uri() + "?q=perceptron")
        page.wait_for_selector("#search-results li a")
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert said == []
