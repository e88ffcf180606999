"""A studio as a process."""

from __future__ import annotations

import http.client
import os

import pytest

from tests.studio.conftest import CARDS, Leaves, Studio, eventually, next_event

_SLOW = "{% for a in range(9) %}{% for b in range(18000) %}{% set c = a * b %}{% endfor %}{% endfor %}\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_a_limit_that_ends_it_is_told_on_the_page_until_the_file_is_mended(
    leaves: Leaves, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = leaves.folder / "templates" / "deck" / "leaf.svg.j2"
    good = path.read_text(encoding="utf-8")
    monkeypatch.setenv("PNP_LIMITS", "run=3")
    rows = "".join(f"leaf-{number},Leaf {number},Blatt {number}\n" for number in range(60))
    (leaves.folder / "leaves.csv").write_text(CARDS + rows, encoding="utf-8")
    path.write_text(_SLOW + good, encoding="utf-8")
    studio = Studio.start(leaves.folder)
    try:
        told = eventually(lambda: _errors(studio))
        assert "takes more than 3 s of processor time" in told[0]["message"]
        assert "PNP_LIMITS=run=6 raises it" in told[0]["hint"]
        assert studio.ask("/sheets.json").status == 422  # nothing reads the file again before it is saved
        path.write_text(good, encoding="utf-8")
        stream = studio.listen()
        while not next_event(stream)["complete"]:
            pass
        assert _errors(studio) == []
    finally:
        studio.stop()


def _errors(studio: Studio) -> list[dict[str, str]]:
    """Return the errors of a page, none as long as there is no server."""
    try:
        stream = studio.listen()
        while not (news := next_event(stream))["failed"] and not news["complete"]:
            pass
        return studio.ask("/messages.json").data["errors"]  # type: ignore[no-any-return]
    except (OSError, AssertionError, http.client.HTTPException):
        return []
