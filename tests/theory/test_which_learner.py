"""Which learner will do, against single curves."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_rgba

import rosenblatt as rb
from rosenblatt import plots
from rosenblatt.batch.convex_risk import Logistic
from rosenblatt.theory import which_learner
from rosenblatt.theory.max_stability import clean_law

ALPHA, NOISE = [0.2, 1.0, 4.0], [0.0, 0.1]


@pytest.fixture(scope="module")
def found():
    return which_learner(ALPHA, NOISE, teachers=["spherical", "binary"])


def test_every_number_is_that_of_a_single_curve(found):
    how = {"ridge": {"penalty": "best"}, "logistic": {"penalty": "best"}}
    for (title, noise), part in found.frame.groupby(["teacher", "noise"]):
        for name in ("bayes", *found.learners):
            rows = part[part[name].notna()]
            keywords = {"noise": noise, "teacher": title.split()[0], **how.get(name, {})}
            single = rb.learning_curve(name, rows["alpha"].to_numpy(), **keywords).frame["disagreement"]
            assert rows[name].to_numpy() == pytest.approx(single.to_numpy(), rel=1e-7)


def test_the_simplest_is_the_first_that_will_do(found):
    for row in found.frame.to_dict("records"):
        able = [name for name in found.learners if row[name] <= 1.05 * row["bayes"]]
        assert row["simplest"] == (able[0] if able else "bayes")
    assert set(found.frame["simplest"]) >= {"hebb", "ridge", "bayes"}
    order = which_learner(ALPHA, NOISE, teachers="spherical", learners=["ridge", "hebb"])
    assert order.frame["simplest"].iloc[0] == "ridge"  # whoever comes first is the simplest


def test_from_few_examples_and_from_bad_labels_all_are_alike():
    few = which_learner(1e-6, [0.0, 0.2], teachers="spherical").frame
    assert few["ridge"].to_numpy() == pytest.approx(few["bayes"].to_numpy(), rel=1e-6)
    bad = which_learner(1.0, 0.499, teachers="binary", within=1e-3, learners=["hebb", "optimal", "ridge"])
    assert bad.frame["simplest"].tolist() == ["hebb"]


def test_of_many_clean_examples_each_has_its_law():
    more = which_learner(1e4, 0.0, teachers="spherical").frame.iloc[0]
    assert more["max-stability"] / more["bayes"] == pytest.approx(clean_law()[0] / 0.44171, rel=1e-3)
    assert more["simplest"] == "logistic"
    assert more["hebb"] > 10.0 * more["optimal"] > 10.0 * more["bayes"]


def test_no_plane_no_number(found):
    flipped = found.frame[(found.frame["noise"] == 0.1) & (found.frame["alpha"] == 4.0)]
    assert rb.theory.separable_alpha(0.1) < 4.0
    assert flipped["max-stability"].isna().all()
    assert found.frame["max-stability"].isna().sum() == 2


def test_jumps_are_the_thresholds(found):
    jumps = found.jumps.set_index(["teacher", "noise"])
    exact = rb.thresholds("binary", noise=0.1)
    assert jumps.loc[("binary teacher", 0.1)].tolist() == [exact.information_theoretic, exact.algorithmic]
    assert jumps.loc["spherical teacher"].isna().all(axis=None)
    beyond = found.frame[(found.frame["teacher"] == "binary teacher") & (found.frame["alpha"] == 4.0)]
    assert beyond["simplest"].tolist() == ["bayes", "bayes"]
    assert np.isinf(found.excess("binary teacher", "ridge").to_numpy()[0, 2])


def test_who_knows_the_teacher_learns_otherwise_from_each():
    teachers = [rb.Ternary(0.5), "binary"]
    table = which_learner(1.0, 0.1, teachers=teachers, learners=["hebb", "clipped-hebb"]).frame
    assert table["hebb"].nunique() == 1
    single = [rb.learning_curve("clipped-hebb", 1.0, noise=0.1, teacher=one, inputs="gaussian") for one in teachers]
    assert table["clipped-hebb"].tolist() == pytest.approx([one.frame["disagreement"][0] for one in single])
    perfect = which_learner(5.0, 0.0, teachers="binary", learners="bayes-binary")
    assert perfect.frame["simplest"].tolist() == ["bayes-binary"]  # d = 0, as good as 0
    assert perfect.excess("binary teacher", "bayes-binary").to_numpy().tolist() == [[0.0]]


def test_a_mapping_names_learners():
    penalties = {"usual": Logistic(1.0), "best": "logistic"}
    table = which_learner([1.0], [0.1], teachers="spherical", learners=penalties).frame
    assert table["best"].iloc[0] < table["usual"].iloc[0]


def test_the_picture_has_the_colour_of_the_simplest():
    found = which_learner(np.geomspace(0.1, 30.0, 9), [0.0, 0.1, 0.2], teachers=["spherical", "binary"])
    figure = found.plot()
    panels = figure.axes
    assert [ax.get_title() for ax in panels] == ["spherical teacher", "binary teacher"]
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert words == [*found.learners, "only Bayes", "Bayes, by no known algorithm"]
    assert "at most 5 % more" in figure.legends[0].get_title().get_text()
    fillings = panels[0].collections[: len(found.learners)]
    seen = {name: _contains(fill, 0.2, 0.1) for name, fill in zip(reversed(found.learners), fillings, strict=True)}
    assert seen["hebb"]
    assert not any(_contains(fill, 25.0, 0.15) for fill in fillings)
    assert np.asarray(fillings[-1].get_facecolor()).ravel().tolist() == pytest.approx(
        to_rgba(plots.COLOURS[0])
    )  # the first is on top


def _contains(fill, x, y):
    return any(path.contains_point((x, y)) for path in fill.get_paths())


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"alpha": [0.0, 1.0]}, "alpha must be above 0; got 0.0"),
        ({"noise": 0.6}, "noise must be in"),
        ({"noise": []}, "noise must be a number or a non-empty sequence"),
        ({"within": 0.0}, "within must be above 0"),
        ({"teachers": []}, "teachers must be at least one"),
        ({"teachers": "spherica"}, "Did you mean 'spherical'"),
        ({"learners": []}, "learners must be at least one"),
        ({"learners": 5}, "rule must be a name, a Rule or a modulation function; got 5"),
        ({"teachers": 5}, "teacher must be one of .*; got 5"),
        ({"teachers": "drifting"}, "teacher must not drift"),
        ({"learners": ["ridge", rb.Scenario]}, "rule must be"),
        ({"learners": ["logistic", Logistic(1.0)]}, "learners must have different names; got logistic, logistic"),
        ({"learners": ["bayes"]}, "learners must have names other than .*; got 'bayes'"),
        ({"learners": ["adaline"]}, "channel must be one that 'adaline' can learn from"),
        ({"learners": ["bayes-binary"]}, "teacher must be 'binary'"),
        ({"learners": ["arow"]}, "rule must be one with a theory"),
    ],
)
def test_what_cannot_be_compared_is_told(how, said):
    with pytest.raises((ValueError, TypeError), match=said) as problem:
        which_learner(**{"alpha": 1.0, "noise": 0.1, **how})
    assert "\n" not in str(problem.value)


def test_a_picture_needs_a_grid(found):
    with pytest.raises(ValueError, match="alpha and noise must have at least 2 values each"):
        which_learner(1.0, NOISE, teachers="binary", learners="hebb").plot()
    with pytest.raises(ValueError, match="teacher must be one of spherical teacher, binary teacher"):
        found.excess("binary", "hebb")


def test_work_is_shown_if_it_is_asked_for(capsys):
    which_learner(1.0, 0.0, teachers="binary", learners="hebb", progress=True)
    assert "learning curves" in capsys.readouterr().err
    which_learner(1.0, 0.0, teachers="binary", learners="hebb", progress=False)
    assert capsys.readouterr().err == ""
