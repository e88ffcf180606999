"""Worked examples and rule checks of iroha, laid out for a reader.

Every card of the position lies in one row, in the order of the position. In a trick each play is a row of its own, the
trump suit stands out, and the card that takes the trick is framed; the field ``marked`` says that the trump marker lies
beside a card. In captures the card that scores stands out. In a check of passing the cards that are to be passed do.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.score import Score
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, layout_of
from pnp.games.core.wording import equals, equation, seat_name
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.record import Rules, pack
from pnp.games.iroha.rules.scoring import score
from pnp.games.iroha.rules.trick import Trick, marker_of, pass_violation, play_violation, trick_of
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.text import Phrase, Text, phrase


def explain(settings: IrohaSettings, example: Example) -> Tableau:
    """The tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(_Layout(settings, example))


class _Layout:
    """An example and what is needed to lay it out."""

    def __init__(self, settings: IrohaSettings, example: Example) -> None:
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {suit.id: suit.letter for suit in settings.suits}
        self.position: Position = example.position
        self.out: Answer = example.out

    def cards(self, key: str) -> Cards:
        """The cards of a list of the position."""
        return _cards(self.position[key])

    def minis(
        self, cards: Sequence[Card], counted: Container[Card] | None = None, marked: int | None = None
    ) -> tuple[MiniCard, ...]:
        """Miniatures: plain without ``counted``, else the cards in it counted and the others dimmed. ``marked`` is the
        index of the card beside the trump marker."""
        return tuple(
            self._mini(
                card, "plain" if counted is None else "counted" if card in counted else "dimmed", place == marked
            )
            for place, card in enumerate(cards)
        )

    def badge(self, suit: str) -> MiniCard:
        """The trump suit."""
        return MiniCard({"suit": suit}, (self.letters[suit],))

    def name(self, card: Card) -> Phrase:
        """A card as its miniature spells it."""
        return phrase("card-name", letter=self.letters[card.suit], number=card.number)

    def _mini(self, card: Card, state: CardState, marked: bool) -> MiniCard:
        fields = {"suit": card.suit, "number": card.number, "marked": marked}
        return MiniCard(fields, (str(card.number), self.letters[card.suit]), state)


def _cards(raw: Sequence[Any]) -> Cards:
    return tuple(Card(*card) for card in raw)


def _plays(layout: _Layout, found: Trick, seats: Sequence[int] = ()) -> tuple[Row, ...]:
    """A row per play: the trump suit counted, the card that takes the trick framed. ``seats``, in the order of the
    plays, stand over the cards."""
    trump = [card for card in found.plays if card.suit == found.trump]
    minis = layout.minis(found.plays, trump, found.marker)
    return tuple(
        Row(
            (mini,),
            phrase("row-seat", seat=seat_name(seats[place])) if seats else phrase("row-play", number=place + 1),
            mark="winner" if place == found.winner else None,
            role="trick",
            titled=bool(seats),
        )
        for place, mini in enumerate(minis)
    )


def _trick(layout: _Layout) -> Tableau:
    rules = layout.rules
    found = trick_of(rules, layout.cards("plays"))
    trump, taker = rules.names[found.trump], found.plays[layout.out["winner"]]
    values = {"suit": trump, "card": layout.name(taker)}
    highest = max(found.plays, key=lambda card: card.number)
    if found.marker == 0:
        verdict = phrase("verdict-all-follow", **values)
    elif highest.number > taker.number:
        verdict = phrase("verdict-not-the-highest", other=layout.name(highest), **values)
    else:
        verdict = phrase("verdict-trick", **values)
    return Tableau(phrase("heading-trick"), _plays(layout, found), verdict, "winner", layout.badge(found.trump))


def _lead(layout: _Layout) -> Tableau:
    rules, players = layout.rules, layout.position["players"]
    dealer = layout.position["dealer"]
    leader = rules.first_leader(dealer, players)
    rows: list[Row] = []
    taker: Card | None = None
    first = leader
    for raw in layout.position["tricks"]:
        found = trick_of(rules, _cards(raw))
        seats = [(first + place) % players for place in range(len(found.plays))]
        rows += _plays(layout, found, seats)
        if found.winner is not None:
            taker, first = found.plays[found.winner], seats[found.winner]
    values = {"dealer": seat_name(dealer), "leader": seat_name(leader)}
    if taker is None:
        verdict = phrase("verdict-first-lead", **values)
    else:
        verdict = phrase("verdict-lead", card=layout.name(taker), next=seat_name(layout.out["leader"]), **values)
    return Tableau(phrase("heading-lead"), tuple(rows), verdict, "winner" if rows else None)


