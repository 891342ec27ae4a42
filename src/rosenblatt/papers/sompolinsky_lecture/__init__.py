"""L8: Sompolinsky's lecture on what a perceptron can realise and how it is found.

- `cover_count`: how many dichotomies are linearly separable; `cover_proof`: why;
- `perceptron_algorithm`: the convergence theorem and its proof;
- `fixed_threshold`: sec. 3, thresholds that are learnt or stay; `bounded_synapses`: sec. 3, weights between 0 and 1;
- `generalisation`: sec. 4, the best plane and recoded inputs;
- `dichotomies`: which dichotomies of points planes realise, for several of these;
- `figures`: figure 1 and four more; `claims`: all of it in the order of the page.
"""
