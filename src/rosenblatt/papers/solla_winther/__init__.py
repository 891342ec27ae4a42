"""SW: Bayesian learning, online and offline.

- `continuous_weights`: sec. 4, its equations; `continuous_performance`: figure 2 and the asymptotes of table 1;
- `costs`: the costs of table 1; `correlated_inputs`: what the full covariance gains on them;
- `binary_weights`: sec. 5, its equations; `binary_performance`: the online curves of figure 3;
- `offline_binary`: the transition; `perfect_learning`: where the online rule ends;
- `figures`: figures 2 and 3, and the transition at finite N; `claims`: all of it in the order of the page.
"""
