"""KR: examples that the student selects, orthogonal to its own weights.

- `orthogonal_examples`: Hebb's rule, and others that are the same there, with such examples;
- `figures`: its learning curve with and without; `claims`: all of it.

What the optimal rule makes of such examples stands in `rosenblatt.papers.kinouchi_caticha_1992.selected_examples`.
"""
