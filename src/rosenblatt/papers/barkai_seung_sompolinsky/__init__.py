"""BSS: online learning of dichotomies.

- `normalised_rule`: sec. 2, the normalised perceptron and its schedules;
- `output_noise`: sec. 3, what flipped labels do to it;
- `shifted_rule`: the rule that is shifted against them, as repaired, and by `printed_shifted_rule` as printed;
  `shifted_convergence`: how fast it converges;
- `smooth_functions`: sec. 4, thresholded smooth functions; `smooth_scaling`: how their errors are measured;
  `one_weight`: the laws of a single weight;
- `without_normalisation`: sec. 5, perceptron and parity machine whose weights grow;
- `figures`: figures 1 and 2, and of sec. 4; `claims`: all of it in the order of the page; `sabotages`: changes that
  several rows must notice.
"""
