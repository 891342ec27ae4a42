"""What estimators predict with, written down as programs: see `rosenblatt.export.programs`."""