def _score(layout: _Layout) -> Tableau:
    rules = layout.rules
    captured = layout.cards("captured")
    found = score(rules, captured)
    counted = _scoring(found)
    suits = list(dict.fromkeys(card.suit for card in captured))
    rows = tuple(
        Row(
            layout.minis([card for card in captured if card.suit == suit], counted),
            phrase("row-suit", suit=rules.names[suit]),
            equation(_points(found, suit)),
        )
        for suit in suits
    )
    parts = tuple(
        phrase("suit-points", letter=layout.letters[suit], points=equation(_points(found, suit))) for suit in suits
    )
    verdict = phrase("verdict-score", parts=parts, total=layout.out["total"])
    return Tableau(phrase("heading-score"), rows, verdict)


def _deals(layout: _Layout) -> Tableau:
    rules = layout.rules
    rows = []
    for place, raw in enumerate(layout.position["captured"]):
        cards = _cards(raw)
        found = score(rules, cards)
        points = [item.points for item in found.items]
        note = equation(points)
        label = phrase("row-deal", number=place + 1)
        rows.append(Row(layout.minis(cards, _scoring(found)), label, note, titled=True))
    total = layout.out["total"]
    sums = equals(layout.out["scores"], total)
    return Tableau(phrase("heading-deals"), tuple(rows), phrase("verdict-deals", sum=sums))


def _scoring(found: Score[Card]) -> list[Card]:
    return [card for item in found.items if item.rule == "lowest" for card in item.cards]


def _points(found: Score[Card], suit: str) -> list[int]:
    """What the captured cards of a suit bring and cost; what costs nothing is left out."""
    points = [item.points for item in found.items if item.cards[0].suit == suit]
    return [value for value in points if value] or points[:1]


def _last_play(layout: _Layout) -> Tableau:
    rules, out = layout.rules, layout.out
    captured, table, hand = (layout.cards(key) for key in ("captured", "table", "hand"))
    best = _cards(out["best"])
    rows = (
        Row(
            layout.minis(captured, _scoring(score(rules, captured))),
            phrase("row-captured"),
            role="captured",
            titled=True,
        ),
        Row(layout.minis(table, None, marker_of(rules, table)), phrase("row-table"), role="table", titled=True),
        Row(layout.minis(hand, best), phrase("row-hand"), role="choice", titled=True),
    )
    return Tableau(phrase("heading-last-play"), rows, _last_verdict(layout))


def _last_verdict(layout: _Layout) -> Phrase:
    takes, leaves = ([row for row in layout.out["plays"] if row[1] is took] for took in (True, False))
    if not takes or not leaves:
        card, _, total = max(layout.out["plays"], key=lambda row: row[2])
        return phrase("verdict-last-any", card=layout.name(Card(*card)), total=total)
    take, leave = (max(rows, key=lambda row: row[2]) for rows in (takes, leaves))
    captured = layout.cards("captured")
    won = (*captured, *layout.cards("table"), Card(*take[0]))
    values = {
        "take": layout.name(Card(*take[0])),
        "taken": equation(_all_points(score(layout.rules, won))),
        "leave": layout.name(Card(*leave[0])),
        "left": equation(_all_points(score(layout.rules, captured))),
    }
    return phrase("verdict-last-leave" if leave[2] >= take[2] else "verdict-last-take", **values)


def _all_points(found: Score[Card]) -> list[int]:
    """Every number that a score is made of; what costs nothing is left out."""
    return [item.points for item in found.items if item.points] or [0]


def _receive(layout: _Layout) -> Tableau:
    passed = [_cards(raw) for raw in layout.position["passed"]]
    seats = len(passed)
    rows = tuple(
        Row(
            layout.minis(cards),
            phrase("row-seat", seat=seat_name(seat)),
            role="taken" if seat else "palette",
            titled=True,
        )
        for seat, cards in enumerate(passed)
    )
    ways = tuple(
        phrase("passes", giver=seat_name(seat), taker=seat_name(layout.rules.pass_to(seat, seats)))
        for seat in range(seats)
    )
    return Tableau(phrase("heading-pass"), rows, phrase("verdict-pass", ways=ways))


