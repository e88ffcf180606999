"""Examples between the engine and the paper: search, wording, and entries of the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.cache.disk import EXAMPLES, DiskCache, kept_folder
from pnp.diagnostics import Diagnostic
from pnp.examples import STYLES, ExampleSet, example_json, find_examples, strings
from pnp.examples.known import known_examples, known_json
from pnp.examples.said import said_json
from pnp.games.core.lesson import Example
from pnp.games.core.tableau import Row, Tableau
from pnp.model.game import Game
from pnp.model.kinds_of_text import unread, words_of
from pnp.model.text import Language
from pnp.project.examples_key import rests_on
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.rendering.context import ShownExample
from pnp.rendering.text.words import Words, words_json


def examples_of(project: Project, game: Game, seed: int) -> ExampleSet:
    """The examples of a game of ``project``, searched once for all kits of it. Raises VerificationError as ``search``
    does."""
    workshop = project.workshop
    return workshop.examples(game, seed, lambda: search(game, seed, workshop.sources))


def search(game: Game, seed: int = 0, sources: dict[str, bytes] | None = None) -> ExampleSet:
    """The examples of ``game``: those that an earlier run found, where nothing that they rest on has changed and the
    engine and the oracle say of them what they said then; else what is found now, which is kept for later runs.
    ``sources`` are digests of the programs of engines, as they were when they were asked for before.

    Raises VerificationError where engine and oracle disagree.
    """
    engine, kept = engine_of(game), kept_examples()
    # A game without rules has nothing to search.
    key = rests_on(game, seed, sources) if kept.keeps and engine.kinds else None
    if key is None:
        return find_examples(engine, game.settings, seed)

    text = kept.find(key)
    known = None if text is None else known_examples(engine, game.settings, text)
    if known is not None:
        return known
    found = find_examples(engine, game.settings, seed)
    text = known_json(found)
    if text is not None:
        kept.keep(key, text)
    return found


def kept_examples() -> DiskCache:
    """The room of what earlier runs found."""
    return DiskCache(EXAMPLES, kept_folder())


def tableau_of(project: Project, game: Game, example: Example) -> Tableau:
    """How an example of a game is laid out for a reader."""
    return project.workshop.told(example, lambda: engine_of(game).explain(game.settings, example))


def shown(project: Project, game: Game, examples: ExampleSet) -> tuple[ShownExample, ...]:
    """The examples laid out for a reader, best first."""
    essential = {lesson.id for lesson in engine_of(game).lessons(game.settings) if lesson.essential}
    return tuple(
        ShownExample(example.id, example.form, tableau_of(project, game, example), example.lesson in essential)
        for example in examples.examples
    )


def manifest_entries(project: Project, game: Game, examples: Iterable[Example]) -> list[dict[str, Any]]:
    """The examples as the manifest holds them, without their places: each with what is said of it, before wording."""
    return [{**example_json(example), "said": said_json(tableau_of(project, game, example))} for example in examples]


def words_of_then(
    project: Project, game: Game, examples: Iterable[Example], languages: Iterable[Language]
) -> dict[str, Any]:
    """The words in which ``examples`` are told, by language, as the manifest holds them."""
    resources = project.resources(game)
    tableaux = [tableau_of(project, game, example) for example in examples]

    def words_in(language: Language) -> dict[str, Any]:
        words = resources.words(game.engine, language)
        return words_json(
            words,
            lambda word: [strings(tableau, word, language, style) for tableau in tableaux for style in STYLES],
        )

    return {language: words_in(language) for language in sorted(languages)}


def definition_words(game: Game) -> Mapping[str, Any]:
    """What of the definition is read by people on the faces of ``game``, as JSON data: the title, and every word of
    its settings; nothing that a rule rests on."""
    return {"title": unread(game.resolved["title"]), **words_of(engine_of(game).settings, game.resolved)}


def unkilled_warnings(game: Game, examples: ExampleSet) -> list[Diagnostic]:
    """A warning for every misreading that no printed example rules out."""
    return [
        Diagnostic(
            "unkilled",
            f"no example of [{game.id}] rules out the misreading {name!r}",
            hint="the game may be too small to show it; its examples hold all the same",
            severity="warning",
        )
        for name in examples.unkilled
    ]


@dataclass(frozen=True, slots=True)
class ExampleText:
    """An example in words, for a terminal."""

    id: str
    heading: str
    rows: tuple[str, ...]
    verdict: str
    mark: str | None
    kills: tuple[str, ...]


def read_aloud(project: Project, game: Game, examples: ExampleSet, language: Language) -> list[ExampleText]:
    """The examples as lines of text, best first."""
    words = project.resources(game).words(game.engine, language)
    engine = engine_of(game)
    spoken = []
    for example in examples.examples:
        tableau = engine.explain(game.settings, example)
        spoken.append(
            ExampleText(
                example.id,
                words.word(tableau.heading),
                tuple(_row_aloud(row, words) for row in tableau.rows),
                words.word(tableau.verdict),
                tableau.mark,
                example.kills,
            )
        )
    return spoken


def _row_aloud(row: Row, words: Words) -> str:
    """A row as text: cards that do not count stand in brackets."""
    cards = []
    for card in row.cards:
        text = "".join(words.text(part) for part in card.strings)
        cards.append(f"({text})" if card.state == "dimmed" else text)
    parts = [words.word(row.label)] if row.label is not None else []
    parts.append(" ".join(cards))
    if row.note is not None:
        parts.append(f"[{words.word(row.note)}]")
    if row.mark == "winner":
        parts.append("<")
    return "  ".join(part for part in parts if part)
