"""Tables of any columns, through the classifier that takes them."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt import BayesClassifier, BayesRegressor
from rosenblatt.estimators.common.features.encoding import Encoder


@pytest.fixture
def table(random):
    """A table of all kinds of columns, with gaps, and labels that depend on them."""
    frame = pd.DataFrame(
        {
            "number": random.standard_normal(400),
            "text": random.choice(["u", "v", "w"], 400),
            "truth": random.random(400) < 0.5,
            "date": pd.date_range("2024-01-01", periods=400, freq="7h"),
        }
    )
    y = (frame["number"] + 2.0 * (frame["text"] == "u") + frame["truth"] > 1.0).to_numpy().astype(int)
    for name in ("number", "text"):
        frame.loc[(random.random(400) < 0.1) & (frame.index > 0), name] = None  # a dictionary's gap is of no kind yet
    return frame, y


@pytest.mark.parametrize("size", [1, 7, 400])
def test_pieces_change_nothing(size, table):
    x, y = table
    whole, pieces = BayesClassifier(), BayesClassifier()
    said = whole.predict_then_learn(x, y, classes=[0, 1])
    before = [pieces.predict_then_learn(x[k : k + size], y[k : k + size], [0, 1]) for k in range(0, 400, size)]
    assert np.concatenate(before) == pytest.approx(said, abs=1e-12)
    assert pieces.predict_proba(x) == pytest.approx(whole.predict_proba(x), abs=1e-11)
    assert pieces.features_.equals(whole.features_)


def test_the_features_are_learnt(table):
    x, y = table
    model = BayesClassifier().fit(x, y)
    assert model.score(x, y) > 0.85 > 1.05 * BayesClassifier().fit(x[["number"]], y).score(x[["number"]], y)
    assert set(model.features_["column"]) == set(x.columns)
    assert model.coef_.shape == (1, len(model.features_))


@pytest.mark.parametrize("kind", ["frame", "categories", "arrow", "objects", "dictionaries"])
def test_the_same_columns_in_any_container(kind, table):
    x, y = table
    x = x[["number", "text", "truth"]]
    model = BayesClassifier().partial_fit(x, y)
    expected = model.predict_proba(x)
    names = None
    if kind == "dictionaries":
        other = BayesClassifier()
        for row, label in zip(x.to_dict("records"), y.tolist(), strict=True):
            other.learn_one(row, label)
        found = [list(other.predict_proba_one(row).values()) for row in x.to_dict("records")]
    else:
        change = {
            "frame": lambda frame: frame,
            "categories": lambda frame: frame.astype({"text": "category"}),
            "arrow": lambda frame: pa.Table.from_pandas(frame.astype({"text": "category"})),
            "objects": lambda frame: frame.to_numpy(dtype=object),
        }[kind]
        names = "column" if kind == "objects" else None
        other = BayesClassifier().partial_fit(change(x), y)
        found = other.predict_proba(change(x))
    assert np.array(found) == pytest.approx(expected, abs=1e-11)
    if names is None:
        assert other.features_.equals(model.features_)


def test_a_missing_number_is_the_mean_and_an_indicator(random):
    x = random.standard_normal((300, 2)) + 5.0
    y = (x[:, 0] > 5.0).astype(int)
    x[np.ix_(y == 1, [1])] = np.where(random.random((int(y.sum()), 1)) < 0.7, np.nan, x[y == 1][:, 1:])
    model = BayesClassifier().fit(x, y)  # what is missing tells the class
    assert model.features_["input"].tolist() == ["x0", "x1", "x1 is missing"]
    gap, none = model.predict_proba([[5.0, np.nan], [5.0, 5.0]])[:, 1]
    assert gap > 0.9 > none
    plain = BayesClassifier(standardise=False).fit(x, y)
    assert np.isfinite(plain.predict_proba(x)).all()


def test_numbers_alone_have_no_layout(stream):
    x, y = stream
    model = BayesClassifier().fit(x, y)
    assert model.layout_ is None
    assert model.features_["what"].tolist() == ["value"] * x.shape[1]


def test_sparse_gaps_are_not_stored(stream):
    x, y = stream
    x = np.where(np.abs(x) > 0.5, x, 0.0)
    holes = sp.csr_matrix(x)
    holes.data[::7] = np.nan
    filled = sp.csr_matrix(np.nan_to_num(holes.toarray()))
    one, two = (BayesClassifier(covariance="diagonal").fit(some, y) for some in (holes, filled))
    assert np.array_equal(one.predict_proba(holes), two.predict_proba(filled))
    dense = holes.toarray()
    model = BayesClassifier().partial_fit(dense, y).partial_fit(filled, y)  # sparse rows, once there are indicators
    assert np.array_equal(model.predict_proba(filled), model.predict_proba(filled.toarray()))


def test_later_frames_must_have_the_same_columns_unless_open(table):
    x, y = table
    fixed = BayesClassifier().partial_fit(x, y)
    with pytest.raises(ValueError, match="feature names should match"):
        fixed.partial_fit(x.drop(columns="truth"), y)
    model = BayesClassifier(features="open").partial_fit(x.drop(columns="truth")[:200], y[:200])
    model.partial_fit(x.drop(columns="date")[200:], y[200:])
    assert list(model.feature_names_in_) == ["number", "text", "date", "truth"]
    assert model.n_features_in_ == 4
    shuffled = x[["truth", "date", "text", "number"]]
    assert np.array_equal(model.predict_proba(shuffled), model.predict_proba(x))
    assert np.isfinite(model.predict_proba(x[["truth"]].assign(unknown=1.0))).all()
    with pytest.raises(ValueError, match=r"features must be one of"):
        BayesClassifier(features="closed").fit(x, y)


def test_a_new_feature_begins_with_its_prior(stream):
    x, y = stream
    names = [f"x{k}" for k in range(x.shape[1])]
    frame = pd.DataFrame(x, columns=names)
    late = BayesClassifier(features="open").partial_fit(frame[names[:-1]][:50], y[:50]).partial_fit(frame[50:], y[50:])
    gaps = frame.copy()
    gaps.loc[:49, names[-1]] = np.nan
    early = BayesClassifier(features="open").partial_fit(gaps, y)
    order = [*names, f"{names[-1]} is missing"]
    assert late.features_["input"].tolist() == names  # its gaps were before it was known
    assert early.features_["input"].tolist() == order
    assert late.score(frame, y) == pytest.approx(early.score(frame, y), abs=0.02)


def test_dictionaries_are_open(stream):
    x, y = stream
    model = BayesClassifier()
    for row, label in zip(x[:60].tolist(), y[:60].tolist(), strict=True):
        model.learn_one(dict(enumerate(row)), label)
    assert model.layout_ is None
    assert np.array_equal(model.predict_proba(x), BayesClassifier().partial_fit(x[:60], y[:60]).predict_proba(x))
    model.learn_one({0: 1.0, "new": 2.0}, y.tolist()[0])
    assert model.n_features_in_ == x.shape[1] + 1
    assert not hasattr(model, "feature_names_in_")
    said = model.predict_proba_one({"new": 1.0, "other": "x"})
    assert sum(said.values()) == pytest.approx(1.0)
    json.dumps([model.predict_one({0: 0.5}), said])


def test_files_keep_the_layout(table, tmp_path):
    x, y = table
    model = BayesClassifier(features="open").partial_fit(x, y)
    model.save(tmp_path / "model")
    again = rb.load(tmp_path / "model")
    assert np.array_equal(again.predict_proba(x), model.predict_proba(x))
    assert again.features_.equals(model.features_)
    for one in (model, again):
        one.partial_fit(x[["truth", "text"]].assign(text="new"), y)
    assert np.array_equal(again.predict_proba(x), model.predict_proba(x))


def test_merged_models_have_the_inputs_of_both(table):
    x, y = table
    first, second = x[:200].assign(text="only here"), x[200:]
    one = BayesClassifier().partial_fit(first, y[:200], classes=[0, 1])
    two = BayesClassifier().partial_fit(second, y[200:], classes=[0, 1])
    one.merge(two)
    assert one.n_examples_ == 400
    assert {"text = only here", "text = u"} <= set(one.features_["input"])
    assert one.score(second, y[200:]) > 0.8
    with pytest.raises(ValueError, match="same 4 features"):
        one.merge(BayesClassifier().partial_fit(x[["text"]], y, classes=[0, 1]))
    wide = BayesClassifier(features="open").partial_fit(x[["text"]], y, classes=[0, 1])
    wide.merge(BayesClassifier(features="open").partial_fit(x[["truth", "number"]], y, classes=[0, 1]))
    assert list(wide.feature_names_in_) == ["text", "truth", "number"]


@pytest.mark.parametrize("labels", ["numbers", "texts"])
def test_rows_without_a_label_are_predicted_and_not_learnt(labels, table, random):
    x, y = table
    known = random.random(400) < 0.6
    known[:2] = [False, True]
    y = y if labels == "numbers" else np.where(y == 1, "yes", "no").astype(object)
    gaps = np.where(known, y, np.nan if labels == "numbers" else None)
    model, rows = BayesClassifier(), BayesClassifier()
    said = model.predict_then_learn(x, gaps)
    assert said[0].tolist() == [0.5, 0.5]
    assert said[known] == pytest.approx(rows.predict_then_learn(x[known], y[known]), abs=1e-12)
    assert model.predict_proba(x) == pytest.approx(BayesClassifier().partial_fit(x, gaps).predict_proba(x), abs=1e-11)
    assert model.n_examples_ == known.sum()
    last = model.predict_proba(x[-1:])
    model.partial_fit(x, [None] * 400)
    model.learn_one(x.iloc[0].to_dict(), None)
    assert np.array_equal(model.predict_proba(x[-1:]), last)
    for k in np.flatnonzero(~known)[1:4]:
        upto = BayesClassifier().partial_fit(x[:k], gaps[:k])
        if len(upto.classes_) == 2:
            assert upto.predict_proba(x[k : k + 1])[0] == pytest.approx(said[k], abs=1e-12)


def test_no_label_at_all(table):
    x, _y = table
    with pytest.raises(ValueError, match="y must have a label; got none in all rows"):
        BayesClassifier().predict_then_learn(x, [None] * 400)
    with pytest.raises(ValueError, match="at least 2 classes; got 0 classes"):
        BayesClassifier().fit(x, [None] * 400)


def test_mistakes_leave_the_model_as_it_was(table):
    x, y = table
    model = BayesClassifier().partial_fit(x, y)
    before, names = model.predict_proba(x), model.features_
    infinite = x.copy()
    infinite.loc[3, "number"] = -np.inf
    for bad, message in (
        (infinite, "got infinity in row 3, column 'number'"),
        (x.assign(number="x"), "numbers in column 'number'; got the text 'x' in row 0"),
        (x.assign(date=1.0), "dates in column 'date'; got the number 1 in row 0"),
    ):
        with pytest.raises(ValueError, match=message):
            model.partial_fit(bad, y)
        with pytest.raises(ValueError, match=message):
            model.predict(bad)
    with pytest.raises(ValueError, match="names of columns must be different; got 'text' twice"):
        BayesClassifier(features="open").partial_fit(x, y).predict(pd.concat([x, x[["text"]]], axis=1))
    assert np.array_equal(model.predict_proba(x), before)
    assert model.features_.equals(names)


@pytest.mark.parametrize(
    "levels",
    [[True, False], [1.5, 2.0], [pd.Timestamp("2024-01-01"), pd.Timestamp("2024-01-02 03:00")], [2**60, 2**60 + 1]],
    ids=str,
)
def test_levels_that_are_no_texts_have_one_name_everywhere(levels):
    x = pd.DataFrame({"c": pd.Categorical(levels * 20), "z": np.zeros(40)})
    model = BayesClassifier().partial_fit(x, ["p", "q"] * 20)
    assert list(model.predict_proba_one({"c": levels[0], "z": 0.0}).values()) == pytest.approx(
        model.predict_proba(x[:1])[0].tolist()
    )
    plain = x.assign(c=pd.Series(levels * 20))
    assert np.array_equal(model.predict_proba(plain), model.predict_proba(x))


def test_names_that_are_no_texts_are_numbers(random):
    x = pd.DataFrame(random.standard_normal((40, 2)), columns=[5, 2])
    y = np.where(x[5] > 0.0, "a", "b")
    one, two = (
        BayesClassifier(features=features).partial_fit(x, y).partial_fit(x, y) for features in ("open", "fixed")
    )
    assert np.array_equal(one.predict_proba(x), two.predict_proba(x))
    assert one.n_features_in_ == 2


def test_a_gap_is_of_any_kind():
    model = BayesClassifier().learn_one({"a": pd.Timedelta("1h"), "b": 1.0}, "a")
    model.learn_one({"a": pd.NaT, "b": pd.NaT}, "b")
    assert set(model.features_["kind"]) == {"number"}
    empty = BayesClassifier().learn_one({}, "a").learn_one({}, "b").learn_one({}, "a")
    assert sum(empty.predict_proba_one({}).values()) == pytest.approx(1.0)
    mixed = BayesClassifier().partial_fit(np.array([[True, 1.0], [3.0, 2.0]], dtype=object), ["a", "b"])
    assert mixed.features_["kind"].tolist() == ["number", "number"]


@pytest.mark.filterwarnings("ignore:X (does not have valid|has) feature names")
@pytest.mark.parametrize("features", ["fixed", "open"])
@pytest.mark.parametrize("learner", [BayesClassifier, BayesRegressor])
@pytest.mark.parametrize("learnt", ["array", "list", "sparse", "frame of numbers", "frame of numbered columns"])
def test_a_frame_of_as_many_columns_goes_by_position_if_only_one_has_names(learnt, learner, features, random):
    x = random.standard_normal((80, 3))
    y = (x[:, 0] + x[:, 1] > 0.0).astype(int)
    named = pd.DataFrame(x, columns=list("abc"))
    first, later = {
        "array": (x, named),
        "list": (x.tolist(), named),
        "sparse": (sp.csr_matrix(x), named),
        "frame of numbers": (named, pd.DataFrame(x)),
        "frame of numbered columns": (pd.DataFrame(x), named),
    }[learnt]
    model = learner(features=features).fit(first, y)
    predict = model.predict_proba if learner is BayesClassifier else model.predict
    expected, names = predict(first), model.features_["input"].tolist()
    for frame in (later, later.astype({later.columns[1]: object})):
        with pytest.warns(UserWarning, match="feature names"):
            assert predict(frame) == pytest.approx(expected, abs=1e-12)
    with pytest.warns(UserWarning, match="feature names"):
        model.partial_fit(later.astype({later.columns[1]: object}), y)
    assert model.features_["input"].tolist() == names
    assert model.n_features_in_ == 3
    wider = later.astype({later.columns[1]: object})
    wider["d" if later is named else 3] = 1.0
    before = predict(first)
    for call in (predict, lambda frame: model.partial_fit(frame, y)):
        with pytest.raises(ValueError, match="4 features, but|must have 3 columns"):
            call(wider)
    assert np.array_equal(predict(first), before)


@pytest.mark.filterwarnings("ignore:X has feature names")
@pytest.mark.parametrize(
    ("column", "match"),
    [
        (lambda values: [f"{value:.1f}" for value in values], "numbers in column 1; got the text"),
        (lambda values: pd.Categorical([f"{value:.1f}" for value in values]), "numbers in column 1; got the text"),
        (lambda values: pd.date_range("2024-01-01", periods=len(values)), "numbers in column 1; got a date"),
    ],
)
def test_a_text_or_date_where_an_array_had_numbers_is_an_error(column, match, random):
    x = random.standard_normal((80, 3))
    model = BayesClassifier().fit(x, x[:, 0] > 0.0)
    frame = pd.DataFrame(x, columns=list("abc")).assign(b=column(x[:, 1]))
    for call in (model.predict, lambda frame: model.partial_fit(frame, x[:, 0] > 0.0)):
        with pytest.raises(ValueError, match=match):
            call(frame)


def test_columns_of_numbers_and_of_names_are_counted_once(random):
    x = random.standard_normal((40, 2))
    model = BayesClassifier(features="open").fit(x, x[:, 0] > 0.0)
    for _ in range(3):
        model.learn_one({0: 1.0, 1: 2.0, "extra": 3.0}, True)
        assert model.n_features_in_ == 3
        assert model.features_["column"].tolist() == [0, 1, "extra"]
    numbered = BayesClassifier()
    for k in range(6):
        numbered.learn_one({7: float(k % 2), 5: 1.0}, k % 2)
        assert numbered.n_features_in_ == 2
        assert numbered.features_["column"].tolist() == [7, 5]


@pytest.mark.parametrize("learner", [BayesClassifier, BayesRegressor])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix, sp.coo_matrix, pd.DataFrame])
def test_columns_whose_sum_is_no_number_are_taken_in_silence(form, learner):
    x = np.zeros((12, 2))
    x[:, 1] = np.resize([1.7e308, 1.6e308, -1.7e308], 12)
    y = (x[:, 1] < 0.0).astype(int)
    model = learner().fit(form(x), y)  # warnings are errors here
    assert np.array_equal(model.predict(form(x)), learner().fit(x, y).predict(x))
    assert model.features_["input"].tolist() == ["x0", "x1"]


def test_a_frame_that_is_an_array_of_known_columns_is_learnt_as_it_is_and_any_other_is_looked_at(random):
    values, y = random.standard_normal((300, 3)), random.random(300) < 0.5
    frame = pd.DataFrame(values, columns=["a", "b", "c"], copy=False)
    model = BayesClassifier(effort="fast").partial_fit(frame[:100], y[:100])
    encoder = Encoder.of(model)
    seen, layout = encoder.learn(frame[100:], np.inf)
    assert layout is None
    assert np.shares_memory(seen, values)
    assert np.array_equal(seen, values[100:])
    apart = {name: frame[name].to_numpy().copy() for name in "abc"}
    apart["a"] = apart["a"].round().astype(int)
    found, layout = encoder.learn(pd.DataFrame(apart), np.inf)
    assert (layout, found.tolist()) == (None, np.column_stack([apart[name] for name in "abc"]).tolist())
    gaps = frame.copy()
    gaps.iloc[5, 1] = np.nan
    assert encoder.learn(gaps, np.inf)[1] is not None
    gaps.iloc[5, 1] = np.inf
    with pytest.raises(ValueError, match="infinity in row 5, column 'b'"):
        encoder.learn(gaps, np.inf)
    with pytest.raises(ValueError, match="feature names"):
        encoder.learn(frame[["b", "a", "c"]], np.inf)
    with pytest.raises(ValueError, match="minimum of 1|rows and columns"):
        encoder.learn(frame[:0], np.inf)
