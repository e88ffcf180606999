"""What may be wrong with settings of kasane that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import (
    empty_text_problem,
    id_problems,
    ink_problem,
    player_problems,
    repeated,
    repeated_text,
)
from pnp.games.kasane.problems_of_yaku import turns_of, yaku_problems
from pnp.games.kasane.settings import KasaneSettings, SetUp
from pnp.model.text import Text


class _Named(NamedTuple):
    """A colour as the shared checks want it."""

    id: str
    name: Text


def problems(settings: KasaneSettings) -> tuple[SettingsProblem, ...]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    players = tuple(player_problems("kasane", settings.players))
    set_ups = (*_set_ups(settings), *(() if players else _missing_set_ups(settings)))
    colours = tuple(_colours(settings))
    # How many cards a seat takes is known only when the set-ups are sound.
    turns = () if players or set_ups else tuple(_turns(settings))
    deck = () if colours else tuple(_decks(settings))
    frames = (*id_problems("frames", "frame", settings.frames), *_frames(settings))
    bonus = tuple(_bonus(settings))
    found = (*players, *colours, *set_ups, *deck, *frames, *yaku_problems(settings), *bonus, *turns)
    return (*found, *_opening_tokens(settings))


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
        yield from repeated_text("colours", "number", named, "name", lambda one: one.name)


def _frames(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    """Frames have sound inks, and differ by more than these."""
    for index, frame in enumerate(settings.frames):
        yield from ink_problem(("frames", index, "ink"), frame.ink)
    yield from repeated("frames", "frame", settings.frames, "sign", lambda one: one.sign or one.id)


def _set_ups(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    players = [one.players for one in settings.set_up]
    for index, count in enumerate(players):
        if count in players[:index]:
            yield SettingsProblem(
                ("set-up", index, "players"),
                "duplicate-set-up",
                f"there is a set-up for {count} players already",
                "keep one of them",
            )


def _missing_set_ups(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    known = {one.players for one in settings.set_up}
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
        wrong = [*_removals(settings, index, set_up)]
        yield from wrong or _deck_size(settings, index, set_up)


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
    """Every round but the last is laid out from the stock; for the last the discards are shuffled in."""
    cards = sum(colour.copies - set_up.remove for colour in settings.colours)
    cards += settings.plus_one.copies - set_up.remove_plus_one
    laid_out, before = set_up.players * set_up.per_row, set_up.rounds - 1
    needed = max(before * laid_out, before * (laid_out - set_up.players) + laid_out)
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
    """A bonus that a seat with too few turns cannot reach, so that to lay all cards is worth nothing either."""
    turns, players = min((turns_of(one), one.players) for one in settings.set_up)
    if settings.bonus.from_ > turns:
        yield SettingsProblem(
            ("bonus", "from"),
            "bonus-never",
            f"with {players} players a seat takes {turns} cards, so it cannot lay {settings.bonus.from_} for the "
            "bonus, nor score for laying all",
            f"write {turns} or less, or give that set-up more rounds or longer rows",
        )


def _opening_tokens(settings: KasaneSettings) -> Iterator[SettingsProblem]:
    slots = {(one.id, each.cards): len(each.points) for one in settings.yaku for each in one.slots}
    set_ups = {one.players for one in settings.set_up}
    laid: dict[tuple[int, str, int], int] = {}
    for index, token in enumerate(settings.opening_tokens):
        path = ("opening-tokens", index)
        sizes = [cards for yaku, cards in slots if yaku == token.yaku]
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
            known = ", ".join(one.id for one in settings.yaku)
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
        elif laid[key] > slots[token.yaku, token.cards]:
            yield SettingsProblem(
                path,
                "too-many-tokens",
                f"{token.yaku} has {slots[token.yaku, token.cards]} slots for {token.cards} cards, and more tokens",
                "remove one of them",
            )
    if settings.variants.opening_tokens and not settings.opening_tokens:
        yield SettingsProblem(
            ("variants", "opening-tokens"),
            "no-opening-tokens",
            "the harder variant covers the slots in `opening-tokens`, and none are there",
            'write false, or add one: opening-tokens = [{ players = 3, yaku = "ju", cards = 2 }]',
        )
