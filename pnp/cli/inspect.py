"""``pnp list`` and ``pnp check``: look at a definition without writing anything."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from pnp.cli.arguments import GamesOption, JsonOption, LangOption, SeedOption, SetOption, free_values
from pnp.cli.output import note, report, say, say_json, table, tick


def list_games(
    games: GamesOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the games of the definition and what each kit contains."""
    from pnp.model.text import say as in_language  # noqa: PLC0415
    from pnp.pipeline.project import decks_of, open_project  # noqa: PLC0415
    from pnp.registry import home  # noqa: PLC0415

    project = open_project(games)
    found = []
    for game in (*project.games.values(), *project.installed.games.values()):
        language = lang if lang else game.defaults.language
        decks = decks_of(game)
        parts = []
        for component in game.components:
            items = decks[component.of] if component.of else None
            count = component.copies * (sum(item.copies for item in items) if items is not None else 1)
            parts.append((component.id, component.kind, in_language(component.title, language), count))
        found.append((game, language, parts))
    unusable = {**project.set_aside, **project.installed.set_aside}
    if as_json:
        say_json(
            [
                {
                    "id": game.id,
                    "engine": game.engine,
                    "title": in_language(game.title, language),
                    "definition": project.origin(game),
                    "package": home(game.engine).distribution,
                    "version": home(game.engine).version,
                    "components": [
                        {"id": key, "kind": kind, "title": title, "pieces": count} for key, kind, title, count in parts
                    ],
                }
                for game, language, parts in found
            ]
            + [
                {"id": name, "diagnostics": [reason.as_json() for reason in reasons]}
                for name, reasons in unusable.items()
            ]
        )
        return
    rows = [
        (
            game.id,
            in_language(game.title, language),
            _origin(project.origin(game), game.engine),
            ", ".join(f"{count} × {title}" if count > 1 else title for _, _, title, count in parts),
        )
        for game, language, parts in found
    ] + [
        (name, "-", "-", "cannot be used: " + "; ".join(reason.message for reason in reasons))
        for name, reasons in unusable.items()
    ]
    say(table(("game", "title", "from", "prints"), rows))
    note(f"from {project.label}")


def _origin(definition: str, engine: str) -> str:
    """Where a game comes from: its table, and where that is not beside its engine, the engine too."""
    from pnp.registry import home  # noqa: PLC0415

    brought = str(home(engine))
    return brought if definition == brought else f"{definition}; engine {engine} of {brought}"


def check(
    names: Annotated[Optional[list[str]], typer.Argument(metavar="GAME…", help="Default: every game.")] = None,  # noqa: UP045
    games: GamesOption = None,
    seed: SeedOption = 0,
    set_: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check the definition and compute the examples; write nothing."""
    from pnp.pipeline.doubts import doubts  # noqa: PLC0415
    from pnp.pipeline.examples import search, unkilled_warnings  # noqa: PLC0415
    from pnp.pipeline.project import engine_of, open_project  # noqa: PLC0415

    project = open_project(games, values=free_values(set_))
    results = []
    for game in [project.game(name) for name in names] if names else project.games.values():
        examples = search(game, seed)
        report((*doubts(project, game, None), *unkilled_warnings(game, examples)))
        results.append((game, examples, len(engine_of(game).misreadings(game.settings))))
    if as_json:
        if not names:
            project.require_all()
        say_json(
            {
                "ok": True,
                "games": [
                    {
                        "id": game.id,
                        "examples": len(found.examples),
                        "misreadings": total,
                        "unkilled": list(found.unkilled),
                    }
                    for game, found, total in results
                ],
            }
        )
        return
    for game, found, total in results:
        say(
            f"{tick(True)} {game.id}: {len(found.examples)} examples and checks rule out "
            f"{total - len(found.unkilled)} of {total} misreadings"
        )
    if not names:
        project.require_all()
