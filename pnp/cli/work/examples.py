"""Show the worked examples of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pnp.cli.output import can_show, report, say, say_json, say_table, tick
from pnp.diagnostics import refuse_warnings
from pnp.examples import ExampleSet, example_json, table
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.examples import ExampleText, example_warnings, examples_as_text, examples_of
from pnp.project.project import engine_of, open_project

_MARKS = {"allowed": ("✓", "yes"), "not-allowed": ("✗", "no"), "out": ("!", "!"), "winner": ("", ""), None: ("", "")}
"""The sign before a verdict, and the word for terminals that cannot show it."""


Form = Literal["words", "table", "json"]


def show_examples(
    definition: Path | None, name: str, language: Language | None, seed: int, form: Form, strict: bool
) -> None:
    """Print the examples of the game called ``name``. Raises PnpError, also for warnings if ``strict``."""
    project = open_project(definition)
    game = project.game(name)
    examples = examples_of(project, game, seed)
    warnings = example_warnings(project, game, examples)
    if strict:
        refuse_warnings(warnings)
    if form == "json":
        say_json(
            {
                "game": game.id,
                "seed": seed,
                "unkilled": list(examples.unkilled),
                "unshown": list(examples.unshown),
                "examples": [dict(example_json(example)) for example in examples.examples],
            }
        )
    elif form == "table":
        _print_table(game, examples)
    else:
        for example_text in examples_as_text(project, game, examples, language or game.defaults.language):
            _print_example(example_text)
    report(warnings)


def _print_example(example_text: ExampleText) -> None:
    sign, word = _MARKS[example_text.mark]
    say(f"{example_text.heading}  [{example_text.id}]")
    for row in example_text.rows:
        say(f"    {row}")
    mark = sign if can_show(sign) else word
    say(f"  = {mark} {example_text.verdict}".replace("=  ", "= "))
    if example_text.kills:
        say(f"    rules out: {', '.join(example_text.kills)}")
    say()


def _print_table(game: Game, examples: ExampleSet) -> None:
    """Print a line per example: its lesson, and the misreadings that give another answer there."""
    engine = engine_of(game)
    misreadings = [misreading.id for misreading in engine.misreadings(game.settings)]
    rows = [
        (row.lesson.id, row.example.id, ", ".join(name for name in misreadings if row.kills(name)) or "-")
        for row in table(examples, engine, game.settings)
    ]
    say_table(("lesson", "example", "rules out"), rows)
    say()
    say(
        f"{tick(not examples.unkilled)} {len(misreadings) - len(examples.unkilled)} of {len(misreadings)} "
        "misreadings ruled out"
    )
