"""``pnp preflight``: its messages, its exit status, and files that exceed the limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.preflight import inspect
from tests.preflight.conftest import broken, painting, whole

Run = Callable[..., Any]


def test_a_whole_file_passes_and_says_what_it_was_held_to(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(whole("x1a"))
    ran = pnp("preflight", "deck.pdf")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "✓ deck.pdf: 1 page, held to PDF/X-1a:2003: nothing found\n"


def test_an_error_is_told_with_page_place_and_rule_and_ends_with_status_1(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(broken("x4", painting("1 0 0 rg 72 72 9 9 re f")))
    ran = pnp("preflight", "deck.pdf")
    assert ran.status == 1
    assert (
        "deck.pdf: error[colour-space]: page 1 at 25.4, 25.4 mm: something is painted in DeviceRGB "
        "[ISO 15930-7:2010, 6; ISO 32000-1, 8.6]\n  hint: convert it to CMYK" in ran.err
    )
    assert ran.out == "✗ deck.pdf: 1 page, held to PDF/X-4: 1 error\n"
    assert pnp("preflight", "deck.pdf", "--standard", "home").status == 0


def test_findings_come_as_json(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(broken("x4", painting("0.1 w 72 72 m 99 99 l S")))
    ran = pnp("preflight", "deck.pdf", "--json")
    (report,) = json.loads(ran.out)
    assert (ran.status, report["ok"], report["standard"], report["pages"]) == (0, True, "x4", 1)
    (finding,) = report["findings"]
    assert (finding["rule"], finding["severity"], finding["source"]) == ("hairline", "warning", "house rule")
    assert (finding["page"], finding["place_mm"], finding["times"]) == (1, [25.4, 25.4], 1)


def test_limits_can_be_asked_for(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(broken("x1a", painting("0.7 0.7 0.7 0.5 k 0 0 9 9 re f")))
    assert pnp("preflight", "deck.pdf").status == 0
    ran = pnp("preflight", "deck.pdf", "--ink", "240", "--min-type", "20")
    assert ran.status == 1
    assert "a colour has 260 % of ink, more than 240 %" in ran.err
    assert "smaller than 20 pt" in ran.err
    assert "--ink: 1000 is not from 200 to 400" in pnp("preflight", "deck.pdf", "--ink", "1000").err


def test_files_that_cannot_be_looked_at_are_told_and_the_others_are_looked_at(pnp: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(whole("x4"))
    (tmp_path / "notes.pdf").write_bytes(b"hello")
    ran = pnp("preflight", "notes.pdf", "none.pdf", "deck.pdf")
    assert ran.status == 2
    assert "notes.pdf: error[no-pdf]: this is no PDF, or it is damaged beyond repair" in ran.err
    assert "none.pdf: error[unreadable]: the file cannot be read: No such file or directory" in ran.err
    assert "✓ deck.pdf" in ran.out
    assert "Traceback" not in ran.err


def test_a_file_that_takes_too_much_is_given_up(pnp: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deck.pdf").write_bytes(whole("x4"))
    monkeypatch.setattr(inspect, "_SECONDS", 0.01)
    ran = pnp("preflight", "deck.pdf")
    assert ran.status == 2
    assert "deck.pdf: error[too-much]: the file takes more memory or time" in ran.err


def test_without_pikepdf_it_says_how_to_install_it(pnp: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deck.pdf").write_bytes(whole("x4"))
    monkeypatch.setattr(inspect, "_EXTRA", "no_such_module")
    ran = pnp("preflight", "deck.pdf")
    assert ran.status == 2
    assert 'pip install "pnp-kit[preflight]"' in ran.err


def test_help_names_the_extra(pnp: Run) -> None:
    assert 'pip install "pnp-kit[preflight]"' in " ".join(pnp("preflight", "--help").out.split())
