"""``pnp examples``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pnp.cli.arguments import GamesOption, JsonOption, LangOption, NoCacheOption, SeedOption
from pnp.cli.output import can_show, report, say, say_json, say_table, tick


def examples(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A table of the definition file.")],
    games: GamesOption = None,
    lang: LangOption = None,
    seed: SeedOption = 0,
    no_cache: NoCacheOption = False,
    as_table: Annotated[bool, typer.Option("--table", help="Lesson × example × misreading instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the worked examples and rule checks that a kit prints, and the misreadings each of them rules out."""
    from pnp.examples import example_json  # noqa: PLC0415
    from pnp.project.examples import read_aloud, search, unkilled_warnings  # noqa: PLC0415
    from pnp.project.project import engine_of, open_project  # noqa: PLC0415

    project = open_project(games)
    found = project.game(game)
    language = lang if lang else found.defaults.language
    result = search(found, seed)
    if as_json:
        say_json(
            {
                "game": found.id,
                "seed": seed,
                "unkilled": list(result.unkilled),
                "examples": [dict(example_json(example)) for example in result.examples],
            }
        )
    elif as_table:
        _table(engine_of(found), found, result)
    else:
        for spoken in read_aloud(project, found, result, language):
            _show(spoken)
    report(unkilled_warnings(found, result))


def _show(spoken: Any) -> None:
    marks = {"allowed": ("✓", "yes"), "not-allowed": ("✗", "no"), "out": ("!", "!"), "winner": ("", ""), None: ("", "")}
    sign, word = marks[spoken.mark]
    say(f"{spoken.heading}  [{spoken.id}]")
    for row in spoken.rows:
        say(f"    {row}")
    shown = sign if can_show(sign) else word
    say(f"  = {shown} {spoken.verdict}".replace("=  ", "= "))
    if spoken.kills:
        say(f"    rules out: {', '.join(spoken.kills)}")
    say()


def _table(engine: Any, game: Any, result: Any) -> None:
    """One line per example: its lesson, and the misreadings that give another answer there."""
    from pnp.examples import table as rows_of  # noqa: PLC0415

    misreadings = [misreading.id for misreading in engine.misreadings(game.settings)]
    rows = [
        (row.lesson.id, row.example.id, ", ".join(name for name in misreadings if row.kills(name)) or "-")
        for row in rows_of(result, engine, game.settings)
    ]
    say_table(("lesson", "example", "rules out"), rows)
    say()
    say(
        f"{tick(not result.unkilled)} {len(misreadings) - len(result.unkilled)} of {len(misreadings)} "
        "misreadings ruled out"
    )
