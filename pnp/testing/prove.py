"""``prove``: the tests of a game, made from its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pnp.definition.settings import settings_schema
from pnp.diagnostics import PnpError
from pnp.model.text import LANGUAGES
from pnp.testing.amount import FULL
from pnp.testing.cases import case_faults
from pnp.testing.edges.decks import deck_faults
from pnp.testing.edges.refusals import refusal_faults
from pnp.testing.imports import import_faults
from pnp.testing.kit import kit_faults, repeat_faults
from pnp.testing.lessons import agreement_faults, kind_faults, lesson_faults, misreading_faults
from pnp.testing.play import Played, play_faults, playthrough_faults, stray_faults
from pnp.testing.random_tweaks.check import random_tweak_faults
from pnp.testing.statements import statement_faults
from pnp.testing.subject import Check, Definitions, Subject
from pnp.testing.typography import printed_faults
from pnp.testing.whole_games import whole_game_faults
from pnp.testing.words import term_faults, word_faults


def settings_faults(subject: Subject) -> Iterator[str]:
    """Yield the faults of the settings of a definition."""
    expected = subject.engine.settings
    if not isinstance(subject.settings, expected):
        yield f"the tweak {subject.name!r} is {type(subject.settings).__name__}, not {expected.__name__} nor TOML text"
        return
    for problem in subject.engine.problems(subject.settings):
        hint = "" if problem.hint is None else f" ({problem.hint})"
        yield f"problem at {'.'.join(map(str, problem.path)) or 'the table'}: {problem.message}{hint}"
    yield from _mutability_faults(subject.settings, expected.__name__)
    try:
        json.dumps(settings_schema(expected))
    except Exception as error:
        # pydantic raises errors of many kinds for types that it cannot describe.
        yield f"no JSON Schema can be made of {expected.__name__}: {type(error).__name__}: {error}"
    yield from _figure_faults(subject)


def _mutability_faults(value: Any, path: str) -> Iterator[str]:
    """Yield dataclasses in the settings that could be changed, each once, and mutable containers."""
    if is_dataclass(value):
        if not getattr(type(value), "__dataclass_params__").frozen:  # noqa: B009 - no type knows this attribute
            yield f"{path} is a {type(value).__name__}, which is not frozen: write @dataclass(frozen=True)"
        for field in fields(value):
            yield from _mutability_faults(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple):
        reported: set[str] = set()
        for item in value:
            for fault in _mutability_faults(item, f"{path}[]"):
                if fault not in reported:
                    reported.add(fault)
                    yield fault
    elif isinstance(value, list | set | bytearray):
        yield f"{path} is a {type(value).__name__}, which can be changed: make it a tuple"


def _figure_faults(subject: Subject) -> Iterator[str]:
    figures, again = (subject.engine.figures(subject.settings) for _ in range(2))
    if not isinstance(figures, Mapping):
        yield f"figures() gives a {type(figures).__name__}, not a mapping by name"
        return
    try:
        first, second = (json.dumps(table, sort_keys=True, allow_nan=False) for table in (figures, again))
    except (TypeError, ValueError) as error:
        yield f"figures() is not JSON data: {error}"
        return
    if first != second:
        yield f"figures() differs from call to call: {first}, then {second}"
    if json.loads(first).keys() != figures.keys():
        yield f"figures() has keys that are no strings, which JSON changes: {list(figures)}"


class _Case(NamedTuple):
    """Check of a definition."""

    name: str
    check: str
    run: Check


class _ByHand(NamedTuple):
    """File of cases by hand, and the definitions that a case may name."""

    file: Path | None
    definitions: Collection[str]


class Proof(NamedTuple):
    """Proof of a game: its definitions, and the cases that ``prove`` made of them."""

    game: str
    definitions: Definitions
    cases: tuple[_Case, ...]


_PROOF = "proof"
"""Attribute of a test that ``prove`` returned."""


def proof_of(test: Callable[..., None]) -> Proof | None:
    """Return the proof behind a test, to run its cases without pytest; None for a test that ``prove`` did not make."""
    proof = getattr(test, _PROOF, None)
    return proof if isinstance(proof, Proof) else None


def prove(
    game: str,
    *,
    definition: Path | None = None,
    tweaks: Mapping[str, Any] | None = None,
    cases: Path | None = None,
    playthroughs: Path | None = None,
    games: Sequence[tuple[str, int, int]] = (),
    unkilled: Mapping[str, Collection[str]] | None = None,
    chance: bool = True,
    moves: int = 2000,
    papers: Sequence[str] = ("a4", "letter"),
) -> Callable[..., None]:
    """Return a parametrised pytest test that proves ``game``, with a case per definition and check (``short-play``).

    ``game`` is the name of a table: in the shipped games.toml, in that of an installed package, or in ``definition``.
    ``tweaks`` are further definitions by name: the TOML text that stands below ``[game]`` and ``extends``, or settings.
    ``cases`` is a file of positions with answers that a person worked out (``pnp.testing.cases``).
    ``playthroughs`` is the folder of golden files, and ``games`` lists their games: definition, players, seed.
    ``unkilled`` lists by definition the misreadings that it has no room to rule out. ``chance`` is False for a game
    whose deal is always the same; ``moves`` is the most moves that a game of random actions may take; ``papers`` are
    those that its kit is printed on in the full run.

    The checks of each definition are ``settings``, ``play``, ``whole-games``, ``agreement`` of engine and oracle,
    ``misreadings``, ``lessons``, ``statements`` and ``printed`` strings of examples; of the plain one also
    ``refusals`` of what cannot be, ``random-tweaks`` of its settings, ``decks``, ``kinds`` of questions, ``imports``,
    ``words``, ``terms``, ``repeat`` and ``kit``; a ``playthrough`` per game; and the ``cases`` by it. With
    ``PNP_FULL=1`` there are more seeds and positions, the kits of tweaks, their terms, refusals and decks, and kits on
    all ``papers``.
    """
    tweaks_by_name = dict(tweaks or {})
    definitions = Definitions(game, definition, tweaks_by_name)
    goldens = [Played(*golden) for golden in games]
    _check_arguments(definitions, playthroughs, goldens, unkilled or {})
    by_hand = _ByHand(cases, definitions.names)
    checks = [
        case
        for name in definitions.names
        for case in (
            *_common_cases(
                name, by_hand, partial(play_faults, moves=moves, chance=chance), (unkilled or {}).get(name, ())
            ),
            *(_edge_cases(name, by_hand) if name == game or FULL else ()),
            *(_plain_cases(name, by_hand) if name == game else ()),
            *_kit_cases(name, name == game, tweaks_by_name.get(name, ""), papers),
            *(_playthrough_cases(name, playthroughs, goldens) if playthroughs is not None else ()),
            *_hand_cases(name, by_hand),
        )
    ]
    if playthroughs is not None:
        checks.append(_Case(game, "playthroughs-are-all-played", lambda _subject: stray_faults(playthroughs, goldens)))

    @pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.name}-{case.check}") for case in checks])
    def test(case: _Case, tmp_path: Path) -> None:
        _run(definitions, case, tmp_path)

    test.__name__ = f"test_{game.replace('-', '_')}"
    test.__doc__ = f"What holds for every game, of {game!r}."
    test.__dict__[_PROOF] = Proof(game, definitions, tuple(checks))
    return test


def _common_cases(name: str, by_hand: _ByHand, play: Check, unkilled: Collection[str]) -> list[_Case]:
    return [
        _Case(name, "settings", settings_faults),
        _Case(name, "play", play),
        _Case(name, "whole-games", whole_game_faults),
        _Case(name, "agreement", agreement_faults),
        _Case(name, "lessons", lesson_faults),
        _Case(name, "statements", partial(statement_faults, **by_hand._asdict())),
        _Case(name, "printed", printed_faults),
        _Case(name, "misreadings", partial(misreading_faults, unkilled=unkilled)),
    ]


def _edge_cases(name: str, by_hand: _ByHand) -> list[_Case]:
    return [
        _Case(name, "refusals", partial(refusal_faults, **by_hand._asdict())),
        _Case(name, "decks", deck_faults),
    ]


def _plain_cases(name: str, by_hand: _ByHand) -> list[_Case]:
    return [
        _Case(name, "random-tweaks", random_tweak_faults),
        _Case(name, "kinds", partial(kind_faults, **by_hand._asdict())),
        _Case(name, "imports", import_faults),
        _Case(name, "words", word_faults),
        _Case(name, "repeat", repeat_faults),
        _Case(name, "terms", term_faults),
    ]


def _kit_cases(name: str, plain: bool, tweak: Any, papers: Sequence[str]) -> list[_Case]:
    """Return cases for kits of the plain definition, and in the full run those of tweaks and on all ``papers``."""
    kit_papers: list[str | None] = [None]
    if FULL and plain:
        kit_papers += papers
    if not plain and not (FULL and isinstance(tweak, str)):
        return []
    terms = [] if plain else [_Case(name, "terms", term_faults)]
    return terms + [
        _Case(
            name,
            f"kit-{language}" + ("" if paper is None else f"-{paper}"),
            partial(kit_faults, language=language, on=paper),
        )
        for language in LANGUAGES
        for paper in kit_papers
    ]


def _playthrough_cases(name: str, folder: Path, played: Sequence[Played]) -> list[_Case]:
    return [
        _Case(name, f"playthrough-{game.players}", partial(playthrough_faults, folder=folder, game=game))
        for game in played
        if game.name == name
    ]


def _hand_cases(name: str, by_hand: _ByHand) -> list[_Case]:
    file, definitions = by_hand
    return [] if file is None else [_Case(name, "cases", partial(case_faults, file=file, definitions=definitions))]


def _check_arguments(
    definitions: Definitions, folder: Path | None, played: Sequence[Played], unkilled: Mapping[str, Collection[str]]
) -> None:
    """Raise ValueError for names that no definition has. Such names would otherwise be ignored."""
    for argument, names in (("games", [game.name for game in played]), ("unkilled", list(unkilled))):
        unknown = sorted(set(names) - set(definitions.names))
        if unknown:
            raise ValueError(
                f"{argument} names {', '.join(unknown)}, and there are the definitions {', '.join(definitions.names)}"
            )
    files = [game.file for game in played]
    if len(set(files)) < len(files):
        raise ValueError("two of games have the same definition and number of players, and so the same golden file")
    if played and folder is None:
        raise ValueError("games are kept as golden files: say where, with playthroughs=Path(__file__).parent / ...")


def _run(definitions: Definitions, case: _Case, folder: Path) -> None:
    __tracebackhide__ = True
    try:
        subject = definitions.subject(case.name, folder)
    except (PnpError, LookupError) as error:
        raise AssertionError(f"the definition {case.name!r} cannot be read: {error}") from None
    insist(subject, case.check, case.run(subject))


def insist(subject: Subject, check: str, faults: Iterable[str]) -> None:
    """Raise AssertionError with every fault, if there is one."""
    __tracebackhide__ = True
    try:
        messages = list(faults)
    except PnpError as error:
        messages = [str(error)]
    if messages:
        heading = f"{check} of {subject.name!r}" + ("" if subject.plain else f" (a tweak of {subject.game!r})")
        raise AssertionError(
            f"{heading}: {len(messages)} {'fault' if len(messages) == 1 else 'faults'}\n\n" + "\n\n".join(messages)
        )
