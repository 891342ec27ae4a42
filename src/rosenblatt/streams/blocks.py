"""Blocks of rows: so many at a time, wherever pieces of a file begin and end, each with the place where it ends.

blocks.1   blocks end where the number of rows learnt is a multiple of their size; so a run that goes on from anywhere
           has the same blocks from the next such place on
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rosenblatt.streams.readers.reader import Piece, Position, Reader, read_ahead
from rosenblatt.streams.readers.rows import Fault, Rows, SparseRows

MOST_ROWS, FEWEST_ROWS, CELLS, SPARSE_ROWS = 2**15, 2**8, 2**20, 2**12


class Block(NamedTuple):
    """Rows that are learnt together, where the next one begins, and the bad records that were passed on the way."""

    rows: Rows
    position: Position
    faults: tuple[tuple[int, Fault], ...] = ()
    raw: tuple[bytes, ...] = ()


class _Part(NamedTuple):
    piece: Piece
    start: int
    stop: int


def block_size(rows: Rows, *, hashed: bool) -> int:
    """Return how many rows there are in a block of such rows."""
    if hashed or isinstance(rows, SparseRows):
        return SPARSE_ROWS
    return max(FEWEST_ROWS, min(MOST_ROWS, CELLS // max(rows.width, 1)))


def blocks(reader: Reader, start: Position, *, learnt: int = 0, hashed: bool = False) -> Iterator[Block]:
    """Yield the rows from a position on, of which so many have been ``learnt``.  (blocks.1)

    The next block is read, and made ready, while one is learnt. What ends the reading, such as a bad record, is raised
    when all rows before it have been handed over.
    """
    found = _blocks(reader, start, learnt, hashed)
    return read_ahead(found) if reader.source.is_file else found


def _blocks(reader: Reader, start: Position, learnt: int, hashed: bool) -> Iterator[Block]:
    parts: list[_Part] = []
    faults: list[tuple[int, Fault]] = []
    held = size = 0
    try:
        for piece in reader.pieces(start):
            size = size or block_size(piece.rows, hashed=hashed)
            faults += [(piece.first + fault.record + 1, fault) for fault in piece.faults]
            place, rows = 0, len(piece.rows)
            while place < rows:
                wanted = size - learnt % size - held
                stop = min(place + wanted, rows)
                parts.append(_Part(piece, place, stop))
                held, place = held + stop - place, stop
                if stop - parts[-1].start == wanted:
                    yield _block(parts, tuple(faults))
                    learnt, held, parts, faults = learnt + held, 0, [], []
            if not rows:
                parts.append(_Part(piece, 0, 0))
            if not reader.source.is_file and held:
                yield _block(parts, tuple(faults))  # rows from a pipe shall not wait for others
                learnt, held, parts, faults = learnt + held, 0, [], []
    except ValueError:
        if parts:
            yield _block(parts, tuple(faults))
        raise
    if parts:
        yield _block(parts, tuple(faults))


def _block(parts: list[_Part], faults: tuple[tuple[int, Fault], ...]) -> Block:
    taken = [part.piece.rows.take(slice(part.start, part.stop)) for part in parts]
    raw = tuple(record for part in parts for record in part.piece.raw[part.start : part.stop])
    last, rows = parts[-1], taken[0].joined(taken[1:]) if taken[1:] else taken[0]
    rows.get_ready()
    return Block(rows, last.piece.position(last.stop), faults, raw)
