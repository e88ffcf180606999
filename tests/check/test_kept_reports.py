"""Reports on faces are kept for the next check, which says the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp.check import findings, kept_reports
from pnp.check.findings import FaceInspector

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", edge = "border" }
"""
CARD = (
    '<rect width="63" height="88" fill="#ddeeff"/>{{ line(card.title, 1, 20, 4, fill="#ffffff") }}'
    '{{ line("12", 40, 50, 6) }}<rect x="30" y="40" width="30" height="20" fill="#334455"/>'
    '{{ line(card.title, 6, 70, 9, width=20) }}<rect x="5" y="5" width="2" height="2" opacity="0"/>'
)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Give the checks of a test a cache of their own, and collect the faces that they look at."""
    monkeypatch.setenv("PNP_CACHE", str(tmp_path_factory.mktemp("cache")))
    faces: list[str] = []
    inspect = FaceInspector.inspect

    def noted(self: FaceInspector, component: Any, face: Any) -> findings.FaceReport:
        faces.append(face.card)
        return inspect(self, component, face)

    monkeypatch.setattr(FaceInspector, "inspect", noted)
    return faces


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., str]:
    """Check a game of some cards, and return its messages."""

    def check(titles: list[str], card: str = CARD, *options: str) -> str:
        folder = tmp_path / "templates/deck"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
        (tmp_path / "cards.csv").write_text("\n".join(["title", *titles]) + "\n", encoding="utf-8")
        (folder / "card.svg.j2").write_text(card, encoding="utf-8")
        return str(pnp("check", *options).err)

    return check


def test_a_second_check_says_the_same_and_looks_at_no_face(told: Callable[..., str], looked: list[str]) -> None:
    titles = [f"Common Octopus {number}" for number in range(40)]
    first = told(titles)
    codes = ("shared-cut", "unseen-ink", "printed-over", "near-cut", "other-size", "unseen-shape")
    assert all(f"warning[{code}]" in first for code in codes) and len(looked) == 40
    looked.clear()
    assert told(titles) == first
    assert looked == []


def test_after_a_change_of_one_card_few_others_are_looked_at_again(told: Callable[..., str], looked: list[str]) -> None:
    titles = [f"Common Octopus {number}" for number in range(40)]
    told(titles)
    looked.clear()
    told([*titles[:-1], "Newt"])
    assert "40" in looked and len(looked) < 20


@pytest.mark.parametrize(
    ("card", "options"),
    [(CARD.replace("#ffffff", "#000000"), ()), (CARD, ("--no-cache",))],
    ids=["another template", "no cache"],
)
def test_other_faces_are_looked_at(
    told: Callable[..., str], looked: list[str], card: str, options: tuple[str, ...]
) -> None:
    titles = [f"Common Octopus {number}" for number in range(5)]
    told(titles)
    looked.clear()
    told(titles, card, *options)
    assert len(looked) == 5


def test_an_edited_program_looks_at_faces_again(
    told: Callable[..., str], looked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told(["Newt"])
    looked.clear()
    monkeypatch.setattr(kept_reports, "edition", lambda *_names: b"another")
    told(["Newt"])
    assert looked == ["01"]
