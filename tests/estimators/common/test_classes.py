"""Classes and their binary subproblems: declared, late, and one against the rest."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from rosenblatt.estimators.common.classes import (
    Classes,
    at_least_two,
    declared_classes,
    one_against_rest,
    positive,
    warn_of_failures,
)


@pytest.mark.parametrize(
    ("labels", "names", "subproblems"),
    [([3], [3], 1), ([0, 1], [1], 1), (["no", "yes"], ["yes"], 1), ([0, 1, 2], [0, 1, 2], 3)],
)
def test_declared_classes_have_their_subproblems_from_the_start(labels, names, subproblems):
    classes = Classes.begin(np.array(labels))
    assert (classes.names(), classes.subproblems) == (names, subproblems)
    assert classes.chosen() == list(range(subproblems))
    targets = classes.targets(np.array(labels))
    assert targets.shape == (subproblems, len(labels))
    assert [labels[np.flatnonzero(row > 0.0)[0]] for row in targets] == names
    assert set(np.unique(targets)) <= {-1.0, 1.0}
    assert (targets > 0.0).sum() == subproblems


def test_undeclared_classes_begin_with_one_subproblem_without_rows():
    classes = Classes.begin(None)
    assert (classes.subproblems, classes.labels.tolist(), classes.names()) == (1, [], [])
    one, late = classes.meet(np.array(["b", "b"]))
    assert (late, one.chosen(), one.targets(np.array(["b"])).tolist()) == (1, [1], [[-1.0], [1.0]])
    two, late = one.meet(np.array(["a", "b"]))  # comes late, is the first of the two
    assert (late, two.labels.tolist(), two.names(), two.chosen()) == (1, ["a", "b"], ["b"], [1])
    assert two.targets(np.array(["a"])).ravel().tolist() == [-1.0, -1.0, 1.0]
    three, late = two.meet(np.array(["c", "a"]))
    assert (late, three.chosen(), three.subproblems) == (1, [2, 1, 3], 4)
    assert three.meet(np.array(["a"]))[1] == 0
    assert (classes.subproblems, one.subproblems) == (1, 2)  # what was before stays as it was


def test_subproblem_0_copied_when_a_class_appears_ends_as_if_it_had_been_declared():
    # A learner that only keeps all its targets: a late class's must be those of the declared one.
    batches = [np.array([2, 2]), np.array([0, 2]), np.array([1, 0, 2])]
    classes, learnt = Classes.begin(None), [[]]
    for labels in batches:
        classes, late = classes.meet(labels)
        learnt += [list(learnt[0]) for _ in range(late)]
        for own, targets in zip(learnt, classes.targets(labels), strict=True):
            own += targets.tolist()
    declared = Classes.begin(np.arange(3)).targets(np.concatenate(batches))
    assert [learnt[k] for k in classes.chosen()] == declared.tolist()


def test_other_classes_than_the_declared_are_refused():
    classes = Classes.begin(declared_classes({"no", "yes"}))
    with pytest.raises(ValueError, match="y must have the declared classes .'no', 'yes'.; got 'maybe'. Declare it too"):
        classes.meet(np.array(["yes", "maybe"]))
    assert classes.meet(np.array(["yes"])) == (classes, 0)
    assert classes.confirm(["yes", "no"]).tolist() == ["no", "yes"]
    assert classes.confirm(None) is None
    with pytest.raises(ValueError, match="classes must be those of the first call, .'no', 'yes'.; got .'no'."):
        classes.confirm(["no"])
    with pytest.raises(ValueError, match="y must have the declared classes"):
        classes.check(np.array([1, 0]))  # numbers are no texts


def test_undeclared_classes_take_what_a_later_call_declares_if_it_is_of_their_kind():
    classes, _ = Classes.begin(None).meet(np.array([0, 1]))
    assert classes.confirm([1, 5]).tolist() == [1, 5]
    classes.check(np.array([7]))
    with pytest.raises(ValueError, match="y must be of one kind; got 'a' after 0"):
        classes.confirm(["a"])


def test_what_is_declared():
    assert declared_classes(None) is None
    assert declared_classes({3, 1, 2}).tolist() == [1, 2, 3]
    assert declared_classes(np.array(["b", "a"], dtype=object)).dtype.kind == "U"
    with pytest.raises(ValueError, match="at least one class; got none"):
        declared_classes([])
    with pytest.raises(ValueError, match="got none in row 1"):
        declared_classes(["a", None])


def test_one_against_the_rest():
    labels = np.array([2, 0, 1, 2])
    classes, names, targets = one_against_rest(labels)
    assert (classes.tolist(), names) == ([0, 1, 2], [0, 1, 2])
    assert targets.tolist() == [np.where(labels == k, 1.0, -1.0).tolist() for k in range(3)]
    assert one_against_rest(labels == 2)[1] == [True]


@pytest.mark.parametrize(("found", "got"), [(["a"], "1 class, .'a'."), ([], r"0 classes, \[\]")])
def test_fewer_than_two_classes_are_refused(found, got):
    with pytest.raises(ValueError, match=f"y must have at least 2 classes; got {got}. Add rows of another class."):
        at_least_two(np.array(found))
    with pytest.raises(ValueError, match="Use another way."):
        at_least_two(np.array(found), "Use another way.")
    assert at_least_two(np.arange(2)).tolist() == [0, 1]


def test_of_two_only_the_second_has_a_subproblem():
    assert [positive(list(range(number))) for number in (1, 2, 3)] == [[0], [1], [0, 1, 2]]


def test_who_was_not_learnt_is_named():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn_of_failures(["a", "b", "c"], [True, False, None], ["fine", "not at all", "not in time"])
    said = [(warning.category, str(warning.message)) for warning in caught]
    assert said == [
        (ConvergenceWarning, "class 'b' against the rest: not at all"),
        (ConvergenceWarning, "class 'c' against the rest: not in time"),
    ]