def _setup(layout: _Layout) -> Tableau:
    rules, out, players = layout.rules, layout.out, layout.position["players"]
    suit = rules.suits[0]
    cards = [card for card in pack(rules, players) if card.suit == suit]
    row = Row(layout.minis(cards), phrase("row-suit", suit=rules.names[suit]))
    verdict = phrase(
        "verdict-setup", players=players, used=out["cards_used"], dealt=out["dealt_each"], undealt=out["undealt"]
    )
    return Tableau(phrase("heading-setup", players=players), (row,), verdict)


def _game(layout: _Layout) -> Tableau:
    columns = list(zip(*layout.position["deal_scores"], strict=True))
    best = layout.out["best"]
    rows = tuple(
        Row(
            tuple(MiniCard({"points": points}, (_signed(points),)) for points in column),
            phrase("row-seat", seat=seat_name(seat)),
            phrase("number", number=sum(column)),
            "winner" if seat in best else None,
            "points",
            titled=True,
        )
        for seat, column in enumerate(columns)
    )
    results = tuple(
        phrase("seat-total", seat=seat_name(seat), total=total) for seat, total in enumerate(layout.out["totals"])
    )
    winners = phrase(
        "verdict-game" if len(best) == 1 else "verdict-game-shared", seats=tuple(map(seat_name, best)), totals=results
    )
    return Tableau(phrase("heading-game"), rows, winners, "winner")


def _turn(layout: _Layout) -> Tableau:
    rules, out = layout.rules, layout.out
    table, hand, card = layout.cards("table"), layout.cards("hand"), Card(*layout.position["card"])
    allowed = out["verdict"] == "allowed"
    moved = allowed and out["marker"] == len(table)
    marker = None if moved or not table else marker_of(rules, table)
    rows = [
        Row(layout.minis(table, None, marker), phrase("row-table"), role="table"),
        Row(layout.minis((card,), None, 0 if moved else None), phrase("row-played"), role="played"),
    ]
    rest = [other for other in hand if other != card]
    if rest:
        rows.append(Row(layout.minis(rest), phrase("row-hand"), role="hand"))
    if not allowed:
        violation = play_violation(rules, hand, table, card)
        if violation is None:
            raise PositionError(f"playing {card} is recorded as not allowed, and it is allowed")
        verdict = phrase("verdict-not-allowed", reason=violation.reason)
    else:
        suit = rules.names[card.suit]
        verdict = phrase("verdict-allowed", reason=phrase("reason-void" if moved else "reason-lies-there", suit=suit))
    return Tableau(phrase("heading-turn"), tuple(rows), verdict, _mark(out))


def _may_pass(layout: _Layout) -> Tableau:
    rules = layout.rules
    hand, received, chosen = (layout.cards(key) for key in ("hand", "received", "cards"))
    rows = [Row(layout.minis(hand, chosen), phrase("row-dealt"), role="palette", titled=True)]
    if received:
        rows.append(Row(layout.minis(received, chosen), phrase("row-received"), role="received", titled=True))
    if layout.out["verdict"] == "allowed":
        verdict = phrase("verdict-allowed", reason=phrase("reason-own-cards", cards=tuple(map(layout.name, chosen))))
    else:
        violation = pass_violation(rules, hand, received, chosen)
        if violation is None:
            raise PositionError("passing these cards is recorded as not allowed, and it is allowed")
        verdict = phrase("verdict-not-allowed", reason=violation.reason)
    return Tableau(phrase("heading-may-pass"), tuple(rows), verdict, _mark(layout.out))


def _mark(out: Answer) -> Mark:
    return "allowed" if out["verdict"] == "allowed" else "not-allowed"


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


_KINDS: Mapping[str, Callable[[_Layout], Tableau]] = {
    "trick": _trick,
    "score": _score,
    "last_play": _last_play,
    "lead": _lead,
    "receive": _receive,
    "seat_total": _deals,
    "game": _game,
    "setup": _setup,
    "turn": _turn,
    "may_pass": _may_pass,
}
