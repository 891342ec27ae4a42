"""Formats, one in each module: its name is that of the format, and it has the class `READER`."""
