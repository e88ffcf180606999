"""``pnp init`` and ``pnp schema``: what a maker starts from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.output import note, say, say_json
from pnp.diagnostics import Diagnostic, Location, PnpError, WriteError


def init(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="Which games. Default: red. With --deck a name for it; with --templates a component."
        ),
    ] = None,
    deck: Annotated[
        bool, typer.Option("--deck", help="A deck of your own instead: a small game of cards, complete, to change.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="All shipped games.")] = False,
    templates: Annotated[
        bool,
        typer.Option("--templates", help="Copy the templates of a game, or of some COMPONENT of it, to change faces."),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Write out all figures: of all games, or of those named.")
    ] = False,
    folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder to write into. Default: the working directory.")
    ] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
) -> None:
    """Write a games.toml with the game you name, or with a deck of your own, to change line by line.

    init red · init --deck · init --deck creatures · init --all · init --templates red cards

    Nothing that is there already is written over without --force, and all files are written or none.
    """
    asked = tuple(dict.fromkeys(names or ()))
    _check_usage(asked, deck, every, templates, full)
    if templates:
        _copy_templates(folder, asked[0], asked[1:], force)
    elif deck:
        _start_deck(folder, asked, force)
    else:
        _start_games(folder, asked, every, full, force)


def _check_usage(names: Sequence[str], deck: bool, every: bool, templates: bool, full: bool) -> None:
    """Raises PnpError for options that do not go together."""
    chosen = [option for option, given in (("--deck", deck), ("--templates", templates), ("--all", every)) if given]
    message, hint = "", ""
    if len(chosen) > 1 or (full and (deck or templates)):
        both = [*chosen, "--full"][:2] if full else chosen[:2]
        message, hint = f"{both[0]} and {both[1]} do not go together", "run pnp init once with each"
    elif deck and len(names) > 1:
        message, hint = "a deck has one name", f"pnp init --deck {'-'.join(names)}"
    elif every and names:
        message, hint = "--all writes every shipped game", "leave the names or --all away"
    elif templates and not names:
        message, hint = "the templates of which game?", "pnp init --templates red, or of a part: … red cards"
    if message:
        raise PnpError(Diagnostic("usage", message, hint=hint))


def _start_games(folder: Path, names: Sequence[str], every: bool, full: bool, force: bool) -> None:
    from pnp.project.new_project import DEFAULT_GAME, adding, starting_definition, whole_definition  # noqa: PLC0415

    wanted = names if names or every else (DEFAULT_GAME,)
    files = whole_definition(names) if full else starting_definition(wanted)
    more = f"{adding(names[0])}; or " if len(names) == 1 and not _has_table(folder, names[0]) else ""
    _write_new({folder / path: data for path, data in files.items()}, folder, force, more)
    say(str(folder / next(iter(files))))
    if not (names or every or full):
        note(f"  it holds {DEFAULT_GAME}; others: pnp init GAME, all: --all, a deck of your own: --deck")
    note(f"  change a line, then: {_inside(folder)}pnp build {wanted[0] if wanted else DEFAULT_GAME}")


def _has_table(folder: Path, game: str) -> bool:
    """Whether the definition in ``folder`` has a table of this name, by its lines: it may be one with errors."""
    from pnp.project.definitions import GAMES_FILE  # noqa: PLC0415

    file = folder / GAMES_FILE
    return file.is_file() and f"[{game}]" in file.read_text(encoding="utf-8", errors="replace").split()


def _start_deck(folder: Path, names: Sequence[str], force: bool) -> None:
    from pnp.project.new_project import DEFAULT_DECK, deck_files  # noqa: PLC0415

    name = names[0] if names else DEFAULT_DECK
    files = {folder / path: data for path, data in deck_files(name).items()}
    _write_new(files, folder, force)
    for path in files:
        say(str(path))
    note(f"  change a line, then: {_inside(folder)}pnp build {name}")
    note("  cards: moths.csv, flowers.csv · parts: games.toml · faces: templates/deck · step by step: docs/decks.md")


def _copy_templates(folder: Path, game: str, components: Sequence[str], force: bool) -> None:
    from pnp.project.definitions import GAMES_FILE  # noqa: PLC0415
    from pnp.project.new_project import starting_definition, template_files  # noqa: PLC0415

    copied = template_files(folder, game, components)
    asked, behind = ({folder / path: data for path, data in part.items()} for part in (copied.asked, copied.behind))
    mine = {path for path, data in (asked | behind).items() if not force and path.exists() and not _same(path, data)}
    # What the maker has changed stays, where that leaves something to copy of the parts that were asked for.
    kept = sorted(mine if components and asked.keys() - mine else mine - asked.keys())
    files = {path: data for path, data in (asked | behind).items() if path not in kept}
    if not (folder / GAMES_FILE).exists():
        files.update({folder / path: data for path, data in starting_definition((game,)).items()})
    new = {path: data for path, data in files.items() if not _same(path, data)}
    _write_new(new, folder, force)
    for path in new:
        say(str(path))
    if kept:
        note(f"  {len(kept)} of these are yours already and stay: {', '.join(path.name for path in kept)}")
    if not new:
        note("  all of its templates are there already")
    only = "".join(f" --only {one}" for one in components)
    note("  each one that you delete comes from the program again")
    note(f"  change one, then: {_inside(folder)}pnp build {game}{only}")


def _same(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data


def _inside(folder: Path) -> str:
    """What leads into the folder, for a command to be typed."""
    return "" if folder.resolve() == Path.cwd() else f"cd {folder}; "


def _write_new(files: Mapping[Path, bytes], folder: Path, force: bool, more: str = "") -> None:
    """Write all files or none. Raises PnpError where one is there already; ``more`` is what else to do then."""
    from pnp.files import write_all  # noqa: PLC0415

    present = [path for path in files if os.path.lexists(path)]
    if present and not force:
        others = f", and {len(present) - 1} more of these" if len(present) > 1 else ""
        hint = f"{more}name another folder with --out DIR, or replace what is there with --force"
        raise PnpError(Diagnostic("exists", f"the file is there already{others}", Location(str(present[0])), hint=hint))
    try:
        write_all(files, folder)
    except WriteError as error:
        raise WriteError(
            [replace(item, hint="name another folder: pnp init --out DIR") for item in error.diagnostics]
        ) from error


def schema() -> None:
    """Print a JSON Schema of the definition file, for editors."""
    from pnp.definition import schema as make  # noqa: PLC0415
    from pnp.project.definitions import settings_kinds  # noqa: PLC0415

    say_json(make(settings_kinds()))
