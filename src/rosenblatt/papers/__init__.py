"""The papers, reproduced: a folder for each, its figures and claims computed and judged.

A folder has a ``paper.toml``, which says what paper it is (`rosenblatt.references`), and a module ``claims`` with a
``REPRODUCTION``: its rows, figures and tables. Without ``claims`` the paper is only cited.

`registry` finds the folders, `judging` says what a row is and judges it, and `code_digest` tells whether a verdict of
an earlier run is one on the present code. `power_fit` is shared by two papers.
"""
