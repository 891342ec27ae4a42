"""KM87: MinOver, which corrects the example that is right by least.

- `least_stable_first`: where it ends, how fast, and the bound on corrections; `claims`: all of it.
"""
