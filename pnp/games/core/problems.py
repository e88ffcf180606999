"""Checks of settings that games share: players, ids, names, letters, inks, repeated entries, cards to deal.

``engine_of`` makes those that follow from the types of the settings, ``common_problems``. Each yields located problems.
``key`` is the settings key that holds a list of entries, ``what`` is the noun for an entry ("suit"), and ``paths`` lead
from the settings to the value to change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import fields
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from pnp.games.core.engine import SettingsProblem
from pnp.model.constraints import DISTINCT, Meaning, key_of
from pnp.model.suits import MarkedSuit, Suit
from pnp.model.text import LANGUAGES, Language, Text, say

Path: TypeAlias = tuple[str | int, ...]

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_INK = re.compile(r"#[0-9a-fA-F]{6}")


class HasId(Protocol):
    """Entry of a list of settings."""

    @property
    def id(self) -> str:
        """Name of the entry in the definition."""
        ...


EntryT = TypeVar("EntryT")
NamedT = TypeVar("NamedT", bound=HasId)
SuitT = TypeVar("SuitT", bound=Suit)


def common_problems(settings: Any) -> Iterator[SettingsProblem]:
    """Yield the problems that follow from the types of settings: ``players`` in the wrong order, an ``Ink`` that is
    none, equal values of a ``DISTINCT`` list, and what is wrong with a list of suits."""
    players = getattr(settings, "players", None)
    if isinstance(players, tuple) and len(players) == 2:
        yield from player_problems("this game", players, least=1)
    hints = get_type_hints(type(settings), include_extras=True)
    for field in fields(settings):
        yield from _typed_problems((key_of(field.name),), hints[field.name], getattr(settings, field.name))


def _typed_problems(path: Path, hint: Any, value: Any) -> Iterator[SettingsProblem]:
    """Yield what is wrong with a value by its type, and with the items of a list."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    bare = get_args(hint)[0] if marks else hint
    if Meaning.INK in marks and isinstance(value, str):
        yield from ink_problem(path, value)
    if get_origin(bare) is not tuple or get_args(bare)[1:] != (...,) or not isinstance(value, tuple):
        return
    key, item = str(path[-1]), get_args(bare)[0]
    if DISTINCT in marks:
        yield from repeated_values(path, value, f"duplicate-{key.removesuffix('s')}", "write each of them once")
    if isinstance(item, type) and issubclass(item, Suit):
        what = key.removesuffix("s")
        yield from suit_problems(key, what, value, "beside the number", "mark", _mark_of)
    else:
        for index, part in enumerate(value):
            yield from _typed_problems((*path, index), item, part)


def _mark_of(suit: Suit) -> str:
    """Return the drawing of a suit; its id if it has none, which is no other suit's."""
    return suit.mark if isinstance(suit, MarkedSuit) else suit.id


def too_few_cards(needed: int, cards: int, where: str, key: str = "hand") -> Iterator[SettingsProblem]:
    """Check that a deck has the ``cards`` that the most players need; ``where`` says what of them does not lie in the
    hands, such as "1 begins the pile"."""
    if needed > cards:
        why = f"the most players need {needed} cards{f' ({where})' if where else ''}, and the deck has {cards}"
        yield SettingsProblem((key,), "too-few-cards", why, f"lower `{key}`, or add cards or lower the most players")


def wordings(text: Text) -> tuple[str, ...]:
    """Return ``text`` in every language."""
    return tuple(say(text, language) for language in LANGUAGES)


def player_problems(game: str, players: tuple[int, int], least: int = 2) -> Iterator[SettingsProblem]:
    """Check that the range of players is the right way round, and no fewer than ``least``."""
    fewest, most = players
    if fewest > most:
        yield SettingsProblem(
            ("players",),
            "players-reversed",
            f"from {fewest} to {most} players is the wrong way round",
            f"write [{most}, {fewest}]",
        )
    elif fewest < least:
        yield SettingsProblem(
            ("players", 0),
            "too-few-players",
            f"{game} is a game for {least} or more",
            f"write {least} or more as the first number",
        )


def id_problems(key: str, what: str, entries: Sequence[NamedT]) -> Iterator[SettingsProblem]:
    """Check that ids are words of small letters and digits, each used once."""
    for index, entry in enumerate(entries):
        if not _ID.fullmatch(entry.id):
            article = "an" if what[0] in "aeiou" else "a"
            yield SettingsProblem(
                (key, index, "id"),
                "bad-id",
                f"{entry.id!r} cannot be the id of {article} {what}",
                "use small letters and digits with hyphens between words: dark-red",
            )
    yield from repeated(key, what, entries, "id", lambda entry: entry.id)


