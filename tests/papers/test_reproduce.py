"""The reproduction: verdicts, files, going on after a stop, and rows that can fail."""

from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt import gaussian, report, signs
from rosenblatt.batch import influence
from rosenblatt.batch.influence import Counts
from rosenblatt.batch.meanfield import mean_field
from rosenblatt.cli import main
from rosenblatt.estimators import regression
from rosenblatt.papers import barkai_seung_sompolinsky as bss
from rosenblatt.papers import golea_marchand, golea_marchand_data, lecture8, lecture8_bounded, overview
from rosenblatt.papers import kinouchi_caticha as kc
from rosenblatt.papers import solla_winther as sw
from rosenblatt.papers.claims import Context, Outcome, PaperPlan, Row, judge
from rosenblatt.rules.normalised import Normalised
from rosenblatt.rules.parts.schedules import PowerLaw
from rosenblatt.rules.smooth import Smooth
from rosenblatt.simulation.ledger import Ledger
from rosenblatt.simulation.simulate import simulate
from rosenblatt.theory import bayes, clipped_hebb, shifted_rule
from rosenblatt.theory.capacity import capacity
from rosenblatt.theory.learning_curve import learning_curve
from rosenblatt.theory.replica import replica
from rosenblatt.theory.tracking import best_rate

FIELDS = {"paper", "label", "claim", "expected", "measured", "uncertainty", "verdict", "errata"}


@pytest.fixture
def context(tmp_path):
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        yield Context(ledger, quick=True)


def test_it_writes_everything_and_a_second_run_computes_nothing_again(tmp_path, monkeypatch):
    out = tmp_path
    result = CliRunner().invoke(main, ["reproduce", "--quick", "--out", str(out)])
    assert result.exit_code == 0, result.output
    gm = ("gm-figure-2a", "gm-figure-2b", "gm-figure-3", "gm-fooled")
    stems = ("theory-and-simulation", *gm, "l8-figure-1", "l8-alignment", "l8-bounded")
    stems = (
        *stems,
        "bss-figure-1",
        "bss-figure-2",
        "bss-scaling",
        "sw-figure-2",
        "sw-figure-3",
        "sw-transition",
        "kc-figure-1",
        "kc-figure-2",
        "kc-figure-3",
        "kc-tracking",
        "kc-drift",
    )
    figures = {f"{stem}.{s}" for stem in stems for s in ("png", "svg")}
    tables = {f"{stem}.csv" for stem in ("theory-and-simulation", "gm-sample-sizes", "gm-figures-2-and-3")}
    others = {"index.html", "claims.json", "ledger.sqlite", *tables}
    assert {file.name for file in out.iterdir()} == figures | others
    claims = json.loads((out / "claims.json").read_text())
    assert all(set(claim) == FIELDS for claim in claims)
    assert {claim["verdict"] for claim in claims} == {"holds", "corrected"}
    assert [claim["label"] for claim in claims if claim["verdict"] == "corrected"] == [
        "lemma 2, proof, eq. 9, 10",
        "fig. 1, steps 2 and 3",
        "fig. 1, step 7",
        "sec. 4, influence",
        "abstract, sec. 5.2, noise",
        "eq. 30",
        "consequence 3",
        "consequence 4, half point",
        "sec. 3, condition 1, upper end",
        "sec. 3, any separable set",
        "text after eq. 2",
        "eq. 6, eta_0 = 1",
        "eq. 8",
        "eq. 9",
        "eq. 10, second fixed point",
        "eq. 15-18",
        "eq. 24",
        "sec. 4, noise",
        "sec. 4, second order",
        "table 1, asymptotes",
        "eq. 5.5",
        "relation before eq. 5.11",
        "sec. 6, gradual decay",
        "eq. 4, e_g",
        "eq. 5, 10, 11, 36",
        "eq. 51-55",
    ]
    page = (out / "index.html").read_text()
    assert all(name in page for name in figures if name.endswith("png"))
    table = pd.read_csv(out / "theory-and-simulation.csv")
    assert len(table) == 72
    sizes = pd.read_csv(out / "gm-sample-sizes.csv")
    assert (sizes["guaranteed"] > 1e10 * sizes["average"]).all()
    assert ((table["disagreement"] - table["theory"]).abs() <= table["allowed"]).all()
    monkeypatch.setattr(overview, "simulate", lambda *a, **k: pytest.fail("simulated again"))
    monkeypatch.setattr(lecture8, "find_separator", lambda *a: pytest.fail("asked the linear program again"))
    assert CliRunner().invoke(main, ["reproduce", "--quick", "--out", str(out)]).exit_code == 0


