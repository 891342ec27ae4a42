"""Linear headers, compiled strictly: they predict what the model does."""

from __future__ import annotations

import numpy as np
import pytest

from rosenblatt.export.c_linear import linear_header
from rosenblatt.export.linear_models import LinearModel, Scaling
from tests.helpers.c_code import NUMBERS, built, said


@pytest.mark.parametrize("case", ["two", "three", "number", "scaled"])
@pytest.mark.parametrize("kind", ["double", "float"])
def test_a_header_predicts_what_the_model_does(case, kind, tmp_path, random):
    fields = 3 if case == "three" else 1
    scaling = Scaling(random.standard_normal(5), random.random(5) * 4.0, 2.0) if case == "scaled" else None
    classes = {"three": ("a", "b", "*/"), "number": ()}.get(case, (0, 1))
    model = LinearModel(random.standard_normal((fields, 5)), random.standard_normal(fields), classes, scaling)
    header = tmp_path / "rule.h"
    header.write_text(linear_header(model, "rule"))
    x = random.standard_normal((500, 5)).astype(np.float32).astype(float)
    flags = [] if kind == "double" else ["-DRULE_NUMBER=float"]
    rows = x.astype({"double": np.float64, "float": np.float32}[kind])
    found = np.array(said(built(header, NUMBERS, *flags, kind=kind, features=5), rows).split())
    expected = model.predict(x)
    if classes:
        assert np.array_equal(found.astype(int), expected)
    else:
        assert found.astype(float) == pytest.approx(expected, rel=1e-9 if kind == "double" else 1e-4, abs=1e-5)
