"""KC92: the online rule that gains most from each example, and the examples from which it gains most.

- `optimal_modulation`: the modulation of the greatest gain, and that it is Bayes' rule;
- `upper_bound`: its law at large alpha, other rules at their best against it, and simulated students;
- `selected_examples`: orthogonal examples are the best, and the error then decays exponentially;
- `figures`: rules against the bound, with and without selection; `claims`: all of it.

Its steps and its curve for clean labels are also in `rosenblatt.papers.kinouchi_caticha.optimal_rule` (KC 16), the
asymptotes of Bayesian rules in `rosenblatt.papers.solla_winther.continuous_performance`.
"""
