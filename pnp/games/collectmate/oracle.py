"""The oracle of collectmate: a second, deliberately plain reading of the rules, to hold against the engine.

It tries every way to split a hand into groups and shares no code with the engine. A hand of 7 in groups of 3 and 4
costs 35 splits.

Decisions where the rules leave something open:

* The best split is the one that scores most, whether or not its groups are all of one centre; a group that mixes
  centres counts 0 in it. Where the hand is complete in some split, it may still be counted in another.
* COLLECT-A1 with ``nothing``: a hand that is not complete scores 0, whatever its best group would score. A showdown
  that is given as scores alone says nothing of hands, so there everyone who did not declare may use the counter.
* COLLECT-A2: a tag on one card of a group counts for nothing under either reading. A card carries a tag once.
* COLLECT-A4: after the declarer comes the seat on the left of the declarer, and so on round the table.
* COLLECT-A5 speaks of the counter switched off only, and of a tie with the declarer only. Among the others the
  nearest after the declarer goes first under either reading.
* COLLECT-A6 with ``same``: the field card and the cards laid face up with it have one centre.
* A hand that is asked for has all its cards, face-up cards included.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Position, PositionError


@dataclass(frozen=True, slots=True)
class _Card:
    """A card as it lies: its centre, the ids of its colours, and the tags of its caption."""

    dot: bool
    colours: frozenset[str]
    tags: frozenset[str]


def oracle(settings: CollectmateSettings, kind: str, position: Position) -> dict[str, Any]:
    """The ``out`` of a case of collectmate, as plain JSON data.

    ``kind`` is ``hand_score``, ``group_points``, ``declarable``, ``showdown`` or ``take``. Seats count from 0,
    clockwise. Raises PositionError for an unknown kind and for a position that cannot be: a key missing, a colour that
    does not exist, a wrong number of cards, a seat that is not there.
    """
    answers = {
        "hand_score": _hand_score,
        "group_points": _group_points,
        "declarable": _declarable,
        "showdown": _showdown,
        "take": _take,
    }
    if kind not in answers:
        raise PositionError(f"collectmate has no kind of case '{kind}'; it has {', '.join(answers)}")
    return answers[kind](settings, position)


# The kinds


def _hand_score(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    hand = _hand(settings, position)
    return {"score": _best(settings, hand, _switch(position, "tags"))}


def _group_points(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    group = _cards(settings, _get(position, "group"), "'group'")
    if len(group) not in settings.groups:
        raise PositionError(f"a group has {' or '.join(map(str, settings.groups))} cards, not {len(group)}")
    return {"points": _points(settings, group, _switch(position, "tags"))}


def _declarable(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    return {"declarable": _complete(settings, _hand(settings, position))}


def _showdown(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """The scores with the counter, and who wins."""
    scores = _get(position, "scores")
    fewest, most = settings.players
    if not isinstance(scores, (list, tuple)) or not fewest <= len(scores) <= most:
        raise PositionError(f"'scores' is a list with a score for each of {fewest} to {most} seats")
    if any(type(score) is not int or score < 0 for score in scores):
        raise PositionError(f"a score is a whole number, 0 or more: {scores!r}")
    declarer = _get(position, "declarer")
    if type(declarer) is not int or not 0 <= declarer < len(scores):
        raise PositionError(f"'declarer' is a seat from 0 to {len(scores) - 1}, not {declarer!r}")
    counter = _switch(position, "counter")
    final = [
        score + settings.counter_points if counter and seat != declarer and score >= scores[declarer] else score
        for seat, score in enumerate(scores)
    ]
    return {"final": final, "winner": _winner(settings, final, declarer, counter)}


def _take(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Whether a seat may take the field card, and by which of its colours."""
    hand = _hand(settings, position)
    field = _card(settings, _get(position, "field"))
    colours = [
        colour.id
        for colour in settings.colours
        if colour.id in field.colours and len(_with(settings, hand, field, colour.id)) >= settings.open_ - 1
    ]
    return {"can_take": bool(colours), "colours": colours}


# The rules


