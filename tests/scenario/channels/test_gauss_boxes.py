"""Point masses in place of a probability."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad

from rosenblatt.scenario import OwnChannel
from rosenblatt.scenario.channels import gauss_boxes
from rosenblatt.scenario.channels.own_channel import LEAST, MOST, boxes_of
from tests.helpers.channels import lopsided


def waves_and_a_jump(field: np.ndarray) -> np.ndarray:
    return 0.5 + 0.2 * np.tanh(field) + 0.1 * np.sin(20.0 * field) + np.where(field > -0.2, 0.15, 0.0)


@pytest.mark.parametrize("function", [lopsided, waves_and_a_jump])
def test_polynomials_are_exact_on_every_level(function):
    """Below degree 2 n each level has the moments of the measure."""
    nodes, weights = boxes_of(*OwnChannel(function)._cells)
    assert nodes.shape == (gauss_boxes.ALL // gauss_boxes.NODES, gauss_boxes.NODES)
    assert (weights > 0.0).all() and nodes.min() > LEAST and nodes.max() < MOST
    end = 0
    sums = []
    for level in range(gauss_boxes.LEVELS):
        begin, end = end, end + (gauss_boxes.FINEST >> level)
        sums.append([(weights[begin:end] * (nodes[begin:end] / 12.0) ** power).sum() for power in range(18)])
    assert np.array(sums) == pytest.approx(np.broadcast_to(sums[0], (gauss_boxes.LEVELS, 18)), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize(
    ("function", "breaks"), [(lopsided, [0.3]), (waves_and_a_jump, [-0.2])], ids=["lopsided", "waves"]
)
def test_blurred_probabilities_against_plain_integrals(function, breaks):
    own = OwnChannel(function)
    for known, spread in ((0.2, 1.0), (-0.5, 0.31), (0.29, 0.05), (-0.201, 0.012)):
        ends = [known - 8.0 * spread, known + 8.0 * spread]

        def moment(power: int, known: float = known, spread: float = spread, ends: list[float] = ends) -> float:
            def inside(b: float) -> float:
                y = (b - known) / spread
                return float(function(np.array(b))) * y**power * np.exp(-0.5 * y * y) / (spread * np.sqrt(2.0 * np.pi))

            cuts = [*breaks, *np.linspace(*ends, 9)[1:-1]]
            points = [cut for cut in cuts if ends[0] < cut < ends[1]]
            return quad(inside, *ends, points=points, epsabs=1e-12, epsrel=1e-12, limit=500)[0]

        zero, one, two = moment(0), moment(1), moment(2)
        expected = zero, 1.0 - zero, one / spread, (two - zero) / spread**2
        found = OwnChannel.likelihood(known, spread, own.kernel_numbers)
        assert np.array(found) * [1, 1, spread, spread**2] == pytest.approx(
            np.array(expected) * [1, 1, spread, spread**2], abs=3e-10
        )
        up, slope = own.evidence(np.array([known, 11.5]), spread)
        assert (up[0], slope[0]) == pytest.approx((found[0], found[2]), rel=1e-9, abs=1e-10)
        assert up[1] == pytest.approx(float(own.probability(np.array(11.5))), abs=0.15)
