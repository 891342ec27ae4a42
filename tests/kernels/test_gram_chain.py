"""The chain of a Gram matrix: what its rotations keep."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels import plain_loops
from rosenblatt.kernels.gram_chain import chain_weights, gram_chain_kernel
from rosenblatt.scenario import channel_of_noise
from tests.helpers.students import numbers, state_of


@pytest.mark.parametrize(("rule", "weights"), [(rb.BayesHebb(), 4), (rb.Shifted(), 6)])
def test_a_plane_the_vectors_and_the_rest(rule, weights):
    assert chain_weights(rule) == weights


@pytest.mark.parametrize(
    "rule", [rb.BayesHebb(noise=0.1, drift=0.0), rb.Shifted(), rb.BayesLinear(drift=0.0)], ids=repr
)
@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_it_is_the_plain_loop(rule, noise, seed):
    n, steps, centre = 40, 300, (0.8, 0.5)
    scenario = rb.Scenario(channel=channel_of_noise(rule.labels, noise))
    plain, cell_of_plain = plain_loops.gram_chain(rule, steps, n, scenario, np.array(centre), state_of(seed))
    synapses, cell = rule.start(chain_weights(rule), scale=n**-0.5)
    cell.n = n
    kernel = gram_chain_kernel(rule, scenario.channel)
    world = (float(n), scenario.channel.kernel_numbers, 1.0, 0.0, centre, state_of(seed))
    assert kernel(steps, *world, synapses, cell, rule.parameters) == -1
    assert np.abs(synapses[0]).max() > 0.1
    assert synapses == pytest.approx(plain, rel=1e-7, abs=1e-8)
    assert numbers(cell) == pytest.approx(numbers(cell_of_plain), rel=1e-7)
