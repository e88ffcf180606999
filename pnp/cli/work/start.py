"""Write files that an author starts from: a definition, a deck, templates, or the package of a new game."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from pnp.cli.output import note, say
from pnp.diagnostics import Diagnostic, Location, PnpError, WriteError
from pnp.files import write_all
from pnp.project import new_game, new_project
from pnp.project.definitions import GAMES_FILE
from pnp.project.new_game import Genre
from pnp.project.new_project import DEFAULT_DECK, DEFAULT_GAME, starting_definition
from pnp.records import dataclass


@dataclass(frozen=True, slots=True)
class InitOptions:
    """Options of ``pnp init``."""

    names: Sequence[str]
    deck: bool
    every: bool
    templates: bool
    full: bool
    folder: Path
    force: bool


def init(options: InitOptions) -> None:
    """Write the requested files into a folder, all or none. Raises PnpError."""
    _check_usage(options)
    if options.templates:
        _copy_templates(options)
    elif options.deck:
        _start_deck(options)
    else:
        _start_games(options)


def new_package(name: str, title: str | None, folder: Path | None, like: Genre | None) -> None:
    """Write a game as a package of its own into ``folder``, by default one of its name. Raises PnpError."""
    files = new_game.new_package(name, title, like)
    home = Path(name) if folder is None else folder
    _write_game(home, files)
    say(str(home))
    note(f"  {len(files)} files; now: cd {home}; pip install -e '.[test]'; pytest; pnp build {name}")
    _note_chapters()


def new_shipped_game(name: str, title: str | None, folder: Path | None, like: Genre | None) -> None:
    """Write a game into the checkout in the working directory. Raises PnpError."""
    if folder is not None:
        raise PnpError(Diagnostic("usage", "--shipped writes into this checkout: leave --out away"))
    files = new_game.new_shipped_game(name, Path(), title, like)
    _write_game(Path(), files, may_replace=frozenset({PurePosixPath(GAMES_FILE)}))
    say(f"pnp/games/{name}")
    note(f"  {len(files)} files, and a table in games.toml; now: pytest -m '' tests/games/{name}; pnp build {name}")
    _note_chapters()


def _note_chapters() -> None:
    note("  what to change, chapter by chapter: docs/your-own-game.md")


def _write_game(
    home: Path, files: Mapping[PurePosixPath, bytes], may_replace: frozenset[PurePosixPath] = frozenset()
) -> None:
    """Write all files below ``home``, or none. Raises PnpError if one exists, or if ``home`` is a link."""
    existing = next((home / path for path in files if path not in may_replace and os.path.lexists(home / path)), None)
    if existing is not None or (os.path.lexists(home) and (home.is_symlink() or not home.is_dir())):
        place = Location(str(existing or home))
        raise PnpError(Diagnostic("exists", "there is something there already", place, "choose another name or --out"))
    try:
        write_all({home / path: content for path, content in files.items()}, home)
    except WriteError as error:
        raise _with_hint(error, "name another folder with --out") from error


def _check_usage(options: InitOptions) -> None:
    """Raise PnpError for options that do not go together."""
    switches = {"--deck": options.deck, "--templates": options.templates, "--all": options.every}
    chosen = [name for name, is_set in switches.items() if is_set]
    message, hint = "", ""
    if len(chosen) > 1 or (options.full and (options.deck or options.templates)):
        conflicting = [*chosen, "--full"][:2] if options.full else chosen[:2]
        message, hint = f"{conflicting[0]} and {conflicting[1]} do not go together", "run pnp init once with each"
    elif options.deck and len(options.names) > 1:
        message, hint = "a deck has one name", f"pnp init --deck {'-'.join(options.names)}"
    elif options.every and options.names:
        message, hint = "--all writes every shipped game", "leave the names or --all away"
    elif options.templates and not options.names:
        message, hint = "name the game whose templates you want", "pnp init --templates red, or of a part: … red cards"
    if message:
        raise PnpError(Diagnostic("usage", message, hint=hint))


def _start_games(options: InitOptions) -> None:
    names, folder = options.names, options.folder
    games = names if names or options.every else (DEFAULT_GAME,)
    files = new_project.whole_definition(names) if options.full else starting_definition(games)
    adding = len(names) == 1 and not _has_table(folder, names[0])
    alternative = f"{new_project.how_to_add(names[0])}; or " if adding else ""
    _write_new(_in_folder(folder, files), options, alternative)
    say(str(folder / next(iter(files))))
    if not (names or options.every or options.full):
        note(f"  it holds {DEFAULT_GAME}; others: pnp init GAME, all: --all, a deck of your own: --deck")
    note(f"  change a line, then: {_cd_command(folder)}pnp build {games[0] if games else DEFAULT_GAME}")


def _has_table(folder: Path, game: str) -> bool:
    """Search the definition in ``folder`` for a table of this name, by lines, since it may have errors."""
    file = folder / GAMES_FILE
    return file.is_file() and f"[{game}]" in file.read_text(encoding="utf-8", errors="replace").split()


def _start_deck(options: InitOptions) -> None:
    name = options.names[0] if options.names else DEFAULT_DECK
    files = _in_folder(options.folder, new_project.deck_files(name))
    _write_new(files, options)
    for path in files:
        say(str(path))
    note(f"  change a line, then: {_cd_command(options.folder)}pnp build {name}")
    note("  cards: moths.csv, flowers.csv · parts: games.toml · faces: templates/deck · step by step: docs/decks.md")


def _copy_templates(options: InitOptions) -> None:
    folder, (game, *components) = options.folder, options.names
    copied = new_project.template_files(folder, game, components)
    requested, inherited = _in_folder(folder, copied.asked), _in_folder(folder, copied.behind)
    all_files = requested | inherited
    changed = {
        path for path, text in all_files.items() if not options.force and path.exists() and not _has_content(path, text)
    }
    # Files that the author has changed stay, if that leaves something to copy of the requested parts.
    preserved = sorted(changed if components and requested.keys() - changed else changed - requested.keys())
    files = {path: text for path, text in all_files.items() if path not in preserved}
    if not (folder / GAMES_FILE).exists():
        files |= _in_folder(folder, starting_definition((game,)))
    new_files = {path: text for path, text in files.items() if not _has_content(path, text)}
    _write_new(new_files, options)
    for path in new_files:
        say(str(path))
    if preserved:
        note(f"  {len(preserved)} of these are yours already and stay: {', '.join(path.name for path in preserved)}")
    if not new_files:
        note("  all of its templates are there already")
    only = "".join(f" --only {component}" for component in components)
    note("  each one that you delete comes from the program again")
    note(f"  change one, then: {_cd_command(folder)}pnp build {game}{only}")


def _has_content(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


def _in_folder(folder: Path, files: Mapping[PurePosixPath, bytes]) -> dict[Path, bytes]:
    return {folder / path: content for path, content in files.items()}


def _cd_command(folder: Path) -> str:
    """Return the command that leads into the folder, nothing if it is the working directory."""
    return "" if folder.resolve() == Path.cwd() else f"cd {folder}; "


def _write_new(files: Mapping[Path, bytes], options: InitOptions, alternative: str = "") -> None:
    """Write all files or none. Raises PnpError if one exists; ``alternative`` begins the hint."""
    existing = [path for path in files if os.path.lexists(path)]
    if existing and not options.force:
        others = f", and {len(existing) - 1} more of these" if len(existing) > 1 else ""
        hint = f"{alternative}name another folder with --out DIR, or replace what is there with --force"
        raise PnpError(
            Diagnostic("exists", f"the file is there already{others}", Location(str(existing[0])), hint=hint)
        )
    try:
        write_all(files, options.folder)
    except WriteError as error:
        raise _with_hint(error, "name another folder: pnp init --out DIR") from error


def _with_hint(error: WriteError, hint: str) -> WriteError:
    return WriteError([replace(diagnostic, hint=hint) for diagnostic in error.diagnostics])
