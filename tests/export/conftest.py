"""Exports to look at: of small decks with simple faces, and of shipped games once in a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TEMPLATES = {
    "face": '<rect x="{{ -face.bleed }}" y="{{ -face.bleed }}" width="{{ face.width + 2 * face.bleed }}" '
    'height="{{ face.height + 2 * face.bleed }}" fill="#0000ff"/>'
    '<rect x="0" y="0" width="{{ face.width }}" height="{{ face.height }}" fill="{{ card.ink }}"/>'
    "{{ line(card.said, card.x | float, 20, 4) }}",
    "back": '<rect x="{{ -face.bleed }}" y="{{ -face.bleed }}" width="{{ face.width + 2 * face.bleed }}" '
    'height="{{ face.height + 2 * face.bleed }}" fill="#00ff00"/>'
    '<rect x="0" y="0" width="{{ face.width }}" height="5" fill="#000000"/>',
    "bare": "{{ line(card.said, 20, 20, 4) }}",
}
TABLE = """
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
few = [
  { id = "a", ink = "#ff0000", said = "one", x = 20, copies = 3 },
  { id = "b", ink = "#ffff00", said = "two", x = 20 },
]
[mine.components]
"""
CARDS = 'cards = { kind = "cards", title = "cards", of = "few", template = "face", back = "back" }\n'


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Path]:
    """Write a small project of cards in plain colours: ``project(components)``; the working directory is its folder."""

    def write(components: str = CARDS, table: str = TABLE, shops: str | None = None) -> Path:
        (tmp_path / "games.toml").write_text(table + components, encoding="utf-8")
        folder = tmp_path / "templates" / "deck"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in TEMPLATES.items():
            (folder / f"{name}.svg.j2").write_text(text, encoding="utf-8")
        if shops is not None:
            (tmp_path / "shops.toml").write_text(shops, encoding="utf-8")
        return tmp_path

    return write


@pytest.fixture
def exported(pnp: Callable[..., Any], tmp_path: Path) -> Callable[..., Path]:
    """Export ``mine`` into ``out``, and the path of what was written: ``exported("--to", "png")``."""

    def export(*arguments: object) -> Path:
        ran = pnp("export", "mine", "--out", "out", *arguments)
        assert ran.status == 0, ran.err
        path: str = ran.out.strip()
        return tmp_path / path

    return export
