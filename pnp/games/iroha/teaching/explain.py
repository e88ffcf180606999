"""Worked examples and rule checks of iroha, laid out for a reader.

Every card of the position lies in one row, in the order of the position. In a trick each play is a row of its own, the
trump suit stands out, and the card that takes the trick is framed. The field ``marked`` is true for the card beside the
trump marker. Captured cards that do not score have the field ``cost``, and the first of each further suit in a row has
the field ``apart``. In a check of passing the field ``raised`` is
true for the cards to be passed, and cards from the right lie face down. Row labels name the owner of the cards; cards
are named in full.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from pnp.games.core.answer import Answer, Position, PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.score import Score
from pnp.games.core.tableau import CardState, Mark, MiniCard, Row, Tableau, layout_of
from pnp.games.core.wording import Term, added, equals, equation, seat_name
from pnp.games.iroha.rules.cards import Card, Cards, Rules, pack
from pnp.games.iroha.rules.decisions import rules_of
from pnp.games.iroha.rules.trick import Trick, marker_of, pass_violation, play_violation, score, trick_of
from pnp.games.iroha.settings import IrohaSettings
from pnp.model.text import Phrase, PhraseValue, Text, phrase


class Layout:
    """Example with its rules and miniature cards, ready to be laid out."""

    def __init__(self, settings: IrohaSettings, example: Example) -> None:
        self.rules: Rules = rules_of(settings)
        self.letters: Mapping[str, Text] = {suit.id: suit.letter for suit in settings.suits}
        self.position: Position = example.position
        self.out: Answer = example.out

    def cards(self, key: str) -> Cards:
        """Return the cards of a list of the position."""
        return cards_of(self.position[key])

    def minis(
        self, cards: Sequence[Card], counted: Container[Card] | None = None, marked: int | None = None
    ) -> tuple[MiniCard, ...]:
        """Return miniatures of cards.

        They are plain without ``counted``; else the cards in it are counted and the others dimmed. ``marked`` is the
        index of the card beside the trump marker.
        """
        return tuple(
            self._mini(
                card, "plain" if counted is None else "counted" if card in counted else "dimmed", index == marked
            )
            for index, card in enumerate(cards)
        )

    def pile(self, cards: Sequence[Card], lowest: Container[Card]) -> tuple[MiniCard, ...]:
        """Return miniatures of captured cards. The field ``cost`` of those that are not the lowest of their suit says
        what they cost; where that is nothing they are dimmed, and the others counted. Suits stand apart.
        """
        if not self.rules.cost:
            return self.apart(self.minis(cards, lowest))
        return self.apart(
            tuple(
                mini if card in lowest else replace(mini, fields={**mini.fields, "cost": self.rules.cost})
                for mini, card in zip(self.minis(cards), cards, strict=True)
            )
        )

    def apart(self, minis: Sequence[MiniCard]) -> tuple[MiniCard, ...]:
        """Return miniatures of cards suit by suit; the first of each further suit has the field ``apart``."""
        return tuple(
            replace(mini, fields={**mini.fields, "apart": True})
            if index and mini.fields["suit"] != minis[index - 1].fields["suit"]
            else mini
            for index, mini in enumerate(minis)
        )

    def offered(self, hand: Sequence[Card], chosen: Container[Card]) -> tuple[MiniCard, ...]:
        """Return miniatures of a hand, with the chosen cards raised."""
        minis = self.minis(hand)
        return tuple(
            replace(mini, fields={**mini.fields, "raised": card in chosen})
            for mini, card in zip(minis, hand, strict=True)
        )

    def name(self, card: Card) -> Phrase:
        """Return a card by the name of its suit and its number."""
        return phrase("card-name", suit=self.rules.many[card.suit], number=card.number)

    def _mini(self, card: Card, state: CardState, marked: bool) -> MiniCard:
        fields = {"suit": card.suit, "number": card.number, "marked": marked}
        return MiniCard(fields, (str(card.number), self.letters[card.suit]), state)


def cards_of(raw: Sequence[Any]) -> Cards:
    """Return the cards of a list as it stands in a position."""
    return tuple(Card(*card) for card in raw)


# Rule checks


def explain_turn(layout: Layout) -> Tableau:
    """Lay out a card that a seat plays, and the verdict on it. Raises PositionError for the first card of a trick."""
    rules, out = layout.rules, layout.out
    table, hand, card = layout.cards("table"), layout.cards("hand"), Card(*layout.position["card"])
    if not table:
        raise PositionError("the first card of a trick follows nothing, and is not laid out")
    allowed = out["verdict"] == "allowed"
    moved = allowed and out["marker"] == len(table)
    marker = None if moved else marker_of(rules, table)
    trump = card.suit if moved else table[marker_of(rules, table)].suit
    trumps = [played for played in (*table, card) if played.suit == trump]
    rows = [
        Row(layout.minis(table, trumps, marker), phrase("row-table"), role="table", titled=True),
        Row(
            layout.minis((card,), trumps if allowed else None, 0 if moved else None),
            phrase("row-played"),
            role="then",
            titled=True,
        ),
    ]
    rest = [other for other in hand if other != card]
    if rest:
        rows.append(Row(layout.minis(rest), phrase("row-rest"), role="hand", titled=True))
    if not allowed:
        violation = play_violation(rules, hand, table, card)
        if violation is None:
            raise PositionError(f"playing {card} is recorded as not allowed, and it is allowed")
        heading = "heading-turn-could-follow"
        reason = violation.reason
        if trump not in {held.suit for held in hand} and trump != table[0].suit:
            reason = phrase("violation-must-follow-old", **reason.values, trump=rules.many[trump])
        verdict = phrase("verdict-not-allowed", reason=reason)
    else:
        suit = rules.many[card.suit]
        other_suit = card.suit != table[0].suit
        heading = "heading-turn-void" if moved else "heading-turn-other" if other_suit else "heading-turn-follows"
        if moved:
            suits = tuple(rules.many[played] for played in dict.fromkeys(played.suit for played in table))
            reason = phrase("reason-none", suits=suits, to=layout.name(card), suit=suit)
        else:
            reason = phrase("reason-lies-there", suit=suit)
        verdict = phrase("verdict-allowed", reason=reason)
    return Tableau(phrase(heading), tuple(rows), verdict, _mark(out))


def explain_may_pass(layout: Layout) -> Tableau:
    """Lay out cards that a seat passes, and the verdict on them."""
    rules = layout.rules
    hand, received, chosen = (layout.cards(key) for key in ("hand", "received", "cards"))
    rows = [Row(layout.offered(hand, chosen), phrase("row-dealt"), role="palette", titled=True)]
    if received:
        backs = tuple(MiniCard({"raised": card in chosen}, ()) for card in received)
        rows.append(Row(backs, phrase("row-received"), role="received", titled=True))
    heading = "heading-pass-own"
    if layout.out["verdict"] == "allowed":
        verdict = phrase("verdict-allowed", reason=phrase("reason-own-cards", cards=tuple(map(layout.name, chosen))))
    else:
        violation = pass_violation(rules, hand, received, chosen)
        if violation is None:
            raise PositionError("passing these cards is recorded as not allowed, and it is allowed")
        heading = "heading-pass-count" if len(chosen) != rules.passed else "heading-pass-received"
        verdict = phrase("verdict-not-allowed", reason=violation.reason)
    return Tableau(phrase(heading), tuple(rows), verdict, _mark(layout.out))


def _mark(out: Answer) -> Mark:
    return "allowed" if out["verdict"] == "allowed" else "not-allowed"


# Scores


def explain_score(layout: Layout) -> Tableau:
    """Lay out the score of the cards captured in a deal. Raises PositionError if there are none."""
    rules = layout.rules
    captured = layout.cards("captured")
    if not captured:
        raise PositionError("no card is captured, and a score of nothing is not laid out")
    pile_score = score(rules, captured)
    counted = _scoring_cards(pile_score)
    suits = list(dict.fromkeys(card.suit for card in captured))
    rows = tuple(
        Row(
            layout.pile([card for card in captured if card.suit == suit], counted),
            phrase("row-suit", suit=rules.many[suit]),
            equation(_suit_points(pile_score, suit)),
            titled=True,
        )
        for suit in suits
    )
    parts = [
        phrase("suit-points", suit=rules.many[suit], points=_bracketed(_suit_points(pile_score, suit), True))
        for suit in suits
    ]
    total = points(layout.out["total"])
    values = {"parts": added(parts), "total": total}
    rest = _costliest_rest(layout, pile_score)
    if high_twice(captured):
        high = _high_verdict(layout, rest, total) if rest else phrase("verdict-score", **values)
        return Tableau(phrase("heading-score-high"), rows, high)
    verdict = phrase("verdict-score-rest", rest=rest, **values) if rest else phrase("verdict-score", **values)
    return Tableau(phrase("heading-score"), rows, verdict)


def _high_verdict(layout: Layout, rest: Phrase, total: Phrase) -> Phrase:
    """Explain the highest number alone in its suit, and beside a lower card."""
    by_number = sorted(layout.cards("captured"), key=lambda card: card.number)
    suits = [card.suit for card in by_number]
    alone = next(card for card in by_number if suits.count(card.suit) == 1)
    joined = [card for card in by_number if card.suit != alone.suit]
    return phrase(
        "verdict-high-costs",
        total=total,
        alone=layout.name(alone),
        number=alone.number,
        high=layout.name(joined[-1]),
        cost=layout.rules.cost,
        low=layout.name(joined[0]),
        rest=rest,
    )


def _costliest_rest(layout: Layout, pile_score: Score[Card]) -> Phrase | None:
    """Describe the suit whose other cards cost most, and its points; None if no card costs anything."""
    cost_items = {item.cards[0].suit: item for item in pile_score.items if item.rule != "lowest" and item.points}
    if not cost_items:
        return None
    suit, costliest = min(cost_items.items(), key=lambda pair: pair[1].points)
    values = _suit_points(pile_score, suit)
    return phrase(
        "suit-rest",
        suit=layout.rules.many[suit],
        number=sum(values) - costliest.points,
        count=len(costliest.cards),
        loss=-costliest.points,
        sum=sum(values),
    )


def high_twice(captured: Sequence[Card]) -> bool:
    """Tell whether the highest number was captured twice: alone in its suit, and beside lower cards of the other."""
    numbers: dict[str, list[int]] = {}
    for card in captured:
        numbers.setdefault(card.suit, []).append(card.number)
    highest = {max(of_suit) for of_suit in numbers.values()}
    return len(numbers) == 2 and len(highest) == 1 and min(map(len, numbers.values())) == 1 < len(captured) - 1


def explain_deals(layout: Layout) -> Tableau:
    """Lay out the scores of several deals of one seat."""
    rules = layout.rules
    rows, deals = [], []
    for deal, raw_cards in enumerate(layout.position["captured"]):
        cards = cards_of(raw_cards)
        pile_score = score(rules, cards)
        sums = _sum_by_suit(pile_score, cards)
        label = phrase("row-deal", number=deal + 1)
        rows.append(Row(layout.pile(cards, _scoring_cards(pile_score)), label, sums, titled=True))
        deals.append(phrase("deal-points", number=deal + 1, sum=sums))
    verdict = phrase("verdict-deals", deals=tuple(deals), total=points(layout.out["total"]))
    return Tableau(phrase("heading-deals", count=len(deals)), tuple(rows), verdict)


def points(count: int) -> Phrase:
    """Return a number of points as a phrase."""
    return phrase("points", count=count)


def _scoring_cards(pile_score: Score[Card]) -> list[Card]:
    return [card for item in pile_score.items if item.rule == "lowest" for card in item.cards]


def _suit_points(pile_score: Score[Card], suit: str) -> list[int]:
    """Return the points and costs of the captured cards of a suit, without costs of 0."""
    points = [item.points for item in pile_score.items if item.cards[0].suit == suit]
    return [count for count in points if count] or points[:1]


def explain_last_play(layout: Layout) -> Tableau:
    """Lay out a last play, and what a seat has after each choice: where it takes the trick, and where it does not."""
    rules = layout.rules
    captured, table, hand = (layout.cards(key) for key in ("captured", "table", "hand"))
    marker = marker_of(rules, table)
    trump = [card for card in table if card.suit == table[marker].suit]
    before = (
        Row(layout.minis(table, trump, marker), phrase("row-table"), role="table", titled=True),
        Row(layout.minis(hand), phrase("row-hand"), role="choice", titled=True),
    )
    heading = phrase("heading-you-play-last", players=len(table) + 1)
    take, leave = _best_plays(layout)
    if take is None or leave is None:
        return Tableau(
            heading,
            (_pile_row(layout, captured, phrase("row-captured")), *before),
            _one_way(layout),
        )
    won = _pile_row(
        layout,
        (*captured, *table, Card(*take[0])),
        phrase("row-if-take", card=layout.name(Card(*take[0])), count=len(table) + 1),
    )
    kept = _pile_row(layout, captured, phrase("row-if-leave", card=layout.name(Card(*leave[0]))))
    first, second = ((kept, leave), (won, take)) if leave[2] >= take[2] else ((won, take), (kept, leave))
    is_better = leave[2] != take[2]
    rows = (
        *before,
        replace(first[0], role="line"),
        _sum_row(first[1][2], "winner" if is_better else None),
        second[0],
        _sum_row(second[1][2]),
    )
    return Tableau(heading, rows, _last_verdict(layout, take, leave))


def _sum_row(total: int, mark: Mark | None = None) -> Row:
    """Return the row of a total, behind the cards that score it."""
    return Row((MiniCard({"points": total}, (_signed(total),)),), phrase("row-points"), None, mark, "sum", titled=True)


def _pile_row(layout: Layout, cards: Cards, label: Phrase) -> Row:
    """Return a row of captured cards, suit by suit, numbers rising."""
    suits = list(dict.fromkeys(card.suit for card in cards))
    by_suit = tuple(sorted(cards, key=lambda card: (suits.index(card.suit), card.number)))
    minis = layout.pile(by_suit, _scoring_cards(score(layout.rules, by_suit)))
    return Row(minis, label, role="captured", titled=True)


def _best_plays(layout: Layout) -> list[Any]:
    """Return the best play that takes the trick, and the best that leaves it, or None if there is no such play."""
    plays = layout.out["plays"]
    return [
        max((row for row in plays if row[1] is took), key=lambda row: row[2], default=None) for took in (True, False)
    ]


def _one_way(layout: Layout) -> Phrase:
    """Explain a last play that takes the trick with any card, or with none."""
    _, took, total = max(layout.out["plays"], key=lambda row: row[2])
    key = "verdict-last-always" if took else "verdict-last-never"
    return phrase(key, trump=_last_trump(layout), count=len(layout.out["plays"]), total=points(total))


def _last_verdict(layout: Layout, take: Any, leave: Any) -> Phrase:
    table = layout.cards("table")
    left_trick = trick_of(layout.rules, (*table, Card(*leave[0])))
    if left_trick.winner is None:
        raise PositionError("no seat takes the trick of a last play")
    values = {
        "trump": _last_trump(layout),
        "leave": layout.name(Card(*leave[0])),
        "taker": layout.name(left_trick.plays[left_trick.winner]),
    }
    if leave[2] == take[2]:
        return phrase("verdict-last-equal", **values)
    values["take"] = layout.name(Card(*take[0]))
    return phrase("verdict-leave-better" if leave[2] > take[2] else "verdict-take-better", **values)


def _last_trump(layout: Layout) -> Phrase:
    """Name the trump before a last play, and say so if both cards follow."""
    table, hand = layout.cards("table"), layout.cards("hand")
    trump = layout.rules.many[table[marker_of(layout.rules, table)].suit]
    both_follow = len(hand) == 2 and {card.suit for card in hand} <= {card.suit for card in table}
    return phrase("last-follow" if both_follow else "last-trump", trump=trump)


def _sum_by_suit(pile_score: Score[Card], cards: Cards) -> Phrase:
    """Write out the score of captured cards, suit by suit in their order: ``(3−1)+(2−2)+1=3``; 0 without cards."""
    suits = list(dict.fromkeys(card.suit for card in cards))
    if not suits:
        return phrase("number", number=0)
    if len(suits) == 1:
        return equation(_suit_points(pile_score, suits[0]))
    return equals([_bracketed(_suit_points(pile_score, suit), False) for suit in suits], pile_score.total)


def _bracketed(terms: Sequence[int], beside_name: bool) -> Term:
    """Bracket terms, unless there is a single term that needs no brackets. A loss beside a name needs none."""
    if len(terms) == 1 and (terms[0] >= 0 or beside_name):
        return terms[0]
    return phrase("bracketed", terms=added(terms))


def explain_game(layout: Layout) -> Tableau:
    """Lay out the points of every deal and seat, and the seats with the highest total."""
    columns = list(zip(*layout.position["deal_scores"], strict=True))
    best = layout.out["best"]
    is_over = len(layout.position["deal_scores"]) >= len(columns) * layout.rules.deals_each
    rows = tuple(
        Row(
            tuple(MiniCard({"points": points}, (_signed(points),)) for points in column),
            phrase("row-seat", seat=seat_name(seat)),
            phrase("number", number=sum(column)),
            "winner" if is_over and seat in best else None,
            "points",
            titled=True,
        )
        for seat, column in enumerate(columns)
    )
    totals = tuple(
        phrase("seat-total", seat=seat_name(seat), total=total)
        if len(column) == 1
        else phrase("seat-sum", seat=seat_name(seat), terms=added(column), total=total)
        for seat, (column, total) in enumerate(zip(columns, layout.out["totals"], strict=True))
    )
    heading = "heading-game-tie" if is_over and len(best) > 1 else "heading-game"
    return Tableau(
        phrase(heading, count=len(layout.position["deal_scores"])),
        rows,
        phrase("verdict-game" if is_over else "verdict-game-so-far", seats=tuple(map(seat_name, best)), totals=totals),
        "winner" if is_over else None,
    )


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


# Tricks


def _plays(layout: Layout, trick: Trick, seats: Sequence[int] = ()) -> tuple[Row, ...]:
    """Return a row per play, with the trump suit counted and the winning card framed.

    ``seats``, in the order of the plays, label the cards; without them the first row says that it was led.
    """
    trump = [card for card in trick.plays if card.suit == trick.trump]
    minis = layout.minis(trick.plays, trump, trick.marker)
    rows = []
    for index, mini in enumerate(minis):
        label = phrase("row-seat", seat=seat_name(seats[index])) if seats else phrase("row-led") if not index else None
        mark: Mark | None = "winner" if index == trick.winner else None
        rows.append(Row((mini,), label, mark=mark, role="trick", titled=label is not None))
    return tuple(rows)


def explain_trick(layout: Layout) -> Tableau:
    """Lay out a trick by itself."""
    rules = layout.rules
    trick = trick_of(rules, layout.cards("plays"))
    taker = trick.plays[layout.out["winner"]]
    moves = _moves(layout, trick.plays)
    highest = max(trick.plays, key=lambda card: card.number)
    card = layout.name(taker)
    if not moves:
        verdict = phrase("verdict-all-follow", suit=rules.many[trick.trump], card=card)
    else:
        values = {"number": layout.out["winner"] + 1, "card": card}
        wins = phrase("wins", **values)
        if highest.number > taker.number:
            wins = phrase("wins-not-highest", other=layout.name(highest), **values)
        verdict = phrase("verdict-plays", plays=(*_told_in_order(layout, trick, moves), wins))
    return Tableau(phrase("heading-trick", moves=len(moves)), _plays(layout, trick), verdict, "winner")


def _told_in_order(layout: Layout, trick: Trick, moves: Sequence[Phrase]) -> tuple[Phrase, ...]:
    """Explain the plays after the first in their order: each move of the marker, and who follows.

    A card that follows after the last move and is no trump is named, since it leaves the marker. Who follows last and
    takes the trick is left to the words on that.
    """
    said_last = {trick.winner} & {len(trick.plays) - 1}
    markers, unmoved = _markers(layout, trick.plays), iter(moves)

    def step(index: int) -> tuple[str, int]:
        if index in markers:
            return ("moves", index)
        leaves = index > trick.marker and trick.plays[index].suit != trick.trump
        return ("leaves", index) if leaves else ("follows", 0)

    told = []
    for (kind, index), indices in groupby(range(1, len(trick.plays)), step):
        if kind == "moves":
            told.append(next(unmoved))
        elif kind == "leaves":
            told.append(phrase("leaves-marker", number=index + 1, card=layout.name(trick.plays[index])))
        elif numbers := tuple(index + 1 for index in indices if index not in said_last):
            told.append(phrase("others-follow", numbers=numbers))
    return tuple(told)


def _moves(layout: Layout, plays: Cards, seats: Sequence[int] = ()) -> tuple[Phrase, ...]:
    """Explain each move of the marker: to which card, and which suits its player lacked.

    With ``seats``, in the order of the plays, the explanation names the player.
    """
    many = layout.rules.many
    moves = []
    for index in _markers(layout, plays):
        card = layout.name(plays[index])
        played = dict.fromkeys(earlier.suit for earlier in plays[:index])
        values: dict[str, PhraseValue] = {
            "lacks": tuple(many[suit] for suit in played),
            "card": card,
            "trump": many[plays[index].suit],
        }
        if seats:
            moves.append(phrase("moves-trump-seat", seat=seat_name(seats[index]), **values))
        else:
            moves.append(phrase("moves-trump", number=index + 1, **values))
    return tuple(moves)


def _markers(layout: Layout, plays: Cards) -> tuple[int, ...]:
    """Return the indices of the cards to which the marker moved, in order, without the first play."""
    markers = dict.fromkeys(marker_of(layout.rules, plays[:count]) for count in range(1, len(plays) + 1))
    return tuple(markers)[1:]


def explain_lead(layout: Layout) -> Tableau:
    """Lay out the tricks so far, and the seat that leads the next."""
    rules, players = layout.rules, layout.position["players"]
    dealer = layout.position["dealer"]
    leader = rules.first_leader(dealer, players)
    rows: list[Row] = []
    taker: Card | None = None
    moves: tuple[Phrase, ...] = ()
    next_leader = leader
    for raw_plays in layout.position["tricks"]:
        trick = trick_of(rules, cards_of(raw_plays))
        seats = [(next_leader + index) % players for index in range(len(trick.plays))]
        rows += _plays(layout, trick, seats)
        moves += _moves(layout, trick.plays, seats)
        if trick.winner is not None:
            taker, next_leader = trick.plays[trick.winner], seats[trick.winner]
    values: dict[str, str | Phrase] = {"dealer": seat_name(dealer), "leader": seat_name(leader)}
    if taker is None:
        verdict = phrase("verdict-first-lead", **values)
    else:
        values |= {"card": layout.name(taker), "next": seat_name(layout.out["leader"])}
        verdict = phrase("verdict-lead-moves", moves=moves, **values) if moves else phrase("verdict-lead", **values)
    return Tableau(phrase("heading-lead"), tuple(rows), verdict, "winner" if rows else None)


def explain(settings: IrohaSettings, example: Example) -> Tableau:
    """Return the tableau of an example. Raises PositionError for a kind that is never printed."""
    return layout_of(_KINDS, example.kind)(Layout(settings, example))


def _receive(layout: Layout) -> Tableau:
    passed = [cards_of(raw_cards) for raw_cards in layout.position["passed"]]
    seats = len(passed)
    rows = tuple(
        Row(
            layout.minis(cards),
            phrase("row-passes", seat=seat_name(seat), taker=seat_name(layout.rules.pass_to(seat, seats))),
            titled=True,
        )
        for seat, cards in enumerate(passed)
    )
    passes = tuple(
        phrase("passes", giver=seat_name(seat), taker=seat_name(layout.rules.pass_to(seat, seats)))
        for seat in range(seats)
    )
    return Tableau(phrase("heading-pass"), rows, phrase("verdict-pass", ways=passes, count=layout.rules.passed))


def _setup(layout: Layout) -> Tableau:
    rules, out, players = layout.rules, layout.out, layout.position["players"]
    suit = rules.suits[0]
    cards = [card for card in pack(rules, players) if card.suit == suit]
    row = Row(layout.minis(cards), phrase("row-used"), titled=True)
    verdict = phrase(
        "verdict-setup",
        players=players,
        suits=len(rules.suits),
        numbers=len(cards),
        used=out["cards_used"],
        dealt=out["dealt_each"],
        left=phrase("left-over", count=out["undealt"]),
    )
    return Tableau(phrase("heading-setup", players=players), (row,), verdict)


def _open_lows(layout: Layout) -> Tableau:
    """Lay out captured cards by the variant: the lowest of each suit face up, the others face down."""
    captured, lows = layout.cards("captured"), cards_of(layout.out["open"])
    backs = tuple(MiniCard({}, ()) for _ in range(len(captured) - len(lows)))
    rows = [
        Row(layout.apart(layout.minis(captured)), phrase("row-captured"), titled=True),
        Row(layout.minis(lows), phrase("row-up"), role="then", titled=True),
        Row(backs, phrase("row-down"), role="down", titled=True),
    ]
    verdict = phrase("verdict-open-lows", cards=tuple(map(layout.name, lows)))
    return Tableau(phrase("heading-open-lows"), tuple(row for row in rows if row.cards), verdict)


_KINDS: Mapping[str, Callable[[Layout], Tableau]] = {
    "trick": explain_trick,
    "score": explain_score,
    "last_play": explain_last_play,
    "open_lows": _open_lows,
    "lead": explain_lead,
    "receive": _receive,
    "seat_total": explain_deals,
    "game": explain_game,
    "setup": _setup,
    "turn": explain_turn,
    "may_pass": explain_may_pass,
}
