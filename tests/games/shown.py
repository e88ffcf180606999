"""The examples of a game by definition, each searched once, and how they are laid out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from pnp.examples import ExampleSet, find_examples, strings
from pnp.games.core.answer import PositionError
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Tableau
from pnp.model.text import LANGUAGES, Language
from pnp.registry import engine
from pnp.testing import amount, examples_of
from tests.games.wording import width, worder


class Shown:
    """A game, its ``variants`` by name, and the definitions of which every example is looked at."""

    def __init__(self, game: str, variants: Mapping[str, Any], *names: str) -> None:
        self.game = game
        self.engine = engine(game)
        self.variants = variants
        self.names = names
        self.word = worder(game)

    def found_in(self, name: str) -> ExampleSet:
        """The examples of a definition."""
        return examples_of(self.engine, self.variants[name])

    def example(self, name: str, lesson: str) -> Example:
        """The first example of a lesson."""
        return next(one for one in self.found_in(name).examples if one.lesson == lesson)

    def tableau_of(self, name: str, lesson: str) -> Tableau:
        """That example laid out."""
        return self.engine.explain(self.variants[name], self.example(name, lesson))

    def printed(self, *names: str) -> Iterator[tuple[str, Example]]:
        """Every example of some definitions."""
        for name in names or self.names:
            for one in self.found_in(name).examples:
                yield name, one

    def made(self, kind: str, position: dict[str, Any], settings: Any = None, form: Any = "example") -> Tableau:
        """A position laid out as an example of the first lesson of its kind."""
        by = self.variants[self.game] if settings is None else settings
        out = self.engine.oracle(by, kind, position)
        lessons = (lesson.id for lesson in self.engine.lessons(by) if lesson.kind == kind)
        return self.engine.explain(by, Example("x", next(lessons, "x"), form, kind, position, out, (), 0))

    def texts_fit(self, most: Callable[[Example], int]) -> Callable[..., None]:
        """The test that everything printed has words, and that a verdict is a sentence of no more columns than ``most``
        says."""

        @pytest.mark.parametrize("language", LANGUAGES)
        def test(language: Language) -> None:
            for name, one in self.printed():
                texts = strings(self.engine.explain(self.variants[name], one), self.word(language), language)
                assert all(texts) and not any("{" in text for text in texts), (name, one.id)
                verdict = texts[-1]
                assert width(verdict) <= most(one), (name, verdict, width(verdict))
                assert verdict.endswith("." if language == "en" else "。") and ".." not in verdict, (name, verdict)
                assert language == "ja" or verdict[0].isupper() or verdict[0].isdigit(), (name, verdict)
                assert "  " not in verdict, (name, verdict)

        return test

    def has_no_layout(self, kind: str, *lessons: str, **recorded: str) -> Callable[..., None]:
        """The test that a kind that is never printed has no layout, nor have examples of ``lessons``, whose move is
        allowed, where they are recorded as refused, or as ``recorded`` says."""
        plain = self.variants[self.game]

        @pytest.mark.parametrize("lesson", [None, *lessons])
        def test(lesson: str | None) -> None:
            if lesson is None:
                with pytest.raises(PositionError, match=f"no layout for the kind '{kind}'"):
                    self.engine.explain(plain, Example("x", "x", "example", kind, {}, {}, (), 0))
                return
            one = self.example(self.game, lesson)
            assert one.out["verdict"] == "allowed"
            with pytest.raises(PositionError, match=r"it is allowed|recorded as"):
                self.engine.explain(plain, replace(one, out={**one.out, **(recorded or {"verdict": "not-allowed"})}))

        return test

    def other_seeds_do(self, *names: str) -> Callable[..., None]:
        """The test that examples of other seeds are others, and leave nothing out either."""

        @pytest.mark.parametrize("name", names)
        def test(name: str) -> None:
            for seed in range(1, amount(2, 4)):
                found = find_examples(self.engine, self.variants[name], seed)
                assert found.unkilled == found.unshown == (), seed
                assert self.game == "red" or all(one.floor == 0 for one in found.examples), seed
                assert found.examples != self.found_in(name).examples, seed

        return test
