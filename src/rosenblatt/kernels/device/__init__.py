"""The same rules on a GPU, through numba-cuda.

A rule's own functions are compiled for the device (`compiler`, `slots`), inside a loop that is written once more for it
(`ensemble`): one run is one student, whose weights lie in the registers of the lanes that share it (`layout`), so that a
step needs no memory. Inputs are drawn where they are used, by a generator without a state (`philox`, `inputs`). Weights
and inputs have single precision, sums over the lanes (`lanes`) and all that a cell keeps have double precision.

`plain_ensemble` is the definition: the same numbers, written plainly. Nothing here is imported unless a GPU is asked
for; `numba_cuda` is the only module that imports the package of that name.
"""
