"""A role with features of its fonts leaves letters that are joined to HarfBuzz, from the check to the files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from pnp.shipped import shipped

NAMES = ("हि", "क्ष", "\u1112\u1161\u11ab", "か\u3099")
GAMES = """\
[mine]
engine = "deck"
title = "Joined"
[mine.decks]
cards = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "face", of = "cards" }
"""
FAMILY = "Barlow Semi Condensed Medium"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A deck of names that are joined, with a font that has their characters."""
    for folder in ("fonts", "templates/deck"):
        (tmp_path / folder).mkdir(parents=True)
    with TTFont(shipped("fonts") / "BarlowSemiCondensed-Medium-latin.ttf") as font:
        glyphs = font.getBestCmap()
        full = CmapSubtable.newSubtable(12)
        full.platformID, full.platEncID, full.language = 3, 10, 0
        full.cmap = {ord(char): glyphs[ord("A") + index] for index, char in enumerate("".join(NAMES))} | glyphs
        font["cmap"].tables = [full]
        addOpenTypeFeaturesFromString(font, f"feature kern {{ pos {glyphs[ord('V')]} {glyphs[ord('V')]} -50; }} kern;")
        font.save(tmp_path / "fonts" / "everything.ttf")
    (tmp_path / "games.toml").write_text(GAMES, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"{name}\n" for name in NAMES), encoding="utf-8")
    role = f'families = ["{FAMILY}"], weight = 500'
    theme = f'[fonts.en]\nkerned = {{ {role}, features = ["kern"] }}\nplain = {{ {role} }}\n'
    (tmp_path / "templates" / "deck" / "theme.toml").write_text(theme, encoding="utf-8")
    return tmp_path


def face(project: Path, text: str) -> None:
    (project / "templates" / "deck" / "face.svg.j2").write_text(text, encoding="utf-8")


KERNED = (
    '{{ line(card.name, 5, 20, 5, "kerned") }}',
    f'<text x="5" y="20" font-size="5" font-family="{FAMILY}" font-weight="500" '
    "style=\"font-feature-settings: 'kern'\">{{ card.name }}</text>",
)


@pytest.mark.parametrize("template", KERNED, ids=["role", "svg"])
def test_joined_letters_of_a_role_with_features_are_printed(
    template: str, project: Path, pnp: Callable[..., Any]
) -> None:
    face(project, template)
    checked = pnp("check", "mine")
    assert checked.status == 0, checked.err
    built = pnp("build", "mine", "--out", project / "out")
    assert built.status == 0, built.err
    (file,) = (project / "out").glob("*.pdf")
    with pdfium.PdfDocument(file) as document:
        text = document[0].get_textpage().get_text_range()
    assert [name for name in NAMES if name not in text] == []
    for target in ("png", "svg"):
        exported = pnp("export", "mine", "--to", target, "--out", project / target)
        assert exported.status == 0, exported.err
    assert len(list((project / "svg").rglob("*.svg"))) >= len(NAMES)


def test_joined_letters_of_a_plain_role_are_refused_at_their_cells(project: Path, pnp: Callable[..., Any]) -> None:
    face(project, '{{ line(card.name, 5, 20, 5, "plain") }}')
    for command in ("check", "build"):
        ran = pnp(command, "mine")
        messages = [line.split("]: ")[0] for line in ran.err.splitlines() if ": error[" in line]
        assert messages == [f"cards.csv:{line}:1: error[joined-script" for line in (2, 3, 4)]
