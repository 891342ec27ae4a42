"""Sample sizes: the guarantee beside the average case."""

from __future__ import annotations

import pytest

import rosenblatt as rb
from rosenblatt.batch.influence import sample_size
from rosenblatt.theory.clipped_hebb import examples_needed


def test_the_guarantee_stands_beside_the_average_case():
    table = rb.sample_sizes([51, 101], [0.1, 0.02], delta=0.1)
    assert table[["n", "epsilon"]].to_numpy().tolist() == [[51, 0.1], [51, 0.02], [101, 0.1], [101, 0.02]]
    assert table["guaranteed"].tolist() == [sample_size(n, e, 0.1) for n in (51, 101) for e in (0.1, 0.02)]
    plans = [rb.plan("clipped-hebb", n=n, disagreement=e, runs=20).examples for n in (51, 101) for e in (0.1, 0.02)]
    assert table["average"].tolist() == plans
    assert (table["average_at_n"] <= table["average"]).all()
    assert (table["average"] <= table["bound"]).all()


def test_the_average_at_n_is_where_the_students_are(seed):
    n = 51
    m = int(rb.sample_sizes(n, 0.1)["average_at_n"][0])
    frame = rb.simulate("clipped-hebb", n=n, alpha=[(m - 8) / n, m / n], runs=2000, seed=seed).frame
    z = (frame["disagreement"] - 0.1) / frame["disagreement_sem"]
    assert z[0] > -1.0
    assert z[1] < 4.0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"epsilon": 0.6}, "epsilon must be in"), ({"epsilon": 0.1, "delta": 7}, "delta must be in")],
)
def test_it_refuses_what_makes_no_sense(wrong, message):
    with pytest.raises(ValueError, match=message):
        rb.sample_sizes(50, **wrong)


def test_runs_are_those_of_the_plan():
    with pytest.raises(ValueError, match="runs must be at least 20"):
        rb.sample_sizes(51, 0.1, runs=5)


def test_with_noise_there_is_an_average_but_no_guarantee():
    table = rb.sample_sizes(51, 0.1, noise=0.2)
    assert table["guaranteed"].isna().all()
    assert table["average_at_n"][0] == examples_needed(51, 0.1, 0.2)
    assert table["average"][0] == pytest.approx(rb.sample_sizes(51, 0.1)["average"][0] / 0.36, rel=0.01)
