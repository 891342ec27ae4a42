"""KC: the linear perceptron, online and offline.

- `online`: online learning, and the optimal Boolean rule; `online_against_offline`: which of the two is better;
- `graded_response`: a transfer function; `changing_teacher`: teachers that drift or change at once;
- `offline`: replica theory against the students of `students_on_sphere`;
- `figures`: figures 1 to 3, and two about change; `claims`: all of it in the order of the page.
"""
