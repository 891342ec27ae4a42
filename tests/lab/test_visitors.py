from __future__ import annotations

import asyncio

from rosenblatt.lab.visitors import COOKIE, Visitors, visitor_of


def asked(cookie=None, kind="http"):
    """Return the scope and the messages of one request."""
    sent, seen = [], []

    async def app(scope, receive, send):
        seen.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})

    async def send(message):
        sent.append(message)

    headers = [] if cookie is None else [(b"cookie", cookie.encode())]
    asyncio.run(Visitors(app)({"type": kind, "headers": headers}, None, send))
    return seen[0], sent[0]


def test_a_new_visitor_gets_a_name_of_its_own_in_a_cookie():
    (first, message), (second, _) = asked(), asked()
    name = first["state"]["visitor"]
    assert name != second["state"]["visitor"]
    cookie = dict(message["headers"])[b"set-cookie"].decode()
    assert cookie.startswith(f"{COOKIE}={name};")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_known_visitor_keeps_it():
    scope, message = asked(f"x=y; {COOKIE}=ann")
    assert scope["state"]["visitor"] == "ann"
    assert b"set-cookie" not in dict(message["headers"])


def test_names_that_are_too_long_or_broken_are_not_taken():
    assert visitor_of(f"{COOKIE}={'x' * 500}") is None
    assert visitor_of("a\x00;;=") is None


def test_what_is_no_request_passes():
    scope, _ = asked(kind="websocket")
    assert "state" not in scope
