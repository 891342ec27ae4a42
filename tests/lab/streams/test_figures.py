from __future__ import annotations

import threading

import numpy as np
import pytest

from rosenblatt.lab.address import words
from rosenblatt.lab.streams.contest import OURS, contest
from rosenblatt.lab.streams.figures import detail_figure, over_time_figure
from rosenblatt.lab.streams.settings import StreamSettings
from rosenblatt.lab.streams.sources import ExampleSource
from tests.helpers.lab import checked


@pytest.fixture(scope="module")
def last():
    return list(contest(StreamSettings(peer="hebb"), ExampleSource("wine"), threading.Event()))[-1]


def test_errors_of_late_are_drawn_for_all_and_losses_for_those_that_have_one(last):
    errors = checked(over_time_figure(StreamSettings(), last)).data
    losses = checked(over_time_figure(StreamSettings(measure="log-loss"), last)).data
    assert [len(errors), len(losses)] == [3, 2]
    frame = last.evaluations[OURS].frame
    assert np.allclose(errors[0].y, (1.0 - frame["recent_accuracy"]).expanding().mean(), rtol=1e-5)
    assert list(errors[0].x) == frame["rows"].tolist()
    assert np.allclose(losses[0].y, frame["recent_log_loss"].expanding().mean(), rtol=1e-5)


def test_second_pictures_show_what_is_known(last):
    said, ours, *_ = checked(detail_figure(StreamSettings(), last)).data
    table = last.evaluations[OURS].reliability
    assert list(said.x) == [0, 1]
    assert np.allclose(ours.x, table["said"], rtol=1e-5)
    noise, drift = checked(detail_figure(StreamSettings(detail="world"), last)).data
    assert np.allclose(noise.y, last.evaluations[OURS].frame["noise_"], rtol=1e-5)
    assert min(drift.y) > 0.0
    [members] = checked(detail_figure(StreamSettings(detail="members"), last)).data
    assert np.allclose(members.x[::-1], last.members["weight"], rtol=1e-5)
    [features] = checked(detail_figure(StreamSettings(detail="features"), last)).data
    assert features.y[-1] == last.features.index[0]


@pytest.mark.parametrize("detail", words(StreamSettings, "detail"))
def test_before_the_first_row_pictures_say_so(detail):
    settings = StreamSettings(detail=detail)
    for picture in (over_time_figure(settings, None), detail_figure(settings, None)):
        assert "will be drawn" in checked(picture).layout.annotations[0].text
