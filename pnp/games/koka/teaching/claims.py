"""Claims of koka: what each sentence and each row of an example must say, by the oracle's answer.

A way is a division of twelve dice into sets, as the oracle lists them. Sentences about a score are true of some way
that has the score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.core.claims import (
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
    answered,
    any_order,
    claim,
    count_of,
    one_of,
    part,
    position_at,
    row_claim,
    subject,
    tableau_claim,
)
from pnp.games.core.tableau import CardState, Mark, MiniCard
from pnp.games.core.wording import seat_name
from pnp.games.koka.settings import KokaSettings
from pnp.model.text import Text

KokaScene: TypeAlias = Scene[KokaSettings]
Die: TypeAlias = tuple[str, int]
Dice: TypeAlias = tuple[Die, ...]
DiceSet: TypeAlias = tuple[str, tuple[int, ...]]
"""A colour, and the rising values of a set of it."""
Way: TypeAlias = tuple[DiceSet, ...]
Condition: TypeAlias = Callable[[KokaScene], bool]
Says: TypeAlias = Callable[[KokaScene], Any]

_HAND = 12
_MOST_WAITS = 2


# Dice


def _dice(raw: Iterable[Sequence[Any]]) -> Dice:
    return tuple((str(colour), int(value)) for colour, value in raw)


def _at(scene: KokaScene, key: str) -> Dice:
    return _dice(scene.position[key])


def _raw(dice: Iterable[Die]) -> list[list[Any]]:
    return [list(die) for die in dice]


def _optional(raw: Sequence[Any] | None) -> Dice:
    """Return a die of a move that may be missing."""
    return () if raw is None else _dice([raw])


def _without(dice: Iterable[Die], taken: Iterable[Die]) -> Dice:
    """Return the dice that are left without ``taken``, as far as these are there."""
    left = list(dice)
    for die in taken:
        if die in left:
            left.remove(die)
    return tuple(left)


def _name(scene: KokaScene, colour: str) -> Text:
    return next(known.name for known in scene.settings.colours if known.id == colour)


def _letter(scene: KokaScene, colour: str) -> Text:
    return next(known.letter for known in scene.settings.colours if known.id == colour)


def _die_card(scene: KokaScene, die: Die, state: CardState = "plain") -> CardClaim:
    fields = {"colour": die[0], "value": die[1]}
    return CardClaim((_letter(scene, die[0]), str(die[1])), fields, state)


def _die_cards(scene: KokaScene, dice: Dice, chosen: Dice | None = None) -> tuple[CardClaim, ...]:
    """Expect dice one by one: each of ``chosen`` is counted once, and the others are dimmed."""
    left, cards = list(chosen or ()), []
    for die in dice:
        counted = die in left
        if counted:
            left.remove(die)
        cards.append(_die_card(scene, die, "plain" if chosen is None else "counted" if counted else "dimmed"))
    return tuple(cards)


def _shown_dice(scene: KokaScene, cards: Sequence[MiniCard]) -> Counter[Die]:
    """Count the dice that miniatures print: a letter of a colour, and a value or several."""
    by_letter = {str(colour.letter): colour.id for colour in scene.settings.colours}
    return Counter((by_letter[str(card.strings[0])], int(str(value))) for card in cards for value in card.strings[1:])


def _shows(scene: KokaScene, dice: Iterable[Die], *states: CardState) -> Callable[[Sequence[MiniCard]], bool]:
    """Return the condition that miniatures show just these dice, in any arrangement, in one of the states."""
    wanted = Counter(dice)
    return lambda cards: _shown_dice(scene, cards) == wanted and all(card.state in states for card in cards)


def _seat_card(seat: int, points: int | None = None, *, strong: bool = False, table: bool = False) -> CardClaim:
    strings = (seat_name(seat),) if points is None else (seat_name(seat), str(points))
    return CardClaim(strings, {"seat": seat, "strong": strong, "table": table})


def _points_card(points: int) -> CardClaim:
    return CardClaim((str(points),), {"points": points})


# Ways to divide a hand


def _ways(scene: KokaScene, dice: Dice) -> list[tuple[Way, int]]:
    """Return every way to divide dice into sets, with its score, the best first."""
    ways = scene.ask("partitions", {"dice": _raw(dice)})["partitions"]
    return [
        (tuple(sorted((str(colour), tuple(values)) for colour, values in way["sets"])), int(way["score"]))
        for way in ways
    ]


def _best_ways(scene: KokaScene, dice: Dice) -> list[Way]:
    """Return the ways that have the score of the hand."""
    score = scene.ask("score", {"dice": _raw(dice)})["score"]
    ways = [way for way, points in _ways(scene, dice) if points == score]
    with_six = [way for way in ways if _sixes(way)]
    return with_six if scene.settings.readings.partition == "six-first" and with_six else ways


def _sixes(way: Way) -> list[DiceSet]:
    return [dice_set for dice_set in way if len(dice_set[1]) == 6]


def _groups(scene: KokaScene, way: Way) -> list[tuple[DiceSet, ...]]:
    """Return the sets of a way in groups that multiply, by colour; a set of six stands alone.

    By KOKA-A1 one set of each colour multiplies, and each further one scores by itself.
    """
    colours = [colour.id for colour in scene.settings.colours]
    groups: list[list[DiceSet]] = []
    for colour, values in sorted(way, key=lambda dice_set: (colours.index(dice_set[0]), dice_set[1])):
        group = next((group for group in groups if len(values) == 3 and values == group[0][1]), None)
        if group is None or not _multiplies(scene, colour, group):
            groups.append([(colour, values)])
        else:
            group.append((colour, values))
    return [tuple(group) for group in groups]


def _multiplies(scene: KokaScene, colour: str, group: Sequence[DiceSet]) -> bool:
    """Tell whether a set of ``colour`` multiplies with a group of equal sets."""
    return scene.settings.readings.equal_sets == "any-colours" or all(colour != other for other, _ in group)


def _term(scene: KokaScene, group: tuple[DiceSet, ...]) -> Part:
    """Expect the points of a group. Earlier kits print ``(1+1)×2`` for equal sets."""
    points = tuple(_points_of_sets(scene, dice_set) for dice_set in group)
    if len(group) == 1:
        return part("number", number=_group_points(scene, group))
    return part("number", "times", number=_group_points(scene, group), terms=points)


def _sum(scene: KokaScene, way: Way) -> Part:
    """Expect the sum of a way, or the points of its only group. Earlier kits print the sum of one group, too."""
    keys = ("sum",) if len(_groups(scene, way)) > 1 else ("sum", "points")
    return part(*keys, way=way, points=_points_of(scene, way))


def _points_of(scene: KokaScene, way: Way) -> int:
    dice = tuple((colour, value) for colour, values in way for value in values)
    return dict(_ways(scene, dice))[way]


_SUMS: dict[str, Claim] = {
    "sum": claim(
        terms=lambda scene: any_order(_term(scene, group) for group in _groups(scene, scene["way"])),
        total=lambda scene: _points_of(scene, scene["way"]),
        amount="total",
    ),
    "number": claim(number=subject("number"), amount="number"),
    "times": claim(terms=subject("terms"), count=lambda scene: len(scene["terms"])),
    "points": claim(count=subject("points"), amount="count"),
    "die-name": claim(colour=lambda scene: _name(scene, scene["die"][0]), value=lambda scene: scene["die"][1]),
}


# Rows of sets


def _group_points(scene: KokaScene, group: tuple[DiceSet, ...]) -> int:
    return _points_of_sets(scene, group[0]) * len(group) ** 2


def _points_of_sets(scene: KokaScene, dice_set: DiceSet) -> int:
    return scene.settings.sets.six if len(dice_set[1]) == 6 else scene.settings.sets.three


def _strip(scene: KokaScene, dice_set: DiceSet, state: CardState = "plain") -> CardClaim:
    colour, values = dice_set
    return CardClaim((_letter(scene, colour), *map(str, values)), {"colour": colour, "values": values}, state)


def _set_rows(scene: KokaScene, way: Way) -> list[RowClaim]:
    """Expect a row for each group of equal sets, the dearest first."""
    groups = sorted(_groups(scene, way), key=lambda group: -_group_points(scene, group))
    return [row_claim([_strip(scene, dice_set) for dice_set in group], role="set") for group in groups]


# Scores of hands


def _two_pools(scene: KokaScene) -> tuple[Dice, ...]:
    """Return the two sets of six that the dice look like by their colours, if these make no hand; else nothing."""
    dice = _at(scene, "dice")
    pools = tuple(tuple(die for die in dice if die[0] == colour) for colour in dict.fromkeys(die[0] for die in dice))
    if [len(pool) for pool in pools] != [6, 6] or scene.settings.readings.two_sixes == "form":
        return ()
    are_sets = all(scene.ask("is_set", {"dice": _raw(pool)})["is_set"] for pool in pools)
    return pools if are_sets else ()


def _score_layout(scene: KokaScene) -> TableauClaim | list[TableauClaim]:
    dice = _at(scene, "dice")
    if not scene.out["complete"]:
        return tableau_claim([row_claim(holds=_shows(scene, dice, "plain"), role="hand")], mark="not-allowed")
    mark: Mark | None = "allowed" if scene.form == "check" else None
    badge = None if scene.form == "check" else _points_card(scene.out["score"])
    ways = _best_ways(scene, dice)
    if not ways:
        return tableau_claim(_special_rows(scene), mark=mark, badge=badge, way=None)
    pools = _two_pools(scene)
    pale = [row_claim(holds=_shows(scene, dice, "dimmed"), role="other", place="other-sixes")] if pools else []
    return [tableau_claim((*_set_rows(scene, way), *pale), mark=mark, badge=badge, way=way) for way in ways]


def _special_rows(scene: KokaScene) -> list[RowClaim]:
    """Expect a row for each group of a special hand; where several ways are as good, dice of the hand."""
    if scene.out["sets"] is not None:
        return [
            row_claim(holds=_shows(scene, _dice_of_group(group), "plain"), role="set") for group in scene.out["sets"]
        ]
    hand, dice = _special_hand(scene), Counter(_at(scene, "dice"))
    sizes = {group.size for group in hand.groups}

    def holds(cards: Sequence[MiniCard]) -> bool:
        shown = _shown_dice(scene, cards)
        return sum(shown.values()) in sizes and not shown - dice

    return [row_claim(holds=holds, role="set") for _ in hand.groups]


def _dice_of_group(group: Sequence[Any]) -> Dice:
    """Return the dice of a group in an answer: a colour with values, or dice."""
    if isinstance(group[0], str):
        return tuple((group[0], value) for value in group[1])
    return _dice(group)


def _special_hand(scene: KokaScene) -> Any:
    """Return the special hand that the dice make by themselves, for the points of the answer."""
    for hand in scene.settings.special_hands:
        alone = replace(scene.settings, special_hands=(hand,))
        out = scene.ask("score", {"dice": _raw(_at(scene, "dice"))}, alone)
        if out["score"] == scene.out["score"] == hand.points:
            return hand
    raise ValueError("no special hand has this score")


def _equal_groups(scene: KokaScene) -> list[tuple[DiceSet, ...]]:
    return [group for group in _groups(scene, scene["way"]) if len(group) > 1]


def _text(values: Sequence[int]) -> str:
    return "".join(map(str, values))


def _equal_sets(scene: KokaScene) -> AnyOrder:
    return any_order(part("equal-sets", group=group) for group in _equal_groups(scene))


def _worked_sets(scene: KokaScene) -> AnyOrder:
    return any_order(part("equal-worked", group=group) for group in _equal_groups(scene))


def _six(scene: KokaScene) -> tuple[int, ...]:
    """Return the values of the set of six of the way."""
    return _sixes(scene["way"])[0][1]


def _equal_three(scene: KokaScene) -> tuple[int, ...]:
    """Return the values of a set of three that has the value of a set of six alike; none if there is no such set."""
    six = _six(scene)
    return next((values for _, values in scene["way"] if values == six[:3] == six[3:]), ())


def _is(name: str) -> Condition:
    """Return the condition that the way is of this kind: by its sets of six, and its equal sets."""

    def says(scene: KokaScene) -> bool:
        if scene.kind == "score" and scene.subject.get("way") is not None and _two_pools(scene):
            return name == "no-two-sixes"
        sixes, equal = _sixes(scene["way"]), bool(_equal_groups(scene))
        if len(sixes) == 2:
            return name == "two-sixes"
        if not sixes:
            return name == ("equal" if equal else "apart")
        if _equal_three(scene):
            return name == "six-alone"
        return name == ("six-equal" if equal else "six")

    return says


def _parted(scene: KokaScene) -> Way:
    """Return the way with two sets of three in place of its set of six."""
    (colour, values) = six = _sixes(scene["way"])[0]
    others = [dice_set for dice_set in scene["way"] if dice_set is not six]
    return tuple(sorted([*others, (colour, values[:3]), (colour, values[3:])]))


def _parted_is_less(scene: KokaScene) -> bool:
    dice = tuple((colour, value) for colour, values in scene["way"] for value in values)
    points = dict(_ways(scene, dice))
    return points[_parted(scene)] < points[scene["way"]]


def _is_said(name: str) -> Condition:
    """Return the condition that a score of this kind is worked out, and not whether a hand is complete."""
    return lambda scene: scene.form == "example" and _is(name)(scene)


def _parted_claim(name: str, order: str, values: Mapping[str, Any]) -> Claim:
    when = _is_said(name)
    other: Says = lambda scene: _sum(scene, _parted(scene))  # noqa: E731
    return claim(lambda scene: when(scene) and _parted_is_less(scene), en=order, **values, other=other)


def _way_sum(scene: KokaScene) -> Part:
    return _sum(scene, scene["way"])


_OF_WAY: dict[str, Any] = {"sets": _equal_sets, "sum": _way_sum}
_OF_SIX: dict[str, Any] = {
    **_OF_WAY,
    "six": lambda scene: _text(_six(scene)),
    "first": lambda scene: _text(_six(scene)[:3]),
    "second": lambda scene: _text(_six(scene)[3:]),
    "three": lambda scene: _text(_equal_three(scene)),
}


def _heading(name: str) -> Claim:
    return claim(
        lambda scene: scene.kind == "score" and _is_said(name)(scene),
        groups=lambda scene: len(_equal_groups(scene)),
        count=lambda scene: max(map(len, _equal_groups(scene)), default=0),
    )


def _number_of_sixes(scene: KokaScene, *, some: bool) -> OneOf:
    """Expect the sum of the best way with a set of six, or without one."""
    others = [(way, points) for way, points in _ways(scene, _at(scene, "dice")) if bool(_sixes(way)) == some]
    most = max(points for _, points in others)
    return one_of(_sum(scene, way) for way, points in others if points == most < scene.out["score"])


def _is_special(scene: KokaScene) -> bool:
    """Tell whether a hand scores as a whole, and in no way of sets."""
    return "way" in scene.subject and scene["way"] is None


_KINDS_OF_WAYS = ("apart", "equal", "six", "six-equal", "six-alone", "two-sixes", "no-two-sixes")
_HANDS: dict[str, Claim] = {
    **{f"heading-{name}": _heading(name) for name in _KINDS_OF_WAYS},
    "heading-special": claim(_is_special),
    "heading-complete": claim(
        lambda scene: (
            scene.kind == "score" and (scene.form == "check" or not scene.out["complete"]) and not _is_special(scene)
        )
    ),
    "equal-sets": claim(values=lambda scene: _text(scene["group"][0][1]), count=lambda scene: len(scene["group"])),
    "equal-worked": claim(
        en="values count terms points",
        ja="values terms count points",
        values=lambda scene: _text(scene["group"][0][1]),
        count=lambda scene: len(scene["group"]),
        terms=lambda scene: tuple(_points_of_sets(scene, dice_set) for dice_set in scene["group"]),
        points=lambda scene: _group_points(scene, scene["group"]),
    ),
    "verdict-apart": claim(_is_said("apart"), **_OF_WAY),
    "verdict-equal": claim(_is_said("equal"), **_OF_WAY),
    "verdict-equal-worked": claim(_is_said("equal"), sets=_worked_sets, sum=_way_sum),
    "verdict-two-sixes": claim(_is_said("two-sixes"), **_OF_SIX),
    "verdict-six": claim(_is_said("six"), en="six first second sum", **_OF_SIX),
    "verdict-six-equal": claim(_is_said("six-equal"), en="six sets sum", **_OF_SIX),
    "verdict-six-alone": claim(_is_said("six-alone"), en="six three sum", **_OF_SIX),
    "verdict-six-parted": _parted_claim("six", "six sum first second other", _OF_SIX),
    "verdict-six-alone-parted": _parted_claim("six-alone", "six three sum first second other", _OF_SIX),
    "verdict-no-two-sixes": claim(_is_said("no-two-sixes"), sum=_way_sum),
    "verdict-no-two-sixes-one": claim(
        lambda scene: _is("no-two-sixes")(scene) and bool(_sixes(scene["way"])),
        sum=_way_sum,
        other=lambda scene: _number_of_sixes(scene, some=False),
    ),
    "verdict-no-two-sixes-threes": claim(
        lambda scene: _is("no-two-sixes")(scene) and not _sixes(scene["way"]),
        sum=_way_sum,
        other=lambda scene: _number_of_sixes(scene, some=True),
    ),
    "verdict-special": claim(
        _is_special,
        name=lambda scene: _special_hand(scene).name,
        points=lambda scene: part("points", points=scene.out["score"]),
    ),
    "verdict-complete": claim(
        lambda scene: scene.form == "check" and bool(scene.out["complete"]) and not _is_special(scene), sum=_way_sum
    ),
    "verdict-incomplete": claim(lambda scene: not scene.out["complete"] and _has_set_of_four_or_five(scene)),
}


def _has_set_of_four_or_five(scene: KokaScene) -> bool:
    """Tell whether the dice of some colour do not divide into sets of three and six. One colour does not show it."""
    counts = Counter(colour for colour, _ in _at(scene, "dice")).values()
    return len(counts) == 1 or any(count % 3 for count in counts)


# Hands that can be divided in several ways


def _partitions_layout(scene: KokaScene) -> list[TableauClaim]:
    dice = _at(scene, "dice")
    score = scene.ask("score", {"dice": _raw(dice)})["score"]
    ranked = _ways(scene, dice)
    differing = [points for _, points in ranked if points != score]
    others: list[Way | None] = [way for way, points in ranked if differing and points == differing[0]]
    return [
        tableau_claim((*_set_rows(scene, way), *pale), badge=_points_card(score), way=way, other=other)
        for way in _best_ways(scene, dice)
        for other in others or [None]
        for pale in _pale_rows(scene, way, other)
    ]


def _pale_rows(scene: KokaScene, way: Way, other: Way | None) -> list[list[RowClaim]]:
    """Expect what differs in the other way, then what both share, dimmed. Earlier kits print only what differs."""
    if other is None:
        return [[]]
    differing = Counter(other) - Counter(way)
    first = row_claim(holds=_shows(scene, _dice_of_sets(differing), "dimmed"), role="other", place="other")
    shared = _dice_of_sets(Counter(other) - differing)
    rest = [row_claim(holds=_shows(scene, shared, "dimmed"), role="other")] if shared else []
    return [[first, *rest], [first]]


def _dice_of_sets(sets: Counter[DiceSet]) -> list[Die]:
    return [(colour, value) for colour, values in sets.elements() for value in values]


def _splits(*, less: bool) -> Condition:
    """Return the condition that the other way scores less, or more by its set of three."""

    def says(scene: KokaScene) -> bool:
        way, other = scene["way"], scene["other"]
        return other is not None and (_points_of(scene, other) < _points_of(scene, way)) == less

    return says


def _sixes_differ(scene: KokaScene) -> bool:
    other = scene["other"]
    return other is not None and bool(_sixes(scene["way"])) != bool(_sixes(other))


_REASON = part(*(f"verdict-{name}" for name in _KINDS_OF_WAYS))
_OTHER_SUM: dict[str, Any] = {"reason": _REASON, "other": lambda scene: _sum(scene, scene["other"])}
_SPLITS: dict[str, Claim] = {
    "heading-splits": claim(lambda scene: scene.kind == "partitions" and not _sixes_differ(scene)),
    "heading-splits-six": claim(_sixes_differ),
    "verdict-splits": claim(_splits(less=True), **_OTHER_SUM),
    "verdict-splits-six": claim(
        lambda scene: _splits(less=False)(scene) and scene.settings.readings.partition == "six-first", **_OTHER_SUM
    ),
}


# Dice that complete a hand


def _by_points(scene: KokaScene) -> list[tuple[Die, int]]:
    """Return the dice that complete the hand, with the score, the highest first."""
    waits = [(_dice([die])[0], int(points)) for die, points in scene.out["waits"]]
    return sorted(waits, key=lambda wait: -wait[1])


def _waits_layout(scene: KokaScene) -> list[TableauClaim]:
    best = _dice(scene.out["best"])
    rows = [row_claim(holds=_shows(scene, _at(scene, "dice"), "plain"), role="hand")]
    rows += [
        row_claim(
            [_die_card(scene, die)],
            mark="winner" if die in best else None,
            role="wait" if index else "with",
            place="wait" if index else "with",
        )
        for index, (die, _) in enumerate(_by_points(scene))
    ]
    # Earlier kits print no points beside the dice.
    badges = [_points_card(points) for _, points in _by_points(scene)[:1]]
    return [tableau_claim(rows, badge=badge) for badge in (*badges, None)]


def _wait_points(scene: KokaScene) -> Part:
    """Expect the dice joined by "or"."""
    waits = [part("wait-points", die=die, points=points) for die, points in _by_points(scene)]
    return waits[0] if len(waits) == 1 else part("wait-or", waits=tuple(waits))


def _wait_or(scene: KokaScene) -> Part:
    waits = scene["waits"]
    return waits[0] if len(waits) == 2 else part("wait-or", waits=waits[:-1])


def _wait_sums(scene: KokaScene) -> tuple[OneOf, ...]:
    dice = _at(scene, "dice")
    return tuple(
        one_of(part("wait-sum", die=die, way=way) for way in _best_ways(scene, (*dice, die)))
        for die, _ in _by_points(scene)
    )


def _named_die(scene: KokaScene) -> Part:
    return part("die-name", die=scene["die"])


_WAITS: dict[str, Claim] = {
    "heading-waits": claim(lambda scene: len(scene.out["best"]) == len(scene.out["waits"])),
    "heading-waits-best": claim(lambda scene: len(scene.out["best"]) < len(scene.out["waits"])),
    "verdict-no-waits": claim(lambda scene: not scene.out["waits"]),
    "verdict-waits": claim(lambda scene: bool(scene.out["waits"]), waits=_wait_points),
    "verdict-waits-sums": claim(lambda scene: bool(scene.out["waits"]), waits=_wait_sums),
    "wait-points": claim(die=_named_die, points=lambda scene: part("points", points=scene["points"])),
    "wait-sum": claim(die=_named_die, sum=_way_sum),
    "wait-or": claim(first=_wait_or, other=lambda scene: scene["waits"][-1]),
}


# Sets


def _is_set_layout(scene: KokaScene) -> TableauClaim:
    is_set = bool(scene.out["is_set"])
    mark = None if scene.form != "check" else "allowed" if is_set else "not-allowed"
    row = row_claim(_die_cards(scene, _at(scene, "dice")), role="set" if is_set else "loose")
    return tableau_claim([row], mark=mark)  # type: ignore[arg-type]


def _values(scene: KokaScene) -> list[int]:
    return sorted(value for _, value in _at(scene, "dice"))


def _colours(scene: KokaScene) -> int:
    return len({colour for colour, _ in _at(scene, "dice")})


def _in_a_row(values: Sequence[int]) -> bool:
    return list(values) == list(range(values[0], values[0] + len(values)))


def _goes_round(scene: KokaScene) -> bool:
    """Tell whether the values would be a row if 1 came after 6."""
    values = _values(scene)
    return not _in_a_row(values) and any(
        _in_a_row(sorted((value - turn) % 6 for value in values)) for turn in range(1, 7)
    )


_SETS: dict[str, Claim] = {
    "heading-set": claim(lambda scene: scene.kind == "is_set"),
    "verdict-set": claim(answered(is_set=True), reason=part("reason-alike", "reason-run")),
    "verdict-no-set": claim(answered(is_set=False), reason=part("reason-colours", "reason-wrap", "reason-neither")),
    "reason-alike": claim(lambda scene: len(set(_values(scene))) == _colours(scene) == 1),
    "reason-run": claim(lambda scene: _in_a_row(_values(scene)) and _colours(scene) == 1),
    "reason-colours": claim(lambda scene: _colours(scene) > 1, count=_colours),
    "reason-wrap": claim(lambda scene: _colours(scene) == 1 and _goes_round(scene)),
    "reason-neither": claim(
        lambda scene: (
            _colours(scene) == 1
            and len(set(_values(scene))) > 1
            and not _in_a_row(_values(scene))
            and not _goes_round(scene)
        )
    ),
}


# Rounds and matches


def _round_layout(scene: KokaScene) -> TableauClaim:
    first = scene.out["turns"][0]
    return tableau_claim(
        row_claim(holds=_seat_holds(scene, seat, strong=seat == first), role="seat") for seat in scene.out["turns"]
    )


def _seat_holds(scene: KokaScene, seat: int, *, strong: bool) -> Callable[[Sequence[MiniCard]], bool]:
    """Return the condition that a row shows a seat with its score, and the dice of its hand."""
    expected = _seat_card(seat, scene.out["scores"][seat], strong=strong)
    shows = _shows(scene, _dice(scene.position["hands"][seat]), "plain")

    def holds(cards: Sequence[MiniCard]) -> bool:
        head = cards[0]
        looks_right = not head.fields or head.fields == expected.fields
        return (head.strings, head.state) == (expected.strings, "plain") and looks_right and shows(cards[1:])

    return holds


def _seat_score(scene: KokaScene, seat: int) -> OneOf:
    """Expect a seat with its points, or with the sum of its sets."""
    points, hand = scene.out["scores"][seat], _dice(scene.position["hands"][seat])
    sums = [part("seat-sum", seat=seat, way=way) for way in _best_ways(scene, hand)]
    return one_of([part("seat-points", seat=seat, points=points), *sums])


def _first(scene: KokaScene) -> str:
    return seat_name((scene.out["completers"] or scene.out["turns"])[0])


def _round_ends(*, more: bool, start: bool | None = None) -> Condition:
    """Return the condition that one seat is complete, or several, and whether the start player is the first."""

    def says(scene: KokaScene) -> bool:
        seats = scene.out["completers"]
        starts = bool(seats) and seats[0] == scene.out["turns"][0]
        return bool(seats) and (len(seats) > 1) == more and (start is None or starts == start)

    return says


_OF_ROUND: dict[str, Any] = {
    "first": _first,
    "others": lambda scene: tuple(map(seat_name, scene.out["completers"][1:])),
    "scores": lambda scene: tuple(_seat_score(scene, seat) for seat in scene.out["completers"]),
}


def _drawer_layout(scene: KokaScene) -> TableauClaim:
    start, last = scene.position["start"], scene.position["round"]
    table = [_seat_card(seat, strong=seat == start, table=True) for seat in range(scene.position["players"])]
    rows = [row_claim(table, role="seats", place="seats")]
    rows += [
        row_claim(
            [_seat_card(_drawer_of(scene, number))],
            mark="winner" if number == last else None,
            role="next",
            place="round",
            round=number + 1,
        )
        for number in range(last + 1)
    ]
    return tableau_claim(rows)


def _drawer_of(scene: KokaScene, number: int) -> int:
    return int(scene.ask("drawer", {**scene.position, "round": number})["drawer"])


def _match_layout(scene: KokaScene) -> TableauClaim:
    rows = [
        row_claim(
            [_seat_card(seat), *map(_points_card, column)],
            mark="winner" if seat in scene.out["best"] else None,
            role="points",
        )
        for seat, column in enumerate(zip(*scene.position["scores"], strict=True))
    ]
    return tableau_claim(rows, mark="winner")


def _winners(scene: KokaScene) -> tuple[str, ...]:
    return tuple(map(seat_name, scene.out["best"]))


def _match_ends(*, shared: bool, games: bool | None = None) -> Condition:
    def says(scene: KokaScene) -> bool:
        several = scene.settings.games > 1
        return (len(scene.out["best"]) > 1) == shared and (games is None or several == games)

    return says


def _round_number(scene: KokaScene) -> int:
    return int(scene.position["round"] + 1)


_OF_MATCH: dict[str, Any] = {
    "seats": _winners,
    # Earlier kits print the totals alone.
    "totals": lambda scene: tuple(
        one_of([part("seat-total", seat=seat), part("seat-points", seat=seat, points=total)])
        for seat, total in enumerate(scene.out["totals"])
    ),
}
_ROUNDS: dict[str, Claim] = {
    "heading-round": claim(lambda scene: scene.kind == "round"),
    "heading-drawer": claim(round=_round_number),
    "heading-match": claim(games=count_of(position_at("scores"))),
    "row-seats": claim(about(place="seats")),
    "row-round": claim(about(place="round"), number=subject("round")),
    "seat-points": claim(
        seat=lambda scene: seat_name(scene["seat"]), points=lambda scene: part("points", points=scene["points"])
    ),
    "seat-total": claim(
        seat=lambda scene: seat_name(scene["seat"]),
        terms=lambda scene: tuple(game[scene["seat"]] for game in scene.position["scores"]),
        total=lambda scene: scene.out["totals"][scene["seat"]],
    ),
    "seat-sum": claim(seat=lambda scene: seat_name(scene["seat"]), sum=_way_sum),
    "verdict-round": claim(_round_ends(more=True, start=False), **_OF_ROUND),
    "verdict-round-start": claim(_round_ends(more=True, start=True), **_OF_ROUND),
    "verdict-round-alone": claim(_round_ends(more=False), **_OF_ROUND),
    "verdict-round-none": claim(lambda scene: not scene.out["over"], **_OF_ROUND),
    "verdict-drawer": claim(
        ja="start first round drawer",
        start=lambda scene: seat_name(scene.position["start"]),
        first=lambda scene: seat_name(_drawer_of(scene, 0)),
        drawer=lambda scene: seat_name(scene.out["drawer"]),
        round=_round_number,
    ),
    "verdict-match-won": claim(_match_ends(shared=False, games=True), **_OF_MATCH),
    "verdict-match-shared": claim(_match_ends(shared=True), **_OF_MATCH),
    "verdict-match-single": claim(_match_ends(shared=False, games=False), **_OF_MATCH),
}


# Turns


def _move(scene: KokaScene) -> str:
    return str(scene.position["move"][0])


def _parts(scene: KokaScene) -> list[Any]:
    return list(scene.position["move"][1:])


def _moved(scene: KokaScene) -> Dice:
    """Return the dice of the tray that the move names."""
    first = _parts(scene)[0]
    return _dice(first) if _move(scene) == "reroll" else _optional(first)


def _taken(scene: KokaScene) -> Dice:
    """Return the dice that the move takes to the hand."""
    parts = _parts(scene)
    if _move(scene) == "reroll":
        return _dice(parts[2])
    if _move(scene) == "take":
        return _optional(parts[0])
    return _optional(parts[1]) if len(parts) > 1 else ()


def _given(scene: KokaScene) -> Dice:
    parts = _parts(scene)
    if _move(scene) == "reroll":
        return _dice(parts[3])
    return _optional(parts[-1]) if len(parts) > 1 else ()


def _faces(scene: KokaScene) -> Dice:
    return _dice(_parts(scene)[1])


def _turn_out(scene: KokaScene) -> Mapping[str, Any]:
    """Return the answer about the turn, also for an example about the tray."""
    return scene.ask("turn", scene.position) if scene.kind == "tray" else scene.out


def _allowed(scene: KokaScene) -> bool:
    return _turn_out(scene)["violation"] is None


def _gives_kept(scene: KokaScene) -> bool:
    """Tell whether the dice given back are kept dice, and not of the hand."""
    given = _given(scene)
    hand, kept = Counter(_at(scene, "hand")), Counter(_at(scene, "kept"))
    return bool(Counter(given) - hand) and not Counter(given) - kept


def _turn_layout(scene: KokaScene) -> list[TableauClaim]:
    mark: Mark = "not-allowed" if not _allowed(scene) else "out" if _is_doubtful(scene) else "allowed"
    # Earlier kits do not draw again the dice that are taken, nor all twelve dice of a complete hand.
    layouts = [[_hand_row(scene), *_move_rows(scene, taken=taken)] for taken in _TAKEN]
    if _completes_by_taking(scene) or _completes_by_rolling(scene):
        layouts.append(_move_rows(scene, complete=True))
    return [tableau_claim(rows, mark=mark) for rows in layouts]


_TAKEN = (frozenset({"take", "reroll"}), frozenset({"take"}), frozenset[str]())
"""Moves whose taken dice a kit draws a second time: by this version, then by earlier ones."""


def _completes_by_rolling(scene: KokaScene) -> bool:
    """Tell whether rerolled dice complete the hand."""
    return _move(scene) == "reroll" and bool(_turn_out(scene)["complete"])


def _completes_by_taking(scene: KokaScene) -> bool:
    """Tell whether a move takes a die of the tray that completes the hand."""
    takes = _move(scene) == "take" and set(_moved(scene)) <= set(_at(scene, "tray"))
    return takes and _would_be_complete(scene)


def _hand_row(scene: KokaScene) -> RowClaim:
    """Expect the hand without the dice that go back; it may be missing if it decides nothing."""
    hand = _without(_at(scene, "hand"), _given(scene))
    place = "hand" if len(hand) == len(_at(scene, "hand")) else "hand-rest"
    return row_claim(holds=_shows(scene, hand, "plain"), role="hand", place=place, optional=not _hand_decides(scene))


def _complete_row(scene: KokaScene, hand: Dice) -> RowClaim:
    return row_claim(holds=_shows(scene, hand, "plain"), role="hand", place="hand-complete")


def _move_rows(scene: KokaScene, *, taken: Set[str] = _TAKEN[0], complete: bool = False) -> list[RowClaim]:
    """Expect the dice of a turn, without the hand; after dice that are taken, if ``complete``, all twelve of it."""
    rows = [*_kept_rows(scene), _titled(_die_cards(scene, _at(scene, "tray"), _moved(scene)), "tray")]
    if _move(scene) == "reroll":
        rows += _reroll_rows(scene, draws_taken="reroll" in taken)
    if scene.position["discards"]:
        rows.append(_titled(_die_cards(scene, _at(scene, "discards"), _chosen_discard(scene)), "discards"))
    if _move(scene) == "take" and "take" in taken:
        rows.append(_titled(_die_cards(scene, _moved(scene)), "taken"))
    if complete:
        spare = _given(scene) if _turn_out(scene)["complete"] else ()
        rows.append(_complete_row(scene, _without((*_at(scene, "hand"), *_taken(scene)), spare)))
    if _move(scene) == "keep":
        rows += _keep_rows(scene)
    if _given(scene):
        role = "given-kept" if _gives_kept(scene) else "given"
        rows.append(_titled(_die_cards(scene, _given(scene)), role, role))
    rolls = scene.ask("tray", scene.position)["rolls"]
    if rolls:
        rows.append(_titled([_falling(scene, colour) for colour in rolls], "falling"))
    return rows


def _titled(cards: Iterable[CardClaim], place: str, role: str | None = None) -> RowClaim:
    """Expect dice under the words of their place in the turn."""
    return row_claim(cards, role=role or place, place=place)


def _hand_decides(scene: KokaScene) -> bool:
    """Tell whether the hand is complete, or nearly, so that the reader has to see it."""
    out = _turn_out(scene)
    return out["violation"] == "give-count" or bool(out["complete"])


def _kept_rows(scene: KokaScene) -> list[RowClaim]:
    kept = _at(scene, "kept")
    if _gives_kept(scene):
        kept = _without(kept, _given(scene))
    chosen = kept if _move(scene) == "keep" else ()
    return [_titled(_die_cards(scene, kept, chosen), "kept")] if kept else []


def _reroll_rows(scene: KokaScene, *, draws_taken: bool) -> list[RowClaim]:
    """Expect rerolled dice that are not of the tray, the new faces, and taken dice, or only those not among these."""
    own = _without(_moved(scene), _at(scene, "tray"))
    taken = _taken(scene) if draws_taken else _without(_taken(scene), _faces(scene))
    rows = [_titled(_die_cards(scene, own), "own")] if own else []
    rows.append(_titled(_die_cards(scene, _faces(scene), _taken(scene)), "rolled"))
    return [*rows, _titled(_die_cards(scene, taken), "taken")] if taken else rows


def _chosen_discard(scene: KokaScene) -> Dice:
    """Return the discarded die that the move takes: as it lies, or one of the colour to be turned."""
    if _move(scene) == "take":
        return () if _moved(scene)[0] in _at(scene, "tray") else _moved(scene)
    taken = _taken(scene)
    if _move(scene) == "reroll" or not taken:
        return ()
    return tuple(die for die in _at(scene, "discards") if die[0] == taken[0][0])[:1]


def _keep_rows(scene: KokaScene) -> list[RowClaim]:
    if _taken(scene):
        return [_titled(_die_cards(scene, _taken(scene)), "turned")]
    last = len(scene.position["kept"]) + 1 == scene.settings.kept
    return [] if last else [_titled(_die_cards(scene, _moved(scene)), "above")]


def _falling(scene: KokaScene, colour: str) -> CardClaim:
    return CardClaim((_letter(scene, colour), "?"), {"colour": colour, "value": "?"})


def _names(dice: Says) -> Says:
    """Expect dice by name, in their order."""
    return lambda scene: tuple(part("die-name", die=die) for die in dice(scene))


def _one_name(dice: Says) -> Says:
    return lambda scene: part("die-name", die=dice(scene)[0])


def _left(scene: KokaScene) -> Dice:
    """Return the rerolled dice that are not taken."""
    return _without(_faces(scene), _taken(scene))


def _again(scene: KokaScene) -> Dice:
    """Return the rerolled dice that are not taken and are rolled again."""
    return _left(scene) if scene.settings.readings.untaken_dice == "again" else ()


def _is_allowed(move: str, *, complete: bool | None = None) -> Condition:
    """Return the condition that a move of this kind is allowed, and whether the hand is complete with it."""

    def says(scene: KokaScene) -> bool:
        out = _turn_out(scene)
        is_complete = complete is None or out["complete"] == complete
        return out["violation"] is None and _move(scene) == move and is_complete

    return says


def _completes(*, given: bool, left: bool | None = None) -> Condition:
    """Return the condition that the dice taken complete the hand, and whether a die of it or of the reroll is left."""

    def says(scene: KokaScene) -> bool:
        out = _turn_out(scene)
        done = out["violation"] is None and out["complete"] and _move(scene) != "keep"
        leaves = left is None or (_move(scene) == "reroll" and bool(_left(scene))) == left
        return done and bool(_taken(scene)) and bool(_given(scene)) == given and leaves

    return says


def _rerolled(*, taken: bool, left: bool, fate: str | None = None) -> Condition:
    def says(scene: KokaScene) -> bool:
        fits = fate is None or scene.settings.readings.untaken_dice == fate
        reroll = _is_allowed("reroll")(scene)
        return reroll and fits and bool(_taken(scene)) == taken and bool(_left(scene)) == left

    return says


def _completes_and_leaves(fate: str) -> Condition:
    """Return the condition that a rerolled die completes the hand, and what becomes of the others."""

    def says(scene: KokaScene) -> bool:
        fits = scene.settings.readings.untaken_dice == fate
        return fits and _completes(given=False, left=True)(scene)

    return says


def _goes_on_with(fate: str) -> Condition:
    """Return the condition that some rerolled dice are taken and others left, and the hand is not complete by them."""
    return lambda scene: (
        _rerolled(taken=True, left=True, fate=fate)(scene) and not _completes(given=False, left=True)(scene)
    )


def _last_kept(scene: KokaScene) -> bool:
    return len(scene.position["kept"]) + 1 == scene.settings.kept


def _keeps(*, last: bool) -> Condition:
    return lambda scene: _is_allowed("keep")(scene) and _last_kept(scene) == last and not _taken(scene)


def _would_be_complete(scene: KokaScene) -> bool:
    """Tell whether the hand would be complete with the kept die."""
    dice = (*_at(scene, "hand"), *_moved(scene))
    return bool(scene.ask("score", {"dice": _raw(dice)})["complete"])


def _exchanges(*, turned: bool, complete: bool) -> Condition:
    """Return the condition that the kept dice bring a discarded die, as it lies or turned to another face."""

    def says(scene: KokaScene) -> bool:
        taken = _taken(scene)
        if not taken or not _is_allowed("keep", complete=complete)(scene):
            return False
        return _last_kept(scene) and (taken[0] not in _at(scene, "discards")) == turned

    return says


_LAST: dict[str, Any] = {"kept": lambda scene: scene.settings.kept, "last": _one_name(_moved)}
_BROUGHT: dict[str, Any] = {
    **_LAST,
    "die": _one_name(_taken),
    "colour": lambda scene: _name(scene, _taken(scene)[0][0]),
    "value": lambda scene: _taken(scene)[0][1],
}
_EXCHANGED: dict[str, Any] = {**_BROUGHT, "given": _names(_given)}
_ORDER = "last kept die colour value given"
_REASONS: dict[str, Claim] = {
    "reason-complete": claim(_completes(given=False, left=False), dice=_names(_taken), given=()),
    "reason-thirteen": claim(_completes(given=True), dice=_names(_taken), given=_names(_given)),
    "reason-take": claim(_is_allowed("take", complete=False), taken=_one_name(_taken), given=_names(_given)),
    "reason-keep": claim(_keeps(last=False), die=_one_name(_moved)),
    "reason-keep-complete": claim(
        lambda scene: _keeps(last=False)(scene) and _would_be_complete(scene), die=_one_name(_moved)
    ),
    "reason-exchange": claim(_exchanges(turned=True, complete=False), en=_ORDER, **_EXCHANGED),
    "reason-exchange-as-it-lies": claim(_exchanges(turned=False, complete=False), en=_ORDER, **_EXCHANGED),
    "reason-exchange-complete": claim(
        _exchanges(turned=False, complete=True), en="last kept die colour value", **_BROUGHT
    ),
    "reason-exchange-complete-turned": claim(
        _exchanges(turned=True, complete=True), en="last kept die colour value", **_BROUGHT
    ),
    "reason-exchange-nothing": claim(
        lambda scene: _keeps(last=True)(scene) and not scene.position["discards"], en="last kept", **_LAST
    ),
    "reason-all": claim(
        lambda scene: _rerolled(taken=True, left=False)(scene) and not _turn_out(scene)["complete"],
        taken=_names(_taken),
        given=_names(_given),
    ),
}
for _fate in ("again", "stay"):
    _REASONS[f"reason-none-{_fate}"] = claim(_rerolled(taken=False, left=True, fate=_fate), left=_names(_left))
    _REASONS[f"reason-complete-{_fate}"] = claim(
        _completes_and_leaves(_fate), dice=_names(_taken), given=(), left=_names(_left)
    )
    _REASONS[f"reason-some-{_fate}"] = claim(
        _goes_on_with(_fate),
        en="taken left given" if _fate == "again" else "taken given left",
        ja="taken given left",
        taken=_names(_taken),
        given=_names(_given),
        left=_names(_left),
    )


# Refusals


def _refused(*violations: str) -> Condition:
    return lambda scene: _turn_out(scene)["violation"] in violations


def _first_missing(dice: Dice, among: Dice) -> Die:
    """Return the first die that is not among others. Raises ValueError if all are there."""
    left = list(among)
    for die in dice:
        if die not in left:
            return die
        left.remove(die)
    raise ValueError("no die is missing")


def _missing_in_tray(scene: KokaScene) -> Die:
    return _first_missing(_moved(scene), _at(scene, "tray"))


def _recoloured(scene: KokaScene) -> tuple[Die, Die]:
    """Return the first die that is rerolled to another colour, with its face."""
    return next(pair for pair in zip(_moved(scene), _faces(scene), strict=True) if pair[0][0] != pair[1][0])


def _missing_face(scene: KokaScene) -> Die:
    return _first_missing(_taken(scene), _faces(scene))


def _missing_given(scene: KokaScene) -> Die:
    return _first_missing(_given(scene), (*_at(scene, "hand"), *_taken(scene)))


def _colour_value(die: Callable[[KokaScene], Die]) -> dict[str, Any]:
    return {"colour": lambda scene: _name(scene, die(scene)[0]), "value": lambda scene: die(scene)[1]}


def _by_name(die: Callable[[KokaScene], Die]) -> dict[str, Any]:
    return {"die": lambda scene: part("die-name", die=die(scene))}


def _lies_in(key: str, move: str | None = None) -> Condition:
    """Return the condition that the die missing in the tray lies elsewhere."""

    def says(scene: KokaScene) -> bool:
        refused = _refused("not-in-tray", "tray-too-small")(scene)
        return refused and _missing_in_tray(scene) in _at(scene, key) and move in (None, _move(scene))

    return says


def _lies_nowhere(violation: str) -> Condition:
    """Return the condition that the die missing in the tray lies nowhere else."""

    def says(scene: KokaScene) -> bool:
        return _refused(violation)(scene) and not _lies_in("discards")(scene) and not _lies_in("hand", "reroll")(scene)

    return says


def _complete_with_all(scene: KokaScene) -> int:
    """Return how many dice go back because the hand is complete: none of twelve, one of thirteen. Raises ValueError if
    it is not complete."""
    dice = (*_at(scene, "hand"), *_taken(scene))
    twelves = {_HAND: [dice], _HAND + 1: [_without(dice, [die]) for die in dice]}.get(len(dice), [])
    if not any(scene.ask("score", {"dice": _raw(twelve)})["complete"] for twelve in twelves):
        raise ValueError("the hand is not complete")
    return len(dice) - _HAND


def _is_complete_so(wanted: int) -> Condition:
    return lambda scene: _refused("give-count")(scene) and _complete_with_all(scene) == wanted


def _is_far(scene: KokaScene) -> bool:
    """Tell whether the hand is not complete, so that as many dice go back as came."""
    try:
        _complete_with_all(scene)
    except ValueError:
        return _refused("give-count")(scene) and len(_given(scene)) != len(_taken(scene))
    return False


def _counts(wanted: Says) -> dict[str, Any]:
    return {
        "taken": lambda scene: len(_taken(scene)),
        "given": lambda scene: len(_given(scene)),
        "wanted": wanted,
    }


_REFUSALS: dict[str, Claim] = {
    "violation-not-in-tray": claim(_lies_nowhere("not-in-tray"), **_colour_value(_missing_in_tray)),
    "violation-in-discards": claim(
        # A die may lie in the hand and among the discards; a reroll says that it is in the hand.
        lambda scene: _lies_in("discards")(scene) and not _lies_in("hand", "reroll")(scene),
        **_by_name(_missing_in_tray),
    ),
    "violation-own-die": claim(_lies_in("hand", "reroll"), **_by_name(_missing_in_tray)),
    "violation-tray-too-small": claim(_lies_nowhere("tray-too-small"), count=count_of(position_at("tray"))),
    "violation-reroll-count": claim(
        lambda scene: _refused("reroll-count")(scene) and scene.settings.readings.reroll_count == "two",
        count=lambda scene: len(_moved(scene)),
    ),
    "violation-reroll-count-any": claim(
        lambda scene: _refused("reroll-count")(scene) and scene.settings.readings.reroll_count == "one-or-two",
        count=lambda scene: len(_moved(scene)),
    ),
    "violation-wrong-colours": claim(
        _refused("wrong-colours"),
        colour=lambda scene: _name(scene, _recoloured(scene)[0][0]),
        found=lambda scene: _name(scene, _recoloured(scene)[1][0]),
    ),
    "violation-old-face": claim(
        lambda scene: _refused("not-rerolled")(scene) and _missing_face(scene) in _moved(scene),
        **_by_name(_missing_face),
    ),
    "violation-not-rerolled": claim(
        lambda scene: _refused("not-rerolled")(scene) and _missing_face(scene) not in _moved(scene),
        **_colour_value(_missing_face),
    ),
    "violation-not-in-discards": claim(
        lambda scene: _refused("not-in-discards")(scene) and bool(_taken(scene)),
        **_colour_value(lambda scene: _taken(scene)[0]),
    ),
    "violation-not-in-hand": claim(
        lambda scene: _refused("not-in-hand")(scene) and not _gives_kept(scene), **_colour_value(_missing_given)
    ),
    "violation-kept-die": claim(
        lambda scene: _refused("not-in-hand")(scene) and _gives_kept(scene),
        **_by_name(lambda scene: _given(scene)[0]),
    ),
    "violation-give-count": claim(_is_far, **_counts(lambda scene: len(_taken(scene)))),
    "violation-give-back-complete": claim(_is_complete_so(0), given=_names(_given)),
    "violation-give-one-complete": claim(
        lambda scene: _is_complete_so(1)(scene) and len(_given(scene)) != 1, **_counts(lambda _scene: 1)
    ),
    "violation-give-count-breaks": claim(
        lambda scene: _is_complete_so(1)(scene) and len(_given(scene)) == 1, **_counts(lambda _scene: 1)
    ),
    "heading-take": claim(lambda scene: _move(scene) == "take"),
    "heading-keep": claim(lambda scene: _move(scene) == "keep"),
    "heading-reroll": claim(lambda scene: _move(scene) == "reroll", count=lambda scene: len(_moved(scene))),
}


def _is_doubtful(scene: KokaScene) -> bool:
    """Tell whether an allowed turn fails to do what a player may expect."""
    keeps = _allowed(scene) and _move(scene) == "keep" and not _taken(scene)
    return keeps and (_last_kept(scene) or _would_be_complete(scene))


_TITLES: dict[str, Claim] = {
    f"row-{place}": claim(about(place=place))
    for place in (
        *("hand", "hand-rest", "hand-complete", "kept", "tray", "own", "rolled", "taken", "discards"),
        *("turned", "above", "given", "given-kept", "falling", "with", "wait", "other"),
    )
} | {
    "row-given-own": claim(about(place="given")),
    "row-other-sixes": claim(about(place="other-sixes")),
    "row-rolled-by": claim(about(place="rolled-by"), seat=subject("roller")),
}
_TURNS: dict[str, Claim] = {
    "verdict-allowed": claim(
        lambda scene: _allowed(scene) and not _is_doubtful(scene),
        reason=part(*(set(_REASONS) - {"reason-keep-complete", "reason-exchange-nothing"})),
    ),
    "verdict-allowed-but": claim(_is_doubtful, reason=part("reason-keep-complete", "reason-exchange-nothing")),
    "verdict-not-allowed": claim(
        lambda scene: not _allowed(scene), reason=part(*(key for key in _REFUSALS if key.startswith("violation-")))
    ),
    "verdict-right": claim(
        lambda scene: _allowed(scene) and (_completes_by_taking(scene) or _completes_by_rolling(scene)),
        reason=part("reason-complete", "reason-complete-again", "reason-complete-stay", "reason-thirteen"),
    ),
    "verdict-wrong": claim(
        lambda scene: not _allowed(scene) and _completes_by_taking(scene), reason=part("violation-give-back-complete")
    ),
}


# Whole rounds


def _turn_of(scene: KokaScene, step: int) -> KokaScene:
    """Return a turn of a whole round as an example of its own."""
    position = scene.position
    seat = (position["start"] + step) % len(position["hands"])
    table = {"hand": position["hands"][seat], "kept": [], "tray": position["trays"][step], "discards": []}
    turn = {**table, "move": position["moves"][step]}
    return replace(scene, kind="turn", position=turn, out=scene.ask("turn", turn), subject={"seat": seat})


def _turns_of(scene: KokaScene) -> list[KokaScene]:
    return [_turn_of(scene, step) for step in range(len(scene.position["moves"]))]


def _whole_round_layout(scene: KokaScene) -> list[TableauClaim]:
    # The earliest kits print points below the seats, no hand of a seat that keeps a die, and no die that is taken.
    earliest = []
    for turn in _turns_of(scene):
        seat = _seat_card(turn["seat"], scene.out["scores"][turn["seat"]], strong=_starts(scene, turn))
        earliest += [row_claim([seat], role="turn"), *_move_rows(turn, taken=_TAKEN[2]), *_complete_rows(scene, turn)]
    rounds = [_round_rows(scene, taken) for taken in _TAKEN[:2]]
    return [*map(tableau_claim, rounds), *([tableau_claim(earliest)] if scene.out["over"] else [])]


def _round_rows(scene: KokaScene, taken: Set[str]) -> list[RowClaim]:
    rows = []
    for turn in _turns_of(scene):
        starts, complete = _starts(scene, turn), _complete_rows(scene, turn)
        before = [] if complete else [_titled_hand(turn)]
        moved = _move_rows(turn, taken=taken)
        if starts and not scene.out["over"]:
            moved = _rolled_by(scene, moved)
        rows += [row_claim([_seat_card(turn["seat"], strong=starts)], role="turn"), *before, *moved, *complete]
    return rows


def _starts(scene: KokaScene, turn: KokaScene) -> bool:
    """Tell whether a turn of a round is that of the start player."""
    return bool(turn["seat"] == scene.position["start"])


def _complete_rows(scene: KokaScene, turn: KokaScene) -> list[RowClaim]:
    """Expect the hand that a turn of a round completes, if it does."""
    return [_complete_row(turn, _dice(scene.out["hands"][turn["seat"]]))] if turn.out["complete"] else []


def _titled_hand(scene: KokaScene) -> RowClaim:
    return row_claim(holds=_shows(scene, _at(scene, "hand"), "plain"), role="hand", place="hand")


def _rolled_by(scene: KokaScene, rows: Iterable[RowClaim]) -> list[RowClaim]:
    """Expect the same rows, with words over the tray that tell who rolled."""
    seat = seat_name(_roller(scene, 0))
    return [replace(row, subject={"place": "rolled-by", "roller": seat}) if row.role == "tray" else row for row in rows]


def _roller(scene: KokaScene, number: int) -> int:
    """Return the seat that rolls in a round."""
    position = {"players": len(scene.position["hands"]), "start": scene.position["start"], "round": number}
    return int(scene.ask("drawer", position)["drawer"])


def _makes_a_set(scene: KokaScene, die: Die) -> bool:
    """Tell whether a die makes a set with two dice of the hand that are in none yet."""
    return any(_is_set(scene, (*pair, die)) for pair in combinations(_loose(scene), 2))


def _is_set(scene: KokaScene, dice: Iterable[Die]) -> bool:
    return bool(scene.ask("is_set", {"dice": _raw(dice)})["is_set"])


def _loose(scene: KokaScene) -> list[Die]:
    """Return the dice of the hand that are in no set of three."""
    hand = _at(scene, "hand")
    in_sets = {die for dice in combinations(hand, 3) if _is_set(scene, dice) for die in dice}
    return [die for die in hand if die not in in_sets]


def _takes_for_a_set(scene: KokaScene) -> bool:
    return _is_allowed("take", complete=False)(scene) and _makes_a_set(scene, _moved(scene)[0])


def _keeps_without_use(scene: KokaScene) -> bool:
    """Tell whether a die is kept, and none of the tray makes a set."""
    keeps = _is_allowed("keep", complete=False)(scene)
    return keeps and not any(_makes_a_set(scene, die) for die in _at(scene, "tray"))


def _helps(scene: KokaScene, die: Die) -> bool:
    """Tell whether a third die would make a set with this one and one of the hand that is in none yet."""
    values = range(1, 7)
    others = [other for other in _loose(scene) if other[0] == die[0]]
    return any(_is_set(scene, (die, other, (die[0], value))) for other in others for value in values)


def _keeps_unhelped(scene: KokaScene) -> bool:
    """Tell whether a die is kept, and none of the tray helps the hand."""
    keeps = _is_allowed("keep", complete=False)(scene)
    return keeps and not any(_helps(scene, die) for die in _at(scene, "tray"))


def _keeps_without_colour(scene: KokaScene) -> bool:
    """Tell whether a die is kept, and the hand has none of a colour of the tray but in sets."""
    keeps = _is_allowed("keep", complete=False)(scene)
    loose = {colour for colour, _ in _loose(scene)}
    return keeps and not any(colour in loose for colour, _ in _at(scene, "tray"))


def _step_is(move: str, *, complete: bool) -> Condition:
    """Return the condition that a turn of a whole round is of this kind, and completes the hand or does not."""

    def says(scene: KokaScene) -> bool:
        turn = _turn_of(scene, scene["step"])
        gives = move != "keep" and not complete
        return _is_allowed(move, complete=complete)(turn) and bool(_given(turn)) == gives

    return says


def _of_step(says: Says) -> Says:
    return lambda scene: says(_turn_of(scene, scene["step"]))


def _round_score(scene: KokaScene, step: int) -> OneOf:
    turn = _turn_of(scene, step)
    seat = turn["seat"]
    points = scene.out["scores"][seat]
    if not turn.out["complete"]:
        return one_of([part("seat-points", seat=seat, points=points)])
    sums = [part("seat-sum", seat=seat, way=way) for way in _best_ways(scene, _dice(scene.out["hands"][seat]))]
    return one_of([part("seat-points", seat=seat, points=points), *sums])


def _is_roll(scene: KokaScene) -> bool:
    """Tell whether a step of a round is the roll that it begins with."""
    return scene.subject.get("step", "") is None


def _waits_of(scene: KokaScene, seat: int) -> Dice:
    """Return the dice that complete the hand of a seat after a round."""
    waits = scene.ask("waits_scored", {"dice": scene.out["hands"][seat]})["waits"]
    return _dice(die for die, _ in waits)


def _waiting_seats(scene: KokaScene) -> list[int]:
    """Return the seats whose hand waits for one die or for two after a round."""
    return [seat for seat in range(len(scene.out["hands"])) if 1 <= len(_waits_of(scene, seat)) <= _MOST_WAITS]


def _step_part(step: int) -> Part:
    keys = (
        "take",
        "take-give",
        "take-set",
        "reroll",
        "reroll-give",
        "keep",
        "keep-useless",
        "keep-unhelped",
        "keep-colours",
    )
    return part(*(f"round-{key}" for key in keys), step=step)


def _first_round_steps(scene: KokaScene) -> OneOf:
    """Expect the roll, each turn, and which dice would then complete hands. Earlier kits do not tell the last."""
    steps = (part("round-roll", step=None), *(_step_part(step) for step in range(len(scene.position["moves"]))))
    waits = (part("round-waits"),) if _waiting_seats(scene) else ()
    return one_of([(*steps, *waits), steps])


_STEP: dict[str, Any] = {
    "seat": lambda scene: seat_name(_turn_of(scene, scene["step"])["seat"]),
    "count": lambda scene: len(_moved(_turn_of(scene, scene["step"]))),
}
_TAKE_STEP: dict[str, Any] = {
    "seat": _STEP["seat"],
    "dice": _of_step(_names(_taken)),
    "given": _of_step(_names(_given)),
}
_WHOLE_ROUND: dict[str, Claim] = {
    "heading-whole-round": claim(lambda scene: scene.kind == "whole_round" and scene.out["over"]),
    "heading-whole-round-other": claim(lambda scene: scene.kind == "whole_round" and scene.out["over"]),
    "heading-first-round": claim(lambda scene: scene.kind == "whole_round" and not scene.out["over"]),
    "round-roll": claim(
        _is_roll,
        seat=lambda scene: seat_name(_roller(scene, 0)),
        start=lambda scene: seat_name(scene.position["start"]),
        count=lambda scene: len(scene.position["trays"][0]),
    ),
    "round-take": claim(_step_is("take", complete=True), seat=_STEP["seat"], dice=_of_step(_names(_taken))),
    "round-take-give": claim(_step_is("take", complete=False), **_TAKE_STEP),
    "round-take-set": claim(_of_step(_takes_for_a_set), **_TAKE_STEP),
    "round-reroll": claim(
        _step_is("reroll", complete=True), **_STEP, dice=_of_step(_names(_taken)), again=_of_step(_names(_again))
    ),
    "round-reroll-give": claim(
        _step_is("reroll", complete=False),
        **_STEP,
        dice=_of_step(_names(_taken)),
        rolled=_of_step(_names(lambda scene: (*_again(scene), *_given(scene)))),
    ),
    "round-keep": claim(_step_is("keep", complete=False), seat=_STEP["seat"], dice=_of_step(_names(_moved))),
    "round-keep-useless": claim(_of_step(_keeps_without_use), seat=_STEP["seat"], dice=_of_step(_names(_moved))),
    "round-keep-colours": claim(_of_step(_keeps_without_colour), seat=_STEP["seat"], dice=_of_step(_names(_moved))),
    "round-keep-unhelped": claim(_of_step(_keeps_unhelped), seat=_STEP["seat"], dice=_of_step(_names(_moved))),
    "round-waits": claim(waits=lambda scene: tuple(part("seat-waits", seat=seat) for seat in _waiting_seats(scene))),
    "seat-waits": claim(
        seat=lambda scene: seat_name(scene["seat"]),
        dice=lambda scene: tuple(part("die-name", die=die) for die in _waits_of(scene, scene["seat"])),
    ),
    "verdict-whole-round": claim(
        lambda scene: scene.kind == "whole_round" and scene.out["over"],
        steps=lambda scene: tuple(_step_part(step) for step in range(len(scene.position["moves"]))),
        left=lambda scene: scene.out["left"],
        scores=lambda scene: tuple(_round_score(scene, step) for step in range(len(scene.position["moves"]))),
    ),
    "verdict-first-round": claim(
        lambda scene: scene.kind == "whole_round" and not scene.out["over"],
        steps=_first_round_steps,
        left=lambda scene: scene.out["left"],
        next=lambda scene: seat_name(_roller(scene, 1)),
    ),
}


CLAIMS = Claims(
    also_true={
        "points": ("sum",),
        "row-given": ("row-given-own",),
        "row-given-own": ("row-given",),
        "verdict-equal-worked": ("verdict-equal",),
        "verdict-no-two-sixes-*": ("verdict-no-two-sixes",),
        "heading-whole-round*": ("heading-whole-round*",),
        "round-keep-colours": ("round-keep", "round-keep-useless", "round-keep-unhelped"),
        "round-keep-unhelped": ("round-keep", "round-keep-useless"),
        "round-keep-useless": ("round-keep",),
        "round-take-set": ("round-take-give",),
        "verdict-right": ("verdict-allowed",),
        "verdict-six*-parted": ("verdict-six*",),
        "verdict-splits*": ("verdict-apart", "verdict-equal*", "verdict-six*"),
        "verdict-waits": ("verdict-waits-sums",),
        "verdict-waits-sums": ("verdict-waits",),
        "verdict-wrong": ("verdict-not-allowed",),
    },
    layouts={
        "score": _score_layout,
        "partitions": _partitions_layout,
        "waits_scored": _waits_layout,
        "is_set": _is_set_layout,
        "round": _round_layout,
        "whole_round": _whole_round_layout,
        "drawer": _drawer_layout,
        "match": _match_layout,
        "turn": _turn_layout,
        "tray": _turn_layout,
    },
    phrases={
        **_SUMS,
        **_HANDS,
        **_SPLITS,
        **_WAITS,
        **_SETS,
        **_ROUNDS,
        **_WHOLE_ROUND,
        **_REASONS,
        **_REFUSALS,
        **_TITLES,
        **_TURNS,
    },
)
