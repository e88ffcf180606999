"""Folded pieces whose drawings all lie on one panel are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.components]
box = {{ kind = "folded", title = "box", template = "box", net = {{ is = "panels", panels = [
  {{ id = "a", size = "40mm x 30mm" }},
{panels}] }} }}
"""
SIDES = {"b": "right", "c": "bottom", "d": "left"}
BROWN, WHITE = (f"<rect width='30' height='20' fill='{ink}'/>" for ink in ("#aa3300", "#ffffff"))


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check a net of a panel with others at its sides, the same drawn on each, and return the messages."""

    def check(part: str, others: str, place: str) -> list[str]:
        hung = [f'  {{ id = "{id_}", size = "30mm x 30mm", on = "a.{SIDES[id_]}", fold = -90 }},\n' for id_ in others]
        (tmp_path / "games.toml").write_text(DEFINITION.format(panels="".join(hung)), encoding="utf-8")
        (tmp_path / "templates/deck").mkdir(parents=True)
        face = f"{{% for panel in net.panels.values() %}}<g transform='{{{{ {place} }}}}'>{part}</g>{{% endfor %}}"
        (tmp_path / "templates/deck/box.svg.j2").write_text(face, encoding="utf-8")
        result = pnp("check")
        assert result.status == 0, result.err
        return [line for line in result.err.splitlines() if "blank-panel" in line]

    return check


@pytest.mark.parametrize("part", [BROWN, "{{ line('Salt', 5, 20, 5) }}"])
def test_panels_drawn_over_each_other_are_told(told: Callable[..., list[str]], part: str) -> None:
    (message,) = told(part, "bcd", "net.panels['a'].transform")
    assert message == ("games.toml:5:52: warning[blank-panel]: nothing is printed on 'b', 'c' and 'd' of box/box")


def test_a_net_without_anything_is_told(told: Callable[..., list[str]]) -> None:
    (message,) = told(WHITE, "bc", "panel.transform")
    assert message.endswith("nothing is printed on 'a', 'b' and 'c' of box/box")


@pytest.mark.parametrize(
    ("part", "others", "place"),
    [
        (BROWN, "bcd", "panel.transform"),
        ("{{ line('Salt', 5, 20, 5) }}", "bcd", "panel.transform"),
        (BROWN, "b", "net.panels['a'].transform"),
    ],
)
def test_panels_in_their_places_and_strips_are_not_told(
    told: Callable[..., list[str]], part: str, others: str, place: str
) -> None:
    assert told(part, others, place) == []
