"""OKKN: how well the perceptron of maximal stability generalises.

- `largest_margin`: its equations, its law, flipped labels, exact programs; `figures`: its curves; `claims`: all of it.
"""
