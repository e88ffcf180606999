"""``pnp build --watch``: a save is a picture at once."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli import built
from pnp.cli.kits import Wanted, make
from pnp.cli.output import flush, note, report, say, say_json
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.records import dataclass

if TYPE_CHECKING:
    from pnp.project.watching import Stamps, Watched

WatchOption = Annotated[
    bool,
    typer.Option("--watch", help="Build again whenever a file of the project is saved, until Ctrl-C."),
]


def keep_building(wanted: Wanted, as_json: bool, quiet: bool) -> None:
    """Build, and build again at every change, until the user interrupts it. Errors of builds are told, and it goes on.

    Raises PnpError for what cannot be watched at all.
    """
    if wanted.shared.changed_since is not None:
        message = "--changed-since compares with a kit that was printed, and --watch is for a kit that is being made"
        raise PnpError(Diagnostic("usage", message, hint="leave one of them out"))
    try:
        _Watch(wanted, as_json, quiet).go_on()
    except KeyboardInterrupt:
        return  # this is how it ends


@dataclass(frozen=True, slots=True)
class _Before:
    """What was told of a kit when it was built last, and the drawings that its faces had."""

    warnings: Counter[tuple[str, str]]
    """How often what was told: the lines that are shown with it may have changed, or moved."""
    fallbacks: frozenset[str]
    drawings: dict[int, Any]

    @classmethod
    def of(cls, kit: Any) -> _Before:
        """What is remembered of a kit. Drawings are told apart as objects, and kept so that they remain apart."""
        drawings = {id(face.drawing.nodes): face.drawing.nodes for face in kit.faces}
        return cls(Counter(map(_what, kit.warnings)), frozenset(kit.fallbacks), drawings)


class _Watch:
    """A command that goes on: what it builds, what it has told, and what is watched."""

    def __init__(self, wanted: Wanted, as_json: bool, quiet: bool) -> None:
        from pnp.project.build_cache import Workshop  # noqa: PLC0415 - as above
        from pnp.project.watching import Watched  # noqa: PLC0415 - pnp --help must not load the pipeline

        self._wanted, self._as_json, self._quiet = wanted, as_json, quiet or as_json
        self._workshop = Workshop()
        self._kits: dict[str, _Before] = {}
        self._beyond = Watched(())
        """What is watched beside the folder of the definition. It only grows: errors hide what is needed."""
        self._settled_in = self._outdated = False

    def go_on(self) -> None:
        """Build for ever. Raises PnpError where files cannot be watched."""
        from pnp.project.watching import around, stamps  # noqa: PLC0415 - as above

        while True:
            # Stamps are taken before files are read: what changes meanwhile is seen afterwards.
            watched = around(self._wanted.games, self._wanted.shared.out).joined(self._beyond)
            before = stamps(watched)
            self._round(watched)
            flush()
            self._wait(watched.joined(self._beyond), {**stamps(self._beyond), **before})

    def _wait(self, watched: Watched, before: Stamps) -> None:
        """Wait for a change of anything but programs."""
        from pnp.project.watching import changed, programs  # noqa: PLC0415 - as above

        while True:
            now = changed(watched, before, idle=_tidy)
            code = [programs(found, self._beyond.folders) for found in (before, now)]
            if code[0] != code[1] and not self._outdated:
                self._outdated = True
                file = next(path for path, _ in code[0].items() ^ code[1].items())
                message = "the program itself has changed, and what runs here is as it was"
                place, hint = Location(file), "end it with Ctrl-C and start it again"
                report([Diagnostic("outdated", message, place, hint, "warning")])
            if now.items() - code[1].items() != before.items() - code[0].items():
                return
            before = now

    def _round(self, watched: Watched) -> None:
        """Build every kit once, and tell what comes of it."""
        began = since = time.perf_counter()
        results: dict[str, dict[str, Any]] = {}
        errors: dict[str, PnpError] = {}
        kits: dict[str, tuple[Any, Any]] = {}
        try:
            project, kits = self._opened()
        except PnpError as error:
            errors[self._wanted.label] = error
            report(error.diagnostics)
        for called, (game, options) in kits.items():
            try:
                kit, paths = self._made(project, game, options)
            except PnpError as error:
                told = {item for other in errors.values() for item in other.diagnostics}
                report(item for item in error.diagnostics if item not in told)
                errors[called] = error
                continue
            now = time.perf_counter()
            self._tell(called, kit, paths, now - since)
            results[called], since = built.as_json(kit, paths), now
        self._tell_end(watched, results, errors, time.perf_counter() - began)
        if results and not self._settled_in:
            self._settled_in = True
            gc.collect()
            gc.freeze()  # nearly all of it is kept for the next builds

    def _opened(self) -> tuple[Any, dict[str, tuple[Any, Any]]]:
        """The project as it is now, and the kits that are asked for. Raises PnpError."""
        from pnp.project.project import open_project  # noqa: PLC0415 - as above
        from pnp.project.watching import followed  # noqa: PLC0415 - as above

        self._workshop.turn()
        try:
            project = open_project(self._wanted.games, values=self._wanted.values, workshop=self._workshop, again=True)
        except OSError as error:
            raise _gone(error) from error
        kits = self._wanted.kits(project)
        self._workshop.most_rooms = max(self._workshop.most_rooms, len(kits))
        self._beyond = self._beyond.joined(followed(project, [game for game, _ in kits.values()]))
        return project, kits

    def _made(self, project: Any, game: Any, options: Any) -> tuple[Any, tuple[Path, ...]]:
        try:
            return make(project, game, options, self._quiet)
        except OSError as error:
            raise _gone(error) from error

    def _tell(self, called: str, kit: Any, paths: Sequence[Path], seconds: float) -> None:
        """What came of a kit: all of it at first, then a line, and what was not told of the one before."""
        before, now = self._kits.get(called), _Before.of(kit)
        self._kits[called] = now
        known = Counter[tuple[str, str]]() if before is None else before.warnings
        report(found for found in kit.warnings if now.warnings[_what(found)] > known[_what(found)])
        if self._quiet:
            return
        if before is None:
            built.tell(kit, paths)
            return
        drawn = len(now.drawings.keys() - before.drawings.keys())
        more = "" if len(paths) == 1 else f" and {len(paths) - 1} more"
        told = f", {drawn} {'face' if drawn == 1 else 'faces'} drawn" if drawn else ""
        say(f"{built.shown(paths[0])}{more}  {seconds:.2f} s{told}")
        for fallback in kit.fallbacks:
            if fallback not in before.fallbacks:
                note(f"  note: {fallback}")

    def _tell_end(self, watched: Watched, results: dict[str, Any], errors: dict[str, PnpError], seconds: float) -> None:
        if self._as_json:
            told = dict.fromkeys(item for error in errors.values() for item in error.diagnostics)
            failed = {name: [item.as_json() for item in error.diagnostics] for name, error in errors.items()}
            wrong = {"diagnostics": [item.as_json() for item in told], "failed": failed} if errors else {}
            kits = {"seconds": round(seconds, 3), "kits": list(results.values())}
            say_json({"ok": not errors, **wrong, **kits}, lines=True)
        if self._quiet:
            return
        if errors:
            written = f"; written: {', '.join(results)}" if results else ""
            note(f"not written: {', '.join(errors)}{written}")
        if not self._settled_in:
            place = (*watched.folders, *watched.files)[0]
            note(f"watching {built.shown(place)}: what is saved is built again, Ctrl-C ends it")


def _what(found: Diagnostic) -> tuple[str, str]:
    return found.code, found.message


def _tidy() -> None:
    """What builds leave behind is looked for while nobody waits."""
    gc.collect()


def _gone(error: OSError) -> PnpError:
    """What is wrong with a file that went away while it was read: mostly that somebody saves it just now."""
    place = Location(str(error.filename)) if error.filename else None
    reason = (error.strerror or str(error)).lower()
    return PnpError(Diagnostic("unreadable", f"the file cannot be read: {reason}", place))
