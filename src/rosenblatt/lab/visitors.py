"""Who visits: each browser has a cookie with a random name, so that it has one simulation at a time in all its tabs."""

from __future__ import annotations

import secrets
from http.cookies import CookieError, SimpleCookie
from typing import Any

COOKIE = "rosenblatt_lab"
LONGEST = 64


class Visitors:
    """A layer around the server that gives every request a visitor, ``scope["state"]["visitor"]``."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a request on, and a cookie back to who has none."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = visitor_of(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        name = known or secrets.token_urlsafe(16)
        scope.setdefault("state", {})["visitor"] = name

        async def with_cookie(message: Any) -> None:
            if message["type"] == "http.response.start" and known is None:
                cookie = f"{COOKIE}={name}; Path=/; HttpOnly; SameSite=Strict"
                message["headers"] = [*message.get("headers", []), (b"set-cookie", cookie.encode("latin-1"))]
            await send(message)

        await self.app(scope, receive, with_cookie)


def visitor_of(header: str) -> str | None:
    """Return the visitor that the cookies of a request name; None if they name none.

    >>> visitor_of("theme=dark; rosenblatt_lab=abc")
    'abc'
    """
    try:
        found = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return None
    return found.value if found is not None and 0 < len(found.value) <= LONGEST else None