def _splits(cards: Sequence[_Card], sizes: Sequence[int]) -> Iterator[list[list[_Card]]]:
    """Every way to lay cards in groups of the given sizes, which together are all of them.

    >>> [len(list(_splits(range(7), (3, 4)))), next(_splits("abc", (1, 2)))]  # type: ignore[arg-type]
    [35, [['a'], ['b', 'c']]]
    """
    if not sizes:
        yield []
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = [card for place, card in enumerate(cards) if place not in chosen]
        for groups in _splits(rest, sizes[1:]):
            yield [[cards[place] for place in chosen], *groups]


def _one_centre(group: Sequence[_Card]) -> bool:
    return all(card.dot for card in group) or not any(card.dot for card in group)


def _complete(settings: CollectmateSettings, hand: Sequence[_Card]) -> bool:
    """Whether some split has no group that mixes centres."""
    return any(all(_one_centre(group) for group in groups) for groups in _splits(hand, settings.groups))


def _best(settings: CollectmateSettings, hand: Sequence[_Card], tags: bool) -> int:
    """The score of the best split."""
    if settings.readings.incomplete_hand == "nothing" and not _complete(settings, hand):
        return 0
    return max(sum(_points(settings, group, tags) for group in groups) for groups in _splits(hand, settings.groups))


def _points(settings: CollectmateSettings, group: Sequence[_Card], tags: bool) -> int:
    """What a group scores: nothing if it mixes centres, else its colours and, with the tag option, its tags."""
    if not _one_centre(group):
        return 0
    total = 0
    for colour in settings.colours:
        if sum(colour.id in card.colours for card in group) >= settings.enough:
            total += colour.points
    if tags:
        for tag in {tag for card in group for tag in card.tags}:
            carrying = [card for card in group if tag in card.tags]
            pairs = len(list(combinations(carrying, 2)))
            times = pairs if settings.readings.equal_tags == "pairs" else len(carrying) - 1
            total += times * settings.tag_points
    return total


def _winner(settings: CollectmateSettings, final: Sequence[int], declarer: int, counter: bool) -> int:
    """The seat with the highest total; among equals the first in the order of the tie-break."""
    others = [(declarer + step) % len(final) for step in range(1, len(final))]
    order = [declarer, *others]
    if not counter and settings.readings.tie_without_counter == "others":
        order = [*others, declarer]
    return next(seat for seat in order if final[seat] == max(final))


def _with(settings: CollectmateSettings, hand: Sequence[_Card], field: _Card, colour: str) -> list[_Card]:
    """The cards of a hand that can be laid face up with a field card for a colour."""
    same = settings.readings.take_centres == "same"
    return [card for card in hand if colour in card.colours and (card.dot == field.dot or not same)]


# Reading a position


def _get(position: Position, key: str) -> Any:
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def _switch(position: Position, key: str) -> bool:
    value = _get(position, key)
    if not isinstance(value, bool):
        raise PositionError(f"'{key}' is true or false, not {value!r}")
    return value


def _words(value: Any, what: str) -> frozenset[str]:
    if not isinstance(value, (list, tuple)) or any(not isinstance(word, str) for word in value):
        raise PositionError(f"the {what} of a card are a list of words, not {value!r}")
    if len(set(value)) != len(value):
        raise PositionError(f"a card carries each of its {what} once, not {value!r}")
    return frozenset(value)


def _card(settings: CollectmateSettings, value: Any) -> _Card:
    if not isinstance(value, Mapping) or set(value) != {"dot", "colours", "tags"}:
        raise PositionError(f"a card has dot, colours and tags: {value!r}")
    card = _Card(_switch(value, "dot"), _words(value["colours"], "colours"), _words(value["tags"], "tags"))
    known = [colour.id for colour in settings.colours]
    for colour in sorted(card.colours):
        if colour not in known:
            raise PositionError(f"there is no colour '{colour}'; the colours are {', '.join(known)}")
    return card


def _cards(settings: CollectmateSettings, value: Any, what: str) -> list[_Card]:
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{what} is a list of cards, not {value!r}")
    return [_card(settings, item) for item in value]


def _hand(settings: CollectmateSettings, position: Position) -> list[_Card]:
    hand = _cards(settings, _get(position, "hand"), "'hand'")
    if len(hand) != settings.hand:
        raise PositionError(f"a hand has {settings.hand} cards, not {len(hand)}")
    return hand
