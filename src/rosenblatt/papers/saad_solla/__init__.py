"""SS: the soft committee machine, a student with hidden units that learns a teacher with hidden units.

- `closed_equations`: the averages of the equations, simulations of any K and M, and what too few or too many units do;
- `symmetric_plateau`: where units that do not differ yet stay; `escape`: how they leave;
- `near_the_teacher`: an expansion about the perfect student, and with it critical rate and last stage in `convergence`;
- `output_noise`: what noise on the teacher's output leaves, at a fixed rate and at one that falls;
- `figures`: learning curves, overlaps through the plateau, and what the rate does; `claims`: all of it in this order.
"""
