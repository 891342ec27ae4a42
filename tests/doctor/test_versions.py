"""Versions of what is installed against what is asked for."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError

import pytest

import rosenblatt
from rosenblatt.doctor import versions


@pytest.fixture
def asked(monkeypatch):
    """Let the package ask for some packages, and these be there."""
    there = {"numpy": "2.4.0rc1", "dask": "2025.1.0", "rosenblatt": rosenblatt.__version__}

    def version(name: str) -> str:
        if name not in there:
            raise PackageNotFoundError(name)
        return there[name]

    lines = ["numpy>=2.0", "dask[array,dataframe]>=2025.1; extra == 'dask'", 'onnx>=1.17; extra == "export"']
    monkeypatch.setattr(versions, "requires", lambda name: [*lines, "jax>=0.5; extra == 'bench'"])
    monkeypatch.setattr(versions, "version", version)
    return there


def test_what_is_new_enough_is_good(asked):
    assert [(one.name, one.said, one.remedy) for one in versions.versions()[1:]] == [
        ("rosenblatt", rosenblatt.__version__, ""),
        ("numpy", "2.4.0rc1", ""),
    ]


@pytest.mark.parametrize(("present", "said"), [("1.26.4", "1.26.4"), (None, "missing")])
def test_what_is_old_or_missing_says_what_to_do(asked, present, said):
    del asked["numpy"]
    asked.update({"numpy": present} if present else {})
    found = versions.versions()[-1]
    assert (found.said, found.remedy) == (said, "numpy must be at least 2.0: pip install 'numpy>=2.0'")


def test_sources_that_are_newer_than_what_was_installed_say_so(asked):
    asked["rosenblatt"] = "0.0.1"
    found = versions.versions()[1]
    assert (found.said, found.good) == (f"{rosenblatt.__version__}, installed as 0.0.1", True)


def test_sources_that_were_not_installed_say_what_to_do(asked, monkeypatch):
    def unknown(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    del asked["rosenblatt"]
    monkeypatch.setattr(versions, "requires", unknown)
    assert versions.versions()[1].remedy == versions.NOT_INSTALLED
    assert versions.extras() == []


def test_zeros_at_the_end_do_not_count(asked):
    asked["numpy"] = "2"
    assert versions.versions()[-1].good


def test_an_extra_that_is_not_there_is_no_fault(asked):
    dask, export = versions.extras()  # what developers install is none
    assert (dask.name, dask.said, dask.good) == ("dask", "dask 2025.1.0", True)
    assert (export.said, export.good) == ("not there: pip install 'rosenblatt[export]'", True)


def test_a_python_that_is_too_old_is_bad(asked, monkeypatch):
    assert versions.versions()[0].good
    monkeypatch.setattr(sys, "version_info", (3, 10, 4))
    assert "Python must be 3.11 or newer" in versions.versions()[0].remedy


def test_the_packages_that_this_one_asks_for_are_found():
    names = {found.name for found in versions.versions()}
    assert {"numpy", "numba", "scikit-learn", "pyarrow"} <= names
    assert {"dask", "river", "export"} <= {found.name for found in versions.extras()}
