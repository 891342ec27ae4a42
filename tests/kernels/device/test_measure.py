from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.kernels.device.compiler import launch, specialise_for_device
from rosenblatt.kernels.device.layout import Layout
from rosenblatt.kernels.device.measure import SUMS, THREADS, measure, measure_slots
from rosenblatt.kernels.device.numba_cuda import cuda
from rosenblatt.rules.parts.readouts import BINARISED, CLIPPED, MEAN

N = 45


@pytest.mark.parametrize("readout", [MEAN, CLIPPED, BINARISED], ids=lambda readout: readout.name)
@pytest.mark.parametrize(
    "inputs", [rb.GaussianInputs(), rb.ProductInputs(0.7), rb.BooleanInputs(0.2), rb.ShiftedInputs()]
)
def test_sums_are_those_of_numpy(readout, inputs, random):
    layout, runs = Layout.of(N), 2
    teachers, stored, scales = (
        random.standard_normal((runs, N)),
        random.standard_normal((runs, 1, N)),
        np.array([0.5, 2.0]),
    )
    means = np.array([inputs.mean(teacher, random) for teacher in teachers])
    arrays = [layout.padded(rows) for rows in (teachers, means, stored)]
    teachers, means, stored = (rows[..., :N].astype(float) for rows in arrays)
    found = cuda.to_device(np.zeros((runs, len(SUMS))))
    kernel = specialise_for_device(measure, measure_slots(readout, inputs, N))
    launch(kernel, runs, THREADS, *(cuda.to_device(rows) for rows in arrays), cuda.to_device(scales), found)
    for run, sums in enumerate(found.copy_to_host()):
        weights, teacher, mean = readout.apply(scales[run] * stored[run, 0]), teachers[run], means[run]
        variance = inputs.variance(mean)
        beside = weights - (variance * weights) @ teacher / ((variance * teacher) @ teacher) * teacher
        expected = {
            "r": weights @ teacher,
            "q": weights @ weights,
            "m": (variance * teacher) @ teacher,
            "along": (variance * weights) @ teacher,
            "length": (variance * weights) @ weights,
            "across": (variance * beside) @ beside,
            "bias": weights @ mean,
            "teacher_bias": teacher @ mean,
        }
        assert dict(zip(SUMS, sums, strict=True)) == pytest.approx(expected, rel=1e-12, abs=1e-12)
