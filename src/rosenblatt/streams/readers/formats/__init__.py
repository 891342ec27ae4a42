"""Formats, one in each module, whose name is that of the format and which has the class `READER`. They are found by it."""
