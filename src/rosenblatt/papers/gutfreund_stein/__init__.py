"""GS: how many random labels weights of a few values store.

- `few_values`: capacities of sets of values, and all weight vectors counted; `claims`: all of it.

The picture stands in `rosenblatt.papers.gardner_1988.figures`, the criterion in `rosenblatt.papers.krauth_mezard_1989`.
"""
