"""KM89: how many random labels weights of +1 and -1 store.

- `zero_entropy`: where the last solutions vanish, and all weight vectors counted; `claims`: all of it.

The picture stands in `rosenblatt.papers.gardner_1988.figures`.
"""
