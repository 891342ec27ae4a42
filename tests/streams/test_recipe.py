"""Recipes beside models."""

from __future__ import annotations

import pandas as pd
import pytest

import rosenblatt as rb
from rosenblatt.streams.recipe import Recipe, beside


def test_it_is_written_and_read(tmp_path):
    recipe = Recipe({"a": "number", "s": "text"}, ("s",), 32)
    recipe.write(tmp_path / "m")
    assert Recipe.read(tmp_path / "m", None) == recipe
    assert recipe.hashed == rb.HashedRows(("s",), 32)
    assert Recipe({"a": "number"}).hashed is None


@pytest.mark.parametrize("text", ["", "[]", '{"kinds": {"a": "q"}, "texts": null, "width": 1}', '{"kinds": 1}'])
def test_what_is_none_is_refused(text, tmp_path):
    beside(tmp_path / "m").write_text(text)
    with pytest.raises(ValueError, match="recipe of a model must be as `rosenblatt fit` writes it"):
        Recipe.read(tmp_path / "m", None)


def test_without_one_the_model_says_its_columns(tmp_path):
    frame = pd.DataFrame({"a": [1.0, 2.0], "s": ["u", "v"], "d": pd.to_datetime(["2020-01-01", "2020-01-02"])})
    model = rb.BayesClassifier().fit(frame, [0, 1])
    assert Recipe.read(tmp_path / "m", model).kinds == {"a": "number", "s": "text", "d": "date"}
    model = rb.BayesClassifier().fit(frame[["a"]], [0, 1])
    assert Recipe.read(tmp_path / "m", model).kinds == {"a": "number"}
    model = rb.BayesClassifier().fit([[1.0, 2.0], [2.0, 1.0]], [0, 1])
    assert Recipe.read(tmp_path / "m", model) == Recipe({}, None, 2)
