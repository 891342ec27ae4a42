"""Public names are imported when they are first used."""

from __future__ import annotations

import importlib
import sys

import pytest

import rosenblatt
from rosenblatt.lazy_names import homes

INIT = """
from typing import TYPE_CHECKING
from rosenblatt.lazy_names import lazily

__version__ = "1"
if TYPE_CHECKING:
    from lazy_shop import tools as tools
    from lazy_shop.fruit import apple as apple
    from lazy_shop.fruit import pear as pear
else:
    __all__, __getattr__, __dir__ = lazily(__name__)
"""


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """A package with two modules, of which none has been imported."""
    folder = tmp_path / "lazy_shop"
    folder.mkdir()
    (folder / "__init__.py").write_text(INIT)
    (folder / "fruit.py").write_text("apple, pear = 'an apple', 'a pear'")
    (folder / "tools.py").write_text("knife = 'sharp'")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("lazy_shop")
    for name in [name for name in sys.modules if name.split(".")[0] == "lazy_shop"]:
        del sys.modules[name]


def test_a_module_is_imported_with_the_first_of_its_names(shop):
    assert shop.__all__ == ["apple", "pear", "tools"]
    assert dir(shop) == ["__version__", "apple", "pear", "tools"]
    assert "lazy_shop.fruit" not in sys.modules
    assert "apple" not in vars(shop)
    assert shop.apple == "an apple"
    assert "lazy_shop.fruit" in sys.modules
    assert "lazy_shop.tools" not in sys.modules
    assert vars(shop)["apple"] == "an apple"  # the next time nobody is asked


def test_a_module_may_be_a_public_name(shop):
    assert shop.tools.knife == "sharp"


def test_what_is_listed_is_there(shop):
    for package in (rosenblatt, rosenblatt.river, shop):
        assert all(hasattr(package, name) for name in dir(package))
    assert "__version__" in dir(rosenblatt)


def test_an_unknown_name_is_an_attribute_error(shop):
    with pytest.raises(AttributeError, match="module 'lazy_shop' has no attribute 'plum'"):
        shop.plum  # noqa: B018


def test_only_imports_for_type_checkers_are_names():
    guarded = "if TYPE_CHECKING:\n    import c\n    from d.e import f as f\n    from d.e import g as g\n"
    rest = "else:\n    from h import i as i\n"
    assert homes(f"import os\nfrom a import b\n\n{guarded}{rest}") == {"f": "d.e", "g": "d.e"}
