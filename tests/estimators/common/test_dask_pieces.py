"""The pieces of Dask collections, learnt side by side."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt import BayesClassifier


def test_pieces_of_a_dask_collection(stream):
    array = pytest.importorskip("dask.array", reason="the extra 'dask' is not installed")
    x, y = stream
    labels = (y == "yes").astype(int)
    pieces = array.from_array(x, chunks=(500, 3)), array.from_array(labels, chunks=500)
    model = BayesClassifier().fit(*pieces)
    assert model.n_examples_ == 1500
    assert model.score(x, labels) == pytest.approx(BayesClassifier().fit(x, labels).score(x, labels), abs=0.01)
    counted = rb.InfluenceClassifier().fit((pieces[0] > 0.0).astype(int), pieces[1])
    alone = rb.InfluenceClassifier().fit((x > 0.0).astype(int), labels)
    assert np.array_equal(counted.feature_count_, alone.feature_count_)
    some = pieces[1] * 0 + array.from_array(np.arange(1500) >= 700, chunks=500) > 0  # one piece has no rows
    assert BayesClassifier().fit(pieces[0].rechunk((500, 6))[some], pieces[1][some]).n_examples_ == 800
    with pytest.raises(TypeError, match="sample_weight must be left out"):
        BayesClassifier().fit(*pieces, sample_weight=np.ones(1500))
    with pytest.raises(ValueError, match="as many pieces"):
        BayesClassifier().fit(pieces[0], array.from_array(labels, chunks=300))
