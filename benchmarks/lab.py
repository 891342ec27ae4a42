"""The lab under load: python -m benchmarks.lab [--seconds 60] [--visitors 20] [--rate 5].

Visitors open the room of learning curves as a browser does, each with a socket of its own, and move the slider of the
noise so many times a second; every move is answered by new lines. Now and then they open another page. The server is a
process of its own, whose memory and processor time are read before and after. It stops by itself, with its server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np
import socketio

ROOM, OTHERS = "/?rules=rosenblatt&rules=hebb&rules=bayes-hebb&live=no", ("/streams?source=file", "/plan?rules=")
PAGES_EVERY = 25  # moves
PLACES = 50  # of the slider
PATIENCE = 30.0  # seconds for an answer
CONNECTS_WITHIN = 20.0  # seconds in which browsers give a connection up


@dataclass
class Load:
    """What visitors met."""

    moves: int = 0
    pages: int = 0
    pictures: int = 0
    errors: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)


class Visitor:
    """A browser without a window: a page, its socket, and the slider that was found in it."""

    def __init__(self, address: str, load: Load) -> None:
        self.address, self.load = address.rstrip("/"), load
        self.socket = socketio.AsyncClient(reconnection=False)
        self.client_id, self.asked_at = "", 0.0
        self.slider: dict[str, Any] | None = None
        self.drawn = asyncio.Event()

    async def open(self, session: aiohttp.ClientSession) -> None:
        """Open the room and wait until its first lines are drawn."""
        page = await self.page(session, ROOM)
        self.client_id = re.findall(r"client_id\W+([0-9a-f-]{36})", page)[0]
        document = str(uuid.uuid4())
        query = f"client_id={self.client_id}&document_id={document}&tab_id={uuid.uuid4()}&next_message_id=0"
        self.socket.on("update", self._updated)
        self.socket.on("*", self._heard)
        where = f"{self.address}?{query}&implicit_handshake=true"
        how = {"socketio_path": "/_nicegui_ws/socket.io", "transports": ["websocket"], "wait_timeout": CONNECTS_WITHIN}
        await self.socket.connect(where, **how)
        await asyncio.wait_for(self.drawn.wait(), PATIENCE)

    async def page(self, session: aiohttp.ClientSession, path: str) -> str:
        """Return a page, and count it."""
        async with session.get(self.address + path) as answer:
            text = await answer.text()
            if answer.status != 200:
                self.load.errors.append(f"status {answer.status} of {path}")
        self.load.pages += 1
        return text

    async def move(self, noise: float) -> None:
        """Move the slider and wait for the picture."""
        assert self.slider is not None
        self.drawn.clear()
        self.asked_at = time.perf_counter()
        event = {"id": self.slider["id"], "client_id": self.client_id, "listener_id": self.slider["listener"]}
        await self.socket.emit("event", {**event, "args": [json.dumps(f"{noise:.2f}")]})
        await asyncio.wait_for(self.drawn.wait(), PATIENCE)
        self.load.waits.append(time.perf_counter() - self.asked_at)
        self.load.moves += 1

    async def _updated(self, elements: dict[str, Any]) -> None:
        await self._heard("update", elements)
        for number, element in elements.items():
            props = element.get("props", {}) if isinstance(element, dict) else {}
            if props.get("type") == "range" and "Noise" in props.get("aria-label", ""):
                listener = next(one["listener_id"] for one in element["events"] if one["type"] == "input")
                self.slider = {"id": int(number), "listener": listener}
            shown = props.get("options")
            if isinstance(shown, dict) and shown.get("data"):
                self.load.pictures += 1
                self.drawn.set()

    async def _heard(self, event: str, *said: Any) -> None:
        """Tell the server now and then what has come, as browsers do: it keeps what may have been lost."""
        known = said[0].get("_id", 0) if said and isinstance(said[0], dict) else 0
        if known and known % 20 == 0:
            await self.socket.emit("ack", {"client_id": self.client_id, "next_message_id": known + 1})


async def visit(address: str, load: Load, seconds: float, rate: float, seed: int) -> None:
    """Move the slider at a rate until the time is over."""
    random, visitor = np.random.default_rng(seed), Visitor(address, load)
    async with aiohttp.ClientSession() as session:
        try:
            await visitor.open(session)
            begun, moves, place = time.monotonic(), 0, 0
            while time.monotonic() - begun < seconds:
                place = (place + int(random.integers(1, PLACES))) % PLACES  # another one: else nothing is to be drawn
                await visitor.move(place / 100.0)
                moves += 1
                if moves % PAGES_EVERY == 0:
                    await visitor.page(session, OTHERS[moves // PAGES_EVERY % len(OTHERS)])
                await asyncio.sleep(max(0.0, begun + moves / rate - time.monotonic()))
        except Exception as problem:
            load.errors.append(repr(problem))
        finally:
            await visitor.socket.disconnect()


def processor(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024.0


async def run(address: str, visitors: int, seconds: float, rate: float) -> Load:
    """Return what visitors met, who came one after the other."""
    load = Load()
    tasks = []
    for seed in range(visitors):
        tasks.append(asyncio.create_task(visit(address, load, seconds, rate, seed)))
        await asyncio.sleep(0.1)
    await asyncio.gather(*tasks)
    return load


def main() -> int:
    """Print what happened; return 1 if anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--visitors", type=int, default=20)
    parser.add_argument("--rate", type=float, default=5.0)
    options = parser.parse_args()
    command = [sys.executable, "-m", "rosenblatt", "lab", "--port", "0", "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split("at ")[1].split(". ")[0]
        asyncio.run(run(address, options.visitors, 5.0, options.rate))  # to warm up
        before, begun = memory(server.pid), processor(server.pid)
        load = asyncio.run(run(address, options.visitors, options.seconds, options.rate))
        after, used = memory(server.pid), processor(server.pid) - begun
    finally:
        server.terminate()
        server.wait(30)
    requests = load.moves + load.pages
    waits = np.array(load.waits or [np.nan]) * 1e3
    print(
        f"{options.visitors} visitors, {options.seconds:g} s: {load.moves:,} moves and {load.pages:,} pages, "
        f"{requests / options.seconds:.0f} requests a second, {load.pictures:,} pictures, "
        f"{len(load.errors)} errors; a picture after {np.median(waits):.0f} ms (median), "
        f"{np.quantile(waits, 0.99):.0f} ms (99 %); {1e3 * used / max(requests, 1):.1f} ms of the processor a request; "
        f"memory {before:.0f} MB before, {after:.0f} MB after"
    )
    for error in load.errors[:5]:
        print(f"  {error}")
    return 1 if load.errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
