"""Simulation: three methods with one law, and theory within its stated error."""

from __future__ import annotations

import importlib
import re

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.size_bias import bias_constant
from tests.helpers import Z_LIMIT, by_name
from tests.helpers.laws import assert_same_law
from tests.helpers.rules import FORMS, HEBBIAN, beginning

ALPHA = [0.5, 2.0, 8.0]


@pytest.mark.parametrize(("n", "runs"), [(20, 3000), (100, 400)])
@pytest.mark.parametrize("noise", [0.0, 0.15])
@pytest.mark.parametrize("cls", [cls for cls in HEBBIAN if MEAN in cls.readouts], ids=lambda cls: cls.name)
def test_all_methods_have_one_law(cls, noise, n, runs, seed):
    rule = cls() if cls.normalised else cls(weight_decay=0.1)
    how = dict(n=n, alpha=ALPHA, runs=runs, noise=noise, **beginning(rule))
    vector = rb.simulate(rule, method="vector", seed=seed, **how)
    chain = rb.simulate(rule, method="chain", seed=seed + 1000, **how)
    assert_same_law(vector, chain)
    if cls.mistake_driven:
        assert_same_law(vector, rb.simulate(rule, method="events", seed=seed + 2000, **how))


@pytest.mark.parametrize("rule", FORMS, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_simulation_follows_theory(rule, noise, seed):
    # N = 1000, 200 runs; c of the 1/N bias measured at N = 50 and 100.
    n, runs = 1000, 200
    how = dict(noise=noise, **beginning(rule))
    theory = rb.learning_curve(rule, ALPHA, **how).frame
    result = rb.simulate(rule, n=n, alpha=ALPHA, runs=runs, seed=seed, **how).frame
    # Signs make d a discrete number, curved where errors are rare: their theory is that of the overlap.
    columns = ("disagreement", "r", "q_norm") if rule.readout() is MEAN else ("overlap", "r")
    for column in [name for name in columns if name != "q_norm" or not rule.normalised]:
        constant = bias_constant(rule, alpha=ALPHA, column=column, runs=2000, seed=seed, **how)
        assert (constant / n < 2.0 * result[f"{column}_sem"]).all(), "the allowance for finite N must stay small"
        allowed = Z_LIMIT * result[f"{column}_sem"] + constant / n
        assert (np.abs(result[column] - theory[column]) <= allowed).all(), column


def test_a_stopped_run_does_not_go_on():
    import threading

    from rosenblatt.simulation.runs import Runs
    from rosenblatt.simulation.students.chain import ChainStudent
    from rosenblatt.simulation.students.student import Watch

    experiment = Experiment(rb.Hebb(), 10, rb.Scenario(), "mean")
    stop, learnt = threading.Event(), []
    stop.set()
    kernel = ChainStudent.compile(experiment)
    ChainStudent.follow_runs(experiment, kernel, Runs(0, 0, 3), np.array([100]), Watch(stop, learnt.append))
    assert not learnt


def test_all_work_is_reported(monkeypatch):
    from contextlib import contextmanager

    module = importlib.import_module("rosenblatt.simulation.runs")
    done, totals = [], []

    @contextmanager
    def recorder(title, total, show):
        totals.append(total)
        yield done.append

    monkeypatch.setattr(module, "progress_bar", recorder)
    rb.simulate("rosenblatt", n=10, alpha=[1.0, 7.0], runs=3, method="events")
    assert sum(done) == totals[0] == 3 * 70


class TestReproducibility:
    @pytest.mark.parametrize("method", ["vector", "chain", "events"])
    def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads(self, method):
        how = dict(n=30, alpha=[1.0, 30.0], runs=9, method=method, noise=0.1, seed=5)
        one, three = (rb.simulate("rosenblatt", threads=k, **how) for k in (1, 3))
        for name in one.samples:
            assert np.array_equal(one.samples[name], three.samples[name])

    def test_runs_do_not_depend_on_how_many_there_are(self):
        few, many = (rb.simulate("hebb", n=30, alpha=[2.0], runs=k, seed=1) for k in (3, 8))
        assert np.array_equal(few.samples["r"], many.samples["r"][:3])

    @pytest.mark.parametrize("method", ["vector", "chain", "events"])
    def test_pieces_do_not_change_the_numbers(self, method, monkeypatch):
        from rosenblatt.simulation.students.chain import ChainStudent
        from rosenblatt.simulation.students.vector import VectorStudent

        how = dict(n=30, alpha=[200.0], runs=2, method=method, noise=0.1)
        whole = rb.simulate("rosenblatt", **how)
        if method != "vector":
            monkeypatch.setattr(ChainStudent, "piece", 77)
        else:
            init = VectorStudent.__init__

            def in_pieces(self, *arguments):
                init(self, *arguments)
                self.piece = 77

            monkeypatch.setattr(VectorStudent, "__init__", in_pieces)
        assert np.array_equal(rb.simulate("rosenblatt", **how).samples["r"], whole.samples["r"])

    @pytest.mark.parametrize("method", ["vector", "chain", "events"])
    def test_more_points_do_not_change_the_others(self, method):
        how = dict(n=30, runs=3, method=method, noise=0.1)
        few, many = (rb.simulate("rosenblatt", alpha=alpha, **how) for alpha in ([9.0], [0.1, 1.0, 5.5, 9.0]))
        assert np.array_equal(few.samples["r"][:, -1], many.samples["r"][:, -1])

    def test_other_seeds_give_other_numbers(self):
        one, other = (rb.simulate("hebb", n=30, alpha=[2.0], runs=3, seed=s) for s in (1, 2))
        assert not np.array_equal(one.samples["r"], other.samples["r"])


@pytest.mark.parametrize("method", ["vector", "chain", "events"])
def test_alpha_0_is_the_start(method):
    frame = rb.simulate("rosenblatt", n=50, alpha=[1.0, 0.0], runs=3, method=method).frame
    start = frame.loc[1, ["alpha", "examples", "r", "q_norm", "overlap", "disagreement", "error", "disagreement_sem"]]
    assert start.tolist() == [0.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0]
    later = rb.simulate("rosenblatt", n=50, alpha=1.0, runs=3, method=method).frame
    assert later.iloc[0].equals(frame.iloc[0])  # looking at the start changes nothing


@pytest.mark.parametrize("method", ["vector", "chain"])
def test_numbers_are_not_simulated_beyond_their_digits(method):
    how = dict(n=100, runs=2, method=method)
    theory = rb.learning_curve("adaline", 50.0).frame["disagreement"][0]
    assert rb.simulate("adaline", alpha=50.0, **how).frame["disagreement"][0] == pytest.approx(theory, rel=3.0)
    message = r"disagreement of 'adaline' must stay above 1e-14 to be simulated; got .* at alpha=80, where label and"
    with pytest.raises(ValueError, match=message):
        rb.simulate("adaline", alpha=[10.0, 80.0], **how)


def test_a_student_that_never_moves_stays_where_it_starts():
    asleep = rb.rule(lambda label, field: 0.0, name="asleep")()
    for method in ("vector", "chain"):
        frame = rb.simulate(asleep, n=10, alpha=[1.0], runs=2, method=method, start=(0.6, 4.0)).frame
        assert (frame["overlap"][0], frame["q_norm"][0]) == (pytest.approx(0.3), pytest.approx(4.0))
    with pytest.raises(ValueError, match="start must be given for 'asleep'"):
        rb.simulate(asleep, n=10, alpha=1.0)


class TestBadInput:
    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            ({"n": 2}, "n must be at least 3; got 2"),
            ({"n": 10.5}, "n must be a whole number; got 10.5"),
            ({"n": "many"}, "n must be a number; got 'many'"),
            ({"alpha": -1.0}, "alpha must be at least 0; got -1.0"),
            ({"alpha": 0.01}, "alpha must be 0 or at least one example, 1/n = 0.1; got 0.01"),
            ({"noise": 0.5}, r"noise must be in \[0, 0.5\); got 0.5"),
            ({"runs": 0}, "runs must be at least 1; got 0"),
            ({"seed": -1}, "seed must be at least 0; got -1"),
            ({"threads": 0}, "threads must be at least 1; got 0"),
            ({"n": 10**18, "alpha": 100.0}, r"alpha must be at most 1e\+15/n; got 100.0"),
            ({"n": 10**9, "method": "vector"}, "must fit into memory.*method='chain'"),
            ({"runs": 10**9}, "must fit into memory.*Take fewer runs"),
            ({"n": 10**11, "runs": 100, "alpha": 10.0}, "waited for; got n = 100000000000, 100 .*Take a smaller n"),
            ({"n": 10**11, "runs": 100, "alpha": 100.0, "rule": "rosenblatt"}, "method='events'. Take a smaller n"),
            ({"n": 10**6, "runs": 100, "alpha": 10.0, "method": "vector"}, "days of one core .* Use method='chain'"),
            ({"seed": 10**400}, "seed must be a number below 1e308; got one with 401 digits"),
            ({"n": "1e3"}, "n must be a number; got '1e3'"),
            ({"alpha": None}, "alpha must be a number or a sequence of numbers; got None"),
            ({"threads": -2}, "threads must be at least 1; got -2"),
            ({"backend": "tpu"}, "backend must be one of cpu, gpu, auto; got 'tpu'"),
            ({"method": "chains"}, "method must be one of .*Did you mean 'chain'"),
            ({"rule": "perceptron"}, "rule must be a registered name; got 'perceptron'"),
            ({"rule": rb.Hebb(weight_decay=10.0)}, "weight_decay must be below n = 10; got 10"),
        ],
    )
    def test_one_sentence_with_the_remedy(self, wrong, message):
        right = dict(rule="hebb", n=10, alpha=1.0, runs=2)
        with pytest.raises((ValueError, TypeError), match=message):
            rb.simulate(**{**right, **wrong})

    def test_divergence_is_reported_with_run_and_alpha(self):
        explosive = rb.rule(lambda label, field: 1e3 * label * (1.0 + field * field), name="explosive")()
        with pytest.raises(ValueError, match="'explosive' must return a finite number.*in run 0 at alpha="):
            rb.simulate(explosive, n=10, alpha=[100.0], runs=2)


