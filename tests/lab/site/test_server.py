from __future__ import annotations

import http.client
import socket

import pytest

from tests.helpers.command_line import run


def ask(address, host=None, path="/"):
    place = address.split("/")[2]
    connection = http.client.HTTPConnection(place, timeout=30)
    connection.request("GET", path, headers={} if host is None else {"Host": host})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "path", ["/", "/streams", "/plan", "/?rules=%00&noise=<script>&x=1&x=2", "/?" + "own=1&" * 500]
)
def test_rooms_answer_whatever_the_address_says(lab_address, path):
    status, body = ask(lab_address, path=path)
    assert status == 200
    assert "<script>&" not in body


def test_nothing_of_a_page_comes_from_elsewhere(lab_address):
    _, body = ask(lab_address)
    assert "https://" not in body.replace("https://github.com", "").replace("https://caniuse.com", "")


def test_other_names_for_this_computer_are_refused(lab_address):
    assert ask(lab_address, host="evil.example")[0] == 400  # a page of another site that has its name point here
    assert ask(lab_address, host="localhost")[0] == 200


def test_what_is_not_there_is_not_found(lab_address):
    assert ask(lab_address, path="/nothing")[0] == 404
    assert ask(lab_address, path="/docs")[0] == 404


def test_a_port_that_is_taken_is_told_in_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        found = run("lab", "--no-open", "--port", str(taken.getsockname()[1]))
    assert found.exit_code == 2
    assert "port must be free; got" in found.output
    assert len(found.output.splitlines()) == 1
