"""Simulation: three methods with one law, and theory within its stated error."""

from __future__ import annotations

import importlib
import math

import numpy as np
import pytest
from scipy import stats

import rosenblatt as rb
from rosenblatt.rules.parts.readouts import MEAN
from rosenblatt.scenario import resolve_scenario
from rosenblatt.simulation.experiment import Experiment
from rosenblatt.simulation.finite_size import bias_constant
from rosenblatt.simulation.students.choice import choose_student
from tests.helpers import Z_LIMIT, by_name
from tests.helpers.rules import HEBBIAN, SAMPLES

ALPHA = [0.5, 2.0, 8.0]


def variance_and_its_error(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    centred = values - values.mean(axis=0)
    variance = (centred**2).mean(axis=0)
    return variance, np.sqrt(((centred**4).mean(axis=0) - variance**2) / len(values))


def assert_same_law(one: rb.Simulation, other: rb.Simulation) -> None:
    for name in ("r", "q_norm"):
        a, b = one.samples[name], other.samples[name]
        if one.rule.normalised and name == "q_norm":
            assert np.allclose(a, 1.0, atol=1e-12)
            assert np.allclose(b, 1.0, atol=1e-12)
            continue
        spread = np.sqrt(a.var(axis=0) / len(a) + b.var(axis=0) / len(b))
        assert np.abs((a.mean(axis=0) - b.mean(axis=0)) / spread).max() < Z_LIMIT, name
        (va, ea), (vb, eb) = variance_and_its_error(a), variance_and_its_error(b)
        assert np.abs((va - vb) / np.hypot(ea, eb)).max() < Z_LIMIT, name
        for k in range(a.shape[1]):
            assert stats.ks_2samp(a[:, k], b[:, k]).pvalue > 1e-4, name


@pytest.mark.parametrize(("n", "runs"), [(20, 3000), (300, 400)])
@pytest.mark.parametrize("noise", [0.0, 0.15])
@pytest.mark.parametrize("cls", [cls for cls in HEBBIAN if MEAN in cls.readouts], ids=lambda cls: cls.name)
def test_all_methods_have_one_law(cls, noise, n, runs, seed):
    rule = cls() if cls.normalised else cls(weight_decay=0.1)
    how = dict(n=n, alpha=ALPHA, runs=runs, noise=noise)
    vector = rb.simulate(rule, method="vector", seed=seed, **how)
    chain = rb.simulate(rule, method="chain", seed=seed + 1000, **how)
    assert_same_law(vector, chain)
    if cls.mistake_driven:
        assert_same_law(vector, rb.simulate(rule, method="events", seed=seed + 2000, **how))


@pytest.mark.parametrize("teacher", ["binary", rb.DriftingTeacher(0.5)], ids=["binary", "drifting"])
def test_the_chain_holds_for_every_teacher(teacher, seed):
    how = dict(n=20, alpha=ALPHA, runs=3000, noise=0.1, teacher=teacher)
    vector = rb.simulate("rosenblatt", method="vector", seed=seed, **how)
    assert_same_law(vector, rb.simulate("rosenblatt", method="chain", seed=seed + 1000, **how))


@pytest.mark.parametrize("cls", [cls for cls in HEBBIAN if MEAN in cls.readouts], ids=lambda cls: cls.name)
def test_the_chain_of_shifted_inputs_has_the_law_of_the_vectors(cls, seed):
    how = dict(n=20, alpha=ALPHA, runs=3000, noise=0.1, inputs=rb.ShiftedInputs(1.5, -0.6))
    vector = rb.simulate(cls(), method="vector", seed=seed, **how)
    chain = rb.simulate(cls(), method="chain", seed=seed + 1000, **how)
    assert rb.simulate(cls(), **{**how, "runs": 2}).method == "chain"
    assert_same_law(vector, chain)
    a, b = vector.frame, chain.frame
    z = (a["disagreement"] - b["disagreement"]) / np.hypot(a["disagreement_sem"], b["disagreement_sem"])
    assert z.abs().max() < Z_LIMIT


@pytest.mark.parametrize(("n", "rule"), [(6, rb.Shifted()), (20, rb.Shifted(cap=2.0, wait=3.0))])
def test_the_chain_of_several_vectors_has_the_law_of_the_vectors(n, rule, seed):
    how = dict(n=n, alpha=(2.0, 5.0, 30.0), runs=3000, noise=0.1, inputs=rb.ShiftedInputs(1.5, -0.6))
    vector = rb.simulate(rule, method="vector", seed=seed, **how)
    chain = rb.simulate(rule, seed=seed + 1000, **how)
    assert chain.method == "chain"
    for column in ("r", "disagreement"):
        a, b = vector.samples[column], chain.samples[column]
        spread = np.hypot(vector.frame[f"{column}_sem"], chain.frame[f"{column}_sem"])
        assert (np.abs(a.mean(axis=0) - b.mean(axis=0)) <= Z_LIMIT * spread).all(), column
        assert stats.ks_2samp(a[:, -1], b[:, -1]).pvalue > 6e-5  # as 4 standard errors


def test_the_chain_of_several_vectors_says_what_it_needs():
    how = dict(n=5, alpha=[1.0], inputs=rb.ShiftedInputs(1.5, -0.6))
    with pytest.raises(ValueError, match="needs n = 6 or more"):
        rb.simulate("shifted", method="chain", **how)
    with pytest.raises(ValueError, match="more than a modulation"):
        rb.simulate("shifted", method="events", **{**how, "n": 20})
    assert rb.simulate("shifted", runs=2, **how).method == "vector"


@pytest.mark.parametrize("rule", SAMPLES, ids=by_name)
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_simulation_follows_theory(rule, noise, seed):
    # N = 1000, 200 runs; c of the 1/N bias measured at N = 50 and 100.
    n, runs = 1000, 200
    theory = rb.learning_curve(rule, ALPHA, noise=noise).frame
    result = rb.simulate(rule, n=n, alpha=ALPHA, runs=runs, noise=noise, seed=seed).frame
    # Signs make d a discrete number, curved where errors are rare: their theory is that of the overlap.
    columns = ("disagreement", "r", "q_norm") if rule.readout() is MEAN else ("overlap", "r")
    for column in [name for name in columns if name != "q_norm" or not rule.normalised]:
        constant = bias_constant(rule, alpha=ALPHA, noise=noise, column=column, runs=2000, seed=seed)
        assert (constant / n < 2.0 * result[f"{column}_sem"]).all(), "the allowance for finite N must stay small"
        allowed = Z_LIMIT * result[f"{column}_sem"] + constant / n
        assert (np.abs(result[column] - theory[column]) <= allowed).all(), column


def test_the_chain_at_a_billion_weights_is_the_theory(seed):
    # 300 steps of N = 10^9: far from any alpha that matters, but the drift per step is known exactly.
    frame = rb.simulate("hebb", n=10**9, alpha=[3e-7], runs=400, method="chain", seed=seed).frame
    exact = 3e-7 * math.sqrt(2 / math.pi)
    assert abs(frame["r"][0] - exact) < Z_LIMIT * frame["r_sem"][0]
    assert frame["examples"][0] == 300


def test_binary_inputs_follow_the_same_curve(seed):
    theory = rb.learning_curve("hebb", ALPHA).frame["disagreement"]
    frame = rb.simulate("hebb", n=500, alpha=ALPHA, runs=200, inputs="binary", seed=seed).frame
    constant = bias_constant("hebb", alpha=ALPHA, inputs="binary", runs=1000, seed=seed)
    assert (np.abs(frame["disagreement"] - theory) <= Z_LIMIT * frame["disagreement_sem"] + constant / 500).all()


def test_disagreement_with_shifted_inputs_is_the_one_that_is_counted(seed):
    # Count disagreements on fresh inputs; compare with what the simulation reports.
    from rosenblatt.simulation.students.vector import VectorStudent

    random = np.random.default_rng(seed)
    uneven = rb.ProductInputs(tuple(np.where(np.arange(401) % 2, 0.97, 0.5)))
    for inputs in (rb.ShiftedInputs(4.0, -1.95), rb.ProductInputs(0.7), uneven, rb.GaussianInputs()):
        experiment = Experiment(rb.Rosenblatt(), 401, rb.Scenario(inputs=inputs), "mean")
        student = VectorStudent(experiment, np.random.SeedSequence(seed), VectorStudent.compile(experiment))
        student.advance(1000)
        x = inputs.draw(student.mean, 40_000, random)
        differ = np.mean((x @ student.synapses[0] > 0) != (x @ student.teacher > 0))
        reported = student.measure()[3]
        # Product inputs are normal only in the limit: allow 1/sqrt(N) of the value on top.
        slack = 0.05 * reported if inputs.name == "product" else 0.0
        assert abs(differ - reported) < Z_LIMIT * math.sqrt(reported / 40_000) + slack


def test_the_constant_of_the_finite_size_bias_is_that_of_a_third_size(seed):
    # Q of Hebb's rule at alpha = 2: <Q> = (2/pi)(alpha^2 - alpha/N) + alpha exactly, so c = -2 alpha/pi.
    constant = bias_constant("hebb", alpha=[2.0], column="q_norm", sizes=(4, 8), runs=40_000, seed=seed)
    assert constant == pytest.approx([4.0 / math.pi], rel=0.1)


def test_a_stopped_run_does_not_go_on():
    import threading

    from rosenblatt.simulation.simulate import _run
    from rosenblatt.simulation.students.chain import ChainStudent

    experiment = Experiment(rb.Hebb(), 10, rb.Scenario(), "mean")
    student = ChainStudent(experiment, np.random.SeedSequence(1), ChainStudent.compile(experiment))
    stop = threading.Event()
    stop.set()
    _run(student, experiment, 0, np.array([100]), stop, lambda steps: None)
    assert student.student[2] == 0.0


def test_all_work_is_reported(monkeypatch):
    from contextlib import contextmanager

    module = importlib.import_module("rosenblatt.simulation.simulate")
    done, totals = [], []

    @contextmanager
    def recorder(title, total, show):
        totals.append(total)
        yield done.append

    monkeypatch.setattr(module, "progress_bar", recorder)
    rb.simulate("rosenblatt", n=10, alpha=[1.0, 7.0], runs=3, method="events")
    assert sum(done) == totals[0] == 3 * 70


def test_a_zero_weight_is_clipped_to_minus_one():
    assert rb.Hebb().readout("clipped").apply(np.array([0.0, -2.0, 3.0])).tolist() == [-1.0, -1.0, 1.0]


def test_clipped_readout_follows_theory(seed):
    # rho is compared, not d: the mean of arccos is not the arccos of the mean.
    theory = rb.learning_curve("hebb", [1, 5], teacher="binary", readout="clipped").frame
    how = dict(alpha=[1, 5], teacher="binary", inputs="binary", readout="clipped", seed=seed)
    frame = rb.simulate("hebb", n=501, runs=300, **how).frame
    constant = bias_constant("hebb", column="overlap", sizes=(51, 101), runs=2000, **how)
    assert (np.abs(frame["overlap"] - theory["overlap"]) <= Z_LIMIT * frame["overlap_sem"] + constant / 501).all()
    assert frame["q_norm"].tolist() == [1.0, 1.0]


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


class TestMethods:
    @pytest.mark.parametrize(
        ("rule", "changes", "alpha", "chosen"),
        [
            (rb.Hebb(), {}, 1000.0, "chain"),
            (rb.Rosenblatt(), {}, 10.0, "chain"),
            (rb.Rosenblatt(), {}, 1000.0, "events"),
            (rb.Rosenblatt(), {"noise": 0.01}, 1000.0, "events"),
            (rb.Rosenblatt(), {"noise": 0.05}, 1000.0, "chain"),
            (rb.Rosenblatt(), {"teacher": rb.DriftingTeacher(0.1)}, 1000.0, "chain"),
            (rb.Rosenblatt(), {"inputs": rb.BinaryInputs()}, 1000.0, "vector"),
            (rb.Rosenblatt(), {"readout": "clipped"}, 1.0, "vector"),
        ],
    )
    def test_auto(self, rule, changes, alpha, chosen):
        scenario = resolve_scenario(rule, **{key: changes[key] for key in changes if key != "readout"})
        experiment = Experiment(rule=rule, n=10, scenario=scenario, readout=changes.get("readout", "mean"))
        assert choose_student("auto", experiment, alpha).method == chosen

    @pytest.mark.parametrize(
        ("how", "reason"),
        [
            (dict(rule="hebb", method="events"), "'hebb' changes without a mistake. Use method='chain'"),
            (dict(rule="rosenblatt", method="events", teacher="drifting"), "moves between two mistakes"),
            (dict(rule="hebb", method="chain", inputs="binary"), "binary inputs are not rotation-invariant"),
            (dict(rule="hebb", method="chain", readout="clipped"), "depends on single weights. Use method='vector'"),
        ],
    )
    def test_a_method_that_cannot_follow_says_why(self, how, reason):
        with pytest.raises(ValueError, match=reason):
            rb.simulate(**how, n=10, alpha=1.0, runs=2)


def test_the_frame_has_the_promised_columns():
    result = rb.simulate("hebb", n=30, alpha=[1.0, 0.5], runs=4, noise=0.1)
    measures = ["r", "q_norm", "overlap", "disagreement", "error"]
    pairs = [name for measure in measures for name in (measure, f"{measure}_sem")]
    assert result.frame.columns.tolist() == ["alpha", *pairs, "disagreement_of_overlap", "examples", "runs"]
    assert result.frame["alpha"].tolist() == [1.0, 0.5]
    values = result.samples["disagreement"]
    assert result.frame["disagreement"].tolist() == pytest.approx(values.mean(axis=0))
    assert result.frame["disagreement_sem"].tolist() == pytest.approx(values.std(axis=0, ddof=1) / 2)
    assert result.frame["error"].tolist() == pytest.approx(0.1 + 0.8 * result.frame["disagreement"])


def test_alpha_is_rounded_to_whole_examples():
    frame = rb.simulate("hebb", n=7, alpha=[1.0, 1.5], runs=2).frame
    assert frame["examples"].tolist() == [7, 10]
    assert frame["alpha"].tolist() == [1.0, 10 / 7]


def test_a_simulation_draws_itself():
    from rosenblatt import plots

    result = rb.simulate("hebb", n=30, alpha=[1.0, 10.0], runs=4)
    _, ax = plots.new_figure()
    result.plot(ax)
    assert ax.containers[0].lines[0].get_ydata().tolist() == result.frame["disagreement"].tolist()
    assert "N = 30" in ax.containers[0].get_label()


def test_a_student_that_never_moves_knows_nothing():
    asleep = rb.rule(lambda label, field: 0.0, name="asleep")()
    for method in ("vector", "chain"):
        frame = rb.simulate(asleep, n=10, alpha=[1.0], runs=2, method=method).frame
        assert (frame["overlap"][0], frame["q_norm"][0]) == (pytest.approx(0.0, abs=1e-15), 0.0)
        assert frame["disagreement"][0] == pytest.approx(0.5)


class TestBadInput:
    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            ({"n": 2}, "n must be at least 3; got 2"),
            ({"n": 10.5}, "n must be a whole number; got 10.5"),
            ({"n": "many"}, "n must be a number; got 'many'"),
            ({"alpha": 0.0}, "alpha must be above 0; got 0.0"),
            ({"alpha": 0.01}, "alpha must be at least one example, 1/n = 0.1; got 0.01"),
            ({"noise": 0.5}, r"noise must be in \[0, 0.5\); got 0.5"),
            ({"runs": 0}, "runs must be at least 1; got 0"),
            ({"seed": -1}, "seed must be at least 0; got -1"),
            ({"threads": 0}, "threads must be at least 1; got 0"),
            ({"n": 10**18, "alpha": 100.0}, r"alpha must be at most 1e\+15/n; got 100.0"),
            ({"n": 10**9, "method": "vector"}, "must fit into memory.*method='chain'"),
            ({"runs": 10**9}, "must fit into memory.*Take fewer runs"),
            ({"seed": 10**400}, "seed must be a number below 1e308; got one with 401 digits"),
            ({"n": "1e3"}, "n must be a number; got '1e3'"),
            ({"alpha": None}, "alpha must be a number or a sequence of numbers; got None"),
            ({"threads": -2}, "threads must be at least 1; got -2"),
            ({"backend": "gpu"}, "backend must be one of cpu; got 'gpu'"),
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
