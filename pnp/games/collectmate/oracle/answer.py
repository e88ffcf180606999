"""The oracle of collectmate: a second, deliberately plain reading of the rules, to hold against the engine.

It tries every way to split a hand into groups and shares no code with the engine. A hand of 7 in groups of 3 and 4
costs 35 splits.

Decisions where the rules leave something open:

* The best split is the one that scores most, whether or not its groups are all of one centre; a group that mixes
  centres counts 0 in it. Where the hand is complete in some split, it may still be counted in another.
* COLLECT-A1 with ``nothing``: a hand that is not complete scores 0, whatever its best group would score, and has no
  counter. A showdown given as scores alone says nothing of hands, so there everyone who did not declare has one.
* COLLECT-A2: a tag on one card of a group counts for nothing under either reading. A card carries a tag once.
* COLLECT-A4: after the declarer comes the seat on the left of the declarer, and so on round the table.
* COLLECT-A5 speaks of the counter switched off only, and of a tie with the declarer only. Among the others the
  nearest after the declarer goes first under either reading.
* COLLECT-A6 with ``same``: the field card and the cards laid open with it have one centre, and so have the face-up
  cards on which some colour has to stand ever after.
* COLLECT-A10: the turn player may take a card that a taker has laid, and is asked last, being farthest after itself.
* Face-up cards count as hand, so one of them may be traded, or laid as the new field card, if the others still share
  a colour. The cards just laid open, the field card among them, stay. Of two equal cards the hidden one is given
  away, and the face-up one is used for a set.
* A field card on offer may always be left lying.
* Cards that change places with equal ones have not been swapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.model.text import LANGUAGES, say

# Positions as the oracle of collectmate reads them: cards, hands, seats and moves out of plain JSON data.
#
# Every function raises PositionError, with one sentence for the person who asked.


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it lies: its centre, its colours in the order of the definition, its tags, and its plain words."""

    dot: bool
    colours: tuple[str, ...]
    tags: tuple[str, ...]
    words: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The card as it stands in an answer; words only where it has any."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


def get(position: Position, key: str) -> Any:
    """What stands under a key."""
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def switch(position: Position, key: str) -> bool:
    """What is on or off."""
    value = get(position, key)
    if not isinstance(value, bool):
        raise PositionError(f"'{key}' is true or false, not {value!r}")
    return value


def seat(position: Position, key: str, seats: int) -> int:
    """A seat, from 0."""
    value = get(position, key)
    if type(value) is not int or not 0 <= value < seats:
        raise PositionError(f"'{key}' is a seat from 0 to {seats - 1}, not {value!r}")
    return value


def per_seat(settings: CollectmateSettings, position: Position, key: str) -> list[Any]:
    """A list with one item for each seat of a table that may play."""
    value = get(position, key)
    fewest, most = settings.players
    if not isinstance(value, (list, tuple)) or not fewest <= len(value) <= most:
        raise PositionError(f"'{key}' is a list with one item for each of {fewest} to {most} seats")
    return list(value)


def card_of(settings: CollectmateSettings, value: Any) -> Card:
    """A card. Its tags are named by their ids here, whatever they are called in the position."""
    if not isinstance(value, Mapping) or set(value) - {"words"} != {"dot", "colours", "tags"}:
        raise PositionError(f"a card has dot, colours and tags, and may have words: {value!r}")
    known = [colour.id for colour in settings.colours]
    colours = _words(value["colours"], "colours")
    for colour in colours:
        if colour not in known:
            raise PositionError(f"there is no colour '{colour}'; the colours are {', '.join(known)}")
    tags = [_tag(settings, word) for word in _words(value["tags"], "tags")]
    if len(set(tags)) != len(tags):
        raise PositionError(f"a card carries a tag once, not {value['tags']!r}")
    words = [_tag(settings, word) for word in _words(value.get("words", []), "words")]
    return Card(
        switch(value, "dot"),
        tuple(colour for colour in known if colour in colours),
        tuple(sorted(tags)),
        tuple(sorted(words)),
    )


def cards_of(settings: CollectmateSettings, value: Any, what: str) -> list[Card]:
    """A list of cards; ``what`` names it in an error."""
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{what} is a list of cards, not {value!r}")
    return [card_of(settings, item) for item in value]


def hand_of(settings: CollectmateSettings, value: Any) -> list[Card]:
    """A whole hand, face-up cards included."""
    hand = cards_of(settings, value, "a hand")
    if len(hand) != settings.hand:
        raise PositionError(f"a hand has {settings.hand} cards, not {len(hand)}")
    return hand


