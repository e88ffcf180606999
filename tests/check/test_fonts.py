"""A font role of a weight that its family lacks is told at its line."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.components]
card = { kind = "cards", title = "cards", template = "card" }
"""


@pytest.mark.parametrize(
    ("role", "families", "weight", "is_told"),
    [
        ("title", '"EB Garamond"', 700, False),
        ("title", '"EB Garamond"', 400, True),
        ("title", '"Barlow Semi Condensed", "EB Garamond"', 500, False),
        ("motto", '"EB Garamond"', 400, False),
    ],
)
def test_a_weight_that_no_font_of_the_family_has_is_told(
    tmp_path: Path, pnp: Callable[..., Any], role: str, families: str, weight: int, is_told: bool
) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    face = '{{ line("Newt", 9, 20, 5, "title") }}'
    (tmp_path / "templates/deck/card.svg.j2").write_text(face, encoding="utf-8")
    theme = f"[fonts.en]\n{role} = {{ families = [{families}], weight = {weight} }}\n"
    (tmp_path / "templates/deck/theme.toml").write_text(theme, encoding="utf-8")
    lines = [line for line in pnp("check").err.splitlines() if "warning[" in line]
    place = "templates/deck/theme.toml:2:1: warning[no-weight]:"
    message = f"{place} the family EB Garamond has no font of weight 400: 700 is printed"
    assert lines == ([message] if is_told else [])


@pytest.mark.parametrize(
    ("family", "weight", "text", "is_told"),
    [
        ("Barlow Semi Condensed", 500, "**Take** one.", True),
        ("Barlow Semi Condensed", 500, "Take one.", False),
        ("Barlow Semi Condensed", 700, "**Take** one.", False),
        ("EB Garamond", 700, "**Take** one.", False),
    ],
)
def test_bold_words_in_the_font_of_all_others_are_told(
    tmp_path: Path, pnp: Callable[..., Any], family: str, weight: int, text: str, is_told: bool
) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    face = f'{{{{ block("{text}", 9, 20, 40, 4, markup=true) }}}}'
    (tmp_path / "templates/deck/card.svg.j2").write_text(face, encoding="utf-8")
    theme = f'[fonts.en]\nstrong = {{ families = ["{family}"], weight = {weight} }}\n'
    if family == "EB Garamond":
        theme += f'text = {{ families = ["{family}"], weight = {weight} }}\n'
    (tmp_path / "templates/deck/theme.toml").write_text(theme, encoding="utf-8")
    lines = [line for line in pnp("check").err.splitlines() if "warning[" in line]
    place = "templates/deck/theme.toml:2:1: warning[plain-strong]:"
    message = f"{place} bold words look like all others: 'strong' and 'text' have Barlow Semi Condensed in 500"
    assert lines == [message] * is_told


FONT = '[[font]]\nfile = "{file}"\nfamily = "{family}"\nweight = {weight}\n'


@pytest.mark.parametrize(
    ("fonts", "told"),
    [
        ((("Regular", "Mine", 700), ("Bold", "Mine", 400)), "fonts/fonts.toml:8:1: warning[denied-weight]: "),
        ((("Regular", "Mine", 400), ("Bold", "Mine", 600)), ""),
        ((("Regular", "Mine", 700), ("Bold", "Mine Heavy", 400)), ""),
    ],
)
def test_weights_that_are_exchanged_are_told(
    tmp_path: Path, pnp: Callable[..., Any], fonts: tuple[tuple[str, str, int], ...], told: str
) -> None:
    for folder in ("templates/deck", "fonts"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    index = ""
    for style, family, weight in fonts:
        name = f"BIZUDPGothic-{style}.ttf"
        shutil.copy(ROOT / "fonts" / name, tmp_path / "fonts")
        index += FONT.format(file=name, family=family, weight=weight)
    (tmp_path / "fonts/fonts.toml").write_text(index, encoding="utf-8")
    roles = "".join(f'r{weight} = {{ families = ["{family}"], weight = {weight} }}\n' for _, family, weight in fonts)
    (tmp_path / "templates/deck/theme.toml").write_text(f"[fonts.en]\n{roles}", encoding="utf-8")
    face = "".join(f'{{{{ line("Newt", 9, {weight / 20}, 5, "r{weight}") }}}}' for _, _, weight in fonts)
    (tmp_path / "templates/deck/card.svg.j2").write_text(face, encoding="utf-8")
    lines = [line for line in pnp("check").err.splitlines() if "warning[" in line or "error[" in line]
    message = f"{told}BIZUDPGothic-Bold.ttf says that its weight is 700, not 400"
    assert lines == ([message] if told else [])
