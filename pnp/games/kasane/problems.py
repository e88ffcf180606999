"""Find problems between settings of kasane that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import (
    empty_text_problem,
    id_problems,
    ink_problem,
    player_problems,
    repeated,
    repeated_text,
    unknown_problem,
)
from pnp.games.kasane.settings import Condition, KasaneSettings, SetUp, Yaku
from pnp.model.text import Text

# Problems of yaku: their frames, conditions and slots

_FIGURES = {
    "sum": ("of",),
    "set": ("numbers",),
    "monotone": ("from", "to"),
    "equal": (),
    "odd": (),
    "even": (),
}
"""Keys of each sort of condition, besides ``is``."""

_EXAMPLES = {"of": "of = 10", "numbers": "numbers = [1, 2, 6]", "from": "from = 1", "to": "to = 5"}


def turns_of(set_up: SetUp) -> int:
    """Return the number of turns of each seat, which is the number of cards it takes."""
    return set_up.rounds * (set_up.per_row - 1)


def yaku_problems(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    """Yield every problem of the yaku."""
    yield from id_problems("yaku", "yaku", settings.yaku)
    frames = [frame.id for frame in settings.frames]
    copies = _most_copies(settings)
    for index, yaku in enumerate(settings.yaku):
        yield from empty_text_problem(("yaku", index, "name"), yaku.name, f"the name of yaku {yaku.id!r}")
        yield from unknown_problem(("yaku", index, "frame"), "frame", yaku.frame, frames)
        rule_problems = [*_rule(index, yaku.rule, copies)]
        yield from rule_problems
        yield from _repeated_sizes(index, yaku)
        if not rule_problems:
            yield from _slots(settings, index, yaku, copies)
    yield from repeated_text("yaku", "yaku", settings.yaku, "name", lambda yaku: yaku.name)


def _most_copies(settings: KasaneSettings) -> Mapping[int, int]:
    """Return the copies of each number in the set-up that removes the fewest."""
    removed = min(set_up.remove for set_up in settings.set_up)
    return {colour.number: max(0, colour.copies - removed) for colour in settings.colours}


def _rule(index: int, rule: Condition, copies: Mapping[int, int]) -> Iterator[SettingsProblem]:
    path = ("yaku", index, "rule")
    given = {"of": rule.of, "numbers": rule.numbers, "from": rule.from_, "to": rule.to}
    missing = [key for key in _FIGURES[rule.is_] if given[key] is None]
    for key in missing:
        yield SettingsProblem(
            path, "missing-figure", f"the rule {rule.is_!r} needs `{key}`", f"write, for instance, {_EXAMPLES[key]}"
        )
    for key, value in given.items():
        if value is not None and key not in _FIGURES[rule.is_]:
            yield SettingsProblem(
                (*path, key), "needless-figure", f"the rule {rule.is_!r} has no `{key}`", f"remove `{key}`"
            )
    if not missing:
        yield from _numbers(path, rule, copies)


def _numbers(path: tuple[str | int, ...], rule: Condition, copies: Mapping[int, int]) -> Iterator[SettingsProblem]:
    """Yield problems of the numbers in a set or in the bounds of a moon."""
    for place, number in enumerate(rule.numbers or ()):
        if number not in copies:
            yield SettingsProblem(
                (*path, "numbers", place),
                "unknown-number",
                f"there is no card with the number {number}",
                f"the numbers are {', '.join(map(str, sorted(copies)))}",
            )
    if rule.is_ == "set" and not rule.numbers:
        yield SettingsProblem((*path, "numbers"), "empty-set", "the set has no numbers", "write some of the deck's")
    if rule.from_ is None or rule.to is None:
        return
    if rule.from_ > rule.to:
        yield SettingsProblem(
            (*path, "from"),
            "bounds-reversed",
            f"from {rule.from_} to {rule.to} is the wrong way round",
            f"write from = {rule.to}, to = {rule.from_}; such a row may rise or fall",
        )
    for key, number in (("from", rule.from_), ("to", rule.to)):
        if number not in copies:
            yield SettingsProblem(
                (*path, key),
                "unknown-number",
                f"there is no card with the number {number}",
                f"the numbers are {', '.join(map(str, sorted(copies)))}",
            )


def _repeated_sizes(index: int, yaku: Yaku) -> Iterator[SettingsProblem]:
    sizes = [slots.cards for slots in yaku.slots]
    for place, size in enumerate(sizes):
        if size in sizes[:place]:
            yield SettingsProblem(
                ("yaku", index, "slots", place, "cards"),
                "duplicate-size",
                f"{yaku.id} has slots for {size} cards already",
                "write the points of all slots of one size together: points = [4, 3]",
            )


def _slots(settings: KasaneSettings, index: int, yaku: Yaku, copies: Mapping[int, int]) -> Iterator[SettingsProblem]:
    turns = max(map(turns_of, settings.set_up))
    for place, slots in enumerate(yaku.slots):
        path = ("yaku", index, "slots", place, "cards")
        if slots.cards > turns:
            yield SettingsProblem(
                path,
                "slot-over-turns",
                f"no seat can lay {slots.cards} cards: it takes {turns}",
                f"write {turns} or less",
            )
        elif yaku.rule.is_ == "set" and slots.cards != len(yaku.rule.numbers or ()):
            yield SettingsProblem(
                path,
                "slot-never",
                f"{yaku.id} is a set of {len(yaku.rule.numbers or ())} numbers, so it never has {slots.cards} cards",
                f"write {len(yaku.rule.numbers or ())}",
            )
        elif not _is_possible(yaku.rule, slots.cards, copies):
            yield SettingsProblem(
                path,
                "slot-never",
                f"no {slots.cards} cards of the deck meet the condition of {yaku.id}",
                "take the slot out, or change the condition or the deck",
            )


def _is_possible(rule: Condition, cards: int, copies: Mapping[int, int]) -> bool:
    """Return whether a number of cards of the deck can meet the condition."""
    match rule.is_:
        case "equal":
            return cards <= max(copies.values())
        case "set":
            numbers = rule.numbers or ()
            return all(numbers.count(number) <= copies[number] for number in numbers)
        case "monotone":
            low, high = rule.from_ or 0, rule.to or 0
            return cards <= sum(low <= number <= high and count > 0 for number, count in copies.items())
        case "sum":
            return rule.of in _sums(cards, copies)
        case _:
            rest = 1 if rule.is_ == "odd" else 0
            return cards <= sum(count for number, count in copies.items() if number % 2 == rest)


def _sums(cards: int, copies: Mapping[int, int]) -> set[int]:
    """Return the totals that a number of cards can have."""
    totals: list[set[int]] = [{0}, *(set[int]() for _ in range(cards))]
    for number, count in copies.items():
        # From the largest size down, or a number could be used more often than there are cards of it.
        for size in range(cards, 0, -1):
            for used in range(1, min(count, size) + 1):
                totals[size] |= {total + used * number for total in totals[size - used]}
    return totals[cards]


class _Named(NamedTuple):
    """Colour in the form that the shared checks expect."""

    id: str
    name: Text


def problems(settings: KasaneSettings) -> tuple[SettingsProblem, ...]:
    """Return every problem of ``settings``; none if the game can be played and printed."""
    players = tuple(player_problems("kasane", settings.players))
    set_ups = (*_set_ups(settings), *(() if players else _missing_set_ups(settings)))
    colours = tuple(_colours(settings))
    # The number of turns is known only if the set-ups are sound.
    turns = () if players or set_ups else tuple(_turns(settings))
    deck = () if colours else tuple(_decks(settings))
    frames = (*id_problems("frames", "frame", settings.frames), *_frames(settings))
    bonus = tuple(_bonus(settings))
    yaku = tuple(yaku_problems(settings))
    return (*players, *colours, *set_ups, *deck, *frames, *yaku, *bonus, *turns, *_opening_tokens(settings))


def _colours(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    numbers = [colour.number for colour in settings.colours]
    for index, colour in enumerate(settings.colours):
        path = ("colours", index)
        if colour.number in numbers[:index]:
            yield SettingsProblem(
                (*path, "number"),
                "duplicate-number",
                f"the number {colour.number} has a colour already",
                "number and colour are one thing: give each entry its own number, and `copies` for more cards",
            )
        yield from empty_text_problem((*path, "name"), colour.name, f"the name of number {colour.number}")
        yield from ink_problem((*path, "ink"), colour.ink)
    if len(set(numbers)) == len(numbers):
        named = [_Named(str(colour.number), colour.name) for colour in settings.colours]
        yield from repeated_text("colours", "number", named, "name", lambda colour: colour.name)


def _frames(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    """Yield problems of frames: their inks must be sound, and their signs must differ."""
    for index, frame in enumerate(settings.frames):
        yield from ink_problem(("frames", index, "ink"), frame.ink)
    yield from repeated("frames", "frame", settings.frames, "sign", lambda frame: frame.sign or frame.id)


def _set_ups(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    players = [set_up.players for set_up in settings.set_up]
    for index, count in enumerate(players):
        if count in players[:index]:
            yield SettingsProblem(
                ("set-up", index, "players"),
                "duplicate-set-up",
                f"there is a set-up for {count} players already",
                "keep one of them",
            )


def _missing_set_ups(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    known = {set_up.players for set_up in settings.set_up}
    for count in range(settings.players[0], settings.players[1] + 1):
        if count not in known:
            yield SettingsProblem(
                ("set-up",),
                "missing-set-up",
                f"there is no set-up for {count} players",
                f"add one: {{ players = {count}, per-row = 4, rounds = 4 }}, or change `players`",
            )


def _decks(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    for index, set_up in enumerate(settings.set_up):
        removals = [*_removals(settings, index, set_up)]
        yield from removals or _deck_size(settings, index, set_up)


def _removals(settings: KasaneSettings, index: int, set_up: SetUp) -> Iterator[SettingsProblem]:
    fewest = min(settings.colours, key=lambda colour: colour.copies)
    removals = (
        ("remove", set_up.remove, fewest.copies, f"the number {fewest.number}"),
        ("remove-plus-one", set_up.remove_plus_one, settings.plus_one.copies, "+1"),
    )
    for key, count, copies, name in removals:
        if count > copies:
            yield SettingsProblem(
                ("set-up", index, key),
                "removed-too-many",
                f"{count} of {name} cannot be taken out: there are {copies}",
                f"write {copies} or less, or add copies",
            )


def _deck_size(settings: KasaneSettings, index: int, set_up: SetUp) -> Iterator[SettingsProblem]:
    """Yield a problem if the deck is too small.

    Every round but the last is laid out from the stock; for the last the discards are shuffled in.
    """
    cards = sum(colour.copies - set_up.remove for colour in settings.colours)
    cards += settings.plus_one.copies - set_up.remove_plus_one
    laid_out, earlier_rounds = set_up.players * set_up.per_row, set_up.rounds - 1
    needed = max(earlier_rounds * laid_out, earlier_rounds * (laid_out - set_up.players) + laid_out)
    if needed > cards:
        yield SettingsProblem(
            ("set-up", index, "per-row"),
            "too-few-cards",
            f"{set_up.rounds} rounds with {set_up.players} rows of {set_up.per_row} need {needed} cards, and {cards} "
            f"are used with {set_up.players} players",
            "lay out fewer cards in each row, play fewer rounds, or add copies",
        )


def _bonus(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    missing = len(settings.colours) - len(settings.bonus.colours)
    if missing > 0:
        yield SettingsProblem(
            ("bonus", "colours"),
            "bonus-too-short",
            f"the bonus has {len(settings.bonus.colours)} figures, and there are {len(settings.colours)} colours",
            f"add {missing} more: one figure for each number of colours, from 1 on",
        )


def _turns(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    """Yield a problem if a seat has too few turns for the bonus, as then laying all cards scores nothing either."""
    turns, players = min((turns_of(set_up), set_up.players) for set_up in settings.set_up)
    if settings.bonus.from_ > turns:
        yield SettingsProblem(
            ("bonus", "from"),
            "bonus-never",
            f"with {players} players a seat takes {turns} cards, so it cannot lay {settings.bonus.from_} for the "
            "bonus, nor score for laying all",
            f"write {turns} or less, or give that set-up more rounds or longer rows",
        )


def _opening_tokens(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    counts = {(yaku.id, slots.cards): len(slots.points) for yaku in settings.yaku for slots in yaku.slots}
    set_ups = {set_up.players for set_up in settings.set_up}
    laid: dict[tuple[int, str, int], int] = {}
    for index, token in enumerate(settings.opening_tokens):
        path = ("opening-tokens", index)
        sizes = [cards for yaku, cards in counts if yaku == token.yaku]
        key = (token.players, token.yaku, token.cards)
        laid[key] = laid.get(key, 0) + 1
        if token.players not in set_ups:
            yield SettingsProblem(
                (*path, "players"),
                "unknown-players",
                f"there is no set-up for {token.players} players",
                f"the set-ups are for {', '.join(map(str, sorted(set_ups)))}",
            )
        if not sizes:
            known = ", ".join(yaku.id for yaku in settings.yaku)
            yield SettingsProblem(
                (*path, "yaku"), "unknown-yaku", f"there is no yaku {token.yaku!r}", f"the yaku are {known}"
            )
        elif token.cards not in sizes:
            yield SettingsProblem(
                (*path, "cards"),
                "unknown-slot",
                f"{token.yaku} has no slot for {token.cards} cards",
                f"it has slots for {', '.join(map(str, sizes))}",
            )
        elif laid[key] > counts[token.yaku, token.cards]:
            yield SettingsProblem(
                path,
                "too-many-tokens",
                f"{token.yaku} has {counts[token.yaku, token.cards]} slots for {token.cards} cards, and more tokens",
                "remove one of them",
            )
    if settings.variants.opening_tokens and not settings.opening_tokens:
        yield SettingsProblem(
            ("variants", "opening-tokens"),
            "no-opening-tokens",
            "the harder variant covers the slots in `opening-tokens`, and none are there",
            'write false, or add one: opening-tokens = [{ players = 3, yaku = "ju", cards = 2 }]',
        )
