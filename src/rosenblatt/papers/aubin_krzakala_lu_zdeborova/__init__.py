"""AKLZ: how well ridge, logistic regression and the hinge loss generalise, at any penalty and at the best one.

- `students`: scikit-learn's estimators follow the curves; `least_squares`: the best penalty of ridge, and its peak;
- `rates`: how fast they learn, with flipped labels and without; `figures`: curves with students; `claims`: all of it.
"""
