"""The command line: ``rosenblatt COMMAND``."""

from rosenblatt.cli.commands import main

__all__ = ["main"]
