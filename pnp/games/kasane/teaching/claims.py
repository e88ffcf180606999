"""Claims of kasane: what each sentence and each row of an example must say, by the oracle's answer.

A way is a yaku that may be achieved: its id, its number of cards, whether it begins with the top of the field, and its
row of cards in the order laid. Sentences are about a way, or about a row that is tried for a yaku.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from pnp.games.core.claims import (
    CardClaim,
    Claim,
    Claims,
    OneOf,
    Part,
    RowClaim,
    Scene,
    TableauClaim,
    about,
    answer_at,
    answered,
    claim,
    one_of,
    part,
    position_at,
    row_claim,
    subject,
    tableau_claim,
)
from pnp.games.core.tableau import CardState, Mark
from pnp.games.core.wording import seat_name
from pnp.games.kasane.settings import Condition, KasaneSettings, Yaku
from pnp.model.text import Text

KasaneScene: TypeAlias = Scene[KasaneSettings]
Card: TypeAlias = int | str
"""A number, or ``+1``."""
Cards: TypeAlias = tuple[Card, ...]
Holds: TypeAlias = Callable[[KasaneScene], bool]
Says: TypeAlias = Callable[[KasaneScene], Any]

_PLUS = "+1"


# What the position says


def _at(scene: KasaneScene, key: str) -> Cards:
    return tuple(scene.position[key])


def _yaku(scene: KasaneScene, name: str) -> Yaku:
    return next(yaku for yaku in scene.settings.yaku if yaku.id == name)


def _tokens(scene: KasaneScene, yaku: str, size: int) -> int:
    return sum(count for name, cards, count in scene.position["taken"] if (name, cards) == (yaku, size))


def _slot_points(yaku: Yaku, size: int) -> list[int]:
    return [points for slots in yaku.slots if slots.cards == size for points in slots.points]


# Cards and rows


def _card(scene: KasaneScene, card: Card, state: CardState = "plain") -> CardClaim:
    printed = f"+{scene.settings.plus_one.points}" if card == _PLUS else str(card)
    return CardClaim((printed,), {"number": card}, state)


def _minis(
    scene: KasaneScene, cards: Sequence[Card], used: Collection[int] | None = None, start: int = 0
) -> list[CardClaim]:
    """Expect cards: without ``used`` plain, else those at the places ``used`` counted and the others dimmed."""
    return [
        _card(scene, card, "plain" if used is None else "counted" if place in used else "dimmed")
        for place, card in enumerate(cards, start)
    ]


def _badge(yaku: str, size: int) -> CardClaim:
    return CardClaim((str(size),), {"yaku": yaku})


def _shown(rows: Iterable[RowClaim]) -> list[RowClaim]:
    return [row for row in rows if row.cards]


def _fits_layout(scene: KasaneScene) -> TableauClaim:
    row, yaku = _at(scene, "row"), scene.position["yaku"]
    mark: Mark = "allowed" if scene.out["ok"] else "not-allowed"
    rows = [row_claim(_minis(scene, row), role="laid", place="row")]
    return tableau_claim(rows, mark=mark, badge=_badge(yaku, len(row)), yaku=yaku, row=row)


def _best_layout(scene: KasaneScene) -> list[TableauClaim]:
    return [_way_layout(scene, tuple(way)) for way in scene.out["best"]]


def _way_layout(scene: KasaneScene, way: tuple[Any, ...]) -> TableauClaim:
    """Expect the field and the hand, with the cards of a best way counted."""
    yaku, size, uses_field, _ = way
    hand, field = _at(scene, "hand"), _at(scene, "field")
    used = range(len(hand) - size + int(uses_field), len(hand))
    rows = _shown(
        [
            row_claim(_minis(scene, field, {len(field) - 1} if uses_field else ()), role="field", place="field"),
            row_claim(_minis(scene, hand[:-1], used), role="hand", place="hand"),
            row_claim(_minis(scene, hand[-1:], used, len(hand) - 1), role="taken", place="taken"),
        ]
    )
    return tableau_claim(rows, badge=_badge(yaku, size), way=way)


def _acquire_layout(scene: KasaneScene) -> TableauClaim:
    card = scene.position["card"]
    field = row_claim(_minis(scene, _at(scene, "field"), ()), role="field", place="field")
    hand = row_claim(_minis(scene, _at(scene, "hand"), ()), role="hand", place="hand")
    taken = row_claim(_minis(scene, [card]), role="taken", place="taken")
    return tableau_claim(_shown((field, taken, hand) if card == _PLUS else (field, hand, taken)))


def _first_turn(scene: KasaneScene) -> dict[str, Any]:
    """Return the turn that is asked about."""
    return dict(scene.position["turns"][scene.position["turn"] - 1])


def _before_first_turn(scene: KasaneScene) -> tuple[Cards, Cards]:
    """Return the hand and the field, with the card taken on top of one of them, before a yaku is laid."""
    taken = _first_card(scene)
    hand, field = _stacks_before(scene)
    return (hand, (*field, taken)) if taken == _PLUS else ((*hand, taken), field)


def _stacks_before(scene: KasaneScene) -> tuple[Cards, Cards]:
    """Return the hand and the field before the first turn that is asked about."""
    number = scene.position["turn"]
    if number == 1:
        return (), ()
    before = scene.ask("first_turns", {**scene.position, "turn": number - 1})
    return tuple(before["hand"]), tuple(before["field"])


def _first_card(scene: KasaneScene) -> Card:
    """Return the card that a first turn takes."""
    turn = _first_turn(scene)
    taken: Card = turn["tops"][turn["row"]]
    return taken


def _first_layout(scene: KasaneScene) -> TableauClaim:
    turn = _first_turn(scene)
    hand, field = _before_first_turn(scene)
    rows = [row_claim(_minis(scene, turn["tops"], {turn["row"]}), role="tops", place="tops")]
    if _first_card(scene) == _PLUS:
        on_field = row_claim(_minis(scene, field, {len(field) - 1}), role="laid", place="field")
        return tableau_claim(_shown([*rows, row_claim(_minis(scene, hand), role="hand", place="hand"), on_field]))
    if turn["makes"] is None:
        return tableau_claim([*rows, row_claim(_minis(scene, hand), role="hand", place="hand")])
    laid, begins = turn["makes"]["hand"], turn["makes"]["field"]
    after = (*field, *hand[len(hand) - laid :])
    rows.append(row_claim(_minis(scene, hand, range(len(hand) - laid, len(hand))), role="hand", place="hand"))
    used = range(len(after) - laid - begins, len(after))
    rows.append(row_claim(_minis(scene, after, used), role="laid", place="field"))
    return tableau_claim(rows, yaku=turn["makes"]["yaku"], row=after[used.start :])


def _take_layout(scene: KasaneScene) -> TableauClaim:
    row, card = scene.position["row"], scene.position["card"]
    rows = [
        row_claim(
            _minis(scene, cards, {card} if number == row else ()) or [CardClaim((), {"empty": True})],
            role="row",
            place="display",
            number=number + 1,
        )
        for number, cards in enumerate(scene.position["rows"])
    ]
    return tableau_claim(rows, mark=scene.out["verdict"])


def _attempt(scene: KasaneScene) -> list[tuple[str, int]]:
    """Return the places of the cards of an attempt, in the order laid."""
    return [(str(place), int(index)) for place, index in scene.position["move"]["row"]]


def _row(scene: KasaneScene) -> Cards:
    """Return the cards of an attempt, in the order laid."""
    if "row" in scene.subject:
        return tuple(scene["row"])
    return tuple(scene.position[place][index] for place, index in _attempt(scene))


def _achieve_layout(scene: KasaneScene) -> TableauClaim:
    hand, field, name = _at(scene, "hand"), _at(scene, "field"), scene.position["move"]["yaku"]
    places = _attempt(scene)
    in_hand = {index for place, index in places if place == "hand"}
    in_field = {index for place, index in places if place == "field"}
    done, plus = scene.position["done"] > 0, scene.position["took"] == _PLUS
    from_field = plus and not done
    from_hand = not plus and not done
    lower_field, lower_hand = (field[:-1] if from_field else field), (hand[:-1] if from_hand else hand)
    on_field = row_claim(_minis(scene, lower_field, in_field), role="field", place="laid-now" if done else "field")
    rows = [*_slot_row(scene, name), on_field]
    if from_field:
        rows.append(row_claim([_card(scene, _PLUS)], role="taken", place="taken"))
    rows.append(row_claim(_minis(scene, lower_hand, in_hand), role="hand", place="hand"))
    if from_hand:
        rows.append(row_claim(_minis(scene, hand[-1:], in_hand, len(hand) - 1), role="taken", place="taken"))
    if places != sorted(places):
        rows.append(row_claim(_minis(scene, _row(scene)), role="laid", place="laid"))
    badge = _badge(name, len(places))
    return tableau_claim(_shown(rows), mark=scene.out["verdict"], badge=badge, yaku=name, row=_row(scene))


def _slot_row(scene: KasaneScene, name: str) -> list[RowClaim]:
    """Expect the slots of a yaku if tokens lie on some, each with its size and points; covered ones are dimmed."""
    if not any(yaku == name and count for yaku, _, count in scene.position["taken"]):
        return []
    cards = [
        CardClaim(
            (str(slots.cards), str(points)),
            {"slot": slots.cards, "covered": nth < _tokens(scene, name, slots.cards)},
            "dimmed" if nth < _tokens(scene, name, slots.cards) else "plain",
        )
        for slots in _yaku(scene, name).slots
        for nth, points in enumerate(slots.points)
    ]
    return [row_claim(cards, role="slots", place="slots")]


def _final_layout(scene: KasaneScene) -> TableauClaim:
    rows = [row_claim(_minis(scene, _at(scene, "field")), role="field", place="field")]
    if "hand" in scene.position:
        rows.append(row_claim(_minis(scene, _at(scene, "hand"), ()), role="hand", place="left"))
    return tableau_claim(_shown(rows))


def _winners_layout(scene: KasaneScene) -> TableauClaim:
    rows = [
        row_claim(
            [CardClaim((str(points),), {"figure": points}), CardClaim((str(cards),), {"laid": cards})],
            mark="winner" if seat in scene.out["winners"] else None,
            role="result",
            place="seat",
            seat=seat,
        )
        for seat, (points, cards) in enumerate(scene.position["players"])
    ]
    return tableau_claim(rows, mark="winner")


# Words for cards, points and yaku


def _named(card: Card) -> Part | int:
    return int(card) if card != _PLUS else part("plus-card")


def _named_row(cards: Cards) -> Part:
    return part("cards-listed", cards=cards)


def _as_read(scene: KasaneScene, name: str, cards: Cards) -> Part:
    """Expect a row as it is read for a yaku: added up, or card by card."""
    adds = _yaku(scene, name).rule.is_ == "sum"
    return part("cards-added" if adds else "cards-listed", cards=cards)


def _count(key: str, count: Says) -> Says:
    return lambda scene: part(f"count-{key}", count=count(scene))


def _yaku_name(scene: KasaneScene) -> Text:
    return _yaku(scene, scene["yaku"]).name


def _size(scene: KasaneScene) -> int:
    return len(_row(scene))


_PLUS_CARD = part("plus-card")
_WORDS: dict[str, Claim] = {
    "plus-card": claim(points=lambda scene: scene.settings.plus_one.points),
    "cards-listed": claim(cards=lambda scene: tuple(map(_named, scene["cards"]))),
    "cards-added": claim(cards=lambda scene: tuple(scene["cards"])),
    "count-points": claim(count=subject("count")),
    "count-cards": claim(count=subject("count")),
    "count-colours": claim(count=subject("count")),
    "row-row": claim(about(place="row")),
    # Earlier kits say so of a field that was laid this turn, too.
    "row-field": claim(lambda scene: scene["place"] in ("field", "laid-now")),
    "row-field-laid": claim(about(place="laid-now")),
    "row-hand": claim(about(place="hand")),
    "row-taken": claim(about(place="taken")),
    "row-laid": claim(about(place="laid")),
    "row-slots": claim(about(place="slots")),
    "row-left": claim(about(place="left")),
    "row-tops": claim(about(place="tops")),
    "row-display": claim(about(place="display"), number=subject("number")),
    "row-seat": claim(about(place="seat"), seat=lambda scene: seat_name(scene["seat"])),
}


# Conditions of yaku


def _rule(scene: KasaneScene) -> Condition:
    return _yaku(scene, scene["yaku"]).rule


def _fits(scene: KasaneScene) -> bool:
    return bool(scene.ask("fits", {"yaku": scene["yaku"], "row": list(_row(scene))})["ok"])


def _meets(sort: str, more: Callable[[KasaneSettings, list[int]], bool] = lambda _settings, _row: True) -> Holds:
    """Return the condition that several cards meet a condition of this sort, with one thing more about them."""

    def says(scene: KasaneScene) -> bool:
        numbers = [int(card) for card in _row(scene)]
        return len(numbers) > 1 and _rule(scene).is_ == sort and _fits(scene) and more(scene.settings, numbers)

    return says


def _misses(sort: str, more: Callable[[Condition, list[int]], bool] = lambda _rule, _row: True) -> Holds:
    """Return the condition that cards do not meet a condition of this sort, for one reason more about them."""

    def says(scene: KasaneScene) -> bool:
        numbers = [int(card) for card in _row(scene)]
        return _rule(scene).is_ == sort and not _fits(scene) and more(_rule(scene), numbers)

    return says


def _goes(*, up: bool, gaps: bool) -> Callable[[KasaneSettings, list[int]], bool]:
    """Return the condition that numbers rise or fall, and whether numbers of the game are left out between them."""

    def says(settings: KasaneSettings, row: list[int]) -> bool:
        numbers = [colour.number for colour in settings.colours]
        skips = any(min(pair) < number < max(pair) for pair in pairwise(row) for number in numbers)
        return (row[0] < row[-1]) == up and skips == gaps

    return says


def _repeats(*, some: bool) -> Callable[[KasaneSettings, list[int]], bool]:
    return lambda _settings, row: (len(set(row)) < len(row)) == some


def _outside(rule: Condition, row: list[int]) -> bool:
    return any(not (rule.from_ or 0) <= number <= (rule.to or 0) for number in row)


def _turns(_rule: Condition, row: list[int]) -> bool:
    steps = [after - before for before, after in pairwise(row)]
    return any(step > 0 for step in steps) and any(step < 0 for step in steps)


def _difference(scene: KasaneScene, *, missing: bool) -> tuple[int, ...]:
    """Return the numbers that a set lacks, or that are too many for it."""
    wanted, shown = Counter(_rule(scene).numbers or ()), Counter(int(card) for card in _row(scene))
    rest = wanted - shown if missing else shown - wanted
    return tuple(sorted(rest.elements()))


def _misses_set(*, lacks: bool) -> Holds:
    """Return the condition that cards are no set, and whether it is because a number is missing."""
    return lambda scene: _misses("set")(scene) and bool(_difference(scene, missing=True)) == lacks


def _total(scene: KasaneScene) -> int:
    return sum(int(card) for card in _row(scene))


def _repeated(scene: KasaneScene) -> OneOf:
    counts = Counter(_row(scene))
    return one_of(number for number, count in counts.items() if count > 1)


_CONDITIONS: dict[str, Claim] = {
    "meets-single": claim(lambda scene: _size(scene) == 1 and _fits(scene)),
    "meets-equal": claim(_meets("equal")),
    "meets-sum": claim(_meets("sum"), cards=_row, sum=_total),
    "meets-set": claim(_meets("set")),
    "meets-odd": claim(_meets("odd", _repeats(some=False))),
    "meets-even": claim(_meets("even", _repeats(some=False))),
    "meets-odd-repeats": claim(_meets("odd", _repeats(some=True))),
    "meets-even-repeats": claim(_meets("even", _repeats(some=True))),
    "meets-rising": claim(_meets("monotone", _goes(up=True, gaps=False))),
    "meets-falling": claim(_meets("monotone", _goes(up=False, gaps=False))),
    "meets-rising-gaps": claim(_meets("monotone", _goes(up=True, gaps=True))),
    "meets-falling-gaps": claim(_meets("monotone", _goes(up=False, gaps=True))),
    "misses-equal": claim(_misses("equal")),
    "misses-odd": claim(_misses("odd")),
    "misses-even": claim(_misses("even")),
    "misses-sum": claim(_misses("sum"), cards=_row, sum=_total, of=lambda scene: _rule(scene).of),
    "misses-set": claim(_misses_set(lacks=True), numbers=lambda scene: _difference(scene, missing=True)),
    "misses-set-more": claim(_misses_set(lacks=False), numbers=lambda scene: _difference(scene, missing=False)),
    "misses-bounds": claim(
        _misses("monotone", _outside), fewest=lambda scene: _rule(scene).from_, most=lambda scene: _rule(scene).to
    ),
    "misses-repeat": claim(_misses("monotone"), number=_repeated),
    "misses-turn": claim(_misses("monotone", _turns)),
}
_MEETS = part(*(key for key in _CONDITIONS if key.startswith("meets-")))
_MISSES = part(*(key for key in _CONDITIONS if key.startswith("misses-")))


# Rows that are tried, and cards that are taken


def _points_of_plus(scene: KasaneScene) -> int:
    return scene.settings.plus_one.points


def _takes_plus(*, yaku: bool) -> Holds:
    return lambda scene: scene.position["card"] == _PLUS and scene.out["may_achieve"] is yaku


def _wanted_card(scene: KasaneScene) -> Part | int:
    return _named(scene.position["rows"][scene.position["row"]][scene.position["card"]])


_PLUS_ONE: dict[str, Any] = {
    "plus": _PLUS_CARD,
    "points": _count("points", _points_of_plus),
    "count": _points_of_plus,
}
_ROW: dict[str, Any] = {"cards": lambda scene: _named_row(_row(scene)), "yaku": _yaku_name}
_TAKING: dict[str, Claim] = {
    "heading-row": claim(lambda scene: scene.kind == "fits", yaku=_yaku_name),
    "heading-acquire": claim(lambda scene: scene.kind == "acquire"),
    "heading-acquire-plus": claim(
        lambda scene: scene.kind == "acquire" and scene.position["card"] == _PLUS, plus=_PLUS_CARD
    ),
    "heading-take": claim(number=lambda scene: scene.position["row"] + 1),
    "verdict-row": claim(answered(ok=True), **_ROW, how=_MEETS),
    "verdict-row-not": claim(answered(ok=False), **_ROW, how=_MISSES),
    "verdict-plus-one": claim(_takes_plus(yaku=False), **_PLUS_ONE),
    "verdict-plus-one-yaku": claim(_takes_plus(yaku=True), **_PLUS_ONE),
    "verdict-onto-hand": claim(
        lambda scene: scene.kind == "acquire" and scene.position["card"] != _PLUS, card=position_at("card")
    ),
    "verdict-take": claim(
        lambda scene: scene.kind == "may_take" and scene.out["verdict"] == "allowed", card=_wanted_card
    ),
    "violation-empty-row": claim(answered(violation="empty-row")),
    "violation-not-top": claim(answered(violation="not-top"), card=_wanted_card),
}


# The best yaku


def _way_points(scene: KasaneScene, way: Sequence[Any]) -> int:
    name, size = way[0], way[1]
    question = {"yaku": name, "cards": size, "nth_time": _tokens(scene, name, size) + 1}
    return int(scene.ask("points", question)["points"])


def _weaker_ways(scene: KasaneScene) -> list[tuple[Any, ...]]:
    """Return the ways that score less than the best."""
    ways = scene.ask("achievable", scene.position)["achievable"]
    return [tuple(way) for way in ways if _way_points(scene, way) < scene.out["points"]]


def _way_cards(scene: KasaneScene) -> Part:
    name, _, _, row = scene["way"]
    return _as_read(scene, name, tuple(row))


def _weaker_cards(scene: KasaneScene) -> Part | OneOf:
    """Expect the cards of a weaker way; a card of the field and the card just taken stand apart."""
    name, _, uses_field, row = scene["way"]
    if not uses_field:
        return _way_cards(scene)
    # Earlier kits tell the card of the field alone from the others.
    added = _yaku(scene, name).rule.is_ == "sum"
    earlier = part("less-field-added" if added else "less-field", card=row[0], cards=tuple(row[1:]))
    if len(row) == 2:
        return one_of([part("less-pair", card=row[0], taken=row[-1]), earlier])
    return one_of([part("less-row", card=row[0], hand=tuple(row[1:-1]), taken=row[-1]), earlier])


def _way_name(scene: KasaneScene) -> Text:
    return _yaku(scene, scene["way"][0]).name


def _points_of_way(scene: KasaneScene) -> int:
    return _way_points(scene, scene["way"])


def _declines(scene: KasaneScene) -> bool:
    """Tell whether the top of the field could be used."""
    field = _at(scene, "field")
    return scene.settings.field_cards > 0 and bool(field) and field[-1] != _PLUS


def _uses(*, field: bool, declined: bool | None = None) -> Holds:
    def says(scene: KasaneScene) -> bool:
        return scene["way"][2] is field and (declined is None or _declines(scene) == declined)

    return says


_WAY: dict[str, Any] = {"cards": _way_cards, "yaku": _way_name, "points": _count("points", _points_of_way)}
_BEST: dict[str, Claim] = {
    "heading-best": claim(lambda scene: scene.kind == "best_yaku"),
    "heading-best-declined": claim(_uses(field=False, declined=True)),
    "heading-best-field": claim(lambda scene: _uses(field=True)(scene) and not _weaker_ways(scene)),
    "heading-best-plain": claim(_uses(field=False)),
    "best-hand": claim(_uses(field=False, declined=False), **_WAY),
    "best-declined": claim(_uses(field=False, declined=True), **_WAY),
    "best-field": claim(
        _uses(field=True),
        en="cards yaku card points",
        ja="card cards yaku points",
        **_WAY,
        card=lambda scene: scene["way"][3][0],
    ),
    "best-less": claim(
        cards=_weaker_cards, yaku=_way_name, less=_points_of_way, worth=_count("points", _points_of_way)
    ),
    "less-pair": claim(card=subject("card"), taken=subject("taken")),
    "less-row": claim(card=subject("card"), hand=subject("hand"), taken=subject("taken")),
    "less-field": claim(card=subject("card"), cards=subject("cards")),
    "less-field-added": claim(card=subject("card"), cards=subject("cards")),
}


# The first turns


def _makes(*, yaku: bool, field: bool = False) -> Holds:
    """Return the condition that a first turn makes a yaku that may be made, begun by the field or not; or none."""

    def says(scene: KasaneScene) -> bool:
        if scene.kind != "first_turns" or scene.out["violation"] is not None:
            return False
        makes = _first_turn(scene)["makes"]
        return (makes is not None) == yaku and (makes is None or makes["field"] is field)

    return says


def _holds(*, several: bool) -> Holds:
    def says(scene: KasaneScene) -> bool:
        takes_number = _makes(yaku=False)(scene) and _first_card(scene) != _PLUS
        return takes_number and (len(_before_first_turn(scene)[0]) > 1) is several

    return says


def _goal(scene: KasaneScene) -> dict[str, Any] | None:
    """Return the next turn that makes a yaku, if it lays the whole hand and no card of the field; else None."""
    number, hand = scene.position["turn"], len(_before_first_turn(scene)[0])
    for later, turn in enumerate(scene.position["turns"][number:], number + 1):
        if turn["makes"] is not None:
            out = scene.ask("first_turns", {**scene.position, "turn": later})
            lays_all = turn["makes"]["hand"] == hand + later - number and not turn["makes"]["field"]
            return {**turn, "number": later} if lays_all and out["violation"] is None and not out["hand"] else None
    return None


def _hopes(*, several: bool) -> Holds:
    """Return the condition that the whole hand becomes a yaku: after ``several`` cards in the next turn."""

    def says(scene: KasaneScene) -> bool:
        goal = _goal(scene) if _holds(several=several)(scene) else None
        return goal is not None and (not several or goal["number"] == scene.position["turn"] + 1)

    return says


def _goal_name(scene: KasaneScene) -> Text:
    goal = _goal(scene)
    return _yaku(scene, goal["makes"]["yaku"]).name if goal else ""


def _next_yaku(scene: KasaneScene) -> list[tuple[str, tuple[int, ...]]]:
    """Return the yaku that the whole hand becomes with one card more, the one hoped for first, each with the numbers of
    such cards; a number that makes several is named with the first of them."""
    goal = _goal(scene)
    first = goal["makes"]["yaku"] if goal else ""
    hand, tokens = list(_before_first_turn(scene)[0]), _tokens_before(scene, scene.position["turn"])
    ways: dict[int, set[str]] = {}
    for colour in scene.settings.colours:
        if hand.count(colour.number) < colour.copies - _removed(scene):
            asked = {"hand": [*hand, colour.number], "field": [], "taken": tokens}
            made = scene.ask("achievable", asked)["achievable"]
            ways[colour.number] = {yaku for yaku, size, _, row in made if list(row) == asked["hand"]}
    said: list[tuple[str, tuple[int, ...]]] = []
    for yaku in (first, *(one.id for one in scene.settings.yaku if one.id != first)):
        named = {number for _, numbers in said for number in numbers}
        numbers = tuple(number for number in sorted(ways) if yaku in ways[number] and number not in named)
        said += [(yaku, numbers)] if numbers else []
    return said


def _removed(scene: KasaneScene) -> int:
    return next(one.remove for one in scene.settings.set_up if one.players == scene.position["players"])


def _numbers_or(numbers: tuple[int, ...]) -> Part | int:
    """Expect a number, or several of which one will do."""
    return numbers[0] if len(numbers) == 1 else part("numbers-or", either=numbers)


def _sees_goal(scene: KasaneScene) -> bool:
    """Tell whether the first card begins a yaku of this round whose other cards lie under the tops."""
    goal = _goal(scene) if _hopes(several=False)(scene) else None
    return goal is not None and scene.position["turn"] == 1 and int(goal["number"]) <= _per_round(scene)


def _goal_rest(scene: KasaneScene) -> tuple[Any, ...]:
    """Return the cards that the turns after this one take, up to the yaku that is made of them."""
    goal = _goal(scene)
    later = scene.position["turns"][scene.position["turn"] : goal["number"]] if goal else []
    return tuple(turn["tops"][turn["row"]] for turn in later)


def _no_other_makes_a_yaku(scene: KasaneScene) -> bool:
    """Tell whether none of the tops that a first turn leaves would make a yaku."""
    turn, number = _first_turn(scene), scene.position["turn"]
    hand, field = _stacks_before(scene)
    others = [top for place, top in enumerate(turn["tops"]) if place != turn["row"] and top != _PLUS]
    asked = {"hand": list(hand), "field": list(field), "taken": _tokens_before(scene, number)}
    return not any(scene.ask("achievable", {**asked, "hand": [*hand, top]})["achievable"] for top in others)


def _tokens_before(scene: KasaneScene, number: int) -> list[list[Any]]:
    """Return the tokens on slots before a first turn: those of the game's start, and those of its earlier yaku."""
    settings = scene.settings
    start = settings.opening_tokens if settings.variants.opening_tokens else ()
    tokens = Counter((token.yaku, token.cards) for token in start if token.players == scene.position["players"])
    for earlier, turn in enumerate(scene.position["turns"][: number - 1], 1):
        makes = turn["makes"]
        if makes is not None and scene.ask("first_turns", {**scene.position, "turn": earlier})["violation"] is None:
            tokens[makes["yaku"], makes["hand"] + makes["field"]] += 1
    return [[yaku, cards, count] for (yaku, cards), count in tokens.items()]


