"""The kernels that go with the package: what usual first calls need, all of it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rosenblatt.kernels import usual_kernels

# Looks up all usual kernels, then makes usual calls, and prints the names that are looked up in either.
LOOKED_UP = """
import json
import numpy as np
import pandas as pd
from scipy import sparse
import rosenblatt as rb
from rosenblatt.kernels import disk_cache, usual_kernels

names, load = [], disk_cache._SealedFiles.load

def noted(self, key):
    names.append(self._path(key).name)
    return load(self, key)

disk_cache._SealedFiles.load = noted
usual_kernels.main()
usual = list(names)
random = np.random.default_rng(0)
x = random.standard_normal((40, 8))
y = x[:, 0] > 0.0
frame = pd.DataFrame(x, columns=list("abcdefgh"))
wide = random.standard_normal((30, 420))
for kind, targets in ((rb.BayesClassifier, y), (rb.BayesRegressor, x[:, 0])):
    for rows in (x, frame, sparse.csr_matrix(x)):
        kind().fit(rows, targets).predict(rows)
    model = kind().partial_fit(x, targets)
    model.learn_one(x[0], targets[0])
    model.predict_one(x[0])
    rb.evaluate(kind(), x, targets)
rb.BayesClassifier().fit(wide, y[:30]).predict(wide)
for model, targets in ((rb.OnlineClassifier(standardise=True), y), (rb.OnlineRegressor(), x[:, 0])):
    for rows in (x, sparse.csr_matrix(x)):
        type(model)().fit(rows, targets).predict(rows)
    rb.evaluate(model, x, targets)
    model.learn_one(dict(enumerate(x[0])), targets[0]) if hasattr(model, "learn_one") else None
print(json.dumps([usual, names[len(usual):]]))
"""


def test_usual_calls_need_no_other_kernel():
    done = subprocess.run([sys.executable, "-c", LOOKED_UP], capture_output=True, text=True, check=True)
    usual, others = json.loads(done.stdout)
    assert len(set(usual)) == len(usual_kernels.usual_kernels())
    assert others == []


@pytest.mark.parametrize("number", [1, 3])
def test_shares_are_all_of_it(number, monkeypatch):
    done = []
    monkeypatch.setattr(
        usual_kernels, "usual_kernels", lambda: [lambda place=place: done.append(place) for place in range(7)]
    )
    for first in range(number):
        monkeypatch.setattr(sys, "argv", ["usual_kernels", str(first), str(number)])
        usual_kernels.main()
    assert sorted(done) == list(range(7))
