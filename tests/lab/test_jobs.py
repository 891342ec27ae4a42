from __future__ import annotations

import threading

import pytest

from rosenblatt.lab import jobs
from rosenblatt.lab.jobs import DONE, FAILED, STOPPED, Jobs

PATIENCE = 30.0  # seconds for a thread to get its turn


@pytest.fixture
def pool():
    found = Jobs(threads=2)
    yield found
    found.end()


def ended(job):
    gate = threading.Event()
    while not job.is_over:
        assert not gate.wait(0.01) or True
    return job


def forever(begun):
    def work(stop):
        yield 1
        begun.set()
        assert stop.wait(PATIENCE)
        yield 2

    return work


def test_a_job_keeps_what_is_known_by_now(pool):
    job = ended(pool.start("ann", lambda stop: iter([1, 2, 3])))
    assert (job.state, job.value, job.revision, job.message) == (DONE, 3, 3, "")


def test_a_job_is_stopped_and_gives_no_more(pool):
    begun = threading.Event()
    job = pool.start("ann", forever(begun))
    assert begun.wait(PATIENCE)
    job.stop()
    assert ended(job).state == STOPPED


def test_another_job_of_a_visitor_stops_the_one_before_and_those_of_others_go_on(pool):
    first, second = threading.Event(), threading.Event()
    ann, ben = pool.start("ann", forever(first)), pool.start("ben", forever(second))
    assert first.wait(PATIENCE)
    assert second.wait(PATIENCE)
    later = ended(pool.start("ann", lambda stop: iter([7])))
    assert (ended(ann).state, later.value, ben.is_over) == (STOPPED, 7, False)


def test_a_mistake_is_told_in_its_words(pool):
    def work(stop):
        yield 1
        raise ValueError("n must be\n larger; got 2. Take 3.")

    job = ended(pool.start("ann", work))
    assert (job.state, job.message) == (FAILED, "n must be larger; got 2. Take 3.")


def test_what_fails_inside_is_logged_and_not_shown(pool, caplog):
    def work(stop):
        yield {}["missing"]

    job = ended(pool.start("ann", work))
    assert "terminal" in job.message
    assert "missing" in caplog.text


def test_a_crowd_is_told_to_wait(pool, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_WAITING", 1)
    begun = threading.Event()
    pool.start("ann", forever(begun))
    with pytest.raises(ValueError, match="jobs must be at most 1"):
        pool.start("ben", forever(begun))


def test_the_end_stops_everything():
    pool, begun = Jobs(threads=1), threading.Event()
    running, waiting = pool.start("ann", forever(begun)), pool.start("ben", forever(begun))
    assert begun.wait(PATIENCE)
    pool.end()
    assert ended(running).state == STOPPED
    assert waiting.stop_event.is_set()
