"""GM: perceptrons with weights of +1 and -1.

- `targets`: perceptrons on product distributions with all their inputs, and GM's algorithm on samples and estimates;
- `lemmas`: secs. 2 and 3.2, `algorithm`: figure 1, `guarantee`: theorem 1, `reduction`: sec. 4;
- `samples`: what figures 2 and 3 show, `average_case`: sec. 5.1, the clipped Hebb rule against its exact curves;
- `other_distributions`: the end of sec. 5.1, `fooling`: a distribution that fools the rule;
- `classification_noise`: sec. 5.2;
- `figures`: figures 2 and 3, and tables; `claims`: all of it in the order of the page.
"""
