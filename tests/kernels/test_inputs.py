"""Inputs drawn inside kernels have the laws of the scenario."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from rosenblatt.kernels.inputs import draw_function
from rosenblatt.kernels.random import seed_state
from rosenblatt.scenario import (
    INPUTS,
    BinaryInputs,
    BooleanInputs,
    Covariance,
    GaussianInputs,
    ProductInputs,
    ShiftedInputs,
)
from tests.helpers import Z_LIMIT


@pytest.fixture
def state(seed) -> np.ndarray:
    return seed_state(np.random.SeedSequence([seed, 7]))


@pytest.mark.parametrize(
    "inputs",
    [*INPUTS.values(), ProductInputs(0.8), BooleanInputs(0.2), ShiftedInputs(4.0, -1.95)],
    ids=lambda inputs: str(inputs),
)
@pytest.mark.parametrize("n", [3, 64, 65, 130])
def test_inputs_have_the_law_of_the_scenario(inputs, n, state, random):
    teacher = np.sqrt(n) * np.eye(n)[0]
    mean = inputs.mean(teacher, random)
    rows = np.empty((4000, n))
    for row in rows:
        draw_function(inputs)(state, mean, row)
    x = rows
    spread = np.sqrt(inputs.variance(mean) / len(x))
    assert np.abs((x.mean(axis=0) - mean) / spread).max() < Z_LIMIT + 0.5  # the largest of n <= 130 scores
    covariance = np.cov(x.T)
    assert np.abs(covariance - np.diag(inputs.variance(mean))).max() < 0.12
    if inputs.name in ("binary", "product", "boolean"):
        assert set(np.unique(x)) == ({0.0, 1.0} if inputs.name == "boolean" else {-1.0, 1.0})
    else:
        assert stats.kstest((x - mean).ravel(), stats.norm.cdf).pvalue > 1e-4


def test_components_of_binary_inputs_are_independent_across_words(state):
    rows = np.empty((20_000, 130))
    for row in rows:
        draw_function(BinaryInputs())(state, np.zeros(130), row)
    correlation = rows.T @ rows / np.sqrt(len(rows)) - np.sqrt(len(rows)) * np.eye(130)
    assert np.abs(correlation).max() < 5.5  # z-score, the largest of 8385 pairs


@pytest.mark.parametrize("n", [3, 20])
def test_correlated_inputs_have_their_covariance(n, state):
    matrix = 2.0 * 0.7 ** np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    for inputs in (Covariance(matrix), Covariance(eigenvalues=[3.0, 0.5], shares=[1 / 3, 2 / 3])):
        root = inputs.root(n)
        expected = np.diag(root**2) if root.ndim == 1 else matrix
        rows = np.empty((8000, n))
        for row in rows:
            draw_function(inputs)(state, inputs.kernel_numbers(np.zeros(n)), row)
        spread = np.sqrt((np.outer(*[np.diag(expected)] * 2) + expected**2) / len(rows))
        assert np.abs((rows.T @ rows / len(rows) - expected) / spread).max() < Z_LIMIT + 0.5
        assert np.abs(rows.mean(axis=0) / np.sqrt(np.diag(expected) / len(rows))).max() < Z_LIMIT


def test_a_law_that_kernels_cannot_draw_is_refused():
    class Halved(GaussianInputs):
        """Might draw otherwise than its base."""

    with pytest.raises(TypeError, match="inputs must be one of the laws that kernels can draw; got .*Halved") as error:
        draw_function(Halved())
    assert "Choose one of: GaussianInputs, ShiftedInputs" in str(error.value)
