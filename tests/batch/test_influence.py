"""Every step of GM's figure 1 on exact small cases: all 2^n inputs with their probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rosenblatt import signs
from rosenblatt.batch import influence
from rosenblatt.batch.influence import Counts
from tests.helpers.signs import cube, probability


def exact_counts(p: np.ndarray, w: np.ndarray, theta: int) -> tuple[Counts, np.ndarray, np.ndarray]:
    """Return the probabilities of everything that is counted, the probability of each input, and g."""
    x = cube(len(p))
    weight, g = probability(x, p), np.where(x @ w > theta, 1, -1)
    on = x > 0
    return Counts(1.0, weight[g > 0].sum(), weight @ on, (weight * (g > 0)) @ on), weight, g


def by_sum(n: int, w: np.ndarray, weight: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    return np.bincount(cube(n) @ w + n, weight * chosen, 2 * n + 1)


def targets(random, count: int, low: float = 0.05, n: int | None = None):
    """Random perceptrons of +-1 weights on random product distributions."""
    for _ in range(count):
        size = n or int(random.integers(2, 9))
        p = random.uniform(low, 1.0 - low, size)
        yield p, random.choice([-1, 1], size), int(random.integers(-size - 1, size + 1))


class TestInfluence:
    def test_it_is_gm_s_definition_and_equation_6(self, random):
        for p, w, theta in targets(random, 40):
            counts, weight, g = exact_counts(p, w, theta)
            x = cube(len(p))
            for i in range(len(p)):
                on, off = x[:, i] > 0, x[:, i] < 0
                conditional = [
                    weight[side & (g == answer)].sum() / weight[side].sum() for answer in (1, -1) for side in (on, off)
                ]
                definition = conditional[0] - conditional[1] - conditional[2] + conditional[3]
                others = np.delete(w * x, i, axis=1).sum(axis=1)
                rest = 2 * weight[(others == theta) | (others == theta + 1)].sum()  # independent of x_i
                assert counts.influences()[i] == pytest.approx(definition, abs=1e-12)
                assert counts.influences()[i] * w[i] == pytest.approx(rest, abs=1e-12)

    def test_a_variable_that_never_changes_has_none(self):
        counts = Counts(10.0, 4.0, np.array([10.0, 0.0, 5.0]), np.array([4.0, 0.0, 4.0]))
        assert counts.influences().tolist() == [0.0, 0.0, pytest.approx(1.6)]
        assert counts.influence_intervals(0.95)[:2].tolist() == [[-2.0, 2.0], [-2.0, 2.0]]

    def test_its_interval_is_newcombe_s(self):
        # Newcombe (1998), method 10: 56/70 - 48/80 has the 95 % interval 0.0524 to 0.3339.
        counts = Counts(150.0, 104.0, np.array([70.0]), np.array([56.0]))
        assert counts.influence_intervals(0.95)[0] / 2 == pytest.approx([0.0524, 0.3339], abs=1e-4)

    def test_the_interval_covers_as_often_as_it_says(self, random):
        p, w, theta, m, trials = np.array([0.3, 0.6, 0.8]), np.array([1, -1, 1]), 0, 80, 3000
        exact, weight, g = exact_counts(p, w, theta)
        x = cube(3)
        covered = 0
        for cells in random.multinomial(m, weight, size=trials):
            sample = Counts(m, cells[g > 0].sum(), cells @ (x > 0), (cells * (g > 0)) @ (x > 0))
            low, high = sample.influence_intervals(0.9)[0]
            covered += low <= exact.influences()[0] <= high
        assert abs(covered / trials - 0.9) < 0.03


class TestConstantAnswer:
    """Steps 2 and 3."""

    @pytest.mark.parametrize(("theta", "answer"), [(-4, 1), (3, -1)])
    def test_all_examples_alike(self, theta, answer):
        counts, _, g = exact_counts(np.array([0.2, 0.5, 0.7]), np.array([1, -1, 1]), theta)
        learnt = influence.learn_from_counts(counts, 0.1)
        assert (g == answer).all()
        assert learnt.weights.tolist() == [0, 0, 0]
        assert learnt.threshold == (-4 if answer > 0 else 3)
        assert f"Always {answer:+d}" in learnt.statement
        assert ((np.zeros(8) > learnt.threshold) == (g > 0)).all()

    @pytest.mark.parametrize("side", [1, -1])
    def test_the_test_is_at_three_quarters_of_epsilon(self, side):
        # x_1 alone decides, P(x_1 = -side) = rare: g is a perceptron of one variable.
        for rare, answer in ((0.0749, side), (0.0751, None)):
            p = np.array([1.0 - rare if side > 0 else rare])
            counts, _, _ = exact_counts(p, np.array([1]), 0)
            assert influence.constant_answer(counts, 0.1) == answer

    def test_its_error_is_at_most_three_quarters_of_epsilon(self, random):
        seen = 0
        for p, w, theta in targets(random, 300):
            counts, weight, g = exact_counts(p, w, theta)
            answer = influence.constant_answer(counts, 0.3)
            if answer is not None:
                seen += 1
                assert weight[g != answer].sum() <= 0.225 + 1e-12
        assert seen > 20


class TestNeglectedVariables:
    """Step 5 and lemma 1."""

    def test_the_test_is_at_a_quarter_of_epsilon_over_n(self):
        p = np.array([0.0249, 0.0251, 0.5, 0.9751, 0.9749])[:4]
        counts, _, _ = exact_counts(p, np.ones(4, dtype=int), 0)
        assert influence.neglected_variables(counts, 0.4).tolist() == [True, False, False, True]

    def test_it_is_the_same_for_a_variable_and_its_opposite(self, random):
        for _ in range(200):
            n, m = int(random.integers(1, 20)), int(random.integers(10, 500))
            ones = random.integers(0, m + 1, n).astype(float)
            epsilon = 4.0 * n * float(random.choice(ones)) / m  # exactly at the border of one of them
            if not 0.0 < epsilon < 1.0:
                continue
            counts, opposite = (Counts(m, m / 2, o, o / 2) for o in (ones, m - ones))
            found = influence.neglected_variables(counts, epsilon)
            assert found.tolist() == influence.neglected_variables(opposite, epsilon).tolist()
            assert found.any()

    def test_they_get_no_weight_and_cost_little_more_than_their_rarity(self, random):
        seen = 0
        for _ in range(30):
            n = 6
            p = random.uniform(0.2, 0.8, n)
            p[0], p[1] = 0.002, 0.999
            w, theta = random.choice([-1, 1], n), int(random.integers(-2, 2))
            counts, weight, g = exact_counts(p, w, theta)
            if influence.constant_answer(counts, 0.2) is not None:
                continue
            learnt = influence.learn_from_counts(counts, 0.2)
            seen += 1
            assert learnt.neglected.tolist() == [True, True, False, False, False, False]
            assert learnt.weights[:2].tolist() == [0, 0]
            differ = weight[(cube(n) @ learnt.weights > learnt.threshold) != (g > 0)].sum()
            # Lemma 1, twice, for the variables; and the threshold's tail is at least as near as the target's.
            assert differ <= 3 * (0.002 + 0.001) + 1e-12
        assert seen > 10


class TestWeights:
    """Step 6 and lemma 2."""

    @pytest.mark.parametrize("epsilon", [0.05, 0.3])
    def test_they_are_the_target_s_wherever_lemma_2_applies(self, epsilon, random):
        seen = 0
        for p, w, theta in targets(random, 200):
            counts, _, _ = exact_counts(p, w, theta)
            rho = epsilon / 2
            if min(counts.p_positive(), 1 - counts.p_positive()) <= rho:
                continue
            seen += 1
            assert (counts.influences() * w > rho / (len(p) + 1)).all()  # lemma 2
            kept = ~influence.neglected_variables(counts, epsilon)
            assert influence.weight_signs(counts, epsilon)[kept].tolist() == w[kept].tolist()
        assert seen > 50

    def test_a_variable_without_influence_gets_0(self):
        counts, _, _ = exact_counts(np.array([0.5, 0.4, 0.6]), np.array([1, 0, -1]), 0)
        assert influence.weight_signs(counts, 0.1).tolist() == [1, 0, -1]

    def test_the_gap_is_at_half_of_lemma_2_s(self):
        # One variable of n = 1: rho/(2 (n+1)) = epsilon/8 in influence, epsilon/16 in the difference.
        for difference, weight in ((0.0124, 0), (0.0126, 1), (-0.0126, -1)):
            on, off = 0.5 * (0.5 + difference / 2), 0.5 * (0.5 - difference / 2)
            counts = Counts(1.0, on + off, np.array([0.5]), np.array([on]))
            assert influence.weight_signs(counts, 0.2).tolist() == [weight]


class TestThreshold:
    """Step 7, by rows and by counts."""

    def test_both_ways_give_the_target_on_exact_probabilities(self, random):
        for p, w, theta in targets(random, 100):
            counts, weight, g = exact_counts(p, w, theta)
            n = len(p)
            by_counts = influence.threshold_of_counts(counts, w)
            assert weight[(cube(n) @ w > by_counts) != (g > 0)].sum() < 1e-12
            # At the smallest epsilon the least r that is good enough is theta, or one that differs nowhere.
            by_rows = influence.threshold_of_rows(
                by_sum(n, w, weight, np.ones(2**n)), by_sum(n, w, weight, g > 0), 1e-9
            )
            if (g > 0).any():
                assert weight[(cube(n) @ w > by_rows) != (g > 0)].sum() < 1e-9

    def test_rows_take_the_least_r_that_is_good_enough(self, random):
        epsilon = 0.4
        for p, w, theta in targets(random, 100):
            _, weight, g = exact_counts(p, w, theta)
            n, sums = len(p), cube(len(p)) @ w
            r = influence.threshold_of_rows(by_sum(n, w, weight, np.ones(2**n)), by_sum(n, w, weight, g > 0), epsilon)
            good = [
                s
                for s in range(-n - 1, n + 1)
                if weight[sums > s].sum() > 0
                and weight[(sums > s) & (g > 0)].sum() / weight[sums > s].sum() > 1 - epsilon / 4
            ]
            assert r == (good[0] if good else n)
            if good:  # lemma 3
                assert weight[(sums > r) != (g > 0)].sum() <= epsilon / 4 + 1e-12

    def test_where_no_row_is_above_r_it_is_always_minus_1(self):
        # Half of the labels of every sum are wrong: no r is good enough, and in the end no row is left.
        rows = np.array([0.0, 0.0, 4.0, 0.0, 6.0, 0.0, 2.0])  # w.x = -1, 1, 3 of n = 3
        assert influence.threshold_of_rows(rows, 0.5 * rows, 0.1) == 3
        assert influence.threshold_of_rows(np.zeros(7), np.zeros(7), 0.1) == 3

    def test_four_noise_free_examples_are_enough_for_that(self):
        x = np.array([[-1, 1, 1, 1], [1, 1, -1, -1], [-1, -1, 1, 1], [1, -1, 1, 1]])
        g = x.sum(axis=1) > 0
        counts = Counts(4.0, 2.0, (x > 0).sum(axis=0), ((x > 0) * g[:, None]).sum(axis=0))
        weights = influence.weight_signs(counts, 0.1)
        sums = x @ weights + 4
        assert weights.tolist() == [0, 0, 1, 1]
        assert influence.threshold_of_rows(np.bincount(sums, minlength=9), np.bincount(sums, g, 9), 0.1) == 4

    def test_counts_are_nearest_in_probability(self):
        p = np.full(5, 0.5)
        for share in (0.5, 0.2, 0.96, 0.99):
            counts = Counts(1.0, share, p, p * share)
            values, law = signs.sum_law(p, np.ones(5))
            chosen = influence.threshold_of_counts(counts, np.ones(5))
            assert abs(signs.tail((values, law), np.array([chosen]))[0] - share) == pytest.approx(
                min(abs(law[values > t].sum() - share) for t in range(-6, 6))
            )

    def test_without_weights_the_majority_wins(self):
        for share, answer in ((0.7, True), (0.3, False)):
            counts = Counts(1.0, share, np.full(3, 0.5), np.full(3, 0.5 * share))
            assert (influence.threshold_of_counts(counts, np.zeros(3)) < 0) == answer


def test_all_steps_give_the_target_on_exact_probabilities(random):
    epsilon, seen = 0.02, 0
    for p, w, theta in targets(random, 150, n=7):
        counts, weight, g = exact_counts(p, w, theta)
        learnt = influence.learn_from_counts(counts, epsilon)
        differ = weight[(cube(7) @ learnt.weights > learnt.threshold) != (g > 0)].sum()
        assert differ == pytest.approx(signs.disagreement(p, w, theta, learnt.weights, learnt.threshold), abs=1e-12)
        if influence.constant_answer(counts, epsilon) is None:
            seen += 1
            assert differ < 1e-12
        else:
            assert differ <= 0.75 * epsilon + 1e-12
    assert seen > 80


def test_with_the_sample_of_theorem_1_it_does_what_the_theorem_says(random):
    # The true m of n = 4, some 10^10 examples: drawn as the counts of the 2^n inputs.
    epsilon, delta, failures, trials = 0.2, 0.2, 0, 0
    for p, w, theta in targets(random, 400, low=0.001, n=4):
        x = cube(4)
        if not epsilon < probability(x, p)[x @ w > theta].sum() < 1 - epsilon:
            continue  # a constant answer would do
        trials += 1
        m = math.ceil(influence.sample_size(4, epsilon, delta))
        cells = random.multinomial(m, probability(x, p))
        g = x @ w > theta
        counts = Counts(m, cells[g].sum(), cells @ (x > 0), (cells * g) @ (x > 0))
        learnt = influence.learn_from_counts(counts, epsilon)
        failures += signs.disagreement(p, w, theta, learnt.weights, learnt.threshold) > epsilon
    assert trials > 50
    assert failures <= delta * trials


def test_flipped_labels_are_taken_out_of_the_counts(random):
    for p, w, theta in targets(random, 30, n=6):
        clean, weight, g = exact_counts(p, w, theta)
        noise, x = 0.2, cube(6)
        says = weight * np.where(g > 0, 1 - noise, noise)
        noisy = Counts(1.0, says.sum(), weight @ (x > 0), says @ (x > 0))
        again = noisy.without_noise(noise)
        assert again.positive == pytest.approx(clean.positive, abs=1e-12)
        assert again.influences() == pytest.approx(clean.influences(), abs=1e-9)
        assert noisy.influences() == pytest.approx((1 - 2 * noise) * clean.influences(), abs=1e-9)


class TestSampleSize:
    def test_is_gm_s_formula(self):
        assert influence.sample_size(2, 0.5, 0.1) == pytest.approx((160 * 6) ** 2 * 16 * math.log(640))

    def test_the_guaranteed_error_is_its_inverse(self):
        for n, epsilon, delta in ((1, 0.5, 0.1), (20, 0.01, 0.3)):
            m = influence.sample_size(n, epsilon, delta)
            assert influence.guaranteed_error(n, m, delta) == pytest.approx(epsilon, rel=1e-12)
        assert influence.guaranteed_error(50, 10**6, 0.05) == pytest.approx(36.25, abs=0.01)

    @pytest.mark.parametrize("wrong", [{"epsilon": 0.0}, {"epsilon": 1.0}, {"delta": 2.0}, {"n": 0}])
    def test_it_refuses_what_makes_no_sense(self, wrong):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
            influence.sample_size(**{"n": 5, "epsilon": 0.1, "delta": 0.1, **wrong})
