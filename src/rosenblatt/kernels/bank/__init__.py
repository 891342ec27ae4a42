"""The compiled loops of the Bayesian classifier's bank of members.

`members` learns rows, one posterior a member, and `block_update` does the same for many features by matrix products,
with whole covariances or tiles of them; `member_inputs` makes the inputs of members that do not see rows as they are;
`mixture` weighs the members by how well they predict. `plain_loops` has each of these loops again, written plainly: the
definition that the compiled ones are tested against.
"""
