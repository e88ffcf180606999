"""Oracle of collectmate: a second, deliberately plain reading of the rules, which tests compare with the engine.

It tries every split of a hand into groups and shares no code with the engine. A hand of 7 in groups of 3 and 4 has
35 splits.

Decisions where the rules leave something open:

* The best split is the one that scores most, even if some of its groups mix centres; such a group scores 0. A hand
  that is complete in one split may be scored in another.
* COLLECT-A1 with ``nothing``: an incomplete hand scores 0, even if its best group would score, and has no counter. A
  showdown given by scores alone shows no hands, so there every seat but the declarer has the counter.
* COLLECT-A2: a tag on one card of a group scores nothing under either reading. A card carries a tag once.
* COLLECT-A4: the seat on the left of the declarer comes after the declarer, and so on round the table.
* COLLECT-A5 covers only a game without the counter, and only a tie with the declarer. Among the other seats the
  nearest after the declarer goes first under either reading.
* COLLECT-A6 with ``same``: the field card and the cards laid open with it have one centre. So have the face-up cards
  that must share a colour from then on.
* COLLECT-A10: the turn player may take a card that a taker has laid. The turn player is asked last,
  being the farthest from itself round the table.
* Face-up cards count as hand. So one of them may be traded, or laid as the new field card, if the others still share
  a colour. That goes for the cards just laid open, too, including the card taken. Of two equal cards the hidden one is
  given away, and the face-up one is used for a set.
* A seat may always leave an offered field card.
* Cards that change places with equal cards have not been swapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.collectmate.settings import CollectmateSettings
from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.model.text import Text

# Reading positions: cards, hands, seats and moves from plain JSON data.
#
# Every function raises PositionError, with one sentence for the user.


@dataclass(frozen=True, slots=True)
class Card:
    """Card of a position: its centre, its colours in the order of the definition, its tags, and its plain words."""

    dot: bool
    colours: tuple[str, ...]
    tags: tuple[str, ...]
    words: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the card as an answer writes it, with ``words`` only if it has any."""
        plain = {"dot": self.dot, "colours": list(self.colours), "tags": list(self.tags)}
        return {**plain, "words": list(self.words)} if self.words else plain


def read_key(position: Position, key: str) -> Any:
    """Return the value of ``key`` in a position."""
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def read_flag(position: Position, key: str) -> bool:
    """Return the value of ``key``, which must be true or false."""
    value = read_key(position, key)
    if not isinstance(value, bool):
        raise PositionError(f"'{key}' is true or false, not {value!r}")
    return value


def read_seat(position: Position, key: str, seats: int) -> int:
    """Return the seat at ``key``; seats count from 0."""
    value = read_key(position, key)
    if type(value) is not int or not 0 <= value < seats:
        raise PositionError(f"'{key}' is a seat from 0 to {seats - 1}, not {value!r}")
    return value


def read_per_seat(settings: CollectmateSettings, position: Position, key: str) -> list[Any]:
    """Return the list at ``key``, with one item for each seat of a table that may play."""
    items = read_key(position, key)
    fewest, most = settings.players
    if not isinstance(items, (list, tuple)) or not fewest <= len(items) <= most:
        raise PositionError(f"'{key}' is a list with one item for each of {fewest} to {most} seats")
    return list(items)


def read_card(settings: CollectmateSettings, value: Any) -> Card:
    """Return the card of a JSON object. Its tags become ids, even if the position uses their names."""
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
        read_flag(value, "dot"),
        tuple(colour for colour in known if colour in colours),
        tuple(sorted(tags)),
        tuple(sorted(words)),
    )


def read_cards(settings: CollectmateSettings, value: Any, label: str) -> list[Card]:
    """Return a list of cards; ``label`` names the list in an error."""
    if not isinstance(value, (list, tuple)):
        raise PositionError(f"{label} is a list of cards, not {value!r}")
    return [read_card(settings, item) for item in value]


def read_hand(settings: CollectmateSettings, value: Any) -> list[Card]:
    """Return a whole hand, face-up cards included."""
    hand = read_cards(settings, value, "a hand")
    if len(hand) != settings.hand:
        raise PositionError(f"a hand has {settings.hand} cards, not {len(hand)}")
    return hand


