"""Oracle of red: a second, deliberately plain reading of the rules, to check the engine against.

It tries every subset of a palette against the wording of the rule and shares no code with the engine. A palette of n
cards costs 2^n tests.

Decisions where the rules leave something open:

* A selection has at least one card.
* RED-A1 speaks of a group or a run, so ``single-card = "nothing"`` touches ``same-number``, ``same-colour`` and
  ``run`` only. One card is one colour, so it always fits ``different-colours``; a card that is even, odd, below, above
  or the sum by itself fits by its own number.
* A run goes up in steps of one, also if the deck lacks numbers; it never wraps.
* RED-A9: an exact tie is equal size and an equal strongest card. It can also occur when no palette fits and the
  strongest card wins (RED-A2): with two copies of that card in two palettes, no seat is winning.
* The leader of the opening is the seat winning under the opening rule. If there is none, the seat to the left of the
  strongest palette card acts first (of equal ones, that of the lowest seat).
* Doing nothing, if it is an action, puts a seat out even if it is winning.
* A discard that breaks two bans at once is reported as ``same-colour-discard``: that ban holds before anyone compares.
* RED7-A1: a scored card is one of the selection that ``round_score`` adds up. Seats with equally many points at the end
  of the cards win together.
* A seat without a hand card is out (RED-A3), so it has no move to ask about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

from pnp.games.core.answer import Oracle, Position, PositionError
from pnp.games.red.settings import CriterionName, RedSettings

Card: TypeAlias = tuple[str, int]
"""Colour id and number."""

Palettes: TypeAlias = tuple[tuple[Card, ...], ...]
"""One palette per seat. An empty one belongs to a seat that is out."""

Move: TypeAlias = tuple[str, Card | None, Card | None]
"""Name of the move, the card played, the card discarded."""


# Kinds of questions


def _stronger(settings: RedSettings, position: Position) -> dict[str, Any]:
    """Return which of two cards is stronger; None for two copies of one card."""
    a, b = _card(settings, _get(position, "a")), _card(settings, _get(position, "b"))
    _check_copies(settings, [a, b])
    if a == b:
        return {"stronger": None}
    strength = _strength(settings)
    return {"stronger": "a" if strength(a) > strength(b) else "b"}


def _best(settings: RedSettings, position: Position) -> dict[str, Any]:
    palette = _cards(settings, _get(position, "palette"), "the palette")
    _check_copies(settings, palette)
    return {"best": _selection_as_json(settings, _selection(settings, palette, _rule(settings, position)))}


def _winner(settings: RedSettings, position: Position) -> dict[str, Any]:
    palettes = _palettes(settings, position)
    _check_copies(settings, _all(palettes))
    rule = _rule(settings, position)
    best = [_selection_as_json(settings, _selection(settings, palette, rule)) for palette in palettes]
    return {"winner": _winning_seat(settings, palettes, rule), "best": best}


def _surviving_moves(settings: RedSettings, position: Position) -> dict[str, Any]:
    """Return every legal move after which the seat is winning, sorted; equal cards in the hand give one move."""
    palettes, me, hand, rule = _turn(settings, position)
    moves: list[Move] = [("play", card, None) for card in hand]
    moves += [("rule", None, card) for card in hand]
    moves += [("both", hand[i], hand[j]) for i in range(len(hand)) for j in range(len(hand)) if i != j]
    surviving = [
        move
        for move in dict.fromkeys(moves)
        if _violation(settings, palettes, me, rule, move) is None and _wins_by(settings, palettes, me, rule, move)
    ]
    return {"moves": [[name, _as_list(played), _as_list(discarded)] for name, played, discarded in sorted(surviving)]}


def _opening(settings: RedSettings, position: Position) -> dict[str, Any]:
    palettes = _palettes(settings, position)
    _check_copies(settings, _all(palettes))
    if len(palettes) < 2 or any(len(palette) != 1 for palette in palettes):
        raise PositionError("at the opening every palette holds one card")
    rule = settings.opening_rule if settings.opening_rule is not None else _strongest_first(settings)[0]
    leader = _winning_seat(settings, palettes, rule)
    if leader is not None:
        return {"leader": leader, "first": (leader + 1) % len(palettes)}
    strength = _strength(settings)
    strongest = max(range(len(palettes)), key=lambda seat: strength(palettes[seat][0]))
    return {"leader": None, "first": (strongest + 1) % len(palettes)}


def _may_move(settings: RedSettings, position: Position) -> dict[str, Any]:
    """Judge a move: the verdict, the seats still in, and the cards drawn. The deck counts as not empty."""
    palettes, me, hand, rule = _turn(settings, position)
    move = _move(settings, _get(position, "move"))
    name, played, discarded = move
    seats_in = [seat for seat, palette in enumerate(palettes) if palette]
    refused = {"verdict": "not-allowed", "violation": None, "still_in": seats_in, "draws": 0}
    out = {"verdict": "out", "violation": None, "still_in": [seat for seat in seats_in if seat != me], "draws": 0}
    if not hand or Counter(card for card in (played, discarded) if card is not None) - Counter(hand):
        raise PositionError(f"the cards of the move {name} are not in the hand, which has {len(hand)} cards")
    violation = _violation(settings, palettes, me, rule, move)
    if violation is not None:
        return {**refused, "violation": violation}
    if name == "pass" or not _wins_by(settings, palettes, me, rule, move):
        return out
    return {
        "verdict": "allowed",
        "violation": None,
        "still_in": seats_in,
        "draws": _draws(settings, palettes[me], move),
    }


def _round_score(settings: RedSettings, position: Position) -> dict[str, Any]:
    """Return the sum of the numbers on the winner's cards that meet the rule.

    The selection that counts for winning is scored: the largest, then the one with the strongest card. Only under
    ``different-colours`` can two of these add up differently (red 7 with blue 5 or with blue 1): then the larger sum
    counts, each colour being worth its highest card. A winner without a fitting card scores 0.
    """
    palettes = _palettes(settings, position)
    _check_copies(settings, _all(palettes))
    winner = _seat(palettes, position, "winner")
    selection = _selection(settings, palettes[winner], _rule(settings, position))
    return {"points": sum(number for _, number in selection)}


def _next_round(settings: RedSettings, position: Position) -> dict[str, Any]:
    """Return the game after a round: the points, the cards left to deal, and the winners."""
    points = _points(settings, position)
    palette = _cards(settings, _get(position, "palette"), "the palette")
    _check_copies(settings, palette)
    winner = _seat((palette,) * len(points), position, "winner")
    scored = _selection(settings, palette, _rule(settings, position))
    points[winner] += sum(number for _, number in scored)
    cards = _get(position, "cards")
    if type(cards) is not int or not _cards_to_deal(settings, len(points)) <= cards <= _deck_size(settings):
        raise PositionError(f"no round is dealt from {cards!r} cards")
    if settings.readings.scored_cards == "set-aside":
        cards -= len(scored)
    winners = [seat for seat, seat_points in enumerate(points) if seat_points >= _goal(settings, len(points))]
    if not winners and cards < _cards_to_deal(settings, len(points)):
        winners = [seat for seat, seat_points in enumerate(points) if seat_points == max(points)]
    return {"points": points, "cards": cards, "over": winners != [], "winners": winners}


# Rules


def _deck_size(settings: RedSettings) -> int:
    return len(settings.colours) * len(settings.numbers) * settings.copies


def _cards_to_deal(settings: RedSettings, players: int) -> int:
    """Return the number of cards that a round takes."""
    return players * settings.hand + players


def _goal(settings: RedSettings, players: int) -> int:
    counts = range(settings.players[0], settings.players[1] + 1)
    return dict(zip(counts, settings.goals, strict=True))[players]


def _strongest_first(settings: RedSettings) -> tuple[str, ...]:
    """Return the ids of the colours: as ``order`` lists them, else as they stand in the table."""
    return settings.order or tuple([colour.id for colour in settings.colours])


def _strength(settings: RedSettings) -> Callable[[Card], tuple[int, int]]:
    """Return the strength of cards as a function: the higher number first, then the colour. Larger is stronger."""
    colours = _strongest_first(settings)
    return lambda card: (card[1], -colours.index(card[0]))


def _selection(settings: RedSettings, palette: Sequence[Card], rule: str) -> tuple[Card, ...]:
    """Return the best selection of a palette under a rule colour; empty if nothing fits."""
    criterion = next(colour.rule for colour in settings.colours if colour.id == rule)
    colours = _strongest_first(settings)
    alone_fits = settings.readings.single_card == "group"
    return _best_of(tuple(palette), criterion.is_, criterion.of, colours, alone_fits)


@lru_cache(maxsize=4096)
def _best_of(
    palette: tuple[Card, ...], name: CriterionName, figure: int | None, colours: tuple[str, ...], alone_fits: bool
) -> tuple[Card, ...]:
    """Return the largest fitting subset, then the one with the strongest card, then the one with the largest sum."""

    def rank(cards: tuple[Card, ...]) -> tuple[tuple[int, int], int]:
        strongest = max((number, -colours.index(colour)) for colour, number in cards)
        return (strongest, sum(number for _, number in cards))

    for size in range(len(palette), 0, -1):
        fitting = [cards for cards in combinations(palette, size) if _fits(cards, name, figure, alone_fits)]
        if fitting:
            return max(fitting, key=rank)
    return ()


def _fits(cards: tuple[Card, ...], name: CriterionName, figure: int | None, alone_fits: bool) -> bool:
    """Tell whether a selection of at least one card fits a criterion.

    >>> _fits((("red", 3), ("blue", 4)), "sum", 7, True), _fits((("red", 3), ("blue", 5)), "run", None, True)
    (True, False)
    """
    if len(cards) == 1 and name in {"same-number", "same-colour", "run"}:
        return alone_fits
    colours = [colour for colour, _ in cards]
    numbers = sorted(number for _, number in cards)
    match name:
        case "highest":
            fits = len(cards) == 1
        case "same-number":
            fits = all(number == numbers[0] for number in numbers)
        case "same-colour":
            fits = all(colour == colours[0] for colour in colours)
        case "sum":
            fits = sum(numbers) == _figure(name, figure)
        case "different-colours":
            fits = all(colours.count(colour) == 1 for colour in colours)
        case "run":
            fits = all(number == numbers[0] + step for step, number in enumerate(numbers))
        case "even":
            fits = all(number % 2 == 0 for number in numbers)
        case "odd":
            fits = all(number % 2 == 1 for number in numbers)
        case "below":
            fits = all(number < _figure(name, figure) for number in numbers)
        case "above":
            fits = all(number > _figure(name, figure) for number in numbers)
    return fits


def _figure(name: CriterionName, figure: int | None) -> int:
    if figure is None:
        raise ValueError(f"the criterion '{name}' has no figure")
    return figure


def _winning_seat(settings: RedSettings, palettes: Palettes, rule: str) -> int | None:
    selections = {seat: _selection(settings, palette, rule) for seat, palette in enumerate(palettes)}
    if not any(selections.values()) and settings.readings.nobody_fits == "strongest-card":
        selections = {seat: _strongest(settings, palette) for seat, palette in enumerate(palettes)}
    strength = _strength(settings)
    ranks = {seat: (len(cards), max(map(strength, cards))) for seat, cards in selections.items() if cards}
    leaders = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    return leaders[0] if len(leaders) == 1 else None


def _strongest(settings: RedSettings, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the strongest card as a selection of one; empty for no cards."""
    return tuple(sorted(cards, key=_strength(settings))[-1:])


