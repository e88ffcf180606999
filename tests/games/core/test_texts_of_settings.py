"""The types of the shipped games' settings tell what is read by people and what names art."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.kit_code import make_code
from pnp.model.kinds_of_text import extract_words, locate_art, locate_words
from pnp.project.project import engine_of, open_shipped

ROOT = Path(__file__).resolve().parents[3]
GAMES = ("red", "red7", "iroha", "collectmate", "kasane", "koka")


@pytest.mark.parametrize("name", GAMES)
def test_every_name_of_art_has_a_drawing(name: str) -> None:
    game = open_shipped().game(name)
    named = list(locate_art(engine_of(game).settings, game.resolved))
    assert named
    art = ROOT / "templates" / game.engine / "art"
    for located in named:
        drawings = [art / f"{name_of_art}.svg" for name_of_art in (located.value, f"scene-{located.value}")]
        assert any(drawing.is_file() for drawing in drawings), located


@pytest.mark.parametrize("name", GAMES)
def test_every_key_with_wordings_per_language_is_among_the_words(name: str) -> None:
    game = open_shipped().game(name)
    own = {key: game.resolved[key] for key in extract_words(engine_of(game).settings, game.resolved)}
    paths = {found.path for found in locate_words(engine_of(game).settings, game.resolved)}
    stack: list[tuple[tuple[str | int, ...], object]] = [((key,), value) for key, value in own.items()]
    seen = 0
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict):
            stack += [((*path, key), item) for key, item in value.items()]
            if "ja" in value:
                assert (*path, "ja") in paths
                seen += 1
        elif isinstance(value, list | tuple):
            stack += [((*path, place), item) for place, item in enumerate(value)]
    assert seen


def test_the_code_of_red_in_the_readme_is_that_of_its_words() -> None:
    game = open_shipped().game("red")
    engine = engine_of(game)
    words = {"title": game.resolved["title"], **extract_words(engine.settings, game.resolved)}
    code = str(make_code(game.id, engine.figures(game.settings), words))
    assert code in (ROOT / "README.md").read_text(encoding="utf-8")
