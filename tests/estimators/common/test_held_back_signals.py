"""Signals wait until something is done, and are heard then."""

from __future__ import annotations

import signal
import threading

import pytest

from rosenblatt.estimators.common.held_back_signals import signals_held_back


def test_an_interrupt_comes_after_what_must_not_be_left_half_done():
    done, handler = [], signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), signals_held_back():  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")
    assert done == ["all of it"]
    assert signal.getsignal(signal.SIGINT) is handler


def test_without_a_signal_nothing_changes_and_errors_pass():
    handler = signal.getsignal(signal.SIGINT)
    with signals_held_back():
        assert signal.getsignal(signal.SIGINT) is not handler
    with pytest.raises(ValueError, match="mine"), signals_held_back():
        raise ValueError("mine")
    assert signal.getsignal(signal.SIGINT) is handler


def test_in_another_thread_handlers_stay():
    handlers = []

    def look():
        with signals_held_back():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]