class TestExtremes:
    """What has no numbers in the range of floats is a sentence."""

    @pytest.mark.parametrize(
        ("rule", "how", "message"),
        [
            (rb.Rosenblatt(eta=1e-160), {}, "eta must be 0 or between 1e-75 and 1e+75 in size; got 1e-160. Take 0"),
            (rb.Rosenblatt(eta=1e155), {}, "eta must be 0 or between 1e-75 and 1e+75 in size; got 1e+155. Take a sm"),
            (rb.Normalised(eta=1e300), {}, "eta must be 0 or between 1e-75 and 1e+75 in size; got 1e+300"),
            (rb.Rosenblatt(weight_decay=1e300), {}, "weight_decay must be 0 or between 1e-75 and 1e+75 in size"),
            ("bayes-hebb", {"drift": 1e300}, "drift must be 0 or between 1e-75 and 1e+09 in size; got 1e+300"),
            ("bayes-hebb", {"drift": 30.0}, "drift must be below n = 30 to be simulated; got 30. A teacher that"),
            (rb.Adatron(eta=1000.0), {"start": 0.2}, "length of a student of 'adatron' must stay finite; got Q ="),
        ],
    )
    def test_refused(self, rule, how, message):
        with pytest.raises(ValueError, match=re.escape(message)):
            rb.simulate(rule, n=30, alpha=[1, 5], runs=3, **how)

    @pytest.mark.parametrize("eta", [1e-75, 1e75])
    def test_a_rate_is_only_a_scale(self, eta):
        usual, scaled = (rb.simulate(rb.Rosenblatt(eta=e), n=30, alpha=5, runs=3).frame for e in (1.0, eta))
        assert scaled["disagreement"].tolist() == pytest.approx(usual["disagreement"].tolist(), rel=1e-12)
