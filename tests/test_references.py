"""Papers as their folders describe them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rosenblatt import references
from rosenblatt.cli import main
from rosenblatt.references import PAPERS, Paper, Reference, described, folders

COMPLETE = 'key = "k"\norder = 3\nshort = "S"\nauthors = "A"\ntitle = "T"\nwhere = "W"\nyear = 1999\n'


def test_papers_are_in_their_order_and_cite_themselves():
    known = ["GM", "L8", "BSS", "SW", "KC", "SS", "CKD", "WZH"]
    assert [paper.short for paper in PAPERS.values() if paper.short in known] == known
    assert len(PAPERS) == len(folders()) - 1  # the overview is no paper
    assert str(Reference("kinouchi-caticha-1995", "(5)")) == "KC (5)"
    with pytest.raises(KeyError):
        PAPERS["overview"]


def test_a_folder_is_described_by_its_file(tmp_path):
    (tmp_path / "paper.toml").write_text(COMPLETE)
    folder = described(tmp_path)
    assert (folder.name, folder.key, folder.order, folder.title) == (tmp_path.name, "k", 3, "T")
    assert folder.paper == Paper("S", "A", "T", "W", 1999)
    (tmp_path / "paper.toml").write_text('key = "k"\norder = 3\ntitle = "T"\n')
    assert described(tmp_path).paper is None


@pytest.mark.parametrize("line", COMPLETE.splitlines())
def test_a_line_that_is_missing_is_said(tmp_path, line):
    (tmp_path / "paper.toml").write_text(COMPLETE.replace(line, ""))
    with pytest.raises(ValueError, match="paper.toml must have key, order, title"):
        described(tmp_path)


def test_the_references_can_be_brought_up_to_date(tmp_path):
    file = tmp_path / "references.md"
    file.write_text("before\n\n| short | paper |\n| --- | --- |\n| OLD | gone |\n\nafter\n")
    assert CliRunner().invoke(main, ["cite", "--write", str(file)]).exit_code == 0
    assert file.read_text() == f"before\n\n{references.markdown_table()}\n\nafter\n"


def test_the_package_is_cited_as_its_citation_file_says():
    said = (Path(__file__).parents[1] / "CITATION.cff").read_text(encoding="utf-8")
    about = dict(re.findall(r"^(?:  - )?(title|version|name): (.*)$", said, flags=re.MULTILINE))
    assert references.package_citation().startswith(f"{about['name']}. {about['title']}, version {about['version']}.")
