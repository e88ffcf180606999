"""A small engine of the tests' own, and a folder to write definition files in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest

from pnp.definition import Definition, DefinitionSource, EngineSettings
from pnp.definition.load import load_definition
from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.model.constraints import STRICT, Ge, Id, Le, MinLen
from pnp.model.text import Text


@dataclass(frozen=True, slots=True)
class Rule:
    """Effect of a suit."""

    __pydantic_config__ = STRICT

    is_: Literal["highest", "lowest", "sum"]
    of: Annotated[int, Ge(0), Le(99)] | None = None


@dataclass(frozen=True, slots=True)
class Suit:
    """One suit."""

    __pydantic_config__ = STRICT

    id: Id
    name: Text
    rule: Rule


@dataclass(frozen=True, slots=True)
class Readings:
    """Decisions."""

    __pydantic_config__ = STRICT

    single_card: Literal["group", "nothing"] = "group"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToySettings:
    """A toy."""

    __pydantic_config__ = STRICT

    players: tuple[Annotated[int, Ge(1)], Annotated[int, Ge(1)]] = (2, 4)
    suits: Annotated[tuple[Suit, ...], MinLen(1)]
    hand: Annotated[int, Ge(1), Le(20)]
    """How many cards are dealt."""
    opening_rule: str | None = None
    open_: bool = False
    readings: Readings = field(default_factory=Readings)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem as engines have them."""

    path: tuple[str | int, ...]
    code: str
    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class PlainSettings:
    """Nothing but what every game has."""

    __pydantic_config__ = STRICT


def toy_problems(settings: ToySettings) -> Iterable[Problem]:
    """An opening rule must be a suit; a hand of 13 brings bad luck."""
    if settings.opening_rule is not None and settings.opening_rule not in [suit.id for suit in settings.suits]:
        yield Problem(("opening_rule",), "unknown-suit", f"there is no suit {settings.opening_rule!r}", "name a suit")
    if settings.hand == 13:
        yield Problem(("hand",), "bad-luck", "13 brings bad luck")


KINDS: Mapping[str, EngineSettings] = {
    "toy": EngineSettings(ToySettings, toy_problems, {"deck": lambda _settings: ()}, lambda settings: settings.players),
    "deck": EngineSettings(PlainSettings, lambda _settings: ()),
}

SHIPPED = """\
[toy]
engine = "toy"
title = { en = "Toy", ja = "おもちゃ" }
hand = 7
suits = [
  { id = "sun", name = { en = "sun", ja = "日" }, rule = { is = "highest" } },
  { id = "moon", name = "moon", rule = { is = "sum", of = 7 } },
]

[toy.components]
cards = { kind = "cards", title = "cards", template = "card", back = "back", of = "deck" }
rules = { kind = "page", title = "rules", template = "rules" }

[toy.assumed]
hand = "the source shows no number"
"suits.moon.rule.of" = { en = "guessed", ja = "推定" }
"""


class Desk:
    """A project folder with a shipped definition beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.folder.mkdir()
        self.file = self.folder / "games.toml"
        self.shipped = folder / "shipped" / "games.toml"
        self.shipped.parent.mkdir()
        self.shipped.write_text(SHIPPED, encoding="utf-8")
        self.libraries = {"shipped": self.shipped}

    def write(self, text: str | bytes, name: str = "games.toml") -> Path:
        """Write a file of the project."""
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    def install(self, package: str, text: str, name: str = "games.toml") -> Path:
        """Write a file of an installed package; its ``games.toml`` is a library."""
        folder = self.folder.parent / "site-packages" / package
        folder.mkdir(parents=True, exist_ok=True)
        self.libraries[package] = folder / "games.toml"
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    def load(self, text: str | bytes | None = None, kinds: Mapping[str, EngineSettings] = KINDS) -> Definition:
        """The definition ``text``, or the one written before."""
        if text is not None:
            self.write(text)
        return load_definition(DefinitionSource(self.file, self.libraries), kinds)

    def errors(self, text: str | bytes | None = None) -> tuple[Diagnostic, ...]:
        """Return the errors of ``text``; it must not be right."""
        with pytest.raises(DefinitionError) as caught:
            self.load(text)
        return caught.value.diagnostics

    def codes(self, text: str | bytes | None = None) -> list[tuple[str, int | None, int | None]]:
        """Code, line and column of each error."""
        return [
            (item.code, item.location.line, item.location.column) if item.location else (item.code, None, None)
            for item in self.errors(text)
        ]

    def report(self, text: str | bytes | None = None) -> str:
        """The messages as a person reads them, with the folder left out."""
        return "\n".join(item.render() for item in self.errors(text)).replace(f"{self.folder}/", "")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A project folder."""
    return Desk(tmp_path)


@pytest.fixture
def shipped_text() -> str:
    """A definition in which nothing is wrong."""
    return SHIPPED


@pytest.fixture
def kinds() -> Mapping[str, EngineSettings]:
    """The settings of the engines of these tests."""
    return KINDS


@pytest.fixture
def toy() -> Callable[[str], str]:
    """A whole toy with more lines in its table."""
    return lambda more: SHIPPED.replace("hand = 7\n", f"hand = 7\n{more}\n", 1)
