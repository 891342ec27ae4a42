"""The chain of three numbers, for inputs around a centre."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.rules.parts.readouts import MEAN
from tests.helpers import Z_LIMIT
from tests.helpers.laws import assert_same_law
from tests.helpers.rules import HEBBIAN

ALPHA = [0.5, 2.0, 8.0]


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
