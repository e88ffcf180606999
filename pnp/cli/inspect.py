"""``pnp list`` and ``pnp check``: look at a definition without writing anything."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from pnp.cli.arguments import GamesOption, JsonOption, LangOption, NoCacheOption, SeedOption, SetOption, free_values
from pnp.cli.output import note, report, say, say_json, say_table, tick
from pnp.cli.sheets import SheetsFlag, list_sheets

if TYPE_CHECKING:
    from pnp.check.check import Checked
    from pnp.model.game import Game


def list_games(
    games: GamesOption = None,
    lang: LangOption = None,
    sheets: SheetsFlag = False,
    as_json: JsonOption = False,
) -> None:
    """List the games of the definition and what each kit contains; or the sheets that pieces can be laid on."""
    from pnp.model.text import say as in_language  # noqa: PLC0415
    from pnp.project.project import decks_of, open_project  # noqa: PLC0415
    from pnp.registry import home  # noqa: PLC0415

    project = open_project(games)
    if sheets:
        list_sheets(project, lang, as_json)
        return
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
    say_table(("game", "title", "from", "prints"), rows)
    note(f"from {project.label}")


def _origin(definition: str, engine: str) -> str:
    """Where a game comes from: its table, and where that is not beside its engine, the engine too."""
    from pnp.registry import home  # noqa: PLC0415

    brought = str(home(engine))
    return brought if definition == brought else f"{definition}; engine {engine} of {brought}"


def check(
    names: Annotated[Optional[list[str]], typer.Argument(metavar="GAME…", help="Default: every game.")] = None,  # noqa: UP045 - typer reads it at run time
    games: GamesOption = None,
    lang: LangOption = None,
    seed: SeedOption = 0,
    set_: SetOption = None,
    no_cache: NoCacheOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check the definition, draw every face and compute the examples; write nothing."""
    from pnp.build.warnings import doubts  # noqa: PLC0415
    from pnp.check.check import check_game  # noqa: PLC0415
    from pnp.cli.several import each  # noqa: PLC0415
    from pnp.project.project import open_project  # noqa: PLC0415

    project = open_project(games, values=free_values(set_))
    found = [project.game(name) for name in names] if names else list(project.games.values())

    def one(game: Game) -> Checked:
        report(doubts(project, game, None))
        checked = check_game(project, game, lang, seed)
        report(checked.warnings)
        if not as_json:
            say(f"{tick(True)} {game.id}: {_checked(checked)}")
        return checked

    done = each({game.id: partial(one, game) for game in found})
    done.leave("in order", as_json)
    if not names:
        project.require_all()
    if as_json:
        say_json({"ok": True, "games": [checked.as_json() for checked in done.results.values()]})


def _checked(checked: Checked) -> str:
    """``44 cards, 6 components ok``, and what examples rule out, in words."""
    noun, count = ("card", checked.cards) if checked.cards else ("piece", checked.pieces)
    pieces = f"{count} {noun}{'s' if count != 1 else ''}"
    parts = f"{checked.components} component{'s' if checked.components != 1 else ''} ok"
    if not checked.misreadings:
        return f"{pieces}, {parts}"
    ruled_out = checked.misreadings - len(checked.unkilled)
    return (
        f"{pieces}, {parts}; {checked.examples} examples and checks rule out {ruled_out} of {checked.misreadings} "
        "misreadings"
    )
