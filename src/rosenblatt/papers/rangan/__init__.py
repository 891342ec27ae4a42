"""R: message passing for any prior and any channel, and the state evolution that it follows.

- `sweeps`: sweep by sweep, in theory and on samples; `figures`: the same as a picture; `claims`: all of it.
"""
