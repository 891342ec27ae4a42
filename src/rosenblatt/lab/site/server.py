"""The server of the lab, for this computer alone: it listens on 127.0.0.1 and answers to no other name."""

from __future__ import annotations

import importlib
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from nicegui import app as inner_app
from nicegui import ui
from starlette.middleware.trustedhost import TrustedHostMiddleware

from rosenblatt.lab.curves.warm_up import warm_up
from rosenblatt.lab.site.visits import JOBS
from rosenblatt.lab.visitors import Visitors

HOST = "127.0.0.1"
ROOMS = ("rosenblatt.lab.curves.room", "rosenblatt.lab.streams.room", "rosenblatt.lab.plans.room")
TITLE = "rosenblatt lab"  # of its pages, and who starts its own work
PATIENCE = 10.0  # seconds for a page that does not answer: computers are busy, and laptops sleep
GRACE = 1  # seconds for open connections when the server ends


def serve(port: int, ready: Callable[[str], None]) -> None:
    """Serve the lab until it is interrupted; ``ready`` is told the address. Port 0 is any that is free."""
    listening = _listening(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    for room in ROOMS:
        importlib.import_module(room)
    outer = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    outer.add_middleware(Visitors)
    outer.add_middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    ui.run_with(
        outer,
        reconnect_timeout=PATIENCE,
        title=TITLE,
        favicon="∠",
        dark=None,
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
    )
    inner_app.on_startup(lambda: ready(address))
    inner_app.on_startup(lambda: JOBS.start(TITLE, warm_up))
    config = uvicorn.Config(outer, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE)
    try:
        with suppress(KeyboardInterrupt):  # the usual way to end it
            uvicorn.Server(config).run(sockets=[listening])
    finally:
        JOBS.end()


def _listening(port: int) -> socket.socket:
    """Return a socket that listens, or raise if the port is taken."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(128)
    except (OSError, OverflowError) as problem:
        listening.close()
        reason = getattr(problem, "strerror", None) or str(problem)
        raise ValueError(
            f"port must be free; got {port}, for which the system says: {reason}. Give another by --port."
        ) from None
    return listening
