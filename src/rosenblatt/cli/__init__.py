"""The command line: ``rosenblatt COMMAND``."""

from rosenblatt.cli.group import main

__all__ = ["main"]
