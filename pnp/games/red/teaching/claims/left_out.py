"""Claims of the sentences about cards that do not count."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.games.core.claims import Claim, OneOf, any_order, claim, one_of, part
from pnp.games.red.teaching.claims.contest import (
    Cards,
    RedScene,
    card_name,
    card_names,
    cards_without,
    colour_name,
    contest_of,
    criterion_of,
    numbers_of,
    rival_of,
    selections_of,
    sides_of,
    strength_of,
)


def _compared(scene: RedScene) -> list[int]:
    """Return the seats that an example compares: the strongest after the winner, and the winner; or the scorer."""
    if scene.kind != "winner":
        return [scene["seat"]]
    contest = scene["contest"]
    return [seat for seat in (rival_of(scene, contest), contest.winner) if seat is not None]


def idle_choices(scene: RedScene) -> Iterator[tuple[int, Cards, Cards]]:
    """Yield a compared seat, a selection of it, and the cards of its palette that do not count then."""
    contest = scene["contest"]
    for seat in _compared(scene):
        for cards in selections_of(scene, contest, seat):
            if scene.kind == "winner" or sum(numbers_of(cards)) == scored_points(scene):
                yield seat, cards, cards_without(contest.palettes[seat], cards)


def scored_points(scene: RedScene) -> int:
    if scene.kind == "round_score":
        return int(scene.out["points"])
    seat = scene.position["winner"]
    return int(scene.out["points"][seat] - scene.position["points"][seat])


def _idle_cards(scene: RedScene) -> OneOf:
    """Return the cards that do not count: all of the scorer, or those of the loser that beat the winning card."""
    if scene.kind != "winner":
        return one_of(any_order(card_names(idle)) for _, _, idle in idle_choices(scene) if idle)
    contest, winner, loser = sides_of(scene)
    if contest.size(winner) != contest.size(loser):
        return one_of([])
    return one_of(
        card_names(stronger)
        for seat, _, idle in idle_choices(scene)
        if seat == loser
        and (
            stronger := tuple(c for c in idle if strength_of(scene, c) > strength_of(scene, contest.high(winner) or c))
        )
    )


def _repeats(scene: RedScene) -> list[tuple[Cards, Cards]]:
    """Return selections with the cards left out because their numbers are there already."""
    return [
        (cards, idle)
        for _, cards, idle in idle_choices(scene)
        if criterion_of(scene) == "run" and idle and set(numbers_of(idle)) <= set(numbers_of(cards))
    ]


def _second(scene: RedScene, applies: Callable[[int, bool], bool]) -> OneOf:
    """Return other selections among the cards that do not count, to which it ``applies`` by how many cards fewer they
    have, and whether their strongest card is another one."""
    choices = []
    for seat, _, idle in idle_choices(scene):
        contest = contest_of(scene, [idle] if idle else [[]], scene["contest"].rule)
        fewer, other = scene["contest"].size(seat) - contest.size(0), contest.high(0) != scene["contest"].high(seat)
        if contest.size(0) > (0 if criterion_of(scene) == "sum" else 1) and applies(fewer, other):
            choices += [card_names(cards) for cards in selections_of(scene, contest, 0)]
    return one_of(choices)


def _extra_colours(scene: RedScene) -> dict[str, None]:
    """Return the colours that have more cards than count."""
    return dict.fromkeys(colour for _, _, idle in idle_choices(scene) for colour, _ in idle)


def _ends_meet(scene: RedScene) -> bool:
    ends = {min(scene.settings.numbers), max(scene.settings.numbers)}
    return criterion_of(scene) == "run" and any(
        len(ends & set(numbers_of(cards))) == len((ends & set(numbers_of(idle))) - set(numbers_of(cards))) == 1
        for _, cards, idle in idle_choices(scene)
    )


def _more_cards_first(scene: RedScene) -> bool:
    contest, winner, loser = sides_of(scene)
    high, low = contest.high(winner), contest.high(loser)
    return bool(high and low and low[1] > high[1])


LEFT_OUT: dict[str, Claim] = {
    "left-out": claim(cards=_idle_cards),
    "left-out-repeats": claim(cards=lambda scene: one_of(card_names(idle) for _, idle in _repeats(scene))),
    "left-out-repeat": claim(
        cards=lambda scene: one_of(card_names(idle) for _, idle in _repeats(scene)),
        high=lambda scene: one_of(
            card_name(high)
            for cards, idle in _repeats(scene)
            for high in cards
            if all(high[1] == card[1] and strength_of(scene, high) > strength_of(scene, card) for card in idle)
        ),
    ),
    # Earlier kits say this of a smaller set too.
    "left-out-second": claim(cards=lambda scene: _second(scene, lambda fewer, other: fewer > 0 or not other)),
    "left-out-smaller": claim(cards=lambda scene: _second(scene, lambda fewer, other: fewer > 0)),
    "left-out-weaker": claim(
        cards=lambda scene: _second(scene, lambda fewer, other: not fewer and other),
        high=lambda scene: one_of(card_name(scene["contest"].high(seat)) for seat, _, _ in idle_choices(scene)),
    ),
    "left-out-colour": claim(
        lambda scene: criterion_of(scene) == "different-colours",
        count=lambda scene: len(_extra_colours(scene)),
        colour=lambda scene: one_of(colour_name(scene, colour) for colour in _extra_colours(scene)),
    ),
    "left-out-first": claim(_more_cards_first),
    "left-out-ends": claim(
        _ends_meet, high=lambda scene: max(scene.settings.numbers), low=lambda scene: min(scene.settings.numbers)
    ),
}
MORE = part(*LEFT_OUT)
