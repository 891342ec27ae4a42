"""The papers, reproduced: a folder for each, its figures and claims computed and judged.

A folder has a ``paper.toml``, which says what paper it is (`rosenblatt.references`), and a module ``claims`` with a
``REPRODUCTION``: its rows, figures and tables. Without ``claims`` the paper is only cited.

`registry` finds the folders, and `judging` says what a row is and judges it. `power_fit` is shared by two papers.
"""
