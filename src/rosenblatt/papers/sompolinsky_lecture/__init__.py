"""L8: Sompolinsky's lecture on what a perceptron can realise and how it is found.

- `cover_count`: how many dichotomies are linearly separable;
- `perceptron_algorithm`: the convergence theorem and its proof;
- `bounded_synapses`: sec. 3, weights between 0 and 1;
- `figures`: figure 1 and two more; `claims`: all of it in the order of the page.
"""
