"""Readers of files of rows: in pieces, in constant memory, from any place on where they stopped."""
