"""What a `BayesClassifier` knows: merged, in pieces of Dask collections, in files."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import rosenblatt as rb
from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes import merging
from rosenblatt.estimators.common import model_files as storage
from tests.estimators.conftest import text


class TestMerging:
    def test_two_halves_know_what_the_whole_knows(self, random):
        x = random.standard_normal((4000, 6)) * [1.0, 1.0, 10.0, 1.0, 1.0, 1.0] + [0.0, 5.0, 0.0, 0.0, 0.0, 0.0]
        y = (x @ [1.0, 1.0, -0.1, 0.0, 0.5, 0.0] + random.standard_normal(4000) > 5.0).astype(int)
        how = {"drift": 0.0, "noise": 0.0, "prior": 1.0}
        whole = BayesClassifier(**how).fit(x, y)
        merged = BayesClassifier(**how).fit(x[:2000], y[:2000]).merge(BayesClassifier(**how).fit(x[2000:], y[2000:]))
        assert merged.n_examples_ == 4000
        # Not quite: means and deviations of the features moved while the weights were learnt.
        assert np.mean(np.abs(merged.predict_proba(x) - whole.predict_proba(x))) < 0.01
        deviation = np.sqrt(np.diag(whole.covariance_))
        off = (merged.coef_[0] - whole.coef_[0]) / deviation[:-1]
        assert np.sqrt(np.mean(off**2)) < 1.0  # all that is known of them
        assert np.sqrt(np.diag(merged.covariance_)) == pytest.approx(deviation, rel=0.05)

    def test_shards_that_see_their_features_differently(self, random):
        x = random.standard_normal((4000, 3))
        x[2000:, 0] = 3.0 * x[2000:, 0] + 4.0  # another mean and deviation in the second shard
        y = (x @ [0.5, 1.0, 0.0] + random.standard_normal(4000) > 1.0).astype(int)
        how = {"drift": 0.0, "noise": 0.0, "prior": 1.0}
        one, other = (BayesClassifier(**how).fit(x[k : k + 2000], y[k : k + 2000]) for k in (0, 2000))
        merged = one.merge(other)
        assert merged.state_.feature_scaling.centre() == pytest.approx(x.mean(axis=0), abs=0.01)  # but for what was wild at the start
        assert merged.state_.feature_scaling.factor() == pytest.approx(1.0 / x.std(axis=0), rel=0.01)
        shuffled = random.permutation(4000)
        whole = BayesClassifier(**how).fit(x[shuffled], y[shuffled])
        deviation = np.sqrt(np.diag(whole.covariance_))
        assert (np.abs(merged.coef_[0] - whole.coef_[0]) < 2.5 * deviation[:-1]).all()
        assert abs(merged.intercept_[0] - whole.intercept_[0]) < 2.5 * deviation[-1]

    def test_the_prior_counts_once(self, stream):
        # A model that has learnt next to nothing adds next to nothing, and takes nothing away.
        x, y = stream
        model = BayesClassifier(drift=0.0).fit(x, y)
        before = model.predict_proba(x)
        tiny = BayesClassifier(drift=0.0).partial_fit(x[:2], y[:2], classes=["no", "yes"])
        assert model.merge(tiny).predict_proba(x) == pytest.approx(before, abs=0.02)

    def test_after_very_many_merges_nobody_is_gone_for_ever(self):
        assert merging._product(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == pytest.approx([0.5, 0.5])
        weights = np.array([0.5, 0.3, 0.2])
        for _ in range(2000):
            weights = merging._product(weights, np.array([0.5, 0.3, 0.2]))
        assert weights == pytest.approx([1.0, 0.0, 0.0])
        assert weights.min() > 0.0

    def test_sparse_and_undeclared_classes(self, random):
        x, y = text(random, rows=1200)
        parts = [BayesClassifier().partial_fit(x[k::2], y[k::2]) for k in (0, 1)]
        alone = [part.score(x, y) for part in parts]
        assert parts[0].merge(parts[1]).score(x, y) > 0.05 + max(alone)
        iris, kinds = load_iris(return_X_y=True)
        order = random.permutation(150)
        iris, kinds = iris[order], kinds[order]
        few, others = kinds < 2, kinds > 0
        one = BayesClassifier().partial_fit(iris[few], kinds[few])
        other = BayesClassifier().partial_fit(iris[others], kinds[others])
        assert one.merge(other).classes_.tolist() == [0, 1, 2]
        assert one.score(iris, kinds) > 0.85

    def test_what_cannot_be_merged(self, stream, random):
        x, y = stream
        model = BayesClassifier().fit(x, y)
        for other, message in (
            (BayesClassifier().fit(x[:, :3], y), "same 6 features"),
            (BayesClassifier(drift=0.1).fit(x, y), "same bank"),
            (BayesClassifier(noise=0.1).fit(x, y), "same bank"),
            (BayesClassifier(linear=True).fit(x, y), "same bank"),
            (BayesClassifier(runs=False).fit(x, y), "same bank"),
            (BayesClassifier().fit(x, np.where(y == "yes", "ja", "nein")), "same classes"),
        ):
            with pytest.raises(ValueError, match=message):
                model.merge(other)
        with pytest.raises(ValueError, match="same bank"):
            BayesClassifier(linear=True).fit(x, y).merge(BayesClassifier(linear=True, standardise=False).fit(x, y))
        with pytest.raises(ValueError, match="same drift, noise"):
            BayesClassifier(noise=0.1).fit(x, y).merge(BayesClassifier(noise=0.2).fit(x, y))
        with pytest.raises(TypeError, match="like with like"):
            model.merge(rb.OnlineClassifier().fit(x, y))

    def test_pieces_of_a_dask_collection(self, stream):
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


class TestFiles:
    @pytest.mark.parametrize("kind", ["dense", "sparse", "many"])
    def test_a_saved_model_goes_on_where_it_stopped(self, kind, stream, random, tmp_path):
        x, y = {"dense": stream, "sparse": text(random), "many": load_iris(return_X_y=True)}[kind]
        x, y = (pd.DataFrame(x, columns=list("abcdef")), y) if kind == "dense" else (x, y)
        half = len(y) // 2
        model = BayesClassifier(proba="clean").partial_fit(x[:half], y[:half])
        model.save(tmp_path / "model.safetensors")
        back = rb.load(tmp_path / "model.safetensors")
        assert back.get_params() == model.get_params()
        for one in (model, back):
            one.partial_fit(x[half:], y[half:])
        assert np.array_equal(back.predict_proba(x), model.predict_proba(x))
        assert back.expected_error_ == model.expected_error_
        assert back.classes_.dtype == model.classes_.dtype
        assert [file.name for file in tmp_path.iterdir()] == ["model.safetensors"]

    def test_files_that_are_no_models(self, stream, tmp_path):
        path = tmp_path / "model.safetensors"
        with pytest.raises(FileNotFoundError, match="no file"):
            rb.load(path)
        path.write_bytes(pickle.dumps({"a": 1}))
        with pytest.raises(ValueError, match="is not, or is damaged"):
            rb.load(path)
        model = BayesClassifier().fit(*stream)
        model.save(path)
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
        with pytest.raises(ValueError, match="is not, or is damaged"):
            rb.load(path)
        storage.save_state(path, "os.system", {"a": np.zeros(1)}, {})
        with pytest.raises(ValueError, match="kind of a saved model must be one of"):
            rb.load(path)
        for version, message in ((b"9", "Update rosenblatt"), (b"1", "learn again")):
            path.write_bytes(whole.replace(b'\\"version\\": 2', b'\\"version\\": ' + version))
            with pytest.raises(ValueError, match=message):
                rb.load(path)

    def test_a_failed_save_leaves_the_old_file(self, stream, tmp_path, monkeypatch):
        path = tmp_path / "model.safetensors"
        model = BayesClassifier().fit(*stream)
        model.save(path)
        before = path.read_bytes()
        monkeypatch.setattr(storage, "save", lambda *a, **k: (_ for _ in ()).throw(OSError("disk full")))
        with pytest.raises(OSError, match="disk full"):
            model.save(path)
        assert path.read_bytes() == before

    def test_the_header_is_json(self, stream, tmp_path):
        path = tmp_path / "model.safetensors"
        BayesClassifier().fit(*stream).save(path)
        kind, _, about = storage.load_state(path)
        assert (kind, about["features"]) == ("BayesClassifier", 6)
        json.dumps(about)
