"""BSS: online learning of dichotomies.

- `normalised_rule`: sec. 2, the normalised perceptron and its schedules;
- `output_noise`: sec. 3, what flipped labels do to it; `shifted_rule`: the rule that is shifted against them;
- `smooth_functions`: sec. 4, thresholded smooth functions; `smooth_scaling`: how their errors are measured;
- `figures`: figures 1 and 2, and the scaling laws; `claims`: all of it in the order of the page.
"""
