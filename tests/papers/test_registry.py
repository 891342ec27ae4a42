"""Which papers are reproduced, and by what names they are found."""

from __future__ import annotations

from importlib import import_module

import pytest
from click.testing import CliRunner

from rosenblatt.cli import main
from rosenblatt.code_digest import module_of
from rosenblatt.papers.registry import find, reproduced, reproduction
from rosenblatt.papers.sompolinsky_lecture import claims as lecture
from rosenblatt.references import folders


def test_papers_are_named_by_key_or_short_name(tmp_path):
    assert reproduction(find("L8")) is reproduction(find("sompolinsky-lecture-2010")) is lecture.REPRODUCTION
    result = CliRunner().invoke(main, ["reproduce", "L9", "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "paper must be one that is reproduced; got 'L9'" in result.output


@pytest.mark.parametrize(("wrong", "meant"), [("sompolinsky-lecture-2011", "sompolinsky-lecture-2010"), ("SWW", "SW")])
def test_the_error_names_what_was_meant(wrong, meant):
    with pytest.raises(ValueError, match="paper must be one that is reproduced") as error:
        find(wrong)
    assert repr(meant) in str(error.value) or find(meant).key in str(error.value)


def test_a_folder_without_claims_is_cited_and_not_reproduced():
    only_cited = {folder.key for folder in folders()} - set(reproduced())
    assert only_cited >= {"crammer-kulesza-dredze-2009", "wang-zhao-hoi-2012"}
    with pytest.raises(ValueError, match="paper must be one that is reproduced; got 'WZH'"):
        find("WZH")


@pytest.mark.parametrize("folder", reproduced().values(), ids=lambda folder: folder.name)
def test_rows_stand_in_the_module_of_what_they_compute(folder):
    # The digest of that module is in the key of the verdict: a row written elsewhere could change unseen.
    for row in reproduction(folder).rows:
        module = import_module(module_of(row.compute))
        rows = getattr(module, "ROWS", None) or module.REPRODUCTION.rows
        assert row in rows, row.label
