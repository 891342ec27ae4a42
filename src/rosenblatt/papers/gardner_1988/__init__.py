"""G: how many random labels weights on a sphere store, by a margin.

- `spherical_capacity`: the formula, bias, and exact programs; `figures`: the capacities of weights of several kinds;
- `claims`: all of it.
"""
