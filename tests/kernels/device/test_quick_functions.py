from __future__ import annotations

import numpy as np
import pytest

from rosenblatt import gaussian
from rosenblatt.kernels.device import quick_functions as quick
from rosenblatt.rules.parts.schedules import power_law

PLACES = np.concatenate([np.linspace(-30.0, 12.0, 400), [-4.0, np.nextafter(-4.0, -5.0), 0.0]])


@pytest.mark.parametrize(
    "mine, exact",
    [
        (quick.quick_pdf, gaussian.scalar_pdf),
        (quick.quick_cdf, gaussian.scalar_cdf),
        (quick.quick_inverse_mills, gaussian.scalar_inverse_mills),
        (quick.quick_squared_surprise, gaussian.scalar_squared_surprise),
    ],
)
def test_single_precision_is_near_the_function_it_stands_for(mine, exact):
    found, expected = (np.array([function(x) for x in PLACES]) for function in (mine, exact))
    # The exponent of phi is rounded to 6e-8 of itself.
    allowed = 2e-6 * np.maximum(1.0, PLACES**2)
    assert (np.abs(found - expected) <= allowed * np.abs(expected) + 1e-30).all()


@pytest.mark.parametrize("z", [0.0, 0.5, 1.0, 3.0])
def test_the_power_law_is_near_the_exact_one(z):
    alphas = np.geomspace(1e-4, 1e8, 50)
    found = [quick.quick_power_law(alpha, 2.0, z, 1e300) for alpha in alphas]
    assert found == pytest.approx([power_law(alpha, 2.0, z, 1e300) for alpha in alphas], rel=1e-5)
    assert quick.quick_power_law(1e-4, 2.0, 1.0, 0.5) == 0.5
