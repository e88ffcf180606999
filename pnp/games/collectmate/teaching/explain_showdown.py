"""Showdowns of collectmate, laid out for a reader: the seats with their scores, and who wins and why."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.collectmate.rules.record import Rules
from pnp.games.collectmate.rules.showdown import Showdown, showdown
from pnp.games.collectmate.teaching.minis import Minis
from pnp.games.collectmate.teaching.saying import points
from pnp.games.core.answer import Answer, Position
from pnp.games.core.tableau import Row
from pnp.games.core.wording import seat_name
from pnp.model.text import Phrase, PhraseValue, phrase


def showdown_rows(minis: Minis, position: Position, out: Answer) -> tuple[Row, ...]:
    """A row per seat, the winner framed, and over the declarer that it declares."""
    declarer, winner = position["declarer"], out["winner"]
    return tuple(
        Row(
            (minis.seat(seat, score, seat == declarer),),
            phrase("row-declarer") if seat == declarer else None,
            phrase("number", number=out["final"][seat]),
            "winner" if seat == winner else None,
            "seat",
            titled=True,
        )
        for seat, score in enumerate(position["scores"])
    )


def showdown_verdict(rules: Rules, position: Position) -> Phrase:
    """Who wins, and what decides it."""
    found = showdown(rules, position["scores"], position["declarer"], position["counter"])
    declarer, score = position["declarer"], found.scores[position["declarer"]]
    values: dict[str, PhraseValue] = {
        "declarer": seat_name(declarer),
        "declared": points(score),
        "winner": seat_name(found.winner),
    }
    if len(found.leaders) > 1:
        return _among_equals(rules, found, declarer, values)
    if not position["counter"]:
        won = "declarer" if found.winner == declarer else "other"
        return phrase(f"verdict-most-{won}", most=points(found.scores[found.winner]), **values)
    raised = _named([seat for seat in range(len(found.scores)) if found.countered[seat]])
    if not raised:
        return phrase("verdict-no-counter", score=score, **values)
    total = points(found.final[found.winner])
    if len(raised) > 1:
        return phrase("verdict-counters", seats=raised, points=rules.counter_points, total=total, **values)
    own = found.scores[found.winner]
    key = "verdict-counter-equal" if own == score else "verdict-counter-more"
    return phrase(key, own=points(own), points=rules.counter_points, total=total, **values)


def _among_equals(rules: Rules, found: Showdown, declarer: int, values: dict[str, PhraseValue]) -> Phrase:
    """Several seats have the highest total: all with the counter, or all without."""
    tied, total = _named(found.leaders), points(found.final[found.winner])
    if declarer in found.leaders:
        first = "first" if found.winner == declarer else "last"
        return phrase(f"verdict-tie-declarer-{first}", tied=tied, total=total, **values)
    if found.countered[found.winner]:
        return phrase("verdict-nearest-counter", tied=tied, points=rules.counter_points, total=total, **values)
    return phrase("verdict-nearest", tied=tied, total=total, **values)


def _named(seats: Sequence[int]) -> tuple[str, ...]:
    return tuple(map(seat_name, seats))
