"""CS: where logistic regression without a penalty has an estimate at all.

- `existence`: up to how many examples a plane separates them, in theory, by linear programs and by the fixed point
  that begins there; `claims`: all of it.
"""