def _wins_by(settings: RedSettings, palettes: Palettes, me: int, rule: str, move: Move) -> bool:
    """Tell whether the seat is winning after a move. The played card counts, and the discarded card sets the rule."""
    _, played, discarded = move
    mine = palettes[me] if played is None else (*palettes[me], played)
    palettes_after = (*palettes[:me], mine, *palettes[me + 1 :])
    return _winning_seat(settings, palettes_after, rule if discarded is None else discarded[0]) == me


def _violation(settings: RedSettings, palettes: Palettes, me: int, rule: str, move: Move) -> str | None:
    """Return the code that forbids a move made with cards of the hand, or None."""
    name, _, discarded = move
    if name == "pass":
        doing_nothing = settings.pass_
        return "no-pass" if doing_nothing == "not-allowed" else None
    if discarded is None:
        return None
    if discarded[0] == rule and settings.readings.same_colour_discard == "not-allowed":
        return "same-colour-discard"
    return None if _wins_by(settings, palettes, me, rule, move) else "discard-must-win"


def _draws(settings: RedSettings, palette: tuple[Card, ...], move: Move) -> int:
    """Return the number of cards drawn by a move that leaves the seat in; ``palette`` is the one before the move."""
    name, played, discarded = move
    if settings.draw == "both":
        return 1 if name == "both" else 0
    if settings.draw == "over-palette" and discarded is not None:
        size = len(palette) + (0 if played is None else 1)
        return 1 if discarded[1] > size else 0
    return 0


