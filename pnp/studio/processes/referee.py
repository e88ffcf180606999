"""Answer a position that a page asks about: by the engine, by the oracle, and under every misreading."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pnp.diagnostics import TemplateError
from pnp.examples.evaluator import disagreement
from pnp.examples.json_form import json_line
from pnp.games.core.answer import Position, PositionError
from pnp.games.core.engine import AnyEngine
from pnp.games.core.lesson import Example
from pnp.games.core.schema import SchemaQuestion
from pnp.games.core.tableau import Row, Tableau
from pnp.model.text import Language
from pnp.project.project import engine_of, open_project
from pnp.records import dataclass
from pnp.rendering.text.words import Words
from pnp.steps import begin_step


@dataclass(frozen=True, slots=True)
class PositionQuestion:
    """Question about the rules of a game of a definition: a ``kind`` and a ``position``, as JSON Lines have them.
    ``language`` is that of the answer's words."""

    games: Path | None
    values: Mapping[str, str]
    game: str
    language: Language
    kind: str
    position: Position


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """Answer of a player who misreads the rules: the id of the misreading, its words, and the answer as JSON."""

    id: str
    text: str
    answer: str


@dataclass(frozen=True, slots=True)
class RefereeAnswer:
    """Answer to a question as JSON, or the ``error`` that tells why there is none. ``words`` is the example that a kit
    would print of it; None for a question that no kit prints. ``unreachable`` tells in a sentence why no game reaches
    the position. ``others`` are the misreadings that answer otherwise."""

    answer: str = ""
    error: str = ""
    unreachable: str = ""
    others: tuple[OtherAnswer, ...] = ()
    words: Mapping[str, Any] | None = None


def answer_question(question: PositionQuestion) -> RefereeAnswer:
    """Answer a question. Raises PnpError for a definition that has errors."""
    project = open_project(question.games, values=question.values, again=True)
    game = project.game(question.game)
    engine, settings = engine_of(game), game.settings
    begin_step("answering a question about the rules")
    try:
        out = engine.answer(settings, engine.rules(settings), question.kind, question.position)
        oracle_out = engine.oracle(settings, question.kind, question.position)
    except PositionError as error:
        return RefereeAnswer(error=str(error))
    if out != oracle_out:
        return RefereeAnswer(error=disagreement(question.kind, question.position, out, oracle_out))
    unreachable = engine.impossible and engine.impossible(settings, question.kind, question.position)
    words = project.resources(game).words(game.engine, question.language)
    others = (
        OtherAnswer(misreading.id, words.word(misreading.text), answer)
        for misreading in engine.misreadings(settings)
        if (answer := _answer_under(engine, settings, misreading.patch(engine.rules(settings)), question)) is not None
        and answer != json_line(out)
    )
    # Its heading is that of a lesson, so any lesson of the kind will do: a page leaves the heading out.
    lesson = next((lesson.id for lesson in engine.lessons(settings) if lesson.kind == question.kind), "")
    example = Example("", lesson, "example", question.kind, question.position, out, (), 0)
    told = _words_of(engine, settings, example, words)
    return RefereeAnswer(json_line(out), "", unreachable or "", tuple(others), told)


def _words_of(engine: AnyEngine, settings: Any, example: Example, words: Words) -> Mapping[str, Any] | None:
    """Return an example in words; None if the game lays out no example of its kind, or has no words for it."""
    try:
        return tableau_as_json(engine.explain(settings, example), words)
    except (PositionError, TemplateError):
        return None


def tableau_as_json(tableau: Tableau, words: Words) -> dict[str, Any]:
    """Return an example in words, row by row, as JSON data."""
    return {
        "heading": words.word(tableau.heading),
        "rows": [_row_as_json(row, words) for row in tableau.rows],
        "verdict": words.word(tableau.verdict),
        "mark": tableau.mark,
    }


def _row_as_json(row: Row, words: Words) -> dict[str, Any]:
    return {
        "label": "" if row.label is None else words.word(row.label),
        "cards": [
            {"text": " ".join(words.text(part) for part in card.strings), "counts": card.state != "dimmed"}
            for card in row.cards
        ],
        "note": "" if row.note is None else words.word(row.note),
        "wins": row.mark == "winner",
    }


def forms_of(engine: AnyEngine, settings: Any) -> dict[str, dict[str, Any]]:
    """Return what a page needs to know of the fields of positions, by kind and name: how many seats there may be, if it
    is one, whether it has an item for each seat, the parts of an act, and the words that it may be. Kinds without a
    schema have none."""
    rules = engine.rules(settings)
    return {
        kind: {
            field.name: {
                "seats": rules.players[1] if field.is_seat else 0,
                "is_by_seat": field.is_by_seat,
                "parts": list(field.parts),
                "words": None if field.words is None else field.words(rules),
            }
            for field in question.schema.fields
        }
        for kind, question in engine.answer.questions.items()
        if isinstance(question, SchemaQuestion)
    }


def _answer_under(engine: AnyEngine, settings: Any, rules: Any, question: PositionQuestion) -> str | None:
    """Return the answer under other rules; None if they have none."""
    try:
        return json_line(engine.answer(settings, rules, question.kind, question.position))
    except PositionError:
        return None


def cards_of(engine: AnyEngine, settings: Any) -> list[Any]:
    """Return the cards of a game as positions write them, each once; none if its rules have no deck."""
    deck = getattr(engine.rules(settings), "deck", {})
    cards = (card.as_json() if hasattr(card, "as_json") else card for card in deck)
    return list({json.dumps(card): card for card in cards}.values())
