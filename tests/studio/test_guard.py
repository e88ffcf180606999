"""The studio answers the browser of this user alone."""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress

import pytest

from tests.studio.conftest import Studio, next_event

NOTE = b'{"face": "a", "text": "b"}'


def test_the_page_and_all_that_it_loads_are_its_own(studio: Studio) -> None:
    page = studio.ask("/")
    assert page.status == 200
    policy = page.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    text = page.body.decode()
    assert "http" not in text
    assert "onclick" not in text


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "localhost:1", "evil.example:{port}", "127.0.0.1.evil:{port}", ""]
)
def test_a_foreign_host_gets_nothing(studio: Studio, host: str) -> None:
    answer = studio.ask("/kit.json", Host=host.format(port=studio.port))
    assert answer.status in (400, 403)
    assert b"components" not in answer.body


def test_localhost_is_this_machine_too(studio: Studio) -> None:
    assert studio.ask("/", Host=f"localhost:{studio.port}").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"])
def test_a_page_of_another_site_gets_nothing(studio: Studio, origin: str) -> None:
    sent = origin.format(port=studio.port)
    assert studio.ask("/words.json", Origin=sent).status == 403
    assert studio.ask("/notes.json", "POST", NOTE, Origin=sent).status == 403


def test_a_request_that_writes_needs_the_origin_of_the_page(studio: Studio) -> None:
    assert studio.ask("/notes.json", "POST", NOTE, Origin="").status == 403
    assert studio.ask("/notes.json", "POST", NOTE).status == 200


@pytest.mark.parametrize(
    "path", ["/", "/words.json", "/wrong/words.json", "/{token}x/words.json", "/static/main.js", "//{token}/words.json"]
)
def test_a_request_without_the_token_gets_nothing(studio: Studio, path: str) -> None:
    assert studio.ask_raw(path.format(token=studio.token)).status == 403


@pytest.mark.parametrize(
    "path",
    ["/static/../words.toml", "/static/../../app.py", "/static/%2e%2e/%2e%2e/app.py", "/static//etc/passwd",
     "/static/..%2f..%2fapp.py", "/picture/../../games.toml", "/picture/..%2f..%2fgames.toml.svg", "/../games.toml",
     "/%2e%2e/games.toml"],
)  # fmt: skip
def test_no_path_leads_out_of_the_page(studio: Studio, path: str) -> None:
    answer = studio.ask(path)
    assert answer.status in (403, 404)
    assert b"[leaves]" not in answer.body
    assert b"import" not in answer.body


def test_methods_that_a_route_does_not_have(studio: Studio) -> None:
    assert studio.ask("/kit.json", "POST", b"").status == 405
    assert studio.ask("/write").status == 405


def test_an_svg_runs_nothing_if_it_is_opened_by_itself(studio: Studio) -> None:
    stream = studio.listen()
    while not next_event(stream)["complete"]:
        pass
    kit = studio.ask("/kit.json").data
    picture = studio.ask(f"/picture/{kit['components'][0]['faces'][0]['picture']}.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.headers["content-security-policy"].startswith("default-src 'none'")
    assert "sandbox" in picture.headers["content-security-policy"]
    assert b"<script" not in picture.body


def test_bodies_that_are_too_large_or_no_json(studio: Studio) -> None:
    assert studio.ask("/notes.json", "POST", b"[" * 100_000).status == 400
    assert studio.ask("/notes.json", "POST", b"[]").status == 400
    assert studio.ask("/notes.json", "POST", b'{"face": "a", "text": "\\ud800"}').status == 400
    assert studio.ask("/notes.json", "POST", b" " * 200_000).status == 413


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: ", b"GET /none HTTP/1.1\r\nHost: a\r\n\r\nGET / HT"])
def test_hundreds_of_slow_connections_leave_room_for_the_page(studio: Studio, sent: bytes) -> None:
    stream = studio.listen()
    while not next_event(stream)["complete"]:
        pass
    with ExitStack() as idle:
        for _ in range(700):
            connection = idle.enter_context(socket.create_connection(("127.0.0.1", studio.port)))
            with suppress(OSError):  # closed by the studio already
                connection.sendall(sent)
        assert studio.ask("/").status == 200
        assert studio.ask("/kit.json").data["game"] == "leaves"
    assert studio.ask("/").status == 200
