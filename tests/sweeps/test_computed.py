"""Learning curves as cells."""

from __future__ import annotations

import pickle
import threading

import pytest

import rosenblatt as rb
from rosenblatt.sweeps.computed import WHOLE, prepare_curve
from rosenblatt.sweeps.work import attempt


def curve(rule="hebb", alpha=(1.0, 0.0, 5.0), readout=None, options=None, **world):
    return prepare_curve(rule, alpha=list(alpha), readout=readout, options=options or {}, **world)


def complete(one):
    (part,) = one.missing({}, 1.0)
    return {part.name: attempt(one, part, threading.Event(), lambda share: None)}


@pytest.mark.parametrize(
    ("rule", "how", "options"),
    [
        ("hebb", {"noise": 0.1}, {}),
        ("rosenblatt", {"channel": "logistic:2"}, {"averages": "quadrature"}),
        ("bayes", {"teacher": "binary"}, {"branch": "metastable"}),
        ("hebb", {}, {"batch": 0.5}),
    ],
)
def test_a_cell_is_what_learning_curve_returns(rule, how, options):
    whole = rb.learning_curve(rule, [1.0, 0.0, 5.0], **how, **options)
    one = curve(rule, options=options, **how)
    parts = complete(one)
    found = one.result(parts)
    assert found.frame.equals(whole.frame.astype(float))
    assert (found.method, found.decay, found.update, found.heading) == (
        whole.method,
        whole.decay,
        whole.update,
        whole.heading,
    )
    assert (one.done({}), one.done(parts), one.missing(parts, 1.0)) == (0.0, 1.0, [])
    assert one.together(one) is one


def test_the_key_is_of_everything_that_matters():
    same = {curve().key, curve(noise=0.0).key, curve(rb.Hebb()).key}
    others = [curve(alpha=(1.0,)), curve(noise=0.1), curve("rosenblatt"), curve(options={"averages": "quadrature"})]
    assert len(same) == 1
    assert len({one.key for one in others} | same) == 5
    assert curve().theory in curve().modules


def test_what_has_no_theory_is_refused_before_anything_starts():
    with pytest.raises(rb.theory.NoTheory, match="no other theory"):
        curve("hebb", inputs="shifted")


def test_it_travels():
    one = curve()
    one.key  # noqa: B018 (is remembered)
    assert pickle.loads(pickle.dumps(one)).key == one.key
    assert one.measured() > 0.0
    assert one.like == curve(noise=0.1).like
    assert WHOLE in complete(one)
