from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

import pytest

from rosenblatt.lab import address


@dataclass(frozen=True)
class Settings:
    level: float = address.number(0.5, 0.0, 1.0, "a level")
    count: int = address.whole(3, 1, 10, "a count")
    scale: str = address.choice("log", "linear", meaning="a scale")
    names: tuple[str, ...] = address.texts("a", "b", meaning="names")
    title: str = address.text("", "a title")


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(level=0.25, count=7, scale="linear", names=("x & y", "z=1", "ü"), title="α?"),
        Settings(names=()),
    ],
    ids=repr,
)
def test_settings_come_back_from_their_address(settings):
    found = address.from_query(Settings, parse_qsl(address.query(settings), keep_blank_values=True))
    assert found == (settings, [])


def test_defaults_are_not_in_the_address():
    assert address.query(Settings()) == ""
    assert address.query(Settings(count=4)) == "count=4"


@pytest.mark.parametrize(
    ("name", "said", "reason"),
    [
        ("level", "2", "level must be from 0 to 1; got 2. It is a level."),
        ("level", "nan", "level must be from 0 to 1"),
        ("level", "much", "level must be a number; got 'much'"),
        ("count", "2.5", "count must be a whole number"),
        ("count", "1e9", "count must be from 1 to 10"),
        ("scale", "cubic", "scale must be one of log, linear; got 'cubic'"),
        ("names", "x" * 1000, "names must have at most 400 characters"),
    ],
)
def test_what_cannot_be_read_keeps_its_default_and_is_told(name, said, reason):
    settings, complaints = address.from_query(Settings, [(name, said)])
    assert getattr(settings, name) == getattr(Settings(), name)
    assert len(complaints) == 1
    assert complaints[0].startswith(reason)


def test_what_is_unknown_or_too_much_is_left_out():
    settings, complaints = address.from_query(Settings, [("other", "1"), *[("names", "c")] * 1000])
    assert len(settings.names) < address.MOST_VALUES
    assert complaints == []


def test_bounds_and_words_are_those_declared():
    assert address.bounds(Settings, "count") == (1, 10)
    assert address.words(Settings, "scale") == ("log", "linear")