def read_move(settings: CollectmateSettings, value: Any) -> tuple[str, list[Card], list[Card]]:
    """Return the sort of a move, and two lists of its cards.

    The lists hold the cards traded; the cards swapped away and swapped in; or the cards laid open and the card laid on
    the field.
    """
    if not isinstance(value, (list, tuple)) or not value:
        raise PositionError(f"a move is a list that begins with what is done, not {value!r}")
    match list(value):
        case ["declare" | "claim" | "pass" as sort]:
            return sort, [], []
        case ["trade", card]:
            return "trade", [read_card(settings, card)], []
        case ["swap", shown, hidden]:
            away, into = read_cards(settings, shown, "what goes"), read_cards(settings, hidden, "what comes")
            if not away or len(away) != len(into):
                raise PositionError("a swap takes as many hidden cards as face-up ones, and at least one")
            return "swap", away, into
        case ["take", pair, card]:
            laid_open = read_cards(settings, pair, "what is laid open")
            if len(laid_open) != settings.open_ - 1:
                raise PositionError(f"with the field card {settings.open_ - 1} cards are laid open")
            return "take", laid_open, [read_card(settings, card)]
    raise PositionError(f"there is no move {value!r}")


def _words(value: Any, key: str) -> list[str]:
    if not isinstance(value, (list, tuple)) or any(not isinstance(word, str) for word in value):
        raise PositionError(f"the {key} of a card are a list of words, not {value!r}")
    if len(set(value)) != len(value):
        raise PositionError(f"a card carries each of its {key} once, not {value!r}")
    return list(value)


def _tag(settings: CollectmateSettings, word: str) -> str:
    """Return the id of the tag that a word names. A word that names no tag of the definition stands for itself."""
    for tag in settings.tags:
        if word == tag.id:
            return tag.id
    for tag in settings.tags:
        if word in _names(tag.name):
            return tag.id
    return word


def _names(name: Text) -> list[str]:
    """Return what a tag is called in English and Japanese, or in its other languages if it has neither name."""
    if isinstance(name, str):
        return [name]
    return [wording for wording in (name.en, name.ja) if wording] or [wording for _, wording in name.others]


Outcome: TypeAlias = tuple[str | None, list[Card]]
"""Code that forbids a move, or None; and the face-up cards after it."""


# Kinds of questions


