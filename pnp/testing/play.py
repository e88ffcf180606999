"""Checks of play: invariants that every game fulfils from deal to result, and whole games kept as golden files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from zlib import crc32

from pnp.games.core.playing.play import NotationError
from pnp.model.text import LANGUAGES, Phrase
from pnp.testing.amount import FULL, amount
from pnp.testing.subject import Subject
from pnp.testing.walk import AnyPlay, walks

_SEEDS = 12
_SEEDS_OF_A_TWEAK = amount(5, 8)
_CLOSE_MOMENTS = amount(240, 1500)
"""Moments of the plain definition that are checked closely."""
_CLOSE_MOMENTS_OF_A_TWEAK = amount(50, 200)
_DEALS = 10
_JUNK = ("", " ", "?", "\t", "=", "|", "-", "x", "0", "赤", "\U0001f3b2", "a=b", "turn=0", "hands=|", "x" * 4000)
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-=|,. ?赤\u00e9\u0000\U0001f3b2"


def play_faults(subject: Subject, moves: int = 2000, chance: bool = True) -> Iterator[str]:
    """Yield the faults of the games of a definition: the first fault of each invariant.

    ``moves`` is the most moves that a game may take; ``chance`` says that deals of different seeds differ.
    """
    play = subject.engine.play
    if play is None:
        return
    reported: set[str] = set()
    reasons: dict[str, Phrase] = {}
    seeds, close_moments = (_SEEDS, _CLOSE_MOMENTS) if subject.plain else (_SEEDS_OF_A_TWEAK, _CLOSE_MOMENTS_OF_A_TWEAK)
    every_count, first = subject.plain or FULL, crc32(subject.name.encode())
    for walk in walks(play, subject.rules, seeds, close_moments, moves, every_count, first):
        reasons |= walk.reasons
        for invariant, fault in walk.faults.items():
            if invariant not in reported:
                reported.add(invariant)
                yield f"{invariant}: {fault}"
    yield from _deal_faults(subject, play, chance)
    yield from _notation_faults(subject, play)
    for language in LANGUAGES:
        words = subject.words(language)
        for code, reason in reasons.items():
            if reason.key not in words.wording:
                yield f"reasons: the violation {code} has no words: {reason.key} in [{language}] of {words.own}"


def _deal_faults(subject: Subject, play: AnyPlay, chance: bool) -> Iterator[str]:
    rebuilt_rules = subject.engine.rules(subject.settings)
    for players in play.seats(subject.rules):
        deals = [play.deal(subject.rules, players, seed) for seed in range(_DEALS)]
        if deals != [play.deal(rebuilt_rules, players, seed) for seed in range(_DEALS)]:
            yield f"deals: the same seed deals otherwise the second time, with {players} players"
        first_states = {play.format_state(play.initial_state(subject.rules, deal)) for deal in deals}
        if chance and len(first_states) == 1:
            yield (
                f"deals: {_DEALS} seeds give {players} players one and the same deal; use the seed, or say "
                "prove(..., chance=False) of a game without chance"
            )


def _notation_faults(subject: Subject, play: AnyPlay) -> Iterator[str]:
    """Yield lines that are no notation and are read, or are refused with another error than NotationError."""
    random = Random(f"{subject.name} notation")  # noqa: S311 - nothing secret
    count = amount(60 if subject.plain else 20, 300)
    lines = [*_JUNK, *("".join(random.choices(_LETTERS, k=random.randint(1, 40))) for _ in range(count))]
    parsers: tuple[tuple[str, str, Callable[[str], Any]], ...] = (
        ("parse_state", "", lambda line: play.parse_state(subject.rules, line)),
        ("parse_action", "?", lambda line: play.parse_action(subject.rules, line)),
    )
    for name, start, parse in parsers:
        for line in lines:
            fault = _refusal_fault(name, parse, start + line)
            if fault is not None:
                yield f"notation: {fault}"
                break


def _refusal_fault(name: str, parse: Callable[[str], Any], line: str) -> str | None:
    try:
        parsed = parse(line)
    except NotationError:
        return None
    except Exception as error:
        # Any other error would reach a person as a crash.
        return f"{name}() of {line!r} raises {type(error).__name__} ({error}), and not NotationError"
    return f"{name}() reads {parsed!r} out of {line!r}; it must raise NotationError"


# Golden files: the legal actions of every moment, and the result. After an intended change of the rules, write them
# anew with ``PNP_UPDATE_GOLDENS=1`` and read the difference.

UPDATE = "PNP_UPDATE_GOLDENS"
_SHOWN = 12
"""Lines of a difference that a message shows."""


class Played(NamedTuple):
    """Game that is kept as a golden file.

    It has the name of its definition, the number of players, and the seed of the deal and of the actions.
    """

    name: str
    players: int
    seed: int

    @property
    def file(self) -> str:
        """Name of the golden file."""
        return f"{self.name}-{self.players}.txt"


def playthrough(play: AnyPlay, rules: Any, game: Played) -> str:
    """Play a game of random legal actions, and return its text, moment by moment."""
    random = Random(game.seed)  # noqa: S311 - nothing secret
    state = play.initial_state(rules, play.deal(rules, game.players, game.seed))
    lines = [f"# {game.name}: {game.players} players, seed {game.seed}"]
    while not play.is_terminal(state):
        legal = play.legal_actions(rules, state)
        chosen = random.choice(legal)
        lines += ["", play.format_state(state), f"legal {len(legal)}: {', '.join(map(play.format_action, legal))}"]
        lines.append(f"seat {play.current_player(state)}: {play.format_action(chosen)}")
        state = play.apply(rules, state, chosen)
    lines += ["", play.format_state(state), f"returns: {' '.join(map(str, play.returns(rules, state)))}"]
    return "\n".join(lines) + "\n"


def playthrough_faults(subject: Subject, folder: Path, game: Played) -> Iterator[str]:
    """Yield the difference of a game from its golden file."""
    play = subject.engine.play
    if play is None:
        yield f"the game is not played by the program (play=None), so {game.file} cannot be told"
        return
    actual, path = playthrough(play, subject.rules, game), folder / game.file
    if os.environ.get(UPDATE):
        if os.environ.get("CI"):
            yield f"unset {UPDATE}: goldens are compared here, not written"
            return
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(actual, encoding="utf-8", newline="\n")
    if not path.is_file():
        yield f"there is no {path}; write it with {UPDATE}=1, and read it before you commit it"
        return
    expected = path.read_text(encoding="utf-8")
    if actual != expected:
        yield _difference(path, expected, actual)


def stray_faults(folder: Path, games: Iterable[Played]) -> Iterator[str]:
    """Yield golden files that no game is compared with."""
    expected = {game.file for game in games}
    present = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    for name in sorted(present - expected):
        yield f"{folder / name} belongs to no game of prove(..., games=[...]): delete it, or add its game"


def _difference(path: Path, expected: str, actual: str) -> str:
    lines = list(unified_diff(expected.splitlines(), actual.splitlines(), path.name, "now", lineterm="", n=1))
    more = f"\n… and {len(lines) - _SHOWN} lines more" if len(lines) > _SHOWN else ""
    return (
        f"the game no longer goes as {path} says; if that is meant, write it anew with {UPDATE}=1\n"
        + "\n".join(line if len(line) < 300 else f"{line[:300]}…" for line in lines[:_SHOWN])
        + more
    )
