"""Models by name."""

from __future__ import annotations

import pytest

from rosenblatt.streams.adapters import RiverRows, ScikitRows
from rosenblatt.streams.contenders import contender


def test_models_of_this_package_with_parameters():
    model = contender("BayesClassifier:drift=0,effort=fast,linear=true")
    assert (model.drift, model.effort, model.linear) == (0, "fast", True)
    assert contender("margin:margin=0.2").rule.margin == 0.2
    assert contender("hebb:standardise=true").standardise is True


def test_models_of_others_and_chains_of_them():
    assert isinstance(contender("sklearn.linear_model.SGDClassifier:alpha=0.1"), ScikitRows)
    chain = contender("sklearn.preprocessing.StandardScaler+sklearn.linear_model.SGDClassifier")
    assert [type(step).__name__ for step in (*chain.before, chain.last)] == ["StandardScaler", "SGDClassifier"]
    assert isinstance(contender("river.preprocessing.StandardScaler+river.linear_model.LogisticRegression"), RiverRows)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BayesClasifier", "model must be one of.*Did you mean 'BayesClassifier'"),
        ("BayesClassifier:drft=0", "parameters of BayesClassifier must be among drift"),
        ("BayesClassifier:drift", "must be NAME=VALUE; got 'drift'"),
        ("os.path.join", "package of a model must be one of river, sklearn"),
        ("sklearn.linear_model.SGD", "must be a class that can be imported"),
        ("sklearn.datasets.load_iris", "must be a class; got 'sklearn.datasets.load_iris'"),
        ("river.linear_model.Perceptron+sklearn.linear_model.SGDClassifier", "must be of one package"),
        ("", "model must be one of"),
    ],
)
def test_names_that_are_none(text, said):
    with pytest.raises(ValueError, match=said):
        contender(text)
