"""Find problems between settings of koka that are well-formed key by key."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pnp.games.core.engine import SettingsProblem
from pnp.games.core.problems import Path, empty_text_problem, player_problems, suit_problems, wordings
from pnp.games.koka.rules.dice import COMPLETE, HAND, VALUES
from pnp.games.koka.settings import KokaSettings, SpecialHand


def problems(settings: KokaSettings) -> tuple[SettingsProblem, ...]:
    """Return every problem of ``settings``; none if the game can be played and printed."""
    players = tuple(player_problems("koka", settings.players))
    per_round = () if players else tuple(_per_round_problems(settings))
    # The number of dice needed is known only when players and rounds are sound.
    dice_supply = () if players or per_round else tuple(_supply_problems(settings))
    colours = suit_problems(
        "colours", "colour", settings.colours, "on the dice, as in R3", "petal", lambda colour: colour.petal
    )
    return (*players, *colours, *per_round, *dice_supply, *_special_hand_problems(settings))


def _per_round_problems(settings: KokaSettings) -> Iterator[SettingsProblem]:
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


def _supply_problems(settings: KokaSettings) -> Iterator[SettingsProblem]:
    available = sum(colour.dice for colour in settings.colours)
    per_player = HAND + settings.kept - 1
    needs = [(entry.players * per_player + entry.dice, entry) for entry in settings.per_round]
    needed, entry = max(needs, key=lambda need: need[0])
    if needed > available:
        kept = f", and {settings.kept - 1} kept" if settings.kept > 1 else ""
        yield SettingsProblem(
            ("colours",),
            "too-few-dice",
            f"{entry.players} players need {needed} dice ({HAND} in each hand{kept}, {entry.dice} in the tray), and "
            f"there are {available}",
            "add colours, or dice to a colour, or lower the number of players",
        )


def _special_hand_problems(settings: KokaSettings) -> Iterator[SettingsProblem]:
    most = max(colour.dice for colour in settings.colours)
    names: dict[str, int] = {}
    for index, hand in enumerate(settings.special_hands):
        path = ("special-hands", index)
        yield from empty_text_problem((*path, "name"), hand.name, f"the name of special hand {index + 1}")
        first_index = min(names.setdefault(word, index) for word in wordings(hand.name))
        if first_index < index:
            yield SettingsProblem(
                (*path, "name"),
                "duplicate-name",
                f"special hands {first_index + 1} and {index + 1} have the same name: {wordings(hand.name)[0]}",
                "give each special hand its own name",
            )
        group_problems = tuple(_group_problems(path, hand, most))
        yield from group_problems or _whole_hand_problems(settings, path, hand)


def _group_problems(path: Path, hand: SpecialHand, most: int) -> Iterator[SettingsProblem]:
    """Find groups that no dice can form."""
    for index, group in enumerate(hand.groups):
        size_path = (*path, "groups", index, "size")
        if group.value == "run" and group.size > len(VALUES):
            yield SettingsProblem(
                size_path,
                "run-too-long",
                f"a run of {group.size} does not exist: a die has {len(VALUES)} values",
                f"write {len(VALUES)} or less",
            )
        elif group.colour == "same" and most < group.size <= COMPLETE:
            yield SettingsProblem(
                size_path,
                "group-over-colour",
                f"a group of one colour needs {group.size} dice, and no colour has more than {most}",
                f'write {most} or less, or colour = "any"',
            )


def _whole_hand_problems(settings: KokaSettings, path: Path, hand: SpecialHand) -> Iterator[SettingsProblem]:
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
    if not _groups_fit(sizes, tuple(sorted(colour.dice for colour in settings.colours))):
        yield SettingsProblem(
            (*path, "groups"),
            "groups-over-colours",
            f"the groups of one colour need {', '.join(map(str, sizes))} dice, and the colours have fewer",
            "make the groups smaller, or add dice to a colour",
        )


@lru_cache(maxsize=1024)
def _groups_fit(sizes: tuple[int, ...], dice: tuple[int, ...]) -> bool:
    """Tell whether groups of one colour each, of these sizes, can be made of these numbers of dice per colour."""
    if not sizes:
        return True
    largest, *rest = sizes
    return any(
        _groups_fit(tuple(rest), tuple(sorted((*dice[:index], available - largest, *dice[index + 1 :]))))
        for index, available in enumerate(dice)
        if available >= largest and available not in dice[:index]
    )
