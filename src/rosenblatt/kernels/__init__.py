"""Compiled loops that take any rule.

`compiler` turns a plain loop and a rule's functions into machine code. `rows` learns from data,
`ensemble` from a teacher with N-vectors, `chain` and `events` follow the same teacher and student
exactly with two numbers, `averages` are the integrals that theory needs. `specification` has each
loop again, written plainly: the definition that the compiled ones are tested against.

`bank` is a folder: the loops of the Bayesian classifier, with their plain ones.
"""