def move_of(settings: CollectmateSettings, value: Any) -> tuple[str, list[Card], list[Card]]:
    """What is done, and the cards it names: traded; swapped away and swapped in; laid open and laid on the field."""
    if not isinstance(value, (list, tuple)) or not value:
        raise PositionError(f"a move is a list that begins with what is done, not {value!r}")
    match list(value):
        case ["declare" | "claim" | "pass" as what]:
            return what, [], []
        case ["trade", card]:
            return "trade", [card_of(settings, card)], []
        case ["swap", shown, hidden]:
            away, instead = cards_of(settings, shown, "what goes"), cards_of(settings, hidden, "what comes")
            if not away or len(away) != len(instead):
                raise PositionError("a swap takes as many hidden cards as face-up ones, and at least one")
            return "swap", away, instead
        case ["take", pair, card]:
            laid_open = cards_of(settings, pair, "what is laid open")
            if len(laid_open) != settings.open_ - 1:
                raise PositionError(f"with the field card {settings.open_ - 1} cards are laid open")
            return "take", laid_open, [card_of(settings, card)]
    raise PositionError(f"there is no move {value!r}")


def _words(value: Any, what: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or any(not isinstance(word, str) for word in value):
        raise PositionError(f"the {what} of a card are a list of words, not {value!r}")
    if len(set(value)) != len(value):
        raise PositionError(f"a card carries each of its {what} once, not {value!r}")
    return list(value)


def _tag(settings: CollectmateSettings, word: str) -> str:
    """The id of the tag that a word means; a word that is no tag of the definition is a tag of its own."""
    for tag in settings.tags:
        if word == tag.id:
            return tag.id
    for tag in settings.tags:
        if word in [say(tag.name, language) for language in LANGUAGES]:
            return tag.id
    return word


Outcome: TypeAlias = tuple[str | None, list[Card]]
"""What forbids a move, or None, and the face-up cards after it."""


# The kinds


def _hand_score(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    return {"score": _best(settings, hand_of(settings, get(position, "hand")), switch(position, "tags"))}


def _together(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """The score of a hand, and the best score with enough cards of a colour in one group of one centre, if any."""
    hand, tags, colour = hand_of(settings, get(position, "hand")), switch(position, "tags"), get(position, "colour")
    if colour not in [one.id for one in settings.colours]:
        raise PositionError(f"there is no colour {colour!r}")
    counts = settings.readings.incomplete_hand == "counts" or _complete(settings, hand)
    totals = []
    for groups in _splits(hand, settings.groups):
        good = [group for group in groups if _one_centre(group)]
        if any(len([card for card in group if colour in card.colours]) >= settings.enough for group in good):
            whole = settings.readings.incomplete_hand == "counts" or len(good) == len(groups)
            totals.append(sum(_points(settings, group, tags) for group in good) if counts and whole else 0)
    return {"score": _best(settings, hand, tags), "together": max(totals) if totals else None}


def _group_points(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    group = cards_of(settings, get(position, "group"), "a group")
    if len(group) not in settings.groups:
        raise PositionError(f"a group has {' or '.join(map(str, settings.groups))} cards, not {len(group)}")
    return {"points": _points(settings, group, switch(position, "tags"))}


def _declarable(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    return {"declarable": _complete(settings, hand_of(settings, get(position, "hand")))}


def _showdown(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """The scores with the counter, and who wins."""
    scores = per_seat(settings, position, "scores")
    if any(type(score) is not int or score < 0 for score in scores):
        raise PositionError(f"a score is a whole number, 0 or more: {scores!r}")
    declarer, counter = seat(position, "declarer", len(scores)), switch(position, "counter")
    final = _final(settings, scores, declarer, [counter for _ in scores])
    return {"final": final, "winner": _winner(settings, final, declarer, counter)}


def _showdown_hands(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """A showdown from the hands: who is complete, what each scores, and who wins."""
    hands = [hand_of(settings, hand) for hand in per_seat(settings, position, "hands")]
    declarer, counter = seat(position, "declarer", len(hands)), switch(position, "counter")
    tags = switch(position, "tags")
    complete = [_complete(settings, hand) for hand in hands]
    if not complete[declarer]:
        raise PositionError(f"seat {declarer} declared, and its hand is not complete")
    scores = [_best(settings, hand, tags) for hand in hands]
    all_count = settings.readings.incomplete_hand == "counts"
    final = _final(settings, scores, declarer, [counter and (whole or all_count) for whole in complete])
    winner = _winner(settings, final, declarer, counter)
    return {"complete": complete, "scores": scores, "final": final, "winner": winner}


def _take(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Whether a seat may take the field card, and by which of its colours."""
    hand, field = hand_of(settings, get(position, "hand")), card_of(settings, get(position, "field"))
    colours = _takes_by(settings, hand, field)
    return {"can_take": bool(colours), "colours": colours}


def _taker(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Who may take the field card, in the order of asking: from the left of the turn player round to that player."""
    hands = [hand_of(settings, hand) for hand in per_seat(settings, position, "hands")]
    turn, layer = seat(position, "turn", len(hands)), seat(position, "layer", len(hands))
    field = card_of(settings, get(position, "field"))
    order = [(turn + step) % len(hands) for step in range(1, len(hands) + 1)]
    takers = [asked for asked in order if asked != layer and _takes_by(settings, hands[asked], field)]
    return {"takers": takers, "first": takers[0] if takers else None}


def _may_declare(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Whether a seat may declare: at the start of its turn, or after the trade it has just made."""
    hand, trade = hand_of(settings, get(position, "hand")), get(position, "trade")
    violation = None
    if trade is not None:
        violation = "declare-at-start"
        laid = card_of(settings, get(trade, "laid"))
        if laid not in hand:
            raise PositionError("the card laid is not in the hand")
        hand.remove(laid)
        hand.append(card_of(settings, get(trade, "drawn")))
    complete = _complete(settings, hand)
    if violation is None and not complete:
        violation = "not-complete"
    return {**_verdict(violation), "complete": complete}


def _may_move(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Whether a seat may make a move at a moment of play, and which of its cards lie face up then."""
    hand = cards_of(settings, get(position, "hand"), "'hand'")
    shown = cards_of(settings, get(position, "shown"), "'shown'")
    field = card_of(settings, get(position, "field"))
    if len(hand) + len(shown) != settings.hand:
        raise PositionError(f"a seat has {settings.hand} cards, not {len(hand)} hidden and {len(shown)} face up")
    if shown and not _stands(settings, shown):
        raise PositionError(f"no colour stands on {settings.open_} of the face-up cards")
    move, cards, others = move_of(settings, get(position, "move"))
    violation, after = _out_of_turn(get(position, "moment"), move), shown
    if violation is None and move == "declare":
        violation = None if _complete(settings, hand + shown) else "not-complete"
    if violation is None and move == "claim":
        violation = None if _takes_by(settings, hand + shown, field) else "take-needs-colour"
    if violation is None and move == "trade":
        violation, after = _traded(hand, shown, cards)
    if violation is None and move == "swap":
        violation, after = _swapped(hand, shown, cards, others)
    if violation is None and move == "take":
        violation, after = _taken(settings, hand, shown, [field, *cards], others)
    if violation is None and after and not _stands(settings, after):
        violation = "shown-need-colour"
    lying = after if violation is None else shown
    lying.sort(key=lambda card: (card.dot, card.colours, card.tags, card.words))
    return {**_verdict(violation), "shown": [card.as_json() for card in lying]}


# The rules of scoring


def _splits(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[list[list[Card]]]:
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


def _one_centre(cards: Sequence[Card]) -> bool:
    return all(card.dot for card in cards) or not any(card.dot for card in cards)


def _complete(settings: CollectmateSettings, hand: Sequence[Card]) -> bool:
    """Whether some split has no group that mixes centres."""
    return any(all(_one_centre(group) for group in groups) for groups in _splits(hand, settings.groups))


def _best(settings: CollectmateSettings, hand: Sequence[Card], tags: bool) -> int:
    """The score of the best split."""
    if settings.readings.incomplete_hand == "nothing" and not _complete(settings, hand):
        return 0
    return max(sum(_points(settings, group, tags) for group in groups) for groups in _splits(hand, settings.groups))


def _points(settings: CollectmateSettings, group: Sequence[Card], tags: bool) -> int:
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


def _final(settings: CollectmateSettings, scores: Sequence[int], declarer: int, counters: Sequence[bool]) -> list[int]:
    """The scores with the counter, for the seats that have one."""
    final = list(scores)
    for place, score in enumerate(scores):
        if counters[place] and place != declarer and score >= scores[declarer]:
            final[place] += settings.counter_points
    return final


def _winner(settings: CollectmateSettings, final: Sequence[int], declarer: int, counter: bool) -> int:
    """The seat with the highest total; among equals the first in the order of the tie-break."""
    others = [(declarer + step) % len(final) for step in range(1, len(final))]
    order = [declarer, *others]
    if not counter and settings.readings.tie_without_counter == "others":
        order = [*others, declarer]
    return next(place for place in order if final[place] == max(final))


# The rules of a turn

_REFUSED: dict[str, dict[str, str]] = {
    "start": {"pass": "no-pass", "claim": "nothing-offered", "take": "nothing-offered"},
    "swapped": {"pass": "no-pass", "claim": "nothing-offered", "take": "nothing-offered", "swap": "one-swap"},
    "traded": {
        "declare": "declare-at-start",
        "claim": "nothing-offered",
        "take": "nothing-offered",
        "trade": "turn-over",
        "swap": "turn-over",
        "pass": "turn-over",
    },
    "offered": {
        "declare": "claim-or-leave",
        "trade": "claim-or-leave",
        "swap": "claim-or-leave",
        "take": "claim-first",
    },
    "taking": {"declare": "claimed", "trade": "claimed", "swap": "claimed", "claim": "claimed", "pass": "claimed"},
}
"""Per moment of play, the moves that it has no room for, and why."""


def _out_of_turn(moment: Any, move: str) -> str | None:
    if moment not in list(_REFUSED):
        raise PositionError(f"'moment' is {' or '.join(_REFUSED)}, not {moment!r}")
    return _REFUSED[moment].get(move)


def _verdict(violation: str | None) -> dict[str, Any]:
    return {"verdict": "allowed" if violation is None else "not-allowed", "violation": violation}


def _takes_by(settings: CollectmateSettings, hand: Sequence[Card], field: Card) -> list[str]:
    """The colours of a field card that stand on enough cards of a hand to take it."""
    same = settings.readings.take_centres == "same"
    fitting = [card for card in hand if card.dot == field.dot or not same]
    needed = settings.open_ - 1
    return [colour for colour in field.colours if sum(colour in card.colours for card in fitting) >= needed]


def _is_set(settings: CollectmateSettings, cards: Sequence[Card]) -> bool:
    """Whether cards have a colour in common, and one centre where the reading asks for it."""
    if settings.readings.take_centres == "same" and not _one_centre(cards):
        return False
    return any(all(colour.id in card.colours for card in cards) for colour in settings.colours)


def _stands(settings: CollectmateSettings, shown: Sequence[Card]) -> bool:
    """Whether some colour stands on enough face-up cards."""
    return any(_is_set(settings, cards) for cards in combinations(shown, settings.open_))


def _less(cards: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    return list((Counter(cards) - Counter(gone)).elements())


def _traded(hand: list[Card], shown: list[Card], cards: list[Card]) -> Outcome:
    """One card goes to the field; what is drawn for it is hidden."""
    if cards[0] not in hand + shown:
        return "not-in-hand", shown
    return None, (shown if cards[0] in hand else _less(shown, cards))


def _swapped(hand: list[Card], shown: list[Card], away: list[Card], instead: list[Card]) -> Outcome:
    """Face-up cards go to the hand, and as many hidden ones lie face up instead."""
    if _less(away, shown) or _less(instead, hand):
        return "not-in-hand", shown
    if Counter(away) == Counter(instead):
        return "swap-equal", shown
    return None, _less(shown, away) + instead


def _taken(
    settings: CollectmateSettings, hand: list[Card], shown: list[Card], opened: list[Card], laid: list[Card]
) -> Outcome:
    """The field card, first of ``opened``, is laid open with cards of the hand, and one more goes to the field."""
    cards = opened[1:]
    if _less(cards + laid, hand + shown):
        return "not-in-hand", shown
    if not _is_set(settings, opened):
        return "take-needs-colour", shown
    hidden = _less(cards, shown)
    lying = shown + hidden + opened[:1]
    return None, (lying if laid[0] in _less(hand, hidden) else _less(lying, laid))


oracle = Oracle[CollectmateSettings](
    {
        "hand_score": _hand_score,
        "together": _together,
        "group_points": _group_points,
        "declarable": _declarable,
        "showdown": _showdown,
        "showdown_hands": _showdown_hands,
        "take": _take,
        "taker": _taker,
        "may_declare": _may_declare,
        "may_move": _may_move,
    }
)