def _hand_score(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    return {
        "score": _best_score(settings, read_hand(settings, read_key(position, "hand")), read_flag(position, "tags"))
    }


def _together(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return the score of a hand, and the best score with ``enough`` cards of a colour in one group.

    The group must have one centre; the second score is None if no split has such a group.
    """
    hand, tags, colour = (
        read_hand(settings, read_key(position, "hand")),
        read_flag(position, "tags"),
        read_key(position, "colour"),
    )
    if colour not in [known.id for known in settings.colours]:
        raise PositionError(f"there is no colour {colour!r}")
    counts = settings.readings.incomplete_hand == "counts" or _complete(settings, hand)
    totals = []
    for groups in _splits(hand, settings.groups):
        clean = [group for group in groups if _one_centre(group)]
        if any(len([card for card in group if colour in card.colours]) >= settings.enough for group in clean):
            valid = settings.readings.incomplete_hand == "counts" or len(clean) == len(groups)
            totals.append(sum(_points(settings, group, tags) for group in clean) if counts and valid else 0)
    return {"score": _best_score(settings, hand, tags), "together": max(totals) if totals else None}


def _group_points(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    group = read_cards(settings, read_key(position, "group"), "a group")
    if len(group) not in settings.groups:
        raise PositionError(f"a group has {' or '.join(map(str, settings.groups))} cards, not {len(group)}")
    return {"points": _points(settings, group, read_flag(position, "tags"))}


def _declarable(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    return {"declarable": _complete(settings, read_hand(settings, read_key(position, "hand")))}


def _showdown(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return the scores with the counter, and the winner."""
    scores = read_per_seat(settings, position, "scores")
    if any(type(score) is not int or score < 0 for score in scores):
        raise PositionError(f"a score is a whole number, 0 or more: {scores!r}")
    declarer, counter = read_seat(position, "declarer", len(scores)), read_flag(position, "counter")
    final = _final(settings, scores, declarer, [counter for _ in scores])
    return {"final": final, "winner": _winner(settings, final, declarer, counter)}


def _showdown_hands(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return the complete hands, the scores and the winner of a showdown of hands."""
    hands = [read_hand(settings, hand) for hand in read_per_seat(settings, position, "hands")]
    declarer, counter = read_seat(position, "declarer", len(hands)), read_flag(position, "counter")
    tags = read_flag(position, "tags")
    complete = [_complete(settings, hand) for hand in hands]
    if not complete[declarer]:
        raise PositionError(f"seat {declarer} declared, and its hand is not complete")
    scores = [_best_score(settings, hand, tags) for hand in hands]
    incomplete_counter = settings.readings.incomplete_hand == "counts"
    final = _final(
        settings, scores, declarer, [counter and (is_complete or incomplete_counter) for is_complete in complete]
    )
    winner = _winner(settings, final, declarer, counter)
    return {"complete": complete, "scores": scores, "final": final, "winner": winner}


def _take(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return whether a seat may take the field card, and by which of its colours."""
    hand, field = read_hand(settings, read_key(position, "hand")), read_card(settings, read_key(position, "field"))
    colours = _take_colours(settings, hand, field)
    return {"can_take": bool(colours), "colours": colours}


def _taker(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return the seats that may take the field card, in the order of asking.

    The order begins on the left of the turn player and ends with that player.
    """
    hands = [read_hand(settings, hand) for hand in read_per_seat(settings, position, "hands")]
    turn, layer = read_seat(position, "turn", len(hands)), read_seat(position, "layer", len(hands))
    field = read_card(settings, read_key(position, "field"))
    order = [(turn + step) % len(hands) for step in range(1, len(hands) + 1)]
    takers = [seat for seat in order if seat != layer and _take_colours(settings, hands[seat], field)]
    return {"takers": takers, "first": takers[0] if takers else None}


def _chain(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return the colours of each set that is laid open in a turn, the last field card, and whose turn comes next.

    The turn goes on to the left of the seat that traded, also where that seat has taken a card.
    """
    players = read_key(position, "players")
    if type(players) is not int or not settings.players[0] <= players <= settings.players[1]:
        raise PositionError(f"'players' is a number of players, not {players!r}")
    turn, field = read_seat(position, "turn", players), read_card(settings, read_key(position, "laid"))
    owner, names = turn, []
    steps = read_key(position, "takes")
    if not isinstance(steps, (list, tuple)):
        raise PositionError("'takes' is a list")
    for step in steps:
        taker = read_seat(step, "seat", players)
        opened = [field, *read_cards(settings, read_key(step, "cards"), "'cards'")]
        if len(opened) != settings.open_:
            raise PositionError(f"a set laid open has {settings.open_} cards, not {len(opened)}")
        if taker == owner or not _is_set(settings, opened):
            raise PositionError(f"seat {taker} cannot take that card with these cards")
        names.append([colour for colour in field.colours if all(colour in card.colours for card in opened)])
        owner, field = taker, read_card(settings, read_key(step, "laid"))
    return {"colours": names, "field": field.as_json(), "next": 0 if turn + 1 == players else turn + 1}


def _may_declare(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return whether a seat may declare, at the start of its turn or after the trade it has just made."""
    hand, trade = read_hand(settings, read_key(position, "hand")), read_key(position, "trade")
    violation = None
    if trade is not None:
        violation = "declare-at-start"
        laid = read_card(settings, read_key(trade, "laid"))
        if laid not in hand:
            raise PositionError("the card laid is not in the hand")
        hand.remove(laid)
        hand.append(read_card(settings, read_key(trade, "drawn")))
    complete = _complete(settings, hand)
    if violation is None and not complete:
        violation = "not-complete"
    return {**_verdict(violation), "complete": complete}


def _may_move(settings: CollectmateSettings, position: Position) -> dict[str, Any]:
    """Return whether a seat may make a move at a moment of play, and its face-up cards after it."""
    hand = read_cards(settings, read_key(position, "hand"), "'hand'")
    shown = read_cards(settings, read_key(position, "shown"), "'shown'")
    field = read_card(settings, read_key(position, "field"))
    if len(hand) + len(shown) != settings.hand:
        raise PositionError(f"a seat has {settings.hand} cards, not {len(hand)} hidden and {len(shown)} face up")
    if shown and not _share_colour(settings, shown):
        raise PositionError(f"no colour stands on {settings.open_} of the face-up cards")
    move, cards, others = read_move(settings, read_key(position, "move"))
    violation, after = _moment_violation(read_key(position, "moment"), move), shown
    if violation is None and move == "declare":
        violation = None if _complete(settings, hand + shown) else "not-complete"
    if violation is None and move == "claim":
        violation = None if _take_colours(settings, hand + shown, field) else "take-needs-colour"
    if violation is None and move == "trade":
        violation, after = _trade(hand, shown, cards)
    if violation is None and move == "swap":
        violation, after = _swap(hand, shown, cards, others)
    if violation is None and move == "take":
        violation, after = _open_set(settings, hand, shown, [field, *cards], others)
    if violation is None and after and not _share_colour(settings, after):
        violation = "shown-need-colour"
    face_up = after if violation is None else shown
    face_up.sort(key=lambda card: (card.dot, card.colours, card.tags, card.words))
    return {**_verdict(violation), "shown": [card.as_json() for card in face_up]}


# Rules of scoring


def _splits(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[list[list[Card]]]:
    """Yield every split of cards into groups of the given sizes, which add up to all cards.

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
    """Return whether some split has no group that mixes centres."""
    return any(all(_one_centre(group) for group in groups) for groups in _splits(hand, settings.groups))


def _best_score(settings: CollectmateSettings, hand: Sequence[Card], tags: bool) -> int:
    """Return the score of the best split."""
    if settings.readings.incomplete_hand == "nothing" and not _complete(settings, hand):
        return 0
    return max(sum(_points(settings, group, tags) for group in groups) for groups in _splits(hand, settings.groups))


def _points(settings: CollectmateSettings, group: Sequence[Card], tags: bool) -> int:
    """Return the points of a group: 0 if it mixes centres, else its colours and, with the option, its tags."""
    if not _one_centre(group):
        return 0
    total = 0
    for colour in settings.colours:
        if sum(colour.id in card.colours for card in group) >= settings.enough:
            total += colour.points
    if tags:
        for tag in {tag for card in group for tag in card.tags}:
            tagged = [card for card in group if tag in card.tags]
            pairs = len(list(combinations(tagged, 2)))
            times = pairs if settings.readings.equal_tags == "pairs" else len(tagged) - 1
            total += times * settings.tag_points
    return total


def _final(settings: CollectmateSettings, scores: Sequence[int], declarer: int, counters: Sequence[bool]) -> list[int]:
    """Return the scores with the counter added for the seats that have one."""
    final = list(scores)
    for other, score in enumerate(scores):
        if counters[other] and other != declarer and score >= scores[declarer]:
            final[other] += settings.counter_points
    return final


def _winner(settings: CollectmateSettings, final: Sequence[int], declarer: int, counter: bool) -> int:
    """Return the seat with the highest total. The order of the tie-break decides among equal seats."""
    others = [(declarer + step) % len(final) for step in range(1, len(final))]
    order = [declarer, *others]
    if not counter and settings.readings.tie_without_counter == "others":
        order = [*others, declarer]
    return next(player for player in order if final[player] == max(final))


# Rules of a turn

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
"""Moves that a moment of play does not allow, and the code of the reason."""


def _moment_violation(moment: Any, move: str) -> str | None:
    if moment not in list(_REFUSED):
        raise PositionError(f"'moment' is {' or '.join(_REFUSED)}, not {moment!r}")
    return _REFUSED[moment].get(move)


def _verdict(violation: str | None) -> dict[str, Any]:
    return {"verdict": "allowed" if violation is None else "not-allowed", "violation": violation}


def _take_colours(settings: CollectmateSettings, hand: Sequence[Card], field: Card) -> list[str]:
    """Return the colours of a field card that are on enough cards of a hand to take it."""
    same = settings.readings.take_centres == "same"
    fitting = [card for card in hand if card.dot == field.dot or not same]
    needed = settings.open_ - 1
    return [colour for colour in field.colours if sum(colour in card.colours for card in fitting) >= needed]


def _is_set(settings: CollectmateSettings, cards: Sequence[Card]) -> bool:
    """Return whether cards share a colour, and a centre if the reading asks for it."""
    if settings.readings.take_centres == "same" and not _one_centre(cards):
        return False
    return any(all(colour.id in card.colours for card in cards) for colour in settings.colours)


def _share_colour(settings: CollectmateSettings, shown: Sequence[Card]) -> bool:
    """Return whether some colour is on enough face-up cards."""
    return any(_is_set(settings, cards) for cards in combinations(shown, settings.open_))


def _without(cards: Sequence[Card], removed: Sequence[Card]) -> list[Card]:
    return list((Counter(cards) - Counter(removed)).elements())


def _trade(hand: list[Card], shown: list[Card], cards: list[Card]) -> Outcome:
    """Trade one card to the field; the card drawn for it is hidden."""
    if cards[0] not in hand + shown:
        return "not-in-hand", shown
    return None, (shown if cards[0] in hand else _without(shown, cards))


def _swap(hand: list[Card], shown: list[Card], away: list[Card], into: list[Card]) -> Outcome:
    """Move face-up cards to the hand, and as many hidden cards face up."""
    if _without(away, shown) or _without(into, hand):
        return "not-in-hand", shown
    if Counter(away) == Counter(into):
        return "swap-equal", shown
    return None, _without(shown, away) + into


def _open_set(
    settings: CollectmateSettings, hand: list[Card], shown: list[Card], opened: list[Card], laid: list[Card]
) -> Outcome:
    """Lay the field card, first of ``opened``, open with cards of the hand, and a card of the hand on the field."""
    cards = opened[1:]
    if _without(cards, hand + shown) or laid[0] not in hand + shown + opened[:1]:
        return "not-in-hand", shown
    if not _is_set(settings, opened):
        return "take-needs-colour", shown
    hidden = _without(cards, shown)
    face_up = shown + hidden + opened[:1]
    return None, (face_up if laid[0] in _without(hand, hidden) else _without(face_up, laid))


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
        "chain": _chain,
        "may_declare": _may_declare,
        "may_move": _may_move,
    }
)