def _takes_plus_first(scene: KasaneScene) -> bool:
    return scene.kind == "first_turns" and _first_card(scene) == _PLUS


def _per_round(scene: KasaneScene) -> int:
    """Return the number of turns of a seat in a round: all cards of a row but the last, which stays."""
    return next(one.per_row for one in scene.settings.set_up if one.players == scene.position["players"]) - 1


def _round(scene: KasaneScene) -> int:
    """Return the round of the turn that is asked about, from 1 on."""
    return -(-int(scene.position["turn"]) // _per_round(scene))


def _begins_round(scene: KasaneScene) -> bool:
    """Tell whether a first turn is the first of a round after the first."""
    if scene.kind != "first_turns" or _round(scene) == 1:
        return False
    return int(scene.position["turn"]) == (_round(scene) - 1) * _per_round(scene) + 1


def _begins_last(scene: KasaneScene) -> bool:
    """Tell whether such a turn is the last of its seat order: the seat on the left of the first begins, and so on."""
    players = int(scene.position["players"])
    return _begins_round(scene) and (_round(scene) - 1) % players == 1 % players


def _begins_no_round(scene: KasaneScene) -> bool:
    return scene.kind == "first_turns" and not _begins_round(scene)


_MADE: dict[str, Any] = {
    "card": _first_card,
    "cards": lambda scene: _as_read(scene, scene["yaku"], _row(scene)),
    "yaku": _yaku_name,
    "points": _count("points", answer_at("points")),
}
_NEXT: dict[str, Any] = {
    "card": _first_card,
    "yaku": _goal_name,
    "next": lambda scene: _numbers_or(_next_yaku(scene)[0][1]),
}
_FIRST: dict[str, Claim] = {
    "heading-first": claim(_begins_no_round, number=position_at("turn")),
    "heading-first-round": claim(
        lambda scene: _begins_round(scene) and not _begins_last(scene), number=position_at("turn"), round=_round
    ),
    "heading-first-last": claim(_begins_last, number=position_at("turn"), round=_round),
    "verdict-first-card": claim(_holds(several=False), card=_first_card),
    "verdict-first-onto": claim(_holds(several=True), card=_first_card),
    "verdict-first-aim": claim(_hopes(several=False), card=_first_card, yaku=_goal_name),
    "verdict-first-see": claim(_sees_goal, card=_first_card, rest=_goal_rest, yaku=_goal_name),
    "verdict-first-next": claim(
        lambda scene: _hopes(several=True)(scene) and len(_next_yaku(scene)) == 1, **_NEXT, ja="card next yaku"
    ),
    "verdict-first-next-also": claim(
        lambda scene: _hopes(several=True)(scene) and len(_next_yaku(scene)) > 1,
        **_NEXT,
        others=lambda scene: tuple(part("next-other", next_for=one) for one in _next_yaku(scene)[1:]),
        ja="card next yaku others",
    ),
    "next-other": claim(
        yaku=lambda scene: _yaku(scene, scene["next_for"][0]).name,
        next=lambda scene: _numbers_or(scene["next_for"][1]),
        ja="next yaku",
    ),
    "numbers-or": claim(numbers=lambda scene: tuple(scene["either"][:-1]), last=lambda scene: scene["either"][-1]),
    "verdict-first-plus": claim(_takes_plus_first, **_PLUS_ONE),
    "verdict-first-plus-only": claim(
        lambda scene: _takes_plus_first(scene) and _no_other_makes_a_yaku(scene), **_PLUS_ONE
    ),
    "first-plus-closes": claim(lambda scene: _takes_plus_first(scene) and scene.settings.field_cards > 0),
    "verdict-first-yaku": claim(_makes(yaku=True), **_MADE),
    "verdict-first-field": claim(
        _makes(yaku=True, field=True),
        en="card cards yaku top points",
        ja="card top cards yaku points",
        **_MADE,
        top=lambda scene: _row(scene)[0],
    ),
    "verdict-first-field-only": claim(
        lambda scene: _makes(yaku=True, field=True)(scene) and _no_other_makes_a_yaku(scene),
        en="card cards yaku top points",
        ja="card top cards yaku points",
        **_MADE,
        top=lambda scene: _row(scene)[0],
    ),
}


# Attempts at a yaku


def _allowed(scene: KasaneScene) -> bool:
    return scene.kind == "may_achieve" and scene.out["verdict"] == "allowed"


def _begins_with_field(scene: KasaneScene) -> bool:
    return _allowed(scene) and _attempt(scene)[0][0] == "field"


def _from_hand(scene: KasaneScene) -> bool:
    return _allowed(scene) and all(place == "hand" for place, _ in _attempt(scene))


def _top(scene: KasaneScene) -> Card:
    return _at(scene, "field")[-1]


def _covered(scene: KasaneScene) -> int:
    return _tokens(scene, scene["yaku"], _size(scene))


def _other_slot_covered(scene: KasaneScene) -> bool:
    return any(name == scene["yaku"] and count for name, _, count in scene.position["taken"])


def _left(scene: KasaneScene) -> tuple[Any, ...]:
    """Return the cards of the hand that are not laid."""
    laid = {index for place, index in _attempt(scene) if place == "hand"}
    return tuple(_named(card) for index, card in enumerate(_at(scene, "hand")) if index not in laid)


def _could_begin(scene: KasaneScene) -> bool:
    """Tell whether the top of the field could begin the yaku in the place of its first card."""
    row = [_top(scene), *_row(scene)[1:]]
    return len(row) > 1 and bool(scene.ask("fits", {"yaku": scene["yaku"], "row": row})["ok"])


_CARDS = _count("cards", _size)
_WHY: dict[str, Claim] = {
    "why-field": claim(_begins_with_field, card=lambda scene: _named(_row(scene)[0]), cards=_CARDS),
    "why-plus": claim(lambda scene: _from_hand(scene) and _top(scene) == _PLUS, plus=_PLUS_CARD),
    "why-declined": claim(lambda scene: _from_hand(scene) and _declines(scene), card=_top),
    "why-declined-less": claim(
        lambda scene: _from_hand(scene) and _declines(scene) and _could_begin(scene),
        card=_top,
        cards=lambda scene: _as_read(scene, scene["yaku"], (_top(scene), *_row(scene)[1:])),
    ),
    "why-slot": claim(
        lambda scene: _allowed(scene) and _covered(scene) > 0,
        ja="cards covered",
        covered=_covered,
        cards=_CARDS,
    ),
    "why-size": claim(
        lambda scene: _allowed(scene) and _covered(scene) == 0 and _other_slot_covered(scene), cards=_CARDS
    ),
    "why-left": claim(lambda scene: _from_hand(scene) and bool(_left(scene)), how=_MEETS, left=_left),
}


def _refused(violation: str) -> Holds:
    return lambda scene: scene.kind == "may_achieve" and scene.out["violation"] == violation


def _laid_hand(scene: KasaneScene) -> list[int]:
    """Return the places of the hand cards, in the order laid."""
    return [index for place, index in _attempt(scene) if place == "hand"]


def _hand_cards(scene: KasaneScene, places: Iterable[int]) -> tuple[Any, ...]:
    hand = _at(scene, "hand")
    return tuple(hand[place] for place in places)


def _one_yaku_reason(scene: KasaneScene) -> OneOf:
    """Expect the reason of a second yaku: with the first, if the cards on the field show it."""
    field = _at(scene, "field")
    earlier = [
        (name, field[-size:])
        for name, size, count in scene.position["own"]
        if count and scene.ask("fits", {"yaku": name, "row": list(field[-size:])})["ok"]
    ]
    named = [part("violation-one-yaku-after", earlier=name, laid=cards) for name, cards in earlier]
    return one_of(named or [part("violation-one-yaku")])


def _reason(scene: KasaneScene) -> OneOf | Part:
    if scene.kind == "may_achieve" and scene.out["violation"] == "one-yaku":
        return _one_yaku_reason(scene)
    return part(*(key for key in (*_REFUSALS, *_TAKING) if key.startswith("violation-") and "one-yaku" not in key))


def _too_late(scene: KasaneScene) -> bool:
    """Tell whether the row could have been laid the turn before, on an empty field, before a card was taken."""
    plus = scene.position["took"] == _PLUS
    hand, field = _at(scene, "hand"), _at(scene, "field")
    hand, field = (hand, field[:-1]) if plus else (hand[:-1], field)
    asked = {"hand": list(hand), "field": list(field), "taken": scene.position["taken"]}
    ways = scene.ask("achievable", asked)["achievable"] if hand and not field else []
    return any((yaku, tuple(row)) == (scene["yaku"], _row(scene)) for yaku, _, _, row in ways)


_LATE: dict[str, Any] = {
    "cards": lambda scene: _as_read(scene, scene["yaku"], _row(scene)),
    "last": lambda scene: _row(scene)[-1],
}
_REFUSALS: dict[str, Claim] = {
    "violation-no-yaku-after-plus-one": claim(_refused("no-yaku-after-plus-one"), plus=_PLUS_CARD),
    "violation-no-yaku-after-plus-one-late": claim(
        lambda scene: _refused("no-yaku-after-plus-one")(scene) and _too_late(scene),
        plus=_PLUS_CARD,
        **_LATE,
        ja="cards last plus",
    ),
    "violation-skips-taken-late": claim(
        lambda scene: _refused("skips-taken")(scene) and _too_late(scene), **_LATE, number=position_at("took")
    ),
    "violation-one-yaku": claim(_refused("one-yaku")),
    "violation-one-yaku-after": claim(
        _refused("one-yaku"),
        first=lambda scene: _yaku(scene, scene["earlier"]).name,
        laid=lambda scene: _as_read(scene, scene["earlier"], tuple(scene["laid"])),
        ja="laid first cards yaku",
        cards=lambda scene: _as_read(scene, scene["yaku"], _row(scene)),
        yaku=_yaku_name,
    ),
    "violation-hand-needed": claim(_refused("hand-needed")),
    "violation-skips-taken": claim(_refused("skips-taken"), number=position_at("took")),
    "violation-not-from-top": claim(
        _refused("not-from-top"),
        cards=lambda scene: _hand_cards(scene, _laid_hand(scene)),
        count=lambda scene: len(_laid_hand(scene)),
    ),
    "violation-hand-order": claim(
        _refused("hand-order"), cards=lambda scene: _hand_cards(scene, sorted(_laid_hand(scene)))
    ),
    "violation-field-one": claim(
        lambda scene: _refused("field-one")(scene) and scene.settings.field_cards > 0 and _top(scene) != _PLUS,
        card=lambda scene: _named(_top(scene)),
    ),
    "violation-field-closed": claim(
        lambda scene: _refused("field-one")(scene) and scene.settings.field_cards > 0 and _top(scene) == _PLUS,
        plus=_PLUS_CARD,
    ),
    "violation-field-none": claim(lambda scene: _refused("field-one")(scene) and scene.settings.field_cards == 0),
    "violation-field-first": claim(_refused("field-first"), card=lambda scene: _named(_top(scene))),
    "violation-plus-one-closed": claim(_refused("plus-one-closed"), plus=_PLUS_CARD),
    "violation-row": claim(_refused("condition"), **_ROW, how=_MISSES),
    "violation-no-slot": claim(_refused("no-slot"), yaku=_yaku_name, count=_size),
    "violation-slot-covered": claim(
        _refused("slot-covered"),
        slots=lambda scene: len(_slot_points(_yaku(scene, scene["yaku"]), _size(scene))),
        cards=_CARDS,
    ),
}
_ATTEMPTS: dict[str, Claim] = {
    "heading-achieve": claim(lambda scene: scene.kind == "may_achieve", yaku=_yaku_name),
    "verdict-achieved": claim(
        _allowed,
        **_ROW,
        points=_count("points", answer_at("points")),
        why=part(*_WHY, *(key for key in _CONDITIONS if key.startswith("meets-"))),
    ),
    "verdict-not-allowed": claim(answered(verdict="not-allowed"), reason=_reason),
    **_WHY,
    **_REFUSALS,
}


# The end of the game


def _final(scene: KasaneScene) -> dict[str, Any]:
    """Return the final score of the field, part by part."""
    if scene.kind == "final_score":
        return dict(scene.out)
    field, bonus = _at(scene, "field"), scene.settings.bonus
    colours = len({card for card in field if card != _PLUS})
    points = bonus.colours[colours - 1] if colours and len(field) >= bonus.from_ else 0
    all_laid = int(scene.out["bonus"]) - points
    return {"cards": len(field), "colours": colours, "bonus": points, "all_laid": all_laid}


def _part_of_final(name: str) -> Says:
    return lambda scene: _final(scene)[name]


def _has_bonus(*, all_laid: bool) -> Holds:
    def says(scene: KasaneScene) -> bool:
        final = _final(scene)
        return bool(final["cards"] >= scene.settings.bonus.from_ and (final["all_laid"] > 0) == all_laid)

    return says


def _heads_bonus(has_bonus: Holds) -> Holds:
    """Return the condition that a field is asked about for which ``has_bonus`` holds."""
    return lambda scene: scene.kind == "final_bonus" and bool(has_bonus(scene))


def _brings_nothing(scene: KasaneScene) -> bool:
    return _has_bonus(all_laid=False)(scene) and _final(scene)["bonus"] == 0


def _too_few(scene: KasaneScene) -> bool:
    return bool(_final(scene)["cards"] < scene.settings.bonus.from_)


def _together(scene: KasaneScene) -> int:
    final = _final(scene)
    return int(final["bonus"] + final["all_laid"])


def _best_result(scene: KasaneScene) -> list[int]:
    return list(scene.position["players"][scene.out["winners"][0]])


def _tied(scene: KasaneScene) -> list[int]:
    """Return the seats with as many points as the winners."""
    results = scene.position["players"]
    return [seat for seat, (points, _) in enumerate(results) if points == _best_result(scene)[0]]


def _wins_by(*, shared: bool, tied: bool) -> Holds:
    return lambda scene: (len(scene.out["winners"]) > 1) == shared and (len(_tied(scene)) > 1) == tied


_FIELD: dict[str, Any] = {
    "cards": _count("cards", _part_of_final("cards")),
    "colours": _count("colours", _part_of_final("colours")),
    "points": _part_of_final("bonus"),
}
_RESULT: dict[str, Any] = {
    "seats": lambda scene: tuple(map(seat_name, scene.out["winners"])),
    "tied": lambda scene: tuple(map(seat_name, _tied(scene))),
    "points": _count("points", lambda scene: _best_result(scene)[0]),
    "cards": _count("cards", lambda scene: _best_result(scene)[1]),
}
_BONUS = ("verdict-bonus", "verdict-bonus-all", "verdict-no-bonus")
_ENDS: dict[str, Claim] = {
    "heading-final": claim(lambda scene: scene.kind == "final_score"),
    "heading-bonus": claim(lambda scene: scene.kind == "final_bonus"),
    "heading-bonus-none": claim(_heads_bonus(_brings_nothing)),
    "heading-bonus-few": claim(_heads_bonus(_too_few)),
    "heading-bonus-all": claim(_heads_bonus(_has_bonus(all_laid=True))),
    "heading-winners": claim(lambda scene: scene.kind == "winners"),
    "verdict-bonus": claim(_has_bonus(all_laid=False), **_FIELD),
    "verdict-bonus-all": claim(_has_bonus(all_laid=True), **_FIELD, more=_part_of_final("all_laid"), sum=_together),
    "verdict-no-bonus": claim(
        _too_few, cards=_count("cards", _part_of_final("cards")), fewest=lambda scene: scene.settings.bonus.from_
    ),
    "final-sum": claim(
        lambda scene: not _too_few(scene),
        points=position_at("points"),
        before=_count("points", position_at("points")),
        total=_count("points", answer_at("total")),
    ),
    "final-stays": claim(
        lambda scene: _too_few(scene) and scene.out["total"] == scene.position["points"],
        total=_count("points", answer_at("total")),
    ),
    "verdict-most-points": claim(_wins_by(shared=False, tied=False), en="seats points", **_RESULT),
    "verdict-more-cards": claim(
        _wins_by(shared=False, tied=True), en="tied points seats cards", ja="tied points cards seats", **_RESULT
    ),
    "verdict-shared": claim(_wins_by(shared=True, tied=True), en="seats points cards", **_RESULT),
}


def _first_sentence(scene: KasaneScene) -> Part:
    if scene.kind == "best_yaku":
        return part("best-hand", "best-declined", "best-field")
    if scene.kind == "first_turns":
        return part("verdict-first-plus", "verdict-first-plus-only")
    return part(*_BONUS)


def _second_sentence(scene: KasaneScene) -> Part | OneOf:
    if scene.kind == "best_yaku":
        return one_of(part("best-less", way=way) for way in _weaker_ways(scene))
    return part("first-plus-closes") if scene.kind == "first_turns" else part("final-sum", "final-stays")


def _has_two_sentences(scene: KasaneScene) -> bool:
    if scene.kind == "first_turns":
        return _takes_plus_first(scene) and scene.settings.field_cards > 0
    return scene.kind == "final_score" or (scene.kind == "best_yaku" and bool(_weaker_ways(scene)))


CLAIMS = Claims(
    also_true={
        "two-sentences": ("best-*", "verdict-bonus*", "verdict-no-bonus", "verdict-first-plus*"),
        "row-field-laid": ("row-field",),
        "verdict-first-aim": ("verdict-first-card",),
        "verdict-first-see": ("verdict-first-aim", "verdict-first-card"),
        "verdict-first-next": ("verdict-first-onto",),
        "verdict-first-next-also": ("verdict-first-onto",),
        "verdict-first-plus-only": ("verdict-first-plus",),
        "verdict-first-field-only": ("verdict-first-field",),
        "why-*": ("why-*", "meets-*"),
        "violation-skips-taken-late": ("violation-skips-taken",),
        "violation-no-yaku-after-plus-one-late": ("violation-no-yaku-after-plus-one",),
        "heading-acquire-plus": ("heading-acquire",),
        "heading-best": ("heading-best-plain",),
        "heading-best-declined": ("heading-best", "heading-best-plain"),
        "heading-best-field": ("heading-best",),
        "heading-best-plain": ("heading-best",),
        "heading-bonus-*": ("heading-bonus",),
        "misses-bounds": ("misses-turn", "misses-repeat"),
    },
    slots={"verdict": ("verdict-", "best-", "two-sentences")},
    layouts={
        "fits": _fits_layout,
        "best_yaku": _best_layout,
        "acquire": _acquire_layout,
        "first_turns": _first_layout,
        "may_take": _take_layout,
        "may_achieve": _achieve_layout,
        "final_score": _final_layout,
        "final_bonus": _final_layout,
        "winners": _winners_layout,
    },
    phrases={
        "two-sentences": claim(_has_two_sentences, first=_first_sentence, second=_second_sentence),
        **_WORDS,
        **_CONDITIONS,
        **_TAKING,
        **_BEST,
        **_FIRST,
        **_ATTEMPTS,
        **_ENDS,
    },
)