# Reading positions


def _get(position: Position, key: str) -> Any:
    if not isinstance(position, Mapping):
        raise PositionError("a position is an object with keys")
    if key not in position:
        raise PositionError(f"the position lacks '{key}'")
    return position[key]


def _card(settings: RedSettings, raw: Any) -> Card:
    if not isinstance(raw, (list, tuple)) or len(raw) != 2:
        raise PositionError(f"a card is [colour, number], not {raw!r}")
    colour, number = raw
    if type(number) is int and number in settings.numbers:
        for known in settings.colours:
            if known.id == colour:
                return (colour, number)
    raise PositionError(f"there is no card {colour} {number}")


def _cards(settings: RedSettings, raw: Any, label: str) -> tuple[Card, ...]:
    if not isinstance(raw, (list, tuple)):
        raise PositionError(f"{label} is a list of cards, not {raw!r}")
    return tuple(_card(settings, raw_card) for raw_card in raw)


def _palettes(settings: RedSettings, position: Position) -> Palettes:
    raw = _get(position, "palettes")
    if not isinstance(raw, (list, tuple)) or not 1 <= len(raw) <= settings.players[1]:
        raise PositionError(f"'palettes' is a list of one palette per seat, for at most {settings.players[1]} seats")
    return tuple(_cards(settings, palette, "a palette") for palette in raw)


