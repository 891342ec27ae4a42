"""What ``rosenblatt doctor`` looks at: whether this package can work as it should where it is installed.

`examination` asks for all of it: `versions` of what is installed, the `surroundings` (cache, threads, device) and three
small `experiments`. Each answers with a `finding`, which says what is there and what to do where something is wrong.
"""
