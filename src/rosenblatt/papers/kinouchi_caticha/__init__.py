"""KC: the linear perceptron, online and offline.

- `optimal_rule`: errors, steps and the rules of KC's prescription; `online`: how online students learn;
- `online_against_offline`: which of the two is better; `graded_response`: a transfer function, and `graded_gradient`,
  the standard rule with one; `changing_teacher`: teachers that drift or change at once;
- `offline`: replica theory against the students of `students_on_sphere`; `energy_parameter`: the r of their energy;
  `training_error`: what they lack on learnt examples, of fixed and of free length;
- `figures`: figures 1 to 3, one of errors, and two about change; `claims`: all of it in the order of the page.
"""
