"""Questions to the oracle of collectmate about showdowns and turns, spelled in one line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.collectmate.oracle.answer import oracle
from pnp.games.collectmate.settings import CardKind, CollectmateSettings, Colour, Readings, Tag
from pnp.model.text import Translated

COLOURS = {"r": "red", "b": "blue", "y": "yellow", "o": "orange", "g": "green", "p": "purple"}
POINTS = {"red": 1, "blue": 1, "yellow": 1, "orange": 2, "green": 2, "purple": 2}
TAGS = (Tag("two", Translated("2 people", "2人")), Tag("rest", Translated("rest", "お休み")), Tag("fail", "失敗"))


def collectmate(readings: dict[str, Any] | None = None, **changes: Any) -> CollectmateSettings:
    colours = tuple(Colour(name, name, letter, "#000000", "dots", POINTS[name]) for letter, name in COLOURS.items())
    plain = CollectmateSettings(
        colours=colours, tags=TAGS, cards=(CardKind("plain", True, ()),), readings=Readings(**(readings or {}))
    )
    return replace(plain, **changes)


def card(text: str) -> dict[str, Any]:
    """A card from ``"*rb"``, a dot with red and blue; ``"-r+rest+two"`` is hollow and carries two tags."""
    colours, *tags = text[1:].split("+")
    return {"dot": text[0] == "*", "colours": [COLOURS[letter] for letter in colours], "tags": tags}


def cards(text: str) -> list[dict[str, Any]]:
    return [card(item) for item in text.split()]


def spelled(listed: list[dict[str, Any]]) -> str:
    letters = {name: letter for letter, name in COLOURS.items()}
    return " ".join(
        "+".join(["*-"[not item["dot"]] + "".join(letters[name] for name in item["colours"]), *item["tags"]])
        for item in listed
    )


def showdown(
    *hands: str, declarer: int = 0, counter: bool = True, tags: bool = False, settings: CollectmateSettings
) -> tuple[list[bool], list[int], list[int], int]:
    position = {"hands": [cards(h) for h in hands], "declarer": declarer, "counter": counter, "tags": tags}
    out = oracle(settings, "showdown_hands", position)
    assert set(out) == {"complete", "scores", "final", "winner"}
    return out["complete"], out["scores"], out["final"], out["winner"]


def takers(
    *hands: str, turn: int, layer: int, field: str = "*r", settings: CollectmateSettings | None = None
) -> list[int]:
    position = {"hands": [cards(h) for h in hands], "turn": turn, "layer": layer, "field": card(field)}
    out = oracle(settings or collectmate(), "taker", position)
    assert out["first"] == (out["takers"][0] if out["takers"] else None)
    found: list[int] = out["takers"]
    return found


def may_declare(hand: str, laid: str = "", drawn: str = "") -> tuple[str | None, bool]:
    trade = {"laid": card(laid), "drawn": card(drawn)} if laid else None
    out = oracle(collectmate(), "may_declare", {"hand": cards(hand), "trade": trade})
    assert set(out) == {"verdict", "violation", "complete"}
    assert out["verdict"] == ("allowed" if out["violation"] is None else "not-allowed")
    return out["violation"], out["complete"]


def may_move(
    hand: str,
    shown: str,
    move: str,
    *named: str,
    field: str = "*r",
    moment: str = "start",
    settings: CollectmateSettings | None = None,
) -> tuple[str | None, str]:
    """What forbids a move, or None, and the face-up cards after it.

    The cards named are that of a trade; those of a swap, face-up and hidden; those of a take, laid open and laid.
    """
    parts: list[Any] = [cards(item) for item in named]
    if move in {"trade", "take"}:
        parts[-1] = parts[-1][0]
    position = {
        "hand": cards(hand),
        "shown": cards(shown),
        "field": card(field),
        "moment": moment,
        "move": [move, *parts],
    }
    out = oracle(settings or collectmate(), "may_move", position)
    assert set(out) == {"verdict", "violation", "shown"}
    assert out["verdict"] == ("allowed" if out["violation"] is None else "not-allowed")
    return out["violation"], spelled(out["shown"])
