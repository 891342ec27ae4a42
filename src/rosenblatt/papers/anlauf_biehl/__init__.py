"""AB: the AdaTron, which climbs to the largest margin.

- `climbing`: where it ends, its certificate, how fast, at which rates; `figures`: beside MinOver; `claims`: all of it.
"""