def _all(palettes: Palettes) -> list[Card]:
    return [card for palette in palettes for card in palette]


def _check_copies(settings: RedSettings, cards: Iterable[Card]) -> None:
    for (colour, number), count in Counter(cards).items():
        copies = settings.copies * settings.numbers.count(number)
        if count > copies:
            raise PositionError(f"the deck holds {colour} {number} {copies} times, the position {count} times")


def _rule(settings: RedSettings, position: Position) -> str:
    rule = _get(position, "rule")
    known = [colour.id for colour in settings.colours]
    if rule not in known:
        raise PositionError(f"there is no rule colour {rule!r}; the colours are {', '.join(known)}")
    return str(rule)


def _seat(palettes: Palettes, position: Position, key: str) -> int:
    seat = _get(position, key)
    if type(seat) is not int or not 0 <= seat < len(palettes):
        raise PositionError(f"'{key}' is a seat from 0 to {len(palettes) - 1}, not {seat!r}")
    if not palettes[seat]:
        raise PositionError(f"seat {seat} has no palette, so it is out")
    return seat


def _points(settings: RedSettings, position: Position) -> list[int]:
    """Return the points by seat of a game that is not won yet."""
    if not settings.goals:
        raise PositionError("without goals there are no points")
    raw = _get(position, "points")
    fewest, most = settings.players
    if not isinstance(raw, (list, tuple)) or not fewest <= len(raw) <= most:
        raise PositionError(f"'points' is a list with the points of {fewest} to {most} seats")
    if any(type(seat_points) is not int or not 0 <= seat_points < _goal(settings, len(raw)) for seat_points in raw):
        raise PositionError(f"{raw!r} are no points of a game that goes on")
    return list(raw)


def _turn(settings: RedSettings, position: Position) -> tuple[Palettes, int, tuple[Card, ...], str]:
    """Return the palettes, the seat that acts, its hand and the rule in force."""
    palettes = _palettes(settings, position)
    hand = _cards(settings, _get(position, "hand"), "the hand")
    _check_copies(settings, [*_all(palettes), *hand])
    return palettes, _seat(palettes, position, "me"), hand, _rule(settings, position)


def _move(settings: RedSettings, raw: Any) -> Move:
    """Read a move: play, rule, both or pass; then the played card or null; then the discarded card or null."""
    shapes = {"play": (True, False), "rule": (False, True), "both": (True, True), "pass": (False, False)}
    if not isinstance(raw, (list, tuple)) or len(raw) != 3 or raw[0] not in list(shapes):
        raise PositionError(f"a move is [{' or '.join(shapes)}, card played, card discarded], not {raw!r}")
    if (raw[1] is not None, raw[2] is not None) != shapes[raw[0]]:
        raise PositionError(f"the move {raw!r} has a card too many or too few")
    played, discarded = (None if raw_card is None else _card(settings, raw_card) for raw_card in raw[1:])
    return (raw[0], played, discarded)


def _as_list(card: Card | None) -> list[str | int] | None:
    return None if card is None else list(card)


def _selection_as_json(settings: RedSettings, selection: tuple[Card, ...]) -> dict[str, Any] | None:
    """Return a selection as ``{count, high}``, or None for an empty one."""
    if not selection:
        return None
    return {"count": len(selection), "high": _as_list(_strongest(settings, selection)[0])}


oracle = Oracle[RedSettings](
    {
        "stronger": _stronger,
        "best": _best,
        "winner": _winner,
        "surviving_moves": _surviving_moves,
        "opening": _opening,
        "may_move": _may_move,
        "round_score": _round_score,
        "next_round": _next_round,
    }
)