def test_quick_has_fewer_runs(context):
    assert context.runs(400) == 40
    assert Context(context.ledger).runs(400) == 400


def test_a_run_that_was_stopped_goes_on(tmp_path, monkeypatch):
    done = []

    def counted(label):
        return Row(label, "claim", 1, lambda context: done.append(label) or Outcome(1.0, True))

    def broken(context):
        raise KeyboardInterrupt

    plan = PaperPlan("overview", (counted("a"), Row("b", "claim", 1, broken)), {})
    monkeypatch.setattr(report, "_plan", lambda name: plan)
    with pytest.raises(KeyboardInterrupt):
        report.reproduce(tmp_path, papers=["overview"], say=lambda text: None)
    assert not (tmp_path / "claims.json").exists()
    plan = PaperPlan("overview", (counted("a"), counted("b")), {})
    assert report.reproduce(tmp_path, papers=["overview"], say=lambda text: None)
    assert done == ["a", "b"]


def test_a_verdict_of_other_code_is_not_reused(context, monkeypatch):
    from rosenblatt.papers import claims

    row = Row("a", "claim", 1, lambda context: Outcome(1.0, True))
    assert judge("overview", row, context).verdict == "holds"
    changed = Row("a", "claim", 1, lambda context: Outcome(2.0, False))
    assert judge("overview", changed, context).verdict == "holds"  # from the ledger
    monkeypatch.setattr(claims, "code_digest", lambda: "edited")
    assert judge("overview", changed, context).verdict == "fails"


def test_a_failing_row_makes_exit_code_1(tmp_path, monkeypatch):
    plan = PaperPlan("overview", (Row("a", "claim", 1, lambda context: Outcome(math.pi, False)),), {})
    monkeypatch.setattr(report, "_plan", lambda name: plan)
    result = CliRunner().invoke(main, ["reproduce", "--out", str(tmp_path)])
    assert result.exit_code == 1
    assert "fails" in (tmp_path / "index.html").read_text()


