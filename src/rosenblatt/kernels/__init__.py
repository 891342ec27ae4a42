"""Compiled loops that take any rule.

`compiler` turns a plain loop and a rule's functions, which `slots` chooses by the rule's kind, into machine code.
`rows` learns from data, `ensemble` from a teacher with N-vectors, both by the steps of `single_example` or
`covariance`; `chain` and `events` follow the same teacher and student exactly with two numbers, `shifted_chain` and
`gram_chain` with a few more; `averages` are the integrals that theory needs. `plain_loops` has all of these again,
written plainly: the definition that the compiled ones are tested against. `standardise`, `counts` and `enumeration` are
loops over data and signs, whose definitions are in their docstrings.

`bank` is a folder: the loops of the Bayesian classifier, with their plain ones.
"""
