"""SOS: queries on which a committee of students disagrees, and what they tell.

- `information`: what a query tells, in theory and by committees of two; `figures`: the curves; `claims`: all of it.
"""
