"""Headers that learn: the decisions of the package, on 100,000 rows, here and on an emulated small CPU."""

from __future__ import annotations

import re

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.export.c_learning import learning_header
from rosenblatt.export.learners import bounded, rate_in_bits
from tests.helpers.c_code import LEARN, built, said

ROWS, FEATURES = 100_000, 50


def world(random, rows=ROWS):
    bits = random.random((rows, FEATURES)) < 0.3
    labels = (bits @ random.standard_normal(FEATURES) > 0.2) ^ (random.random(rows) < 0.05)
    return bits, labels


def by_header(header, bits, labels, emulated=False):
    rows = np.column_stack([bits, labels]).astype(np.uint8)
    found = said(built(header, LEARN, features=FEATURES, emulated=emulated), rows)
    return np.frombuffer(found, dtype=np.uint8) == ord("1")


@pytest.mark.parametrize(
    ("rule", "inputs", "intercept"),
    [
        (rb.Bounded(), "zero-one", True),
        (rb.Bounded(eta=0.05, inhibition=0.3, theta=0.0), "zero-one", False),
        (rb.Rosenblatt(), "signs", True),
        (rb.Rosenblatt(eta=0.25), "zero-one", False),
    ],
    ids=["bounded", "bounded-fast", "rosenblatt", "rosenblatt-zero-one"],
)
def test_decisions_are_those_of_the_package(rule, inputs, intercept, tmp_path, random):
    bits, labels = world(random)
    x = np.where(bits, 1.0, -1.0) if inputs == "signs" else bits.astype(float)
    model = rb.OnlineClassifier(rule, fit_intercept=intercept).partial_fit(x[:20], labels[:20], classes=[False, True])
    model.export(tmp_path / "student.h", learn=True, inputs=inputs)
    fields = model.decide_then_learn(x[20:], labels[20:])
    found = by_header(tmp_path / "student.h", bits[20:], labels[20:])
    assert np.array_equal(found, fields > 0.0)
    assert 0.05 < np.mean(found != labels[20:]) < 0.4  # it learns, and goes on making mistakes


@pytest.mark.parametrize("inputs", ["signs", "zero-one"])
def test_clipped_hebb_decides_as_its_counts_do(inputs, tmp_path, random):
    bits, labels = world(random)
    x = np.where(bits, 1, -1) if inputs == "signs" else bits.astype(int)
    model = rb.OnlineClassifier("clipped-hebb").partial_fit(x[:20], labels[:20])
    model.export(tmp_path / "student.h", learn=True, inputs=inputs)
    seen = np.column_stack([x, np.ones(ROWS, dtype=int)])
    counts = np.cumsum(seen * np.where(labels, 1, -1)[:, None], axis=0)
    fields = (np.where(counts > 0, 1, -1)[19:-1] * seen[20:]).sum(axis=1)
    found = by_header(tmp_path / "student.h", bits[20:], labels[20:])
    assert np.array_equal(found, fields > 0)
    for row in (100, 5_000, 99_000):
        model.partial_fit(x[model.n_examples_ : row], labels[model.n_examples_ : row])
        assert np.array_equal(model.predict(x[row : row + 1]), found[row - 20 : row - 19])


@pytest.mark.parametrize("rule", ["bounded", "rosenblatt", "clipped-hebb"])
def test_an_emulated_cpu_decides_as_this_one(rule, tmp_path, random):
    bits, labels = world(random, rows=20_000)
    x = bits.astype(float)
    model = rb.OnlineClassifier(rule).partial_fit(x[:20], labels[:20])
    model.export(tmp_path / "student.h", learn=True, inputs="zero-one")
    here = by_header(tmp_path / "student.h", bits[20:], labels[20:])
    assert np.array_equal(by_header(tmp_path / "student.h", bits[20:], labels[20:], emulated=True), here)
    code = re.sub(r"/\*.*?\*/", "", (tmp_path / "student.h").read_text(), flags=re.DOTALL)
    assert not re.search(r"float|double|alloc|\d\.\d", code)


PART = """
#include "{name}.h"
#include <stdio.h>
int main(void)
{{
    int64_t weight;
    while (fread(&weight, sizeof weight, 1, stdin) == 1)
        printf("%ld\\n", (long){name}_part(weight));
    return 0;
}}
"""


@pytest.mark.parametrize("eta", [1.0, 0.7, 0.01, 1e-6])
def test_parts_of_weights_are_right_to_the_last_unit(eta, tmp_path, random):
    learner = bounded(np.zeros(3), {"eta": eta, "inhibition": 0.5, "theta": 0.0}, (0, 1), False)
    (tmp_path / "student.h").write_text(learning_header(learner, "student"))
    weights = np.append(random.integers(0, 2**48, 50), [0, 1, 2**48])
    found = said(built(tmp_path / "student.h", PART), weights)
    m, e = rate_in_bits(eta)
    expected = [int(weight) * m >> e for weight in weights.tolist()]
    assert all(0 <= one - int(own) <= 1 for one, own in zip(expected, found.split(), strict=True))
