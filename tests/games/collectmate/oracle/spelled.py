"""Questions to the oracle of collectmate about groups, hands and takes, spelled in one line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Colour, Readings

COLOURS = {"r": "red", "b": "blue", "y": "yellow", "o": "orange", "g": "green", "p": "purple"}
POINTS = {"red": 1, "blue": 1, "yellow": 1, "orange": 2, "green": 2, "purple": 2}
PAIR = [{"dot": True, "colours": [], "tags": ["rest", "two"]}, {"dot": True, "colours": [], "tags": ["rest"]}]


def collectmate(
    points: dict[str, int] | None = None, readings: dict[str, Any] | None = None, **changes: Any
) -> CollectmateSettings:
    worth = POINTS | (points or {})
    colours = tuple(Colour(name, name, letter, "#000000", "dots", worth[name]) for letter, name in COLOURS.items())
    plain = CollectmateSettings(
        colours=colours, cards=(CardKind("plain", True, ()),), readings=Readings(**(readings or {}))
    )
    return replace(plain, **changes)


def cards(text: str) -> list[dict[str, Any]]:
    """Cards from ``"*rb -y *+rest"``: a dot or hollow, letters of colours, and tags after a plus sign."""
    found = []
    for item in text.split():
        colours, *tags = item[1:].split("+")
        found.append({"dot": item[0] == "*", "colours": [COLOURS[letter] for letter in colours], "tags": tags})
    return found


def points(group: str, tags: bool = False, settings: CollectmateSettings | None = None) -> int:
    out = oracle(settings or collectmate(), "group_points", {"group": cards(group), "tags": tags})
    assert set(out) == {"points"}
    return int(out["points"])


def score(hand: str, tags: bool = False, settings: CollectmateSettings | None = None) -> int:
    out = oracle(settings or collectmate(), "hand_score", {"hand": cards(hand), "tags": tags})
    assert set(out) == {"score"}
    return int(out["score"])


def declarable(hand: str, settings: CollectmateSettings | None = None) -> bool:
    out = oracle(settings or collectmate(), "declarable", {"hand": cards(hand)})
    assert set(out) == {"declarable"}
    return bool(out["declarable"])


def showdown(
    scores: list[int], declarer: int, counter: bool = True, settings: CollectmateSettings | None = None
) -> tuple[list[int], int]:
    position = {"scores": scores, "declarer": declarer, "counter": counter}
    out = oracle(settings or collectmate(), "showdown", position)
    assert set(out) == {"final", "winner"}
    return out["final"], out["winner"]


def take(hand: str, field: str, settings: CollectmateSettings | None = None) -> set[str]:
    """The colours by which the field card may be taken."""
    position = {"hand": cards(hand), "field": cards(field)[0]}
    out = oracle(settings or collectmate(), "take", position)
    assert set(out) == {"can_take", "colours"}
    assert out["can_take"] == bool(out["colours"])
    assert len(set(out["colours"])) == len(out["colours"])
    return set(out["colours"])
