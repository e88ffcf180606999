"""A small game whose one template the tests write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.examples import ExampleSet
from pnp.fonts import FontBook
from pnp.project.project import decks_of, open_project
from pnp.rendering.text.theme import FontRole, Theme
from pnp.rendering.text.typeset import Typesetter
from pnp.shipped import shipped

NO_EXAMPLES = ExampleSet((), (), (), ())
DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"

[mine.decks]
all = [{ id = "one", name = "One", tags = "a" }, { id = "two", name = "Two", tags = "b" }]

[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a project folder with ``templates/deck``."""
    (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
    (tmp_path / "templates" / "deck" / "art").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def render(folder: Path) -> Callable[..., list[Any]]:
    """Return a function that renders the small game with ``template`` as its card. Other files are given by their path
    below templates/deck."""

    def faces(template: str, **options: Any) -> list[Any]:
        files = options.pop("files", {})
        for name, text in {"card.svg.j2": template, **files}.items():
            path = folder / "templates" / "deck" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(text, bytes):
                path.write_bytes(text)
            else:
                path.write_text(text, encoding="utf-8")
        project = open_project(folder / "games.toml")
        game = project.game("mine")
        assert decks_of(game)
        groups = render_kit(
            KitContext.of(project, game, BuildOptions(**options)), NO_EXAMPLES, lambda _label: None
        ).groups
        return [leaf.front for _, leaves in groups for leaf in leaves]

    return faces


@pytest.fixture(scope="session")
def book() -> FontBook:
    """Return the shipped fonts."""
    return FontBook((shipped("fonts"),))


@pytest.fixture(scope="session")
def typesetters(book: FontBook) -> Iterator[dict[str, Typesetter]]:
    """Return a typesetter per language, with the shipped fonts."""
    barlow, gothic = "Barlow Semi Condensed", "BIZ UDPGothic"
    roles = {
        "en": {"text": FontRole((barlow, gothic), 500), "strong": FontRole((barlow, gothic), 700)},
        "ja": {"text": FontRole((gothic,), 400), "strong": FontRole((gothic,), 700)},
    }
    yield {
        "en": Typesetter(book, Theme("en", roles["en"], "theme.toml")),
        "ja": Typesetter(book, Theme("ja", roles["ja"], "theme.toml")),
    }
