from __future__ import annotations

import pytest

import rosenblatt as rb


def test_runs_do_not_depend_on_those_beside_them(seed):
    how = dict(n=4, alpha=0.5, seed=seed, backend="gpu")
    several, last = (
        rb.simulate("bayes-gaussian", runs=2, **how),
        rb.simulate("bayes-gaussian", runs=1, first_run=1, **how),
    )
    assert several.samples["r"][1] == last.samples["r"][0]
    assert several.samples["r"][0] != last.samples["r"][0]


@pytest.mark.gpu
def test_the_law_is_that_of_the_processor(seed):
    how = dict(n=100, alpha=[1, 4], runs=400, noise=0.1, seed=seed)
    mine, others = (rb.simulate("bayes-gaussian", backend=backend, **how).frame for backend in ("gpu", "cpu"))
    for column in ("r", "q_norm", "disagreement"):
        z = (mine[column] - others[column]) / (mine[f"{column}_sem"] ** 2 + others[f"{column}_sem"] ** 2) ** 0.5
        assert (abs(z) < 4.0).all(), column
