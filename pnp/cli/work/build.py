"""Build the kits that a command line asks for: once, in parallel if there are several, or again at every save."""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pnp.build.kit import BuiltKit
from pnp.build.options import BuildOptions
from pnp.cli.batch import errors_as_json, report_new, report_once, run_all
from pnp.cli.output import flush, note, report, say, say_json
from pnp.cli.work import kit_report
from pnp.cli.work.kits import KitRequest, build_and_write, build_options, parse_papers
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.model.game import Game
from pnp.project import watching
from pnp.project.build_cache import BuildCache
from pnp.project.project import Project, open_project
from pnp.project.watching import Stamps, WatchedPaths
from pnp.records import dataclass
from pnp.steps import begin_run, begin_step

__all__ = ["KitRequest", "build_kits", "build_options", "keep_building", "parse_papers"]


def build_kits(request: KitRequest, as_json: bool, quiet: bool) -> None:
    """Build every kit once and report it.

    Raises typer.Exit if one of several kits fails, PnpError if the only one does.
    """
    project = open_project(request.games, values=request.values)
    kits = request.kits(project)
    quiet, reported = quiet or as_json, set[str]()
    work = {name: partial(_build, project, game, options, quiet, reported) for name, (game, options) in kits.items()}
    # Kits of one game share a process, and with it the searches and drawings for the game.
    batch = run_all(work, lambda name: kits[name][0].id, lambda name: _weight(kits[name][0]))
    reports = list(batch.results.values())
    batch.exit_on_error("written", as_json, reports)
    if as_json:
        say_json({"ok": True, "kits": reports})


def _weight(game: Game) -> int:
    """Estimate how long a kit of ``game`` takes, relative to kits of other games.

    The longer its table, the longer it takes; a card of a file counts as much as a line of the table. The weight
    decides only the order in which kits are begun.
    """
    table = {key: value for key, value in game.resolved.items() if key != "decks"}
    return len(str(table)) + 20 * sum(map(len, game.decks.values()))


def _build(project: Project, game: Game, options: BuildOptions, quiet: bool, reported: set[str]) -> dict[str, Any]:
    kit, paths = build_and_write(project, game, options, quiet)
    report_once(kit.warnings, reported)
    if not quiet:
        kit_report.print_kit(kit, paths)
    return kit_report.kit_as_json(kit, paths)


def keep_building(request: KitRequest, as_json: bool, quiet: bool) -> None:
    """Build, and build again at every change, until the user interrupts it.

    Errors of builds are reported, and watching goes on. Raises PnpError if files cannot be watched at all.
    """
    if request.options.changed_since is not None:
        message = "--changed-since compares with a kit that was printed, and --watch is for a kit that is being made"
        raise PnpError(Diagnostic("usage", message, hint="leave one of them out"))
    try:
        _Watch(request, as_json, quiet).run()
    except KeyboardInterrupt:
        return  # Ctrl-C is how it ends


@dataclass(frozen=True, slots=True)
class _BuildReport:
    """Report of the last build of a kit, and the drawings of its faces."""

    warnings: Counter[tuple[str, str]]
    """The count of each warning. Lines that are shown with a warning may have changed or moved."""
    fallbacks: frozenset[str]
    drawings: frozenset[Hashable]

    @classmethod
    def of(cls, kit: BuiltKit) -> _BuildReport:
        """Return the report of a kit."""
        drawings = frozenset(face.drawing.key for face in kit.faces)
        return cls(Counter(map(_warning_key, kit.warnings)), frozenset(kit.fallbacks), drawings)


