"""Members in steps: each kind has the fields that it has in the bank."""

from __future__ import annotations

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.estimators.bayes.member_inputs import by_products, product_inputs
from rosenblatt.estimators.bayes.members import Members
from rosenblatt.estimators.bayes.tiled_members import TiledMembers
from rosenblatt.estimators.programs.members import asked, with_ones
from rosenblatt.export.programs import Program


def fields_of(own):
    return own.means / own.means.program.call("sqrt", 1.0 + own.variances)


@pytest.fixture(scope="module")
def bank():
    random = np.random.default_rng(3)
    x = random.standard_normal((600, 5))
    x[:, 4] = x[:, 4] > 0.0  # a raw column, whose zeros curves do not see
    return rb.BayesClassifier().fit(x, x[:, 0] * x[:, 1] + x[:, 4] > 0.4).banks_[0]


@pytest.mark.parametrize("kind", ["members", "beside", "curves", "products", "cells", "waves"])
def test_fields_are_those_of_the_bank(kind, bank, random):
    z = np.clip(random.standard_normal((300, 6)) * 2.0, -8.0, 8.0)
    z[:, 4] = z[:, 4] > 0.0
    z[:, -1] = 1.0
    members, view = next(group[1:] for group in bank.groups() if group[0] == kind)
    program = Program.of_columns(5)
    own = asked(kind, with_ones(program.rows), members)
    program.returns(fields=fields_of(own))
    expected = members.predict(view(z)).fields.T
    assert abs(expected).max() > 0.3
    assert program.run(z[:, :-1])["fields"] == pytest.approx(expected, abs=2e-5)


@pytest.mark.parametrize("width", [2, 3, 7, 8])
def test_tiles_are_covariances_along_the_diagonal(width, random):
    table = np.array([[1.0, 0.01], [0.1, 0.0]]), np.array([[0.0, 0.1], [0.0, 0.1]])
    members = TiledMembers.of_width(table, 8, width)
    z = random.standard_normal((200, 8))
    z[:, -1] = 1.0
    members.learn(z, np.where(z[:, 0] + z[:, 1] > 0.0, 1.0, -1.0), np.ones(200))
    program = Program.of_columns(7)
    program.returns(fields=fields_of(asked("members", with_ones(program.rows), members)))
    assert program.run(z[:, :-1])["fields"] == pytest.approx(members.predict(z).fields.T, abs=1e-5)


def test_of_many_features_the_first_are_multiplied(random):
    members = Members.of_table((np.array([[0.1, 0.0]]), np.array([[0.0]])), product_inputs(303), full=False)
    z = random.standard_normal((20, 303))
    z[:, -1] = 1.0
    members.means[:] = random.standard_normal(members.means.shape) / 300.0
    program = Program.of_columns(302)
    program.returns(fields=fields_of(asked("products", with_ones(program.rows), members)))
    assert program.run(z[:, :-1])["fields"] == pytest.approx(members.predict(by_products(z)).fields.T, abs=1e-6)