def test_papers_are_named_by_key_or_short_name(tmp_path):
    assert report._plan("L8") is report._plan("sompolinsky-lecture-2010") is lecture8.PLAN
    result = CliRunner().invoke(main, ["reproduce", "L9", "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "paper must be one that is reproduced; got 'L9'" in result.output


@pytest.mark.parametrize("row", lecture8.PLAN.rows, ids=lambda row: row.label)
def test_every_row_of_the_lecture_holds(row, context):
    assert judge(lecture8.KEY, row, context).verdict == ("corrected" if row.errata else "holds")


@pytest.mark.parametrize(
    "label", ["eq. 1", "eq. 2, consequence 1", "eq. 3, consequence 2", "consequence 4, half point", "eq. 6"]
)
def test_rows_about_the_count_fail_if_the_count_is_wrong(label, context, monkeypatch):
    monkeypatch.setattr(lecture8, "capacity", lambda p, n: capacity(p, n) + (p > 1))
    row = next(row for row in lecture8.PLAN.rows if row.label == label)
    assert judge(lecture8.KEY, row, context).verdict == "fails"


def test_rows_about_growth_and_experiment_fail_if_the_count_is_wrong(context, monkeypatch):
    monkeypatch.setattr(lecture8, "log_capacity", lambda p, n: n * math.log(p))  # as printed
    monkeypatch.setattr(lecture8, "separable_fraction", lambda p, n: 0.2)
    for label in ("consequence 3", "theorem, P = 40"):
        row = next(row for row in lecture8.PLAN.rows if row.label == label)
        assert judge(lecture8.KEY, row, context).verdict == "fails"


def verdict(plan: PaperPlan, label: str, context: Context) -> str:
    return judge(plan.key, next(row for row in plan.rows if row.label == label), context).verdict


class TestRowsOfGmFail:
    """If what they are about is wrong."""

    def test_noise_that_is_not_taken_out(self, context, monkeypatch):
        monkeypatch.setattr(Counts, "without_noise", lambda self, noise: self)
        assert verdict(golea_marchand.PLAN, "abstract, sec. 5.2, noise", context) == "fails"

    @pytest.mark.parametrize("label", ["theorem 1", "eq. 11"])
    def test_weights(self, label, context, monkeypatch):
        wrong = influence.weight_signs
        monkeypatch.setattr(influence, "weight_signs", lambda counts, epsilon: -wrong(counts, epsilon))
        assert verdict(golea_marchand.PLAN, label, context) == "fails"

    @pytest.mark.parametrize(
        "label", ["eq. 2, 5, 6", "lemma 2, eq. 7-10", "lemma 2, proof, eq. 9, 10", "sec. 4, influence"]
    )
    def test_influences(self, label, context, monkeypatch):
        right = Counts.influences
        monkeypatch.setattr(Counts, "influences", lambda self: 0.1 * right(self) ** 2)
        assert verdict(golea_marchand.PLAN, label, context) == "fails"

    def test_the_tests_of_steps_2_and_3(self, context, monkeypatch):
        monkeypatch.setattr(influence, "constant_answer", lambda counts, epsilon: None)
        assert verdict(golea_marchand.PLAN, "fig. 1, steps 2 and 3", context) == "fails"

    def test_the_end_of_step_7(self, context, monkeypatch):
        monkeypatch.setattr(influence, "threshold_of_rows", lambda by_sum, positive, epsilon: 0)
        assert verdict(golea_marchand.PLAN, "fig. 1, step 7", context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 25", "eq. 20-24, n = 501", "eq. 31, 32", "beyond: fig. 2a at n"])
    def test_votes(self, label, context, monkeypatch):
        right = clipped_hebb.vote_probability
        monkeypatch.setattr(clipped_hebb, "vote_probability", lambda n, noise=0.0: right(n, noise) + 0.01)
        assert verdict(golea_marchand.PLAN, label, context) == "fails"

    def test_the_printed_bound(self, context, monkeypatch):
        right = clipped_hebb.disagreement_bound
        monkeypatch.setattr(clipped_hebb, "disagreement_bound", lambda alpha, noise: 2.0 * right(alpha, noise))
        assert verdict(golea_marchand.PLAN, "eq. 30", context) == "fails"

    def test_a_distribution_that_fools_nobody(self, context, monkeypatch):
        monkeypatch.setattr(golea_marchand_data, "fooling_probabilities", lambda n: np.full(n, 0.5))
        assert verdict(golea_marchand.PLAN, "sec. 5.1, malicious distribution", context) == "fails"

    @pytest.mark.parametrize("label", ["lemma 1", "corollary 1", "eq. 12-19"])
    def test_exact_sums(self, label, context, monkeypatch):
        right = signs.disagreement
        monkeypatch.setattr(signs, "disagreement", lambda *arguments: right(*arguments) + 0.4)
        assert verdict(golea_marchand.PLAN, label, context) == "fails"


class TestRowsOfBssFail:
    """If what they are about is wrong."""

    @pytest.mark.parametrize("label", ["eq. 3, 4", "eq. 5", "eq. 6, eta_0 > 1", "eq. 6, optimum", "fig. 1"])
    def test_averages(self, label, context, monkeypatch):
        right = Normalised.averages
        wrong = staticmethod(lambda *arguments: (*right(*arguments)[:2], 1.3 * right(*arguments)[2]))
        monkeypatch.setattr(Normalised, "averages", wrong)
        monkeypatch.setattr(Normalised, "eta", 2.0)
        monkeypatch.setattr(bss, "with_schedule", lambda eta_0, z=1.0: Normalised(eta=PowerLaw(1.2 * eta_0, z=z)))
        monkeypatch.setattr(bss, "simulate", lambda rule, **how: simulate("hebb", **{**how, "method": "auto", "n": 50}))
        assert verdict(bss.PLAN, label, context) == "fails"

    @pytest.mark.parametrize("label", ["fig. 2, plain rule", "eq. 9", "text after eq. 9"])
    def test_the_fixed_point(self, label, context, monkeypatch):
        monkeypatch.setattr(bss, "plain_fixed_point", lambda noise, inputs: (0.9, -1.0, 0.5 * noise))
        assert verdict(bss.PLAN, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 14", "eq. 10, second fixed point"])
    def test_the_drift_of_the_shifted_rule(self, label, context, monkeypatch):
        def to_the_teacher(r, across, rest, noise, inputs, eta):
            return eta * (1.0 - r), -eta * across, -eta * rest

        monkeypatch.setattr(shifted_rule, "slopes", to_the_teacher)
        assert verdict(bss.PLAN, label, context) == "fails"

    def test_the_constant_of_the_shifted_rule(self, context, monkeypatch):
        monkeypatch.setattr(shifted_rule, "asymptote", lambda alpha, noise, learnt: 0.8 * (noise / alpha) ** 0.5 * 0.5)
        assert verdict(bss.PLAN, "eq. 15-18", context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 19, 20, 23", "sec. 4, noise"])
    def test_the_scaling_with_the_rate(self, label, context, monkeypatch):
        law = lambda etas: np.array(etas) ** 0.75  # noqa: E731
        monkeypatch.setattr(bss.smooth, "residual", lambda rule, target, n, etas, **how: (law(etas), 0.01 * law(etas)))
        assert verdict(bss.PLAN, label, context) == "fails"

    def test_the_scaling_with_time(self, context, monkeypatch):
        x = np.array([1.0, 2.0, 4.0])
        monkeypatch.setattr(bss.smooth, "decay", lambda *arguments, **how: (x, x**-0.5, 0.01 * x))
        assert verdict(bss.PLAN, "eq. 25-27", context) == "fails"

    def test_the_stationary_law(self, context, monkeypatch):
        learn = Smooth.learn
        twice = lambda self, inputs, labels, emphasis, *rest: learn(  # noqa: E731
            self, inputs, labels, 1.0 + (labels[0] > 0.0), *rest
        )
        monkeypatch.setattr(Smooth, "learn", twice)
        assert verdict(bss.PLAN, "eq. 24", context) == "fails"

    def test_the_disagreement(self, context, monkeypatch):
        right = gaussian.sign_disagreement
        monkeypatch.setattr(bss.gaussian, "sign_disagreement", lambda *arguments: 0.9 * right(*arguments))
        assert verdict(bss.PLAN, "eq. 8", context) == "fails"


class TestRowsOfSwFail:
    """If what they are about is wrong."""

    @pytest.mark.parametrize("label", ["fig. 2", "sec. 4, second order", "table 1, asymptotes"])
    def test_the_curves(self, label, context, monkeypatch):
        def worse(rule, alpha, **how):
            curve = learning_curve(rule, alpha, **how)
            curve.frame["disagreement"] *= 1.3
            return curve

        monkeypatch.setattr(sw, "learning_curve", worse)
        assert verdict(sw.PLAN, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 5.12, 5.13", "eq. 5.14, fig. 3"])
    def test_the_binary_curves(self, label, context, monkeypatch):
        monkeypatch.setattr(sw.binary, "learning_curve", lambda rule, alpha, **how: learning_curve("hebb", alpha))
        assert verdict(sw.PLAN, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 4.8-4.11", "sec. 4, 5, offline"])
    def test_the_iteration(self, label, context, monkeypatch):
        stopped = lambda *arguments, **how: mean_field(*arguments, **{**how, "sweeps": 3})  # noqa: E731
        monkeypatch.setattr(sw, "mean_field", stopped)
        monkeypatch.setattr(sw.binary, "mean_field", stopped)
        assert verdict(sw.PLAN, label, context) == "fails"

    def test_the_transition(self, context, monkeypatch):
        monkeypatch.setattr(sw.binary, "thresholds", lambda teacher, noise=0.0: bayes.Thresholds(1.25, 1.5))
        assert verdict(sw.PLAN, "fig. 3, transition", context) == "fails"

    def test_the_end(self, context, monkeypatch):
        monkeypatch.setattr(sw.binary, "perfect_alpha", lambda rule, noise: 100.0)
        assert verdict(sw.PLAN, "sec. 6, gradual decay", context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 4.4-4.7", "eq. 4.12, 4.13"])
    def test_the_noise(self, label, context, monkeypatch):
        monkeypatch.setattr(sw.gaussian, "cdf", lambda x: np.where(np.asarray(x) > 0.0, 0.97, 0.03))
        monkeypatch.setattr(sw, "angle", lambda weights, teacher: 0.25)
        assert verdict(sw.PLAN, label, context) == "fails"


class TestRowsOfKcFail:
    """If what they are about is wrong."""

    @pytest.mark.parametrize("label", ["eq. 17-21, 26", "eq. 23-25, fig. 2", "eq. 30, 31"])
    def test_the_curves(self, label, context, monkeypatch):
        monkeypatch.setattr(kc, "learning_curve", lambda rule, alpha: learning_curve("hebb", alpha))
        assert verdict(kc.PLAN, label, context) == "fails"

    @pytest.mark.parametrize("label", ["eq. 27, 28, fig. 3", "eq. 39-50", "eq. 51-55"])
    def test_the_replicas(self, label, context, monkeypatch):
        wrong = lambda alpha, **how: dataclasses.replace(  # noqa: E731
            replica(alpha, **how), rho=0.8 * alpha, empirical_error=0.3, q=0.2
        )
        monkeypatch.setattr(kc, "replica", wrong)
        assert verdict(kc.PLAN, label, context) == "fails"

    def test_the_drift(self, context, monkeypatch):
        monkeypatch.setattr(kc.tracking, "OptimalLinear", lambda drift: rb.Adaline(constrained=True))
        assert verdict(kc.PLAN, "eq. 32-35, drift", context) == "fails"

    def test_the_drift_of_the_boolean_rule(self, context, monkeypatch):
        monkeypatch.setattr(
            kc.tracking, "stationary_deficit", lambda channel, drift: 0.9 * bayes.stationary_deficit(channel, drift)
        )
        assert verdict(kc.PLAN, "eq. 16, drift", context) == "fails"

    def test_the_fixed_rates(self, context, monkeypatch):
        monkeypatch.setattr(
            kc.tracking, "best_rate", lambda name, drift, noise=0.0: best_rate(name, 2.0 * drift, noise=noise)
        )
        assert verdict(kc.PLAN, "drift, fixed rates", context) == "fails"

    def test_the_changes(self, context, monkeypatch):
        monkeypatch.setitem(
            kc.tracking.TRACKING, "practical, KC 32-35", rb.PracticalLinear()
        )  # the length is of all time
        assert verdict(kc.PLAN, "sec. 3.5, changes", context) == "fails"

    def test_the_inverse(self, context, monkeypatch):
        monkeypatch.setitem(regression.TRANSFERS, "tanh", (np.tanh, lambda y: y))
        assert verdict(kc.PLAN, "eq. 29", context) == "fails"


@pytest.mark.parametrize(
    ("label", "changed"),
    [
        ("sec. 3, all conditions", {"eta": 0.5}),
        ("sec. 3, condition 2", {"eta": 0.5}),
        ("sec. 3, condition 3", {"theta": 0.5}),
        ("sec. 3, condition 1", {"inhibition": 0.0}),
        ("sec. 3, condition 1, upper end", {"eta": 1.0}),
    ],
)
def test_rows_about_bounded_synapses_fail_if_a_condition_is_not_met(label, changed, context, monkeypatch):
    monkeypatch.setattr(lecture8_bounded, "GOOD", {**lecture8_bounded.GOOD, **changed})
    assert verdict(lecture8.PLAN, label, context) == "fails"


def test_the_dichotomies_of_three_points_in_a_plane():
    assert lecture8.count_by_enumeration(3, 2, np.random.default_rng(1)) == 6
