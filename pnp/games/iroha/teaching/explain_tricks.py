"""Tricks, laid out for a reader: each play in a row of its own, and why the marker moved."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.tableau import Mark, Row, Tableau
from pnp.games.core.wording import seat_name
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.trick import Trick, marker_of, trick_of
from pnp.games.iroha.teaching.layout import Layout, cards_of
from pnp.model.text import Phrase, phrase


def _plays(layout: Layout, found: Trick, seats: Sequence[int] = ()) -> tuple[Row, ...]:
    """A row per play: the trump suit counted, the card that takes the trick framed. ``seats``, in the order of the
    plays, stand over the cards; without them, who leads."""
    trump = [card for card in found.plays if card.suit == found.trump]
    minis = layout.minis(found.plays, trump, found.marker)
    rows = []
    for place, mini in enumerate(minis):
        label = phrase("row-seat", seat=seat_name(seats[place])) if seats else phrase("row-led") if not place else None
        mark: Mark | None = "winner" if place == found.winner else None
        rows.append(Row((mini,), label, mark=mark, role="trick", titled=label is not None))
    return tuple(rows)


def explain_trick(layout: Layout) -> Tableau:
    """A trick by itself."""
    rules = layout.rules
    found = trick_of(rules, layout.cards("plays"))
    taker = found.plays[layout.out["winner"]]
    moves = _moves(layout, found.plays)
    trumps = tuple(rules.names[found.plays[place].suit] for place in _markers(layout, found.plays))
    highest = max(found.plays, key=lambda card: card.number)
    card = layout.name(taker)
    if not moves:
        verdict = phrase("verdict-all-follow", suit=rules.names[found.trump], card=card)
    elif highest.number > taker.number:
        verdict = phrase("verdict-not-the-highest", moves=moves, trumps=trumps, card=card, other=layout.name(highest))
    else:
        verdict = phrase("verdict-trick", moves=moves, trumps=trumps, card=card)
    return Tableau(phrase("heading-trick", moves=len(moves)), _plays(layout, found), verdict, "winner")


def _moves(layout: Layout, plays: Cards, seats: Sequence[int] = ()) -> tuple[Phrase, ...]:
    """Why the marker moved, each time: to which card, and of which suits its player had none; who that was, of
    ``seats`` in the order of the plays."""
    names = layout.rules.names
    told = []
    for place in _markers(layout, plays):
        card = layout.name(plays[place])
        played = dict.fromkeys(card.suit for card in plays[:place])
        lacks = tuple(phrase("no-suit", suit=names[suit]) for suit in played)
        if seats:
            told.append(phrase("moves-marker-seat", seat=seat_name(seats[place]), lacks=lacks, card=card))
        else:
            told.append(phrase("moves-marker", number=place + 1, lacks=lacks, card=card))
    return tuple(told)


def _markers(layout: Layout, plays: Cards) -> tuple[int, ...]:
    """The places of the cards to which the marker moved, in order, without the card led."""
    found = dict.fromkeys(marker_of(layout.rules, plays[:count]) for count in range(1, len(plays) + 1))
    return tuple(found)[1:]


def explain_lead(layout: Layout) -> Tableau:
    """Who leads, and who does so next."""
    rules, players = layout.rules, layout.position["players"]
    dealer = layout.position["dealer"]
    leader = rules.first_leader(dealer, players)
    rows: list[Row] = []
    taker: Card | None = None
    moves: tuple[Phrase, ...] = ()
    first = leader
    for raw in layout.position["tricks"]:
        found = trick_of(rules, cards_of(raw))
        seats = [(first + place) % players for place in range(len(found.plays))]
        rows += _plays(layout, found, seats)
        moves += _moves(layout, found.plays, seats)
        if found.winner is not None:
            taker, first = found.plays[found.winner], seats[found.winner]
    values: dict[str, str | Phrase] = {"dealer": seat_name(dealer), "leader": seat_name(leader)}
    if taker is None:
        verdict = phrase("verdict-first-lead", **values)
    else:
        values |= {"card": layout.name(taker), "next": seat_name(layout.out["leader"])}
        verdict = phrase("verdict-lead-moves", moves=moves, **values) if moves else phrase("verdict-lead", **values)
    return Tableau(phrase("heading-lead"), tuple(rows), verdict, "winner" if rows else None)
