"""GM: perceptrons with weights of +1 and -1.

- `pac_learning`: secs. 2 to 4, the influence learner, its lemmas by enumeration and its theorem;
- `learners_on_data`: the influence learner and the clipped Hebb rule on data, `fooling`: a distribution that fools one;
- `average_case`: sec. 5, the clipped Hebb rule against its exact curves, without noise and with it;
- `figures`: figures 2 and 3, and tables; `claims`: all of it in the order of the page.
"""
