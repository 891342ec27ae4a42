"""Two samples of students that ought to have one law."""

from __future__ import annotations

import numpy as np
from scipy import stats

import rosenblatt as rb
from tests.helpers import Z_LIMIT


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
