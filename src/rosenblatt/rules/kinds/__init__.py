"""The kinds of rules: what to subclass, by what a rule is made of.

=====================  ==================================================================================
`hebbian`              a modulation of the Hebb term; theory, chains and loops follow from it
`synaptic`             three scalar functions over the synapses: ``project``, ``respond``, ``absorb``
`one_weight`           the same, where a synapse is its weight and the rule does not see rotations
`weight_and_variance`  the same, where a synapse is a weight and its variance
`covariance`           a mean and the covariance of all weights: ``respond``
`vector`               whole vectors, uncompiled: ``learn`` and ``fields``
=====================  ==================================================================================

`rule` has what all have in common, `compiled` what compiled loops ask of those that they run, `bayesian` what rules
share that know how many labels are flipped. Kinds are abstract and rules are final: who treats kinds differently asks
for the type.
"""
