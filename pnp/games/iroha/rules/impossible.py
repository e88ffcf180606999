"""Positions of iroha that can be answered, and that no game reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pnp.games.core.answer import Position
from pnp.games.iroha.settings import IrohaSettings


def impossible(settings: IrohaSettings, kind: str, position: Position) -> str | None:
    """Return the reason why no game reaches a position that can be answered, in a sentence; None if one can."""
    check = _CHECKS.get(kind)
    return None if check is None else check(settings, position)


def _pass(settings: IrohaSettings, position: Position) -> str | None:
    return _no_seats(settings, (*position["hand"], *position["received"]))


def _follow(settings: IrohaSettings, position: Position) -> str | None:
    hand, table = position["hand"], position["table"]
    return _no_seats(settings, (*hand, *table), len(table) + 1)


def _trick(settings: IrohaSettings, position: Position) -> str | None:
    return _no_seats(settings, position["plays"], len(position["plays"]))


def _last_play(settings: IrohaSettings, position: Position) -> str | None:
    hand, table, captured = (position[key] for key in ("hand", "table", "captured"))
    seats = len(table) + 1
    reason = _no_seats(settings, (*hand, *table, *captured), seats, seats)
    if reason is None and (len(captured) % seats or len(captured) // seats > settings.dealt - len(hand)):
        reason = f"{len(captured)} cards are captured, with {len(hand)} left of {settings.dealt}, in tricks of {seats}"
    return reason


def _captured(settings: IrohaSettings, position: Position) -> str | None:
    return _no_piles(settings, [position["captured"]])


def _seat_total(settings: IrohaSettings, position: Position) -> str | None:
    return _no_piles(settings, position["captured"])


def _game(settings: IrohaSettings, position: Position) -> str | None:
    rows = position["deal_scores"]
    most = len(settings.suits) * max(settings.numbers)
    least = -settings.cost * settings.dealt * len(rows[0])
    for score in (score for row in rows for score in row):
        if not least <= score <= most:
            return f"a deal scores {least} to {most} points, not {score}"
    return None


def _no_seats(settings: IrohaSettings, cards: Iterable[Any], fewest: int = 0, most: int | None = None) -> str | None:
    """Return why no number of players, ``fewest`` to ``most``, uses all ``cards``."""
    needed = max((_from(settings)[number] for _, number in cards), default=0)
    if max(needed, fewest, settings.players[0]) <= (settings.players[1] if most is None else most):
        return None
    return f"no number of players has {fewest} or more seats and uses cards from {needed} players on"


def _no_piles(settings: IrohaSettings, piles: Iterable[Any]) -> str | None:
    """Return why no seat captures ``piles``, one in each deal, in tricks of a card per player."""
    lengths = [len(pile) for pile in piles]
    needed = max((_from(settings)[number] for pile in piles for _, number in pile), default=0)
    fewest = max(settings.players[0], needed)
    for seats in range(fewest, settings.players[1] + 1):
        deals = seats * settings.deals_each
        if len(lengths) <= deals and all(not size % seats and size <= seats * settings.dealt for size in lengths):
            return None
    return f"with no number of players is a pile made of tricks if it holds {', '.join(map(str, lengths))} cards"


def _from(settings: IrohaSettings) -> dict[int, int]:
    """Return the fewest players with whom each number is used."""
    return {number: icon.from_ for icon in settings.icons for number in icon.numbers}


_CHECKS: Mapping[str, Callable[[IrohaSettings, Position], str | None]] = {
    "may_pass": _pass,
    "legal": _follow,
    "may_play": _follow,
    "turn": _follow,
    "trick": _trick,
    "last_play": _last_play,
    "score": _captured,
    "open_lows": _captured,
    "seat_total": _seat_total,
    "game": _game,
}
