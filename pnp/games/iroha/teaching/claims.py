"""Claims of iroha: what each sentence and each row of an example must say, by the oracle's answer.

Sentences are about cards captured in a suit or a deal, about a card of a trick, or about a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from pnp.games.core.claims import (
    Added,
    AnyOrder,
    CardClaim,
    Claim,
    Claims,
    OneOf,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    about,
    added,
    answer_at,
    answered,
    any_order,
    claim,
    count_of,
    one_of,
    part,
    position_at,
    row_claim,
    setting,
    subject,
    tableau_claim,
    terms,
)
from pnp.games.core.tableau import CardState
from pnp.games.core.wording import seat_name
from pnp.games.iroha.settings import IrohaSettings, Suit
from pnp.model.text import Text

IrohaScene: TypeAlias = Scene[IrohaSettings]
Card: TypeAlias = tuple[str, int]
Cards: TypeAlias = tuple[Card, ...]
Says: TypeAlias = Callable[[IrohaScene], Any]


# What the position and the oracle say


def _cards(raw: Iterable[Sequence[Any]]) -> Cards:
    return tuple((str(suit), int(number)) for suit, number in raw)


def _at(scene: IrohaScene, key: str) -> Cards:
    return _cards(scene.position[key])


def _raw(cards: Cards) -> list[list[Any]]:
    return [list(card) for card in cards]


def _suit(scene: IrohaScene, suit_id: str) -> Suit:
    return next(suit for suit in scene.settings.suits if suit.id == suit_id)


def _name(scene: IrohaScene, suit_id: str) -> Text:
    return _suit(scene, suit_id).name


def _many(scene: IrohaScene, suit_id: str) -> OneOf:
    """Expect the name of several cards of a suit. Earlier kits print that of one."""
    suit = _suit(scene, suit_id)
    return one_of((suit.plural or part("suit-many", suit=suit_id), suit.name))


def _suits(cards: Cards) -> list[str]:
    return list(dict.fromkeys(suit for suit, _ in cards))


def _lows(scene: IrohaScene, cards: Cards) -> Cards:
    """Return the cards that score: the lowest of each suit."""
    return _cards(scene.ask("open_lows", {"captured": _raw(cards)})["open"]) if cards else ()


def _total(scene: IrohaScene, cards: Cards) -> int:
    return int(scene.ask("score", {"captured": _raw(cards)})["total"])


def _terms_of(scene: IrohaScene, cards: Cards) -> list[int]:
    """Return the terms of the cards of one suit: the lowest number, and the cost of the others, if they cost
    anything."""
    ((_, lowest),) = _lows(scene, cards)
    numbers = [lowest, _total(scene, cards) - lowest]
    return [number for number in numbers if number] or [0]


def _trick(scene: IrohaScene, plays: Cards) -> dict[str, Any]:
    return dict(scene.ask("trick", {"plays": _raw(plays)}))


def _markers(scene: IrohaScene, plays: Cards) -> list[int]:
    """Return the places of the cards to which the marker moved, in order."""
    markers = [_trick(scene, plays[:count])["marker"] for count in range(1, len(plays) + 1)]
    return list(dict.fromkeys(markers))[1:]


# Rows


def _mini(scene: IrohaScene, card: Card, state: CardState = "plain", *, marked: bool = False) -> CardClaim:
    fields = {"suit": card[0], "number": card[1], "marked": marked}
    return CardClaim((str(card[1]), _suit(scene, card[0]).letter), fields, state)


def _minis(scene: IrohaScene, cards: Cards, counted: Cards | None = None, marked: int | None = None) -> list[CardClaim]:
    states: list[CardState] = [
        "plain" if counted is None else "counted" if card in counted else "dimmed" for card in cards
    ]
    return [
        _mini(scene, card, state, marked=place == marked)
        for place, (card, state) in enumerate(zip(cards, states, strict=True))
    ]


def _pile(scene: IrohaScene, cards: Cards) -> list[CardClaim]:
    """Expect captured cards: those that do not score with their cost, or dimmed where they cost nothing."""
    lows, cost = _lows(scene, cards), scene.settings.cost
    if not cost:
        return _minis(scene, cards, lows)
    return [
        mini if card in lows else CardClaim(mini.strings, {**mini.fields, "cost": cost})
        for mini, card in zip(_minis(scene, cards), cards, strict=True)
    ]


def _plays(scene: IrohaScene, plays: Cards, seats: Sequence[int] = ()) -> list[RowClaim]:
    """Expect a row per play: the trump suit counts, and the card that takes the trick is framed."""
    out = _trick(scene, plays)
    trumps = tuple(card for card in plays if card[0] == out["trump"])
    return [
        row_claim(
            [mini],
            mark="winner" if place == out["winner"] else None,
            role="trick",
            place="led" if place == 0 else "later",
            seat=seats[place] if seats else None,
        )
        for place, mini in enumerate(_minis(scene, plays, trumps, out["marker"]))
    ]


def _trick_layout(scene: IrohaScene) -> TableauClaim:
    plays = _at(scene, "plays")
    return tableau_claim(_plays(scene, plays), mark="winner", plays=plays, seats=())


def _seats_of_tricks(scene: IrohaScene) -> list[list[int]]:
    """Return the seats of each trick in the order of play: the seat that took a trick leads the next."""
    players = scene.position["players"]
    leaders = [_first_leader(scene), *scene.out["winners"]]
    return [[(leader + step) % players for step in range(players)] for leader in leaders]


def _first_leader(scene: IrohaScene) -> int:
    return int(scene.ask("lead", {**scene.position, "tricks": []})["leader"])


def _lead_layout(scene: IrohaScene) -> TableauClaim:
    tricks = list(map(_cards, scene.position["tricks"]))
    seats = _seats_of_tricks(scene)
    rows = [row for trick, order in zip(tricks, seats, strict=False) for row in _plays(scene, trick, order)]
    return tableau_claim(rows, mark="winner" if rows else None)


def _score_layout(scene: IrohaScene) -> TableauClaim:
    captured = _at(scene, "captured")
    piles = [(suit, tuple(card for card in captured if card[0] == suit)) for suit in _suits(captured)]
    rows = [row_claim(_pile(scene, pile), role="palette", suit=suit, cards=pile) for suit, pile in piles]
    return tableau_claim(rows, cards=captured)


def _deals_layout(scene: IrohaScene) -> TableauClaim:
    deals = list(map(_cards, scene.position["captured"]))
    return tableau_claim(
        row_claim(_pile(scene, cards), role="palette", deal=deal, cards=cards) for deal, cards in enumerate(deals)
    )


def _last_layout(scene: IrohaScene) -> list[TableauClaim]:
    captured, table, hand = (_at(scene, key) for key in ("captured", "table", "hand"))
    out = _trick(scene, table)
    trumps = tuple(card for card in table if card[0] == out["trump"])
    before = (
        row_claim(_minis(scene, table, trumps, out["marker"]), role="table", place="table"),
        row_claim(_minis(scene, hand), role="choice", place="hand"),
    )
    taken, left = _best_play(scene, takes=True), _best_play(scene, takes=False)
    kept = _pile_claim(scene, captured, "left")
    piles = [(card, (*captured, *table, *_cards([card]))) for card, _, _ in taken if left]
    # Earlier kits show the cards of a suit in the order in which they were taken.
    won = [_pile_claim(scene, pile, "won", card, rising=rising) for card, pile in piles for rising in (True, False)]
    leaves = bool(won) and left[0][2] >= taken[0][2]
    # Earlier kits show the cards before the choice alone. So do today's, if there is no choice.
    earlier = [tableau_claim((row_claim(_pile(scene, captured), role="captured", place="captured"), *before))]
    # Others show no totals.
    earlier += [tableau_claim((*before, *((kept, row) if leaves else (row, kept)))) for row in won]
    totals = [
        (_pile_claim(scene, pile, "won", card), _sum_claim(_total(scene, pile), _total(scene, captured)))
        for card, pile in piles
    ]
    choices = [((kept, _sum_claim(_total(scene, captured), taken[0][2])), choice) for choice in totals]
    return [
        *earlier,
        *(tableau_claim((*before, *(leave + take if leaves else take + leave))) for leave, take in choices),
    ]


def _sum_claim(total: int, other: int) -> RowClaim:
    """Expect a total behind its cards, framed where it is above the other one."""
    tile = CardClaim((str(total).replace("-", "−"),), {"points": total})
    return row_claim([tile], mark="winner" if total > other else None, role="sum", place="points")


def _pile_claim(scene: IrohaScene, cards: Cards, place: str, won_with: Any = None, *, rising: bool = True) -> RowClaim:
    suits = list(dict.fromkeys(suit for suit, _ in cards))
    by_suit = tuple(sorted(cards, key=lambda card: (suits.index(card[0]), card[1] if rising else 0)))
    return row_claim(_pile(scene, by_suit), place=place, won_with=won_with)


def _open_lows_layout(scene: IrohaScene) -> TableauClaim:
    captured, lows = _at(scene, "captured"), _cards(scene.out["open"])
    rows = [
        row_claim(_minis(scene, captured), place="captured"),
        row_claim(_minis(scene, lows), role="then", place="up"),
    ]
    backs = [CardClaim(()) for _ in range(len(captured) - len(lows))]
    return tableau_claim([*rows, row_claim(backs, role="down", place="down")] if backs else rows)


def _is_over(scene: IrohaScene) -> bool:
    seats = len(scene.out["totals"])
    return len(scene.position["deal_scores"]) == seats * scene.settings.deals_each


def _game_layout(scene: IrohaScene) -> TableauClaim:
    over = _is_over(scene)
    columns = list(zip(*scene.position["deal_scores"], strict=True))
    rows = [
        row_claim(
            [CardClaim((str(points).replace("-", "−"),), {"points": points}) for points in column],
            mark="winner" if over and seat in scene.out["best"] else None,
            role="points",
            seat=seat,
            total=scene.out["totals"][seat],
        )
        for seat, column in enumerate(columns)
    ]
    return tableau_claim(rows, mark="winner" if over else None)


def _receive_layout(scene: IrohaScene) -> TableauClaim:
    return tableau_claim(
        row_claim(_minis(scene, _cards(cards)), seat=seat) for seat, cards in enumerate(scene.position["passed"])
    )


def _setup_layout(scene: IrohaScene) -> TableauClaim:
    numbers = scene.ask("in_use", {"players": scene.position["players"]})["numbers"]
    suit = scene.settings.suits[0].id
    return tableau_claim([row_claim(_minis(scene, tuple((suit, number) for number in numbers)), place="used")])


def _moved(scene: IrohaScene) -> bool:
    """Tell whether the marker moves to the card that is played."""
    return scene.out["verdict"] == "allowed" and bool(scene.out["marker"] == len(scene.position["table"]))


def _turn_layout(scene: IrohaScene) -> list[TableauClaim]:
    # Earlier kits do not dim what is no trump.
    return [_turn_rows(scene, pale=True), _turn_rows(scene, pale=False)]


def _turn_rows(scene: IrohaScene, *, pale: bool) -> TableauClaim:
    table, hand, (card,) = _at(scene, "table"), _at(scene, "hand"), _cards([scene.position["card"]])
    moved = _moved(scene)
    marker = None if moved or not table else _trick(scene, table)["marker"]
    trump = card[0] if moved or not table else _trick(scene, table)["trump"]
    trumps = tuple(played for played in (*table, card) if played[0] == trump) if pale else None
    of_played = trumps if scene.out["verdict"] == "allowed" else None
    rows = [
        row_claim(_minis(scene, table, trumps, marker), role="table", place="table"),
        row_claim(_minis(scene, (card,), of_played, 0 if moved else None), role="then", place="played"),
    ]
    rest = tuple(other for other in hand if other != card)
    if rest:
        rows.append(row_claim(_minis(scene, rest), role="hand", place="rest"))
    return tableau_claim(rows, mark=scene.out["verdict"])


def _pass_layout(scene: IrohaScene) -> TableauClaim:
    hand, received, chosen = (_at(scene, key) for key in ("hand", "received", "cards"))
    offered = [
        CardClaim(mini.strings, {**mini.fields, "raised": card in chosen})
        for mini, card in zip(_minis(scene, hand), hand, strict=True)
    ]
    rows = [row_claim(offered, role="palette", place="dealt")]
    if received:
        backs = [CardClaim((), {"raised": card in chosen}) for card in received]
        rows.append(row_claim(backs, role="received", place="received"))
    return tableau_claim(rows, mark=scene.out["verdict"])


# Scores in words


def _bracketed(numbers: Sequence[int], *, beside_name: bool) -> Part | int:
    """Expect terms in brackets, unless there is a single one that needs none."""
    if len(numbers) == 1 and (beside_name or numbers[0] >= 0):
        return numbers[0]
    return part("bracketed", numbers=tuple(numbers))


def _of_suit(cards: Cards, suit: str) -> Cards:
    return tuple(card for card in cards if card[0] == suit)


def _by_suit(scene: IrohaScene, cards: Cards) -> Added:
    """Expect each suit by name with its points."""
    return added(part("suit-points", suit=suit, cards=_of_suit(cards, suit)) for suit in _suits(cards))


def _left_side(scene: IrohaScene) -> Any:
    """Expect the calculation of the cards: suit by suit in brackets; with names in a sum of points."""
    cards: Cards = scene["cards"]
    if scene.subject.get("named"):
        return _by_suit(scene, cards)
    suits = _suits(cards)
    if len(suits) == 1:
        return terms(_terms_of(scene, cards))
    return added(_bracketed(_terms_of(scene, _of_suit(cards, suit)), beside_name=False) for suit in suits)


def _sum_part(cards: Cards) -> Part:
    return part("equals", "number", cards=cards)


def _right_side(scene: IrohaScene) -> int:
    return _total(scene, scene["cards"])


def _is_sum(scene: IrohaScene) -> bool:
    """Tell whether several cards are added up."""
    if "total" in scene.subject:
        return False
    cards = scene["cards"]
    if scene.subject.get("named"):
        return len(cards) > 1
    return len(_suits(cards)) > 1 or len(_terms_of(scene, cards)) > 1


def _number(scene: IrohaScene) -> int:
    return int(scene["total"]) if "total" in scene.subject else _total(scene, scene["cards"])


def _costliest(scene: IrohaScene) -> OneOf:
    """Expect a suit whose other cards cost most."""
    captured = _at(scene, "captured")
    costs = {suit: _low(scene, suit) - _total(scene, _of_suit(captured, suit)) for suit in _suits(captured)}
    most = max(costs.values())
    return one_of(part("suit-rest", suit=suit) for suit, cost in costs.items() if cost == most > 0)


def _low(scene: IrohaScene, suit: str) -> int:
    return _lows(scene, _of_suit(_at(scene, "captured"), suit))[0][1]


def _suit_total(scene: IrohaScene) -> int:
    return int(scene.out["per_suit"][scene["suit"]])


def _suit_name(scene: IrohaScene) -> Text:
    return _name(scene, scene["suit"])


def _suit_many(scene: IrohaScene) -> OneOf:
    return _many(scene, scene["suit"])


def _points(total: Says) -> Says:
    return lambda scene: part("points", total=total(scene))


def _is_high_twice(captured: Cards) -> bool:
    """Tell whether the highest of two suits has one number, and is alone in just one of them."""
    piles = [_of_suit(captured, suit) for suit in _suits(captured)]
    counts = sorted(map(len, piles))
    same = len({max(number for _, number in pile) for pile in piles}) == 1
    return len(piles) == 2 and same and counts[0] == 1 < counts[1]


def _alone(scene: IrohaScene) -> Card:
    """Return the captured card that is alone in its suit."""
    captured = _at(scene, "captured")
    (alone,) = (card for card in captured if _of_suit(captured, card[0]) == (card,))
    return alone


def _joined(scene: IrohaScene) -> Cards:
    alone = _alone(scene)
    return tuple(card for card in _at(scene, "captured") if card != alone)


def _cost_of_highest(scene: IrohaScene) -> int:
    """Return by how much the highest card beside lower ones lowers the score of its suit."""
    joined = _joined(scene)
    highest = max(joined, key=lambda card: card[1])
    return _total(scene, tuple(card for card in joined if card != highest)) - _total(scene, joined)


_SCORES: dict[str, Claim] = {
    "equals": claim(_is_sum, left=_left_side, right=_right_side, amount="right"),
    "number": claim(lambda scene: not _is_sum(scene), number=_number, amount="number"),
    "bracketed": claim(terms=lambda scene: terms(scene["numbers"]), amount="terms"),
    "points": claim(count=lambda scene: scene["total"], amount="count"),
    "suit-many": claim(suit=_suit_name),
    "suit-points": claim(
        suit=_suit_many,
        points=lambda scene: _bracketed(_terms_of(scene, scene["cards"]), beside_name=True),
        amount="points",
    ),
    "suit-rest": claim(
        en="suit number loss sum",
        ja="suit number loss sum | suit number count loss sum",
        suit=_suit_many,
        number=lambda scene: _low(scene, scene["suit"]),
        count=lambda scene: len(_of_suit(_at(scene, "captured"), scene["suit"])) - 1,
        loss=lambda scene: _low(scene, scene["suit"]) - _suit_total(scene),
        sum=_suit_total,
    ),
    "sum-points": claim(
        sum=lambda scene: part("equals", "number", named=True), count=lambda scene: _total(scene, scene["cards"])
    ),
    "deal-points": claim(number=lambda scene: scene["deal"] + 1, sum=lambda scene: _sum_part(scene["cards"])),
    "verdict-score": claim(
        lambda scene: not _costliest(scene).values,
        total=_points(answer_at("total")),
        parts=lambda scene: _by_suit(scene, scene["cards"]),
    ),
    "verdict-score-rest": claim(
        total=_points(answer_at("total")), parts=lambda scene: _by_suit(scene, scene["cards"]), rest=_costliest
    ),
    # Earlier kits say that the high number scores nothing, and not what it costs.
    "verdict-score-high": claim(
        lambda scene: _is_high_twice(_at(scene, "captured")),
        total=_points(answer_at("total")),
        alone=lambda scene: _card_part(_alone(scene)),
        number=lambda scene: _alone(scene)[1],
        high=lambda scene: _card_part(max(_joined(scene), key=lambda card: card[1])),
        low=lambda scene: _card_part(min(_joined(scene), key=lambda card: card[1])),
        rest=_costliest,
    ),
    "verdict-high-costs": claim(
        lambda scene: _is_high_twice(_at(scene, "captured")) and scene.settings.cost > 0,
        total=_points(answer_at("total")),
        alone=lambda scene: _card_part(_alone(scene)),
        number=lambda scene: _alone(scene)[1],
        high=lambda scene: _card_part(max(_joined(scene), key=lambda card: card[1])),
        cost=_cost_of_highest,
        low=lambda scene: _card_part(min(_joined(scene), key=lambda card: card[1])),
        rest=_costliest,
        ja="total alone number high low cost rest",
    ),
    "verdict-deals": claim(
        deals=lambda scene: tuple(
            part("deal-points", deal=deal, cards=_cards(cards)) for deal, cards in enumerate(scene.position["captured"])
        ),
        total=_points(answer_at("total")),
    ),
    "heading-score": claim(lambda scene: scene.kind == "score"),
    "heading-score-high": claim(lambda scene: scene.kind == "score" and _is_high_twice(_at(scene, "captured"))),
    "heading-deals": claim(lambda scene: scene.kind == "seat_total", count=count_of(position_at("captured"))),
    "row-suit": claim(suit=_suit_many),
    "row-deal": claim(number=lambda scene: scene["deal"] + 1),
}


# The last play of a trick


def _best_play(scene: IrohaScene, *, takes: bool) -> list[Any]:
    """Return the best plays that take the trick, or leave it."""
    plays = [play for play in scene.out["plays"] if play[1] is takes]
    most = max((total for _, _, total in plays), default=0)
    return [play for play in plays if play[2] == most]


def _choices(scene: IrohaScene, *, takes: bool) -> OneOf:
    return one_of(_card_part(_cards([card])[0]) for card, _, _ in _best_play(scene, takes=takes))


def _taken_sum(scene: IrohaScene) -> OneOf:
    """Expect the score of all cards after taking the trick."""
    captured, table = _at(scene, "captured"), _at(scene, "table")
    return one_of(
        part("sum-points", cards=(*captured, *table, *_cards([card]))) for card, _, _ in _best_play(scene, takes=True)
    )


def _left_sum(scene: IrohaScene) -> Part:
    return part("sum-points", cards=_at(scene, "captured"))


def _taker(scene: IrohaScene) -> OneOf:
    """Expect the card that takes the trick when it is left."""
    table = _at(scene, "table")
    tricks = [(*table, *_cards([card])) for card, _, _ in _best_play(scene, takes=False)]
    return one_of(_card_part(trick[_trick(scene, trick)["winner"]]) for trick in tricks)


def _tempts(*, leave: bool) -> Callable[[IrohaScene], bool]:
    """Return the condition that there is a choice, and leaving the trick is better or as good, or taking it is
    better."""

    def says(scene: IrohaScene) -> bool:
        take, left = _best_play(scene, takes=True), _best_play(scene, takes=False)
        return bool(take and left) and (left[0][2] >= take[0][2]) == leave

    return says


def _differs(*, leave: bool | None) -> Callable[[IrohaScene], bool]:
    """Return the condition that there is a choice, and leaving the trick is better, or taking it, or neither."""

    def says(scene: IrohaScene) -> bool:
        take, left = _best_play(scene, takes=True), _best_play(scene, takes=False)
        if not take or not left:
            return False
        gain = int(left[0][2]) - int(take[0][2])
        return gain == 0 if leave is None else gain > 0 if leave else gain < 0

    return says


def _without_choice(*, takes: bool) -> Callable[[IrohaScene], bool]:
    """Return the condition that every play takes the trick, or none, with the same total."""
    return lambda scene: (
        all(took is takes for _, took, _ in scene.out["plays"])
        and len({total for _, _, total in scene.out["plays"]}) == 1
    )


def _trump_before(scene: IrohaScene) -> OneOf:
    return _many(scene, _trick(scene, _at(scene, "table"))["trump"])


def _both_follow(scene: IrohaScene) -> bool:
    hand, table = _at(scene, "hand"), _at(scene, "table")
    return len(hand) == 2 and set(_suits(hand)) <= set(_suits(table))


_TRUMP = part("last-follow", "last-trump")
_NO_CHOICE: dict[str, Any] = {
    "trump": _TRUMP,
    "count": count_of(answer_at("plays")),
    "total": _points(lambda scene: scene.out["plays"][0][2]),
}
_LEFT: dict[str, Any] = {
    "trump": _TRUMP,
    "leave": lambda scene: _choices(scene, takes=False),
    "taker": _taker,
}
_BETTER: dict[str, Any] = {**_LEFT, "take": lambda scene: _choices(scene, takes=True)}
_LAST: dict[str, Any] = {**_LEFT, "left": _left_sum, "take": _BETTER["take"], "taken": _taken_sum}
_LAST_PLAY: dict[str, Claim] = {
    "heading-you-play-last": claim(
        lambda scene: scene.kind == "last_play", players=lambda scene: len(scene.position["table"]) + 1
    ),
    # Earlier kits do not say how many play.
    "heading-last-play": claim(lambda scene: scene.kind == "last_play"),
    "last-follow": claim(_both_follow, trump=_trump_before),
    "last-trump": claim(lambda scene: not _both_follow(scene), trump=_trump_before),
    "verdict-leave-better": claim(_differs(leave=True), **_BETTER),
    "verdict-take-better": claim(_differs(leave=False), **_BETTER),
    "verdict-last-equal": claim(_differs(leave=None), **_LEFT),
    # Earlier kits calculate both totals.
    "verdict-last-leave": claim(_tempts(leave=True), **_LAST),
    "verdict-last-take": claim(_tempts(leave=False), en="trump take taken leave taker left", **_LAST),
    "verdict-last-always": claim(_without_choice(takes=True), **_NO_CHOICE),
    "verdict-last-never": claim(_without_choice(takes=False), **_NO_CHOICE),
    "row-captured": claim(about(place="captured")),
    "row-if-leave": claim(about(place="left"), card=lambda scene: _choices(scene, takes=False)),
    "row-if-take": claim(
        about(place="won"),
        card=lambda scene: _card_part(_cards([scene["won_with"]])[0]),
        count=lambda scene: len(scene.position["table"]) + 1,
    ),
    "row-points": claim(about(place="points")),
    # Earlier kits say otherwise which cards these are.
    "row-left": claim(about(place="left"), card=lambda scene: _choices(scene, takes=False)),
    "row-more": claim(
        about(place="won"),
        card=lambda scene: _card_part(_cards([scene["won_with"]])[0]),
        count=lambda scene: len(scene.position["table"]) + 1,
    ),
    # Earlier kits do not say how many cards are taken.
    "row-won": claim(about(place="won"), card=lambda scene: _card_part(_cards([scene["won_with"]])[0])),
    "row-up": claim(about(place="up")),
    "row-down": claim(about(place="down")),
    "heading-open-lows": claim(lambda scene: scene.kind == "open_lows"),
    "verdict-open-lows": claim(
        lambda scene: scene.kind == "open_lows",
        cards=lambda scene: tuple(map(_card_part, _cards(scene.out["open"]))),
    ),
    "row-table": claim(about(place="table")),
    "row-hand": claim(about(place="hand")),
}


# Tricks


def _card_part(card: Card) -> Part:
    return part("card-name", card=card)


def _moves_of(scene: IrohaScene, plays: Cards, seats: Sequence[int] = ()) -> list[Part]:
    """Expect each move of the marker: to which card, and which suits its player lacked."""
    # Earlier kits name no trump.
    keys = ("moves-trump-seat", "moves-marker-seat") if seats else ("moves-trump", "moves-marker")
    return [
        part(*keys, index=index, plays=plays, seat=seats[index] if seats else None) for index in _markers(scene, plays)
    ]


def _moves(scene: IrohaScene) -> tuple[Part, ...]:
    return tuple(_moves_of(scene, _at(scene, "plays")))


def _trumps(scene: IrohaScene) -> tuple[OneOf, ...]:
    plays = _at(scene, "plays")
    return tuple(_many(scene, plays[index][0]) for index in _markers(scene, plays))


def _taking_card(scene: IrohaScene) -> Part:
    return _card_part(_at(scene, "plays")[scene.out["winner"]])


def _higher_cards(scene: IrohaScene) -> OneOf:
    """Expect a card with the highest number, if that is above the one that takes the trick."""
    plays = _at(scene, "plays")
    taken, most = plays[scene.out["winner"]][1], max(number for _, number in plays)
    return one_of(_card_part(card) for card in plays if card[1] == most > taken)


def _lacks(scene: IrohaScene) -> tuple[Part, ...]:
    return tuple(part("no-suit", suit=suit) for suit in _suits(scene["plays"][: scene["index"]]))


def _is_marked(scene: IrohaScene) -> bool:
    """Tell whether the suit of the card was new in the trick."""
    return scene["plays"][scene["index"]][0] not in _suits(scene["plays"][: scene["index"]])


def _moving_card(scene: IrohaScene) -> Part:
    return _card_part(scene["plays"][scene["index"]])


def _plays_told(scene: IrohaScene) -> OneOf:
    """Expect the plays after the first in their order, and who takes the trick."""
    return one_of((*_in_order(scene), *_told_before(scene).values))


def _in_order(scene: IrohaScene) -> list[tuple[Part, ...]]:
    """Expect each move of the marker and each player who follows, in the order of play; neighbours who follow are
    told together. A card that is no trump and leaves the marker is told alone."""
    plays, out = _at(scene, "plays"), scene.out
    moves = dict(zip(_markers(scene, plays), _moves(scene), strict=True))
    told: list[Part] = []
    following: list[int] = []
    for place in range(1, len(plays)):
        leaves = place > out["marker"] and plays[place][0] != out["trump"]
        last = place + 1 == len(plays)
        if place not in moves and not leaves:
            # Who follows last and takes the trick is told as its taker alone.
            following += [] if last and place == out["winner"] else [place]
            if not last:
                continue
        if following:
            told.append(part("others-follow", places=tuple(following)))
            following = []
        if place in moves:
            told.append(moves[place])
        elif leaves:
            told.append(part("leaves-marker", place=place))
    wins = part("wins-not-highest") if _higher_cards(scene).values else part("wins")
    return [(*told, wins)]


def _told_before(scene: IrohaScene) -> OneOf:
    """Expect each move of the marker; then that a card which is no trump leaves it, or else who follows; then who takes
    the trick. Earlier kits print that."""
    plays, out = _at(scene, "plays"), scene.out
    places = range(1, len(plays))
    followers = [place for place in places if place not in _markers(scene, plays)]
    off_trump = [place for place in followers if place > out["marker"] and plays[place][0] != out["trump"]]
    takes = part("takes-not-highest") if _higher_cards(scene).values else part("takes")
    told: list[tuple[Part, ...]]
    if off_trump:
        told = [(part("leaves-marker", place=place),) for place in off_trump]
    else:
        told = [(part("others-follow", places=tuple(followers)),) if followers else ()]
    return one_of((*_moves(scene), *parts, takes) for parts in told)


def _lacked(scene: IrohaScene) -> tuple[OneOf, ...]:
    return tuple(_many(scene, suit) for suit in _suits(scene["plays"][: scene["index"]]))


def _new_trump(scene: IrohaScene) -> OneOf:
    return _many(scene, scene["plays"][scene["index"]][0])


def _has_moves(*, some: bool) -> Callable[[IrohaScene], bool]:
    return lambda scene: bool(_markers(scene, _at(scene, "plays"))) == some


def _seat_letter(scene: IrohaScene) -> str:
    return seat_name(scene["seat"])


def _all_moves(scene: IrohaScene) -> tuple[Part, ...]:
    pairs = zip(scene.position["tricks"], _seats_of_tricks(scene), strict=False)
    return tuple(move for trick, seats in pairs for move in _moves_of(scene, _cards(trick), seats))


def _last_taker(scene: IrohaScene) -> Part:
    trick = _cards(scene.position["tricks"][-1])
    return _card_part(trick[_trick(scene, trick)["winner"]])


_DEALER: dict[str, Any] = {
    "dealer": lambda scene: seat_name(scene.position["dealer"]),
    "leader": lambda scene: seat_name(_first_leader(scene)),
}
_NEXT: dict[str, Any] = {"next": lambda scene: seat_name(scene.out["leader"]), "card": _last_taker}


def _led(*, tricks: bool, moves: bool) -> Callable[[IrohaScene], bool]:
    return lambda scene: bool(scene.position["tricks"]) == tricks and bool(_all_moves(scene)) == moves


_WINS: dict[str, Any] = {"number": lambda scene: scene.out["winner"] + 1, "card": _taking_card}
_TRICKS: dict[str, Claim] = {
    "card-name": claim(
        en="number suit",
        ja="suit number",
        number=lambda scene: scene["card"][1],
        suit=lambda scene: _many(scene, scene["card"][0]),
    ),
    "moves-trump": claim(
        _is_marked,
        en="number lacks card",
        ja="number lacks card trump",
        number=lambda scene: scene["index"] + 1,
        lacks=_lacked,
        card=_moving_card,
        trump=_new_trump,
    ),
    "moves-trump-seat": claim(
        _is_marked,
        en="seat lacks card",
        ja="seat lacks card trump",
        seat=_seat_letter,
        lacks=_lacked,
        card=_moving_card,
        trump=_new_trump,
    ),
    "leaves-marker": claim(
        number=lambda scene: scene["place"] + 1,
        card=lambda scene: _card_part(_at(scene, "plays")[scene["place"]]),
    ),
    "others-follow": claim(numbers=lambda scene: tuple(place + 1 for place in scene["places"])),
    "takes": claim(lambda scene: not _higher_cards(scene).values, card=_taking_card),
    "takes-not-highest": claim(card=_taking_card, other=_higher_cards),
    "wins": claim(lambda scene: not _higher_cards(scene).values, **_WINS),
    "wins-not-highest": claim(**_WINS, other=_higher_cards),
    "verdict-plays": claim(_has_moves(some=True), plays=_plays_told),
    # Earlier kits tell of the moves alone, and name no trump.
    "no-suit": claim(suit=_suit_name),
    "moves-marker": claim(
        _is_marked,
        en="number lacks card | card number lacks",
        ja="number lacks card",
        number=lambda scene: scene["index"] + 1,
        lacks=_lacks,
        card=_moving_card,
    ),
    "moves-marker-seat": claim(_is_marked, seat=_seat_letter, lacks=_lacks, card=_moving_card),
    "heading-trick": claim(moves=lambda scene: len(_moves(scene))),
    "heading-lead": claim(lambda scene: scene.kind == "lead"),
    "row-led": claim(lambda scene: scene.kind != "lead" and scene.subject.get("place") == "led"),
    "row-seat": claim(lambda scene: scene.kind in ("lead", "game"), seat=_seat_letter),
    "verdict-all-follow": claim(
        _has_moves(some=False), suit=lambda scene: _many(scene, scene.out["trump"]), card=_taking_card
    ),
    "verdict-trick": claim(
        lambda scene: _has_moves(some=True)(scene) and not _higher_cards(scene).values,
        moves=_moves,
        trumps=_trumps,
        card=_taking_card,
    ),
    "verdict-not-the-highest": claim(
        _has_moves(some=True), moves=_moves, trumps=_trumps, card=_taking_card, other=_higher_cards
    ),
    "verdict-first-lead": claim(_led(tricks=False, moves=False), **_DEALER),
    "verdict-lead": claim(_led(tricks=True, moves=False), **_DEALER, **_NEXT),
    "verdict-lead-moves": claim(_led(tricks=True, moves=True), **_DEALER, moves=_all_moves, **_NEXT),
}


# Rule checks


def _card_suit(scene: IrohaScene) -> str:
    return str(scene.position["card"][0])


def _follows(*, first: bool) -> Callable[[IrohaScene], bool]:
    """Return the condition that an allowed card has the suit of the first card, or another that lies there."""

    def says(scene: IrohaScene) -> bool:
        table = _at(scene, "table")
        return scene.out["verdict"] == "allowed" and not _moved(scene) and (_card_suit(scene) == table[0][0]) == first

    return says


def _holds_no_suit(scene: IrohaScene) -> bool:
    return _moved(scene) and not set(_suits(_at(scene, "table"))) & set(_suits(_at(scene, "hand")))


def _marked_before(scene: IrohaScene) -> Part:
    table = _at(scene, "table")
    return _card_part(table[_trick(scene, table)["marker"]])


def _suits_to_follow(scene: IrohaScene) -> AnyOrder:
    hand = _suits(_at(scene, "hand"))
    return any_order(_many(scene, suit) for suit in _suits(_at(scene, "table")) if suit in hand)


def _refused_by(violation: str) -> Callable[[IrohaScene], bool]:
    return lambda scene: scene.kind in ("turn", "may_pass") and scene.out["violation"] == violation


def _holds_old_suits(scene: IrohaScene) -> bool:
    """Tell whether a card is refused that has to follow, after trump has changed to a suit that the hand lacks."""
    table, hand = _at(scene, "table"), _at(scene, "hand")
    trump = _trick(scene, table)["trump"]
    changed = trump != table[0][0] and trump not in _suits(hand)
    return scene.kind == "turn" and scene.out["violation"] == "must-follow" and changed


def _refusal(scene: IrohaScene) -> OneOf | Part:
    """Expect the reason of a refusal; that of cards from the right names one of them."""
    if scene.out["violation"] != "pass-received":
        return part("violation-must-follow", "violation-must-follow-old", "violation-pass-count")
    received = _at(scene, "received")
    return one_of(
        part("violation-pass-received", card=card, suit=card[0]) for card in _at(scene, "cards") if card in received
    )


_MOVES_FROM: dict[str, Any] = {"from": _marked_before}
_CHECKS: dict[str, Claim] = {
    "heading-turn-could-follow": claim(_refused_by("must-follow")),
    "heading-turn-void": claim(_holds_no_suit),
    "heading-turn-other": claim(_follows(first=False)),
    "heading-turn-follows": claim(_follows(first=True)),
    "heading-pass-own": claim(lambda scene: scene.kind == "may_pass" and scene.out["verdict"] == "allowed"),
    "heading-pass-count": claim(_refused_by("pass-count")),
    "heading-pass-received": claim(_refused_by("pass-received")),
    "row-played": claim(about(place="played")),
    "row-rest": claim(about(place="rest")),
    "row-dealt": claim(about(place="dealt")),
    "row-received": claim(about(place="received")),
    "verdict-allowed": claim(
        answered(verdict="allowed"), reason=part("reason-none", "reason-void", "reason-lies-there", "reason-own-cards")
    ),
    "verdict-not-allowed": claim(
        answered(verdict="not-allowed"),
        reason=_refusal,
    ),
    "reason-none": claim(
        _holds_no_suit,
        suits=lambda scene: tuple(_many(scene, suit) for suit in _suits(_at(scene, "table"))),
        to=lambda scene: _card_part(_cards([scene.position["card"]])[0]),
        suit=lambda scene: _many(scene, scene.out["trump"]),
    ),
    # Earlier kits name the card that the marker leaves.
    "reason-void": claim(
        _holds_no_suit,
        **_MOVES_FROM,
        to=lambda scene: _card_part(_cards([scene.position["card"]])[0]),
        suit=lambda scene: _name(scene, scene.out["trump"]),
    ),
    "reason-lies-there": claim(
        lambda scene: not _moved(scene) and _card_suit(scene) in _suits(_at(scene, "table")),
        suit=lambda scene: _many(scene, _card_suit(scene)),
    ),
    "reason-own-cards": claim(
        lambda scene: not set(_at(scene, "cards")) & set(_at(scene, "received")),
        cards=lambda scene: tuple(map(_card_part, _at(scene, "cards"))),
    ),
    "violation-must-follow": claim(
        _refused_by("must-follow"), suits=_suits_to_follow, suit=lambda scene: _name(scene, _card_suit(scene))
    ),
    "violation-must-follow-old": claim(
        _holds_old_suits,
        en="suits trump",
        ja="trump suits",
        suits=_suits_to_follow,
        suit=lambda scene: _name(scene, _card_suit(scene)),
        trump=_trump_before,
    ),
    "violation-pass-count": claim(
        _refused_by("pass-count"), chosen=count_of(position_at("cards")), count=setting("passed")
    ),
    "violation-pass-received": claim(
        _refused_by("pass-received"),
        suit=_suit_name,
        number=lambda scene: scene["card"][1],
        count=count_of(position_at("received")),
    ),
}


# Passing, setting up, and the game


def _ways(scene: IrohaScene) -> tuple[Part, ...]:
    return tuple(part("passes", seat=seat) for seat in range(len(scene.position["passed"])))


def _receiver(scene: IrohaScene) -> OneOf:
    given = sorted(_cards(scene.position["passed"][scene["seat"]]))
    received = [sorted(_cards(cards)) for cards in scene.out["received"]]
    return one_of(seat_name(seat) for seat, cards in enumerate(received) if cards == given)


def _ends(*, over: bool) -> Callable[[IrohaScene], bool]:
    return lambda scene: scene.kind == "game" and _is_over(scene) == over


_GAME: dict[str, Any] = {
    # Earlier kits print the totals alone.
    "totals": lambda scene: tuple(
        one_of([part("seat-sum", seat=seat, total=total), part("seat-total", seat=seat, total=total)])
        for seat, total in enumerate(scene.out["totals"])
    ),
    "seats": lambda scene: tuple(map(seat_name, scene.out["best"])),
}
_DEALS: dict[str, Claim] = {
    "heading-pass": claim(lambda scene: scene.kind == "receive"),
    "heading-setup": claim(lambda scene: scene.kind == "setup", players=position_at("players")),
    "heading-game": claim(count=count_of(position_at("deal_scores"))),
    "heading-game-tie": claim(
        lambda scene: _is_over(scene) and len(scene.out["best"]) > 1, count=count_of(position_at("deal_scores"))
    ),
    "row-passes": claim(lambda scene: scene.kind == "receive", seat=_seat_letter, taker=_receiver),
    # Earlier kits name the giver alone.
    "row-gives": claim(lambda scene: scene.kind == "receive", seat=_seat_letter),
    "row-used": claim(about(place="used")),
    "passes": claim(giver=_seat_letter, taker=_receiver),
    "left-over": claim(count=answer_at("undealt")),
    "seat-total": claim(seat=_seat_letter, total=subject("total")),
    "seat-sum": claim(
        seat=_seat_letter,
        terms=lambda scene: added(deal[scene["seat"]] for deal in scene.position["deal_scores"]),
        total=subject("total"),
    ),
    "verdict-pass": claim(count=setting("passed"), ways=_ways),
    "verdict-setup": claim(
        players=position_at("players"),
        suits=lambda scene: len(scene.settings.suits),
        numbers=answer_at("cards_per_suit"),
        used=answer_at("cards_used"),
        dealt=answer_at("dealt_each"),
        left=part("left-over"),
    ),
    "verdict-game": claim(_ends(over=True), **_GAME),
    "verdict-game-so-far": claim(_ends(over=False), **_GAME),
}

CLAIMS = Claims(
    # Earlier kits say the shorter of these.
    also_true={
        "heading-game-tie": ("heading-game",),
        "heading-score-high": ("heading-score",),
        "verdict-score-high": ("verdict-score-rest",),
        "verdict-high-costs": ("verdict-score-high", "verdict-score-rest"),
        "verdict-leave-better": ("verdict-last-leave",),
        "verdict-take-better": ("verdict-last-take",),
        "verdict-last-equal": ("verdict-last-leave",),
        "row-if-leave": ("row-left",),
        "row-if-take": ("row-more", "row-won"),
        "violation-must-follow-old": ("violation-must-follow",),
    },
    slots={"note": ("number", "equals")},
    looks=frozenset({"apart"}),
    layouts={
        "trick": _trick_layout,
        "score": _score_layout,
        "last_play": _last_layout,
        "open_lows": _open_lows_layout,
        "lead": _lead_layout,
        "receive": _receive_layout,
        "seat_total": _deals_layout,
        "game": _game_layout,
        "setup": _setup_layout,
        "turn": _turn_layout,
        "may_pass": _pass_layout,
    },
    phrases={**_SCORES, **_LAST_PLAY, **_TRICKS, **_CHECKS, **_DEALS},
)
