"""Where a function of the field is not smooth, found by looking at it."""

from __future__ import annotations

import math

import pytest

from rosenblatt.gaussian import scalar_inverse_mills
from rosenblatt.rules.parts.kinks import find_error_kinks, find_kinks


@pytest.mark.parametrize(
    ("function", "kinks"),
    [
        (lambda label, field: label, ()),
        (lambda label, field: label if label * field <= 0.0 else 0.0, (0.0,)),
        (lambda label, field: label if label * field <= 1 / 3 else 0.0, (-1 / 3, 1 / 3)),
        (lambda label, field: label * max(0.0, 1.0 - label * field), (-1.0, 1.0)),
        (lambda label, field: label * ((abs(field) < 2.0) + (abs(field) < 0.01)), (-2.0, -0.01, 0.01, 2.0)),
        (lambda label, field: label - math.tanh(5.0 * field), ()),
        (lambda label, field: label if label * field <= 300.0 else 0.0, (-300.0, 300.0)),
        (lambda label, field: label * (1.0 + 3.0 * (100.0 < label * field < 103.0)), (-103.0, -100.0, 100.0, 103.0)),
        (lambda label, field: label * (1.0 + 3.0 * (0.3 < label * field < 0.31)), (-0.31, -0.3, 0.3, 0.31)),
        (lambda label, field: label * math.exp(-0.5 * label * field) if label * field <= 0.37 else 0.0, (-0.37, 0.37)),
        (lambda label, field: label * math.exp(-field), ()),
        (lambda label, field: label * scalar_inverse_mills(label * field), ()),
    ],
)
def test_kinks_are_found(function, kinks):
    assert find_kinks(function) == pytest.approx(kinks, abs=1e-9)


def test_an_oscillation_that_the_grid_does_not_resolve_does_not_drown_the_search():
    kinks = find_kinks(lambda label, field: label * math.sin(field) if label * field <= 0.5 else 0.0)
    assert {-0.5, 0.5} <= set(kinks)
    assert len(kinks) < 200


def test_a_kink_is_found_where_it_is_and_where_its_mirror_image_would_be():
    # For label +1 alone: theory integrates over both labels, with the same pieces.
    assert find_kinks(lambda label, field: abs(field - 0.4) if label > 0.0 else 1.0) == (-0.4, 0.4)


def test_a_function_that_fails_far_out_is_searched_where_it_does_not():
    assert find_kinks(lambda label, field: math.exp(abs(field)) if label * field > 0.25 else 0.0) == (-0.25, 0.25)


class TestErrors:
    def test_kinks_of_rules_for_numbers_are_errors(self):
        assert find_error_kinks(lambda label, field: label - field) == ()
        assert find_error_kinks(lambda label, field: max(label - field, 0.3)) == (0.3,)
        assert find_error_kinks(lambda label, field: math.copysign(1.0, label - field)) == (0.0,)

    def test_those_that_depend_on_the_label_are_refused(self):
        with pytest.raises(ValueError, match="must be values of label - field; got .*-0.5.* for label 0 and .*0.8"):
            find_error_kinks(lambda label, field: max(field, 0.5))
