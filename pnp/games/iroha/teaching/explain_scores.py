"""Scores, laid out for a reader: what captured cards bring and cost, a last play that weighs them, and the totals."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.core.answer import PositionError
from pnp.games.core.score import Score
from pnp.games.core.tableau import MiniCard, Row, Tableau
from pnp.games.core.wording import Term, added, equals, equation, seat_name
from pnp.games.iroha.rules.cards import Card, Cards
from pnp.games.iroha.rules.scoring import score
from pnp.games.iroha.rules.trick import marker_of, trick_of
from pnp.games.iroha.teaching.layout import Layout, cards_of
from pnp.model.text import Phrase, phrase


def explain_score(layout: Layout) -> Tableau:
    """What the cards captured in a deal score."""
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
            titled=True,
        )
        for suit in suits
    )
    parts = [
        phrase("suit-points", suit=rules.names[suit], points=_bracketed(_points(found, suit), True)) for suit in suits
    ]
    said = {"parts": added(parts), "total": points(layout.out["total"])}
    rest = _rest(layout, found)
    verdict = phrase("verdict-score-rest", rest=rest, **said) if rest else phrase("verdict-score", **said)
    return Tableau(phrase("heading-score"), rows, verdict)


def _rest(layout: Layout, found: Score[Card]) -> Phrase | None:
    """What the other cards of the suit cost that costs most, and what it comes to; None where none costs anything."""
    items = {item.cards[0].suit: item for item in found.items if item.rule != "lowest" and item.points}
    if not items:
        return None
    suit, dear = min(items.items(), key=lambda pair: pair[1].points)
    values = _points(found, suit)
    return phrase(
        "suit-rest",
        suit=layout.rules.names[suit],
        number=sum(values) - dear.points,
        count=len(dear.cards),
        loss=-dear.points,
        sum=sum(values),
    )


def explain_deals(layout: Layout) -> Tableau:
    """The same of several deals of one seat."""
    rules = layout.rules
    rows, deals = [], []
    for place, raw in enumerate(layout.position["captured"]):
        cards = cards_of(raw)
        found = score(rules, cards)
        sums = _sum_by_suit(found, cards)
        label = phrase("row-deal", number=place + 1)
        rows.append(Row(layout.minis(cards, _scoring(found)), label, sums, titled=True))
        deals.append(phrase("deal-points", number=place + 1, sum=sums))
    verdict = phrase("verdict-deals", deals=tuple(deals), total=points(layout.out["total"]))
    return Tableau(phrase("heading-deals", count=len(deals)), tuple(rows), verdict)


def points(count: int) -> Phrase:
    """So many points."""
    return phrase("points", count=count)


def _scoring(found: Score[Card]) -> list[Card]:
    return [card for item in found.items if item.rule == "lowest" for card in item.cards]


def _points(found: Score[Card], suit: str) -> list[int]:
    """What the captured cards of a suit bring and cost; what costs nothing is left out."""
    points = [item.points for item in found.items if item.cards[0].suit == suit]
    return [value for value in points if value] or points[:1]


def explain_last_play(layout: Layout) -> Tableau:
    """A last play, and what each card of the hand comes to."""
    rules = layout.rules
    captured, table, hand = (layout.cards(key) for key in ("captured", "table", "hand"))
    marker = marker_of(rules, table)
    trump = [card for card in table if card.suit == table[marker].suit]
    rows = (
        Row(
            layout.minis(captured, _scoring(score(rules, captured))),
            phrase("row-captured"),
            role="captured",
            titled=True,
        ),
        Row(layout.minis(table, trump, marker), phrase("row-table"), role="table", titled=True),
        Row(layout.minis(hand), phrase("row-hand"), role="choice", titled=True),
    )
    return Tableau(phrase("heading-last-play"), rows, _last_verdict(layout))


def _last_verdict(layout: Layout) -> Phrase:
    takes, leaves = ([row for row in layout.out["plays"] if row[1] is took] for took in (True, False))
    if not takes or not leaves:
        _, took, total = max(layout.out["plays"], key=lambda row: row[2])
        key = "verdict-last-always" if took else "verdict-last-never"
        return phrase(key, trump=_last_trump(layout), count=len(layout.out["plays"]), total=points(total))
    take, leave = (max(rows, key=lambda row: row[2]) for rows in (takes, leaves))
    captured = layout.cards("captured")
    table = layout.cards("table")
    won = (*captured, *table, Card(*take[0]))
    left = trick_of(layout.rules, (*table, Card(*leave[0])))
    if left.winner is None:
        raise PositionError("nobody takes the trick of a last play")
    values = {
        "trump": _last_trump(layout),
        "take": layout.name(Card(*take[0])),
        "taken": _summed(layout, won),
        "leave": layout.name(Card(*leave[0])),
        "taker": layout.name(left.plays[left.winner]),
        "left": _summed(layout, captured),
    }
    return phrase("verdict-last-leave" if leave[2] >= take[2] else "verdict-last-take", **values)


def _last_trump(layout: Layout) -> Phrase:
    """What is trump before a last play, and that both cards follow where they do."""
    table, hand = layout.cards("table"), layout.cards("hand")
    trump = layout.rules.names[table[marker_of(layout.rules, table)].suit]
    both = len(hand) == 2 and {card.suit for card in hand} <= {card.suit for card in table}
    return phrase("last-follow" if both else "last-trump", trump=trump)


def _summed(layout: Layout, cards: Cards) -> Phrase:
    """What cards score in points, suit by suit with their names; of a single card its number alone."""
    found = score(layout.rules, cards)
    suits = list(dict.fromkeys(card.suit for card in cards))
    parts = [
        phrase("suit-points", suit=layout.rules.names[suit], points=_bracketed(_points(found, suit), True))
        for suit in suits
    ]
    added_up = equals(parts, found.total) if len(cards) > 1 else phrase("number", number=found.total)
    return phrase("sum-points", sum=added_up, count=found.total)


def _sum_by_suit(found: Score[Card], cards: Cards) -> Phrase:
    """What captured cards score, suit by suit in the order in which they lie: ``(3−1)+(2−2)+1=3``; without any, 0."""
    suits = list(dict.fromkeys(card.suit for card in cards))
    if not suits:
        return phrase("number", number=0)
    if len(suits) == 1:
        return equation(_points(found, suits[0]))
    return equals([_bracketed(_points(found, suit), False) for suit in suits], found.total)


def _bracketed(terms: Sequence[int], beside: bool) -> Term:
    """Terms as one: in brackets, unless it is a single one that needs none. ``beside`` a name a loss needs none."""
    if len(terms) == 1 and (terms[0] >= 0 or beside):
        return terms[0]
    return phrase("bracketed", terms=added(terms))


def explain_game(layout: Layout) -> Tableau:
    """The points of every deal and seat, and who has most."""
    columns = list(zip(*layout.position["deal_scores"], strict=True))
    best = layout.out["best"]
    over = len(layout.position["deal_scores"]) >= len(columns) * layout.rules.deals_each
    rows = tuple(
        Row(
            tuple(MiniCard({"points": score_}, (_signed(score_),)) for score_ in column),
            phrase("row-seat", seat=seat_name(seat)),
            phrase("number", number=sum(column)),
            "winner" if over and seat in best else None,
            "points",
            titled=True,
        )
        for seat, column in enumerate(columns)
    )
    totals = tuple(
        phrase("seat-total", seat=seat_name(seat), total=total) for seat, total in enumerate(layout.out["totals"])
    )
    return Tableau(
        phrase("heading-game", count=len(layout.position["deal_scores"])),
        rows,
        phrase("verdict-game" if over else "verdict-game-so-far", seats=tuple(map(seat_name, best)), totals=totals),
        "winner" if over else None,
    )


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
