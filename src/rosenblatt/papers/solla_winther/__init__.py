"""SW: Bayesian learning, online and offline.

- `continuous_weights`: sec. 4 and table 1;
- `binary_weights`: sec. 5, readouts, the transition, and where the online rule ends;
- `figures`: figures 2 and 3, and the transition at finite N; `claims`: all of it in the order of the page.
"""
