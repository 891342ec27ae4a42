"""What a simulation says of itself."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb


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


def test_fields_have_the_law_of_the_overlap():
    result = rb.simulate("rosenblatt", n=1000, alpha=[1.0, 5.0], runs=20, seed=2)
    fields = result.fields(5000, point=0)
    errs = (fields["stability"] < 0.0).groupby(fields["run"]).mean()
    assert errs.to_numpy() == pytest.approx(result.samples["disagreement"][:, 0], abs=0.035)  # 5 errors of 5000 draws
    assert ((fields["teacher"] * fields["student"] < 0.0) == (fields["stability"] < 0.0)).all()
    lengths = np.sqrt(result.samples["q_norm"][fields["run"], 0])
    assert fields["stability"].abs().to_numpy() == pytest.approx(fields["student"].abs().to_numpy() / lengths)
    squares = (fields["student"] ** 2).groupby(fields["run"]).mean()
    assert squares.to_numpy() == pytest.approx(result.samples["q_norm"][:, 0], rel=0.12)
    products = (fields["student"] * fields["teacher"]).mean()
    assert products == pytest.approx(result.frame["r"][0], abs=0.02)
    assert not fields.equals(result.fields(5000))


def test_fields_are_refused_where_the_overlap_does_not_tell_them():
    with pytest.raises(NotImplementedError, match="inputs must be centred"):
        rb.simulate("hebb", n=11, alpha=[1.0], runs=2, inputs="shifted").fields()
    result = rb.simulate("hebb", n=11, alpha=[1.0], runs=2)
    with pytest.raises(ValueError, match="point must be one of the 1 points"):
        result.fields(point=1)
    with pytest.raises(ValueError, match="examples"):
        result.fields(0)


def test_the_path_has_every_run():
    result = rb.simulate("hebb", n=30, alpha=[1.0, 10.0], runs=4)
    path = result.path
    assert path["run"].tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert path["alpha"].tolist() == [1.0, 10.0] * 4
    assert (path["length"] ** 2).to_numpy() == pytest.approx(result.samples["q_norm"].ravel())
    assert path["r"].tolist() == result.samples["r"].ravel().tolist()


class TestAddition:
    def test_other_runs_add_up_in_any_order(self):
        whole = rb.simulate("rosenblatt", n=20, alpha=[1.0, 3.0], runs=9, seed=5)
        parts = [
            rb.simulate("rosenblatt", n=20, alpha=[1.0, 3.0], runs=runs, first_run=first, seed=5)
            for first, runs in ((0, 2), (2, 4), (6, 3))
        ]
        one, two, three = parts
        for added in (one + two + three, three + one + two, two + (three + one)):
            assert added.frame.equals(whole.frame)
            assert added.parts == whole.parts
        assert (one + three).parts != whole.parts

    def test_other_seeds_add_up(self):
        one, two = (rb.simulate("hebb", n=20, alpha=1.0, runs=3, seed=seed) for seed in (1, 2))
        added = two + one
        assert added.seed == 1
        assert added.frame["runs"].tolist() == [6]
        values = np.concatenate([one.samples["r"], two.samples["r"]])
        assert np.array_equal(added.samples["r"], values)
        assert added.more(1).parts[1].end == 4

    @pytest.mark.parametrize(
        ("change", "what"),
        [
            ({"n": 21}, "n: 20 and 21"),
            ({"noise": 0.1}, "scenario"),
            ({"alpha": 2.0}, "alpha"),
            ({"method": "vector"}, "method"),
            ({"batch": 0.5}, "update"),
            ({"rule": "rosenblatt"}, "rule"),
        ],
    )
    def test_another_experiment_is_refused(self, change, what):
        how = {"rule": "hebb", "n": 20, "alpha": 1.0, "runs": 2}
        with pytest.raises(ValueError, match=f"must be of the same experiment to be added; got another {what}"):
            rb.simulate(**how) + rb.simulate(**{**how, "seed": 1, **change})

    def test_the_same_runs_are_refused(self):
        one = rb.simulate("hebb", n=20, alpha=1.0, runs=2)
        with pytest.raises(ValueError, match="must be of other runs"):
            one + one
        with pytest.raises(TypeError):
            one + 1
