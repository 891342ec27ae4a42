from __future__ import annotations

import threading
from pathlib import Path

import pytest

from rosenblatt.lab.jobs import STOPPED
from rosenblatt.lab.plans.room import PlanRoom
from rosenblatt.lab.plans.settings import PlanSettings
from rosenblatt.lab.site import room as room_module
from rosenblatt.lab.streams.room import StreamRoom
from rosenblatt.lab.streams.settings import StreamSettings


@pytest.fixture
def room(monkeypatch):
    monkeypatch.setattr(room_module.widgets, "keep_address", lambda path, query: None)
    return PlanRoom(PlanSettings(), ["of the address"], "ann")


def ended(room):
    while room.is_busy:
        threading.Event().wait(0.01)
    return room.job


def test_a_setting_is_taken_once_and_ends_complaints(room):
    assert [room.set("n", 70), room.set("n", 70)] == [True, False]
    assert (room.settings.n, room.complaints) == (70, [])


def test_news_are_told_once(room):
    room.start_job(lambda stop: iter([1, 2]))
    ended(room)
    assert [room.news(), room.news()] == [2, None]


def test_who_leaves_ends_the_job(room):
    begun = threading.Event()

    def work(stop):
        begun.set()
        yield 1
        assert stop.wait(30.0)

    room.start_job(work)
    assert begun.wait(30.0)
    room.leave()
    assert ended(room).state == STOPPED


def test_who_leaves_forgets_the_file():
    room = StreamRoom(StreamSettings(), [], "ann")
    folder = room.folder.name
    room.leave()
    assert not Path(folder).exists()


def test_failures_are_told(room, monkeypatch):
    def fails(visitor, work):
        raise ValueError("jobs must be at most 100 at once; got one more. Try again in a while.")

    monkeypatch.setattr(room_module.JOBS, "start", fails)
    room.start_job(lambda stop: iter([]))
    assert room.failures == ["jobs must be at most 100 at once; got one more. Try again in a while."]
