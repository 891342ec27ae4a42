"""What a bank says as a function of fields, and its slopes against numerical ones."""

from __future__ import annotations

import pytest

from rosenblatt import BayesClassifier
from rosenblatt.estimators.bayes.layer_gradient import probability_and_gradient
from rosenblatt.estimators.bayes.members import Predicted


@pytest.mark.parametrize("clean", [False, True])
@pytest.mark.parametrize("how", [{}, {"runs": False}, {"drift": 0.0, "prior": 1.0}], ids=str)
def test_it_is_what_the_bank_says_and_its_slopes(how, clean, stream):
    model = BayesClassifier(**how).fit(*stream)
    bank, row = model.banks_[0], model.state_.feature_scaling.look(stream[0][:9])
    said = Predicted.together([own.predict(view(row)) for _, own, view in bank.groups()])
    p, rest, slopes = probability_and_gradient(bank, said.fields, clean=clean)
    assert p == pytest.approx(bank.predict(row)[int(clean)], rel=1e-10)
    assert p + rest == pytest.approx(1.0, abs=1e-12)
    for k in range(len(said.fields)):
        up, down = said.fields.copy(), said.fields.copy()
        up[k], down[k] = up[k] + 1e-5, down[k] - 1e-5
        numbers = [probability_and_gradient(bank, fields, clean=clean)[0] for fields in (up, down)]
        assert slopes[k] == pytest.approx((numbers[0] - numbers[1]) / 2e-5, rel=1e-4, abs=1e-8)
