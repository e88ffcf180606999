"""Questions to the oracle of red, spelled in one line: settings, cards and what is asked of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.games.red.oracle.answer import oracle
from pnp.games.red.settings import Colour, Criterion, Readings, RedSettings

NAMES = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "I": "indigo",
    "V": "violet",
}
RULES = {
    "red": Criterion("highest"),
    "orange": Criterion("same-number"),
    "yellow": Criterion("same-colour"),
    "green": Criterion("sum", 7),
    "blue": Criterion("different-colours"),
    "indigo": Criterion("run"),
    "violet": Criterion("even"),
}


def red(rules: dict[str, Criterion] | None = None, readings: Readings | None = None, **changes: Any) -> RedSettings:
    """Red v0.999, with other criteria for some colours, other readings or other settings."""
    criteria = RULES | (rules or {})
    colours = tuple(Colour(name, name, name[0].upper(), "#000000", "sun", criteria[name]) for name in RULES)
    plain = RedSettings(colours=colours, numbers=(1, 2, 3, 4, 5, 6, 7), hand=7, readings=readings or Readings())
    return replace(plain, **changes)


def red7(**changes: Any) -> RedSettings:
    rules = {"green": Criterion("even"), "violet": Criterion("below", 4)}
    return red(rules, **({"draw": "over-palette", "pass_": "out", "goals": (40, 35, 30)} | changes))


def cards(text: str) -> list[list[Any]]:
    """Cards from ``"R7 V2"``."""
    return [[NAMES[item[0]], int(item[1:])] for item in text.split()]


def best(settings: RedSettings, palette: str, rule: str) -> tuple[int, str] | None:
    """Size and strongest card, as in ``(2, "V6")``."""
    out = oracle(settings, "best", {"palette": cards(palette), "rule": rule})["best"]
    return None if out is None else (out["count"], f"{out['high'][0][0].upper()}{out['high'][1]}")


def winner(settings: RedSettings, rule: str, *palettes: str) -> int | None:
    seat: int | None = oracle(settings, "winner", {"palettes": [cards(p) for p in palettes], "rule": rule})["winner"]
    return seat


def surviving(settings: RedSettings, rule: str, hand: str, *palettes: str, me: int = 0) -> set[str]:
    position = {"palettes": [cards(p) for p in palettes], "me": me, "hand": cards(hand), "rule": rule}
    moves = oracle(settings, "surviving_moves", position)["moves"]
    spelled = [" ".join([what, *(f"{c[0][0].upper()}{c[1]}" if c else "-" for c in rest)]) for what, *rest in moves]
    assert len(set(spelled)) == len(spelled)
    return set(spelled)


def may_move(
    settings: RedSettings, rule: str, hand: str, move: str, *palettes: str, me: int = 0
) -> tuple[str, str | None, list[int], int]:
    """Verdict, violation, seats still in and cards drawn; a move is ``"both R7 V2"`` or ``"play R7 -"``."""
    what, played, discarded = move.split()
    position = {
        "palettes": [cards(p) for p in palettes],
        "me": me,
        "hand": cards(hand),
        "rule": rule,
        "move": [what, *(None if item == "-" else cards(item)[0] for item in (played, discarded))],
    }
    out = oracle(settings, "may_move", position)
    assert set(out) == {"verdict", "violation", "still_in", "draws"}
    return (out["verdict"], out["violation"], out["still_in"], out["draws"])


def points(settings: RedSettings, rule: str, palette: str) -> int:
    out = oracle(settings, "round_score", {"palettes": [cards(palette), []], "winner": 0, "rule": rule})
    assert set(out) == {"points"}
    return int(out["points"])