class _Watch:
    """Running command: the kits it builds, the reports it has printed, and the paths it watches."""

    def __init__(self, request: KitRequest, as_json: bool, quiet: bool) -> None:
        self._request, self._as_json, self._quiet = request, as_json, quiet or as_json
        self._cache = BuildCache()
        self._reports: dict[str, _BuildReport] = {}
        self._outside_paths = WatchedPaths(())
        """Watched paths outside the folder of the definition. They only grow, since errors hide needed files."""
        self._built_once = self._program_changed = False
        self._parent = os.getppid()

    def run(self) -> None:
        """Build for ever. Raises PnpError if files cannot be watched."""
        while True:
            # Stamps are taken before files are read, so that a change during the build is seen afterwards.
            watched = watching.watched_paths(self._request.games, self._request.options.out).joined(self._outside_paths)
            stamps = watching.stamps(watched)
            self._build_all(watched)
            flush()
            self._wait_for_change(
                watched.joined(self._outside_paths), {**watching.stamps(self._outside_paths), **stamps}
            )

    def _wait_for_change(self, watched: WatchedPaths, before: Stamps) -> None:
        """Wait for a change of any file except programs."""
        while True:
            after = watching.wait_for_change(watched, before, wait=self._sleep, idle=_collect_garbage)
            code_before, code_after = (
                watching.program_stamps(stamps, self._outside_paths.folders) for stamps in (before, after)
            )
            if code_before != code_after and not self._program_changed:
                self._program_changed = True
                file = next(path for path, _ in code_before.items() ^ code_after.items())
                message = "the program itself has changed, and the old one runs here"
                place, hint = Location(file), "end it with Ctrl-C and start it again"
                report([Diagnostic("outdated", message, place, hint, "warning")])
            if after.items() - code_after.items() != before.items() - code_before.items():
                return
            before = after

    def _sleep(self, seconds: float) -> None:
        """Sleep. Raises KeyboardInterrupt if the parent process has ended: Ctrl-C would not reach this process."""
        begin_step("watching files")
        if os.getppid() != self._parent:
            raise KeyboardInterrupt
        time.sleep(seconds)

    def _build_all(self, watched: WatchedPaths) -> None:
        """Build every kit once, and report each."""
        begin_run()
        start = kit_start = time.perf_counter()
        reports: dict[str, dict[str, Any]] = {}
        errors: dict[str, PnpError] = {}
        kits: Mapping[str, tuple[Game, BuildOptions]] = {}
        try:
            project, kits = self._open()
        except PnpError as error:
            errors[self._request.label] = error
            report(error.diagnostics)
        for name, (game, options) in kits.items():
            try:
                kit, paths = self._build(project, game, options)
            except PnpError as error:
                report_new(error, errors.values())
                errors[name] = error
                continue
            kit_end = time.perf_counter()
            self._report_kit(name, kit, paths, kit_end - kit_start)
            reports[name], kit_start = kit_report.kit_as_json(kit, paths), kit_end
        self._report_end(watched, reports, errors, time.perf_counter() - start)
        if reports and not self._built_once:
            self._built_once = True
            gc.collect()
            gc.freeze()  # nearly all of it is kept for the next builds

    def _open(self) -> tuple[Project, Mapping[str, tuple[Game, BuildOptions]]]:
        """Open the project as it is on disk, and return it with the requested kits. Raises PnpError."""
        self._cache.turn()
        request = self._request
        try:
            project = open_project(request.games, values=request.values, build_cache=self._cache, again=True)
        except OSError as error:
            raise _unreadable(error) from error
        kits = request.kits(project)
        self._cache.max_kits = max(self._cache.max_kits, len(kits))
        self._outside_paths = self._outside_paths.joined(
            watching.dependency_paths(project, [game for game, _ in kits.values()])
        )
        return project, kits

    def _build(self, project: Project, game: Game, options: BuildOptions) -> tuple[BuiltKit, tuple[Path, ...]]:
        try:
            return build_and_write(project, game, options, self._quiet)
        except OSError as error:
            raise _unreadable(error) from error

    def _report_kit(self, name: str, kit: BuiltKit, paths: Sequence[Path], seconds: float) -> None:
        """Report a kit in full at first; later in a line, with what is new since the last build."""
        last, current = self._reports.get(name), _BuildReport.of(kit)
        self._reports[name] = current
        known = Counter[tuple[str, str]]() if last is None else last.warnings
        report(
            warning
            for warning in kit.warnings
            if current.warnings[_warning_key(warning)] > known[_warning_key(warning)]
        )
        if self._quiet:
            return
        if last is None:
            kit_report.print_kit(kit, paths)
            return
        drawn_count = len(current.drawings - last.drawings)
        more_files = "" if len(paths) == 1 else f" and {len(paths) - 1} more"
        faces = f", {drawn_count} {'face' if drawn_count == 1 else 'faces'} drawn" if drawn_count else ""
        say(f"{kit_report.short_path(paths[0])}{more_files}  {seconds:.2f} s{faces}")
        for fallback in kit.fallbacks:
            if fallback not in last.fallbacks:
                note(f"  note: {fallback}")

    def _report_end(
        self, watched: WatchedPaths, reports: Mapping[str, Any], errors: Mapping[str, PnpError], seconds: float
    ) -> None:
        if self._as_json:
            diagnostics, failed = errors_as_json(errors)
            error_data = {"diagnostics": diagnostics, "failed": failed} if errors else {}
            kit_data = {"seconds": round(seconds, 3), "kits": list(reports.values())}
            say_json({"ok": not errors, **error_data, **kit_data}, lines=True)
        if self._quiet:
            return
        if errors:
            written = f"; written: {', '.join(reports)}" if reports else ""
            note(f"not written: {', '.join(errors)}{written}")
        if not self._built_once:
            place = (*watched.folders, *watched.files)[0]
            note(f"watching {kit_report.short_path(place)}: what is saved is built again, Ctrl-C ends it")


def _warning_key(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.code, diagnostic.message


def _collect_garbage() -> None:
    """Collect garbage of builds while the program waits."""
    gc.collect()


def _unreadable(error: OSError) -> PnpError:
    """Return the error of a file that vanished while it was read, mostly because it is being saved at that moment."""
    place = Location(str(error.filename)) if error.filename else None
    reason = (error.strerror or str(error)).lower()
    return PnpError(Diagnostic("unreadable", f"the file cannot be read: {reason}", place))
