"""Find problems between settings of koka that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import Path, empty_text_problem, player_problems, suit_problems, wordings
from pnp.games.koka.rules.dice import COMPLETE, HAND, VALUES
from pnp.games.koka.settings import KokaSettings, SpecialHand


def problems(settings: KokaSettings) -> tuple[SettingsProblem, ...]:
    """Every problem of ``settings``; none when the game can be played and printed."""
    players = tuple(player_problems("koka", settings.players))
    per_round = () if players else tuple(_per_round(settings))
    # How many dice are needed is known only when the players and the tables of rounds are sound.
    supply = () if players or per_round else tuple(_supply(settings))
    colours = suit_problems(
        "colours", "colour", settings.colours, "on the dice, as in R3", "petal", lambda colour: colour.petal
    )
    return (*players, *colours, *per_round, *supply, *_special_hands(settings))


def _per_round(settings: KokaSettings) -> Iterator[SettingsProblem]:
    fewest, most = settings.players
    seen: set[int] = set()
    for index, entry in enumerate(settings.per_round):
        path = ("per-round", index)
        if entry.players in seen:
            yield SettingsProblem(
                (*path, "players"),
                "duplicate-players",
                f"the dice of a round with {entry.players} players stand there twice",
                "remove one of the two entries",
            )
        elif entry.dice < entry.players:
            yield SettingsProblem(
                (*path, "dice"),
                "too-few-tray-dice",
                f"{entry.players} players may use up {entry.players} dice of the tray in a round, and {entry.dice} are "
                "rolled",
                f"write {entry.players} or more, so that each of them finds a die",
            )
        seen.add(entry.players)
    for players in range(fewest, most + 1):
        if players not in seen:
            yield SettingsProblem(
                ("per-round",),
                "missing-players",
                f"nothing says how many dice are rolled each round with {players} players",
                f"add {{ players = {players}, dice = {max(players, 4)} }}",
            )


def _supply(settings: KokaSettings) -> Iterator[SettingsProblem]:
    there = sum(colour.dice for colour in settings.colours)
    each = HAND + settings.kept - 1
    needs = [(entry.players * each + entry.dice, entry) for entry in settings.per_round]
    needed, entry = max(needs, key=lambda need: need[0])
    if needed > there:
        kept = f", and {settings.kept - 1} kept" if settings.kept > 1 else ""
        yield SettingsProblem(
            ("colours",),
            "too-few-dice",
            f"{entry.players} players need {needed} dice ({HAND} in each hand{kept}, {entry.dice} in the tray), and "
            f"there are {there}",
            "add colours, or dice to a colour, or lower the number of players",
        )


def _special_hands(settings: KokaSettings) -> Iterator[SettingsProblem]:
    most = max(colour.dice for colour in settings.colours)
    names: dict[str, int] = {}
    for index, hand in enumerate(settings.special_hands):
        path = ("special-hands", index)
        yield from empty_text_problem((*path, "name"), hand.name, f"the name of special hand {index + 1}")
        first = min(names.setdefault(word, index) for word in wordings(hand.name))
        if first < index:
            yield SettingsProblem(
                (*path, "name"),
                "duplicate-name",
                f"special hands {first + 1} and {index + 1} have the same name: {wordings(hand.name)[0]}",
                "give each special hand its own name",
            )
        groups = tuple(_groups(path, hand, most))
        yield from groups or _whole_hand(settings, path, hand)


def _groups(path: Path, hand: SpecialHand, most: int) -> Iterator[SettingsProblem]:
    """Groups that no dice can be."""
    for index, group in enumerate(hand.groups):
        where = (*path, "groups", index, "size")
        if group.value == "run" and group.size > len(VALUES):
            yield SettingsProblem(
                where,
                "run-too-long",
                f"a run of {group.size} does not exist: a die has {len(VALUES)} values",
                f"write {len(VALUES)} or less",
            )
        elif group.colour == "same" and most < group.size <= COMPLETE:
            yield SettingsProblem(
                where,
                "group-over-colour",
                f"a group of one colour needs {group.size} dice, and no colour has more than {most}",
                f'write {most} or less, or colour = "any"',
            )


def _whole_hand(settings: KokaSettings, path: Path, hand: SpecialHand) -> Iterator[SettingsProblem]:
    needed = sum(group.size for group in hand.groups)
    if needed != COMPLETE:
        yield SettingsProblem(
            (*path, "groups"),
            "special-hand-size",
            f"the groups of this special hand need {needed} dice, and a complete hand has {COMPLETE}",
            f"make the sizes add up to {COMPLETE}",
        )
        return
    sizes = tuple(sorted((group.size for group in hand.groups if group.colour == "same"), reverse=True))
    if not _room(sizes, tuple(sorted(colour.dice for colour in settings.colours))):
        yield SettingsProblem(
            (*path, "groups"),
            "groups-over-colours",
            f"the groups of one colour need {', '.join(map(str, sizes))} dice, and the colours have not so many",
            "make the groups smaller, or add dice to a colour",
        )


@lru_cache(maxsize=1024)
def _room(sizes: tuple[int, ...], dice: tuple[int, ...]) -> bool:
    """Whether groups of one colour each, of these sizes, can be made of so many dice of each colour."""
    if not sizes:
        return True
    first, *rest = sizes
    return any(
        _room(tuple(rest), tuple(sorted((*dice[:index], there - first, *dice[index + 1 :]))))
        for index, there in enumerate(dice)
        if there >= first and there not in dice[:index]
    )