def ink_problem(path: Path, ink: str) -> Iterator[SettingsProblem]:
    """Check that an ink is "#" and six hex digits."""
    if not _INK.fullmatch(ink):
        yield SettingsProblem(path, "bad-ink", f"{ink!r} is not an ink", 'write "#" and six hex digits: "#d7263d"')


def empty_text_problem(path: Path, text: Text, owner: str) -> Iterator[SettingsProblem]:
    """Check that a text has words in every language. ``owner`` as in "the name of suit 'bird'"."""
    if not all(word.strip() for word in wordings(text)):
        yield SettingsProblem(path, "empty-text", f"{owner} is empty", "write it out, or give another")


def letter_problem(path: Path, letter: Text, owner: str, hint: str) -> Iterator[SettingsProblem]:
    """Check that a letter is one or two letters in every language, so that it can stand before a number.

    ``owner`` as in "suit 'bird'".
    """
    words = wordings(letter)
    if not all(word.strip() for word in words):
        yield SettingsProblem(path, "empty-text", f"the letter of {owner} is empty", "write it out, or give another")
    elif any(len(word) > 2 or not word.isalpha() for word in words):
        yield SettingsProblem(
            path, "bad-letter", f"the letter of {owner} must be one or two letters, without digits or blanks", hint
        )


def suit_problems(
    key: str, what: str, suits: Sequence[SuitT], stands: str, art: str, drawing: Callable[[SuitT], str]
) -> Iterator[SettingsProblem]:
    """Check the ids, inks, names and letters of suits. All but the ink have to differ between suits.

    Each suit also needs a ``drawing`` of its own, reported at the key ``art``. ``stands`` is the place of a letter:
    "before the number, as in R7".
    """
    yield from id_problems(key, what, suits)
    for index, suit in enumerate(suits):
        path, owner = (key, index), f"{what} {suit.id!r}"
        yield from ink_problem((*path, "ink"), suit.ink)
        yield from empty_text_problem((*path, "name"), suit.name, f"the name of {owner}")
        yield from letter_problem((*path, "letter"), suit.letter, owner, f"it stands {stands}")
    yield from repeated_text(key, what, suits, "name", lambda suit: suit.name)
    yield from repeated_text(key, what, suits, "letter", lambda suit: suit.letter)
    yield from repeated(key, what, suits, art, drawing)


def unknown_problem(path: Path, what: str, given: str, known: Sequence[str]) -> Iterator[SettingsProblem]:
    """Check that the id ``given`` is that of an entry, one of ``known``."""
    if given not in known:
        yield SettingsProblem(
            path, f"unknown-{what}", f"there is no {what} {given!r}", f"the {what}s are {', '.join(known)}"
        )


def repeated(
    key: str, what: str, entries: Sequence[NamedT], name: str, value: Callable[[NamedT], Hashable], where: str = ""
) -> Iterator[SettingsProblem]:
    """Yield a problem for entries with the same ``value``, at the key ``name`` of the later one."""
    seen: dict[Hashable, NamedT] = {}
    for index, entry in enumerate(entries):
        first = seen.setdefault(value(entry), entry)
        if first is not entry:
            yield SettingsProblem(
                (key, index, name),
                f"duplicate-{name}",
                f"{what}s {first.id!r} and {entry.id!r} have the same {name}{where}: {value(entry)}",
                f"give each {what} its own {name}",
            )


def repeated_text(
    key: str, what: str, entries: Sequence[NamedT], name: str, text: Callable[[NamedT], Text]
) -> Iterator[SettingsProblem]:
    """Yield a problem for entries whose text is the same in some language, once for each pair."""
    reported: set[Path] = set()
    for language in LANGUAGES:
        for problem in repeated(key, what, entries, name, _in_language(text, language), f" in {language!r}"):
            if problem.path not in reported:
                reported.add(problem.path)
                yield problem


def _in_language(text: Callable[[NamedT], Text], language: Language) -> Callable[[NamedT], str]:
    return lambda entry: say(text(entry), language)


def repeated_values(path: Path, values: Sequence[EntryT], code: str, hint: str) -> Iterator[SettingsProblem]:
    """Yield a problem for each repeated value of a plain list, such as numbers."""
    for index, value in enumerate(values):
        if value in values[:index]:
            yield SettingsProblem((*path, index), code, f"{value} stands there twice", hint)
