"""Trials that try to break the package, with random input: ``make torture``."""
