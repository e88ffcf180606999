"""Build the kits that a command line asks for: once, in parallel if there are several, or again at every save."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.kit import BuiltKit
from pnp.build.options import BuildOptions
from pnp.cli.batch import errors_as_json, report_new, report_once, run_all
from pnp.cli.output import counted, flush, note, report, say, say_json, tick
from pnp.cli.work.kits import KitRequest, build_and_write, build_options, parse_papers
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.model.game import Game
from pnp.model.text import say as in_language
from pnp.project import watching
from pnp.project.build_cache import BuildCache
from pnp.project.project import Project, open_project
from pnp.project.watching import Stamps, WatchedPaths
from pnp.records import dataclass
from pnp.steps import begin_run, begin_step
from pnp.units import Size

if TYPE_CHECKING:
    from pnp.build.compare.changed import Change, Changes
    from pnp.build.cut_files import CutFiles
    from pnp.ink.coverage import Coverage

_MOST_NAMES = 6
_STATUS_IN_WORDS = {
    "changed": "changed",
    "new": "new",
    "more": "wanted more often",
    "renamed": "only called otherwise, not printed again",
    "fewer": "wanted less often: throw away",
    "gone": "gone: throw away",
}
"""Words for the status of changes, in the order in which they are printed."""


def kit_as_json(kit: BuiltKit, paths: Sequence[Path]) -> dict[str, Any]:
    """Return JSON data of a kit with its files."""
    return {
        "game": kit.game.id,
        "file": str(paths[0]) if paths else None,
        "files": [
            {"file": str(path), "pages": len(file.pages), "sheets": file.sheets}
            for path, file in zip(paths, kit.files, strict=True)
        ],
        "language": kit.settings.language,
        "paper": kit.settings.paper.name,
        "printer": kit.settings.printer or None,
        "pages": kit.pages,
        "sheets": kit.sheets,
        "components": [{"id": part.id, "pieces": part.pieces, "unique": part.unique} for part in kit.components],
        "examples": len(kit.examples.examples),
        "printed_examples_read_back": kit.report.places,
        "unkilled": list(kit.examples.unkilled),
        "code": kit.code,
        "cut": [str(file) for path, cut in _cut_files(kit, paths) for file in cut.by_path(path)],
        "ink": _ink_as_json(kit.ink),
        **({} if kit.changes is None else _changes_as_json(kit.changes)),
    }


def print_kit(kit: BuiltKit, paths: Sequence[Path]) -> None:
    """Print the files to stdout, and notes about them to stderr."""
    if kit.changes is not None:
        _print_changes(kit.changes)
    if paths:
        _print_files(kit, paths)


def short_path(path: Path) -> str:
    """Shorten a path to what a person would type: relative to the working directory if it lies below it."""
    try:
        relative = os.path.relpath(path)
    except ValueError:  # another drive
        return str(path)
    return str(path) if relative.startswith("..") else relative


def _print_files(kit: BuiltKit, paths: Sequence[Path]) -> None:
    for path, file in zip(paths, kit.files, strict=True):
        say(short_path(path))
        if len(paths) > 1:
            note(f"  {counted(file.sheets, 'sheet')}, {counted(len(file.pages), 'page')}")
    sheets, pages = counted(kit.sheets, "sheet"), counted(kit.pages, "page")
    parts = ", ".join(f"{part.pieces} {part.title}" if part.pieces > 1 else part.title for part in kit.components)
    note(f"  {sheets} of {_paper_names(kit)}, {pages}: {parts}")
    if kit.ink is not None:
        note(f"  {_format_ink(kit.ink)}")
    for line in (*_stock_lines(kit), *_choice_lines(kit), *_cut_lines(kit, paths)):
        note(line)
    if kit.settings.printer:
        note(f"  made for the printer {kit.settings.printer}: --printer none makes it for any")
    if kit.examples.examples:
        _print_examples(kit)
    if kit.report.places:
        note(f"  code {kit.code}: pnp verify --code {kit.code} tells whether a printed card still holds")
    for fallback in kit.fallbacks:
        note(f"  note: {fallback}")


def _print_examples(kit: BuiltKit) -> None:
    count = len(kit.examples.examples)
    killed = len({name for example in kit.examples.examples for name in example.kills})
    read_back = f"and read back in {kit.report.places} places" if kit.report.places else "none of them on these parts"
    note(
        f"  {tick(True, sys.stderr)} {count} examples and checks computed, agreed by the oracle, "
        f"{read_back}; they rule out {killed} misreadings"
    )


def _paper_names(kit: BuiltKit) -> str:
    """Name the papers of a kit: ``a4``, ``a4 and letter``."""
    stock_pages = sum(len(numbers) for file in kit.files for numbers in file.on_sheets.values())
    kit_papers = [kit.settings.paper.name] if stock_pages < kit.pages else []
    stock_papers = (sheet.paper_name for file in kit.files for sheet in file.on_sheets)
    return " and ".join(dict.fromkeys((*kit_papers, *stock_papers)))


def _stock_lines(kit: BuiltKit) -> list[str]:
    """Return lines that name the pages printed on sheets of their own kind."""
    return [
        f"  {f'{file.suffix}, ' if file.suffix else ''}{_format_page_numbers(numbers)}: {sheet.name} "
        f"({in_language(sheet.title, kit.settings.language)}), {sheet.paper_name}"
        for file in kit.files
        for sheet, numbers in file.on_sheets.items()
    ]


def _format_page_numbers(numbers: Sequence[int]) -> str:
    """Write ``page 3`` or ``pages 1–4, 7``."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1].append(number)
        else:
            ranges.append([number])
    listed = ", ".join(f"{pages[0]}" if len(pages) == 1 else f"{pages[0]}–{pages[-1]}" for pages in ranges)
    return f"page{'s' if len(numbers) > 1 else ''} {listed}"


def _choice_lines(kit: BuiltKit) -> list[str]:
    """Return lines that name the components that can be printed in place of others, and the option for it."""
    titles = {component.id: in_language(component.title, kit.settings.language) for component in kit.game.components}
    return [
        f"  {titles[component.id]} can be printed instead of {titles[component.instead_of]}: --with {component.id}"
        for component in kit.left_out
        if component.instead_of is not None
    ]


# Ink


def _format_ink(ink: Coverage) -> str:
    return f"ink: {ink.mean:.0%} of a sheet on average, {ink.most:.0%} at most (sheet {ink.sheet})".replace("%", " %")


def _ink_as_json(ink: Coverage | None) -> dict[str, Any] | None:
    """Return JSON data of shares from 0 to 1; None if they were not measured."""
    if ink is None:
        return None
    return {"mean": round(ink.mean, 4), "most": round(ink.most, 4), "sheet": ink.sheet}


# Cut files


def _cut_files(kit: BuiltKit, paths: Sequence[Path]) -> list[tuple[Path, CutFiles]]:
    """Pair the cut files of a kit with the paths of the PDFs beside which they lie."""
    return [(path, file.cut) for path, file in zip(paths, kit.files, strict=True) if file.cut is not None]


def _cut_lines(kit: BuiltKit, paths: Sequence[Path]) -> list[str]:
    """Return lines that tell where the cut files are, and what to set in the program of the machine."""
    return list(dict.fromkeys(line for path, cut in _cut_files(kit, paths) for line in _cut_file_lines(path, cut)))


def _cut_file_lines(path: Path, cut: CutFiles) -> Iterator[str]:
    formats = " and ".join(name.upper() for name in cut.request.formats)
    folder = cut.folder(path)
    sheets = counted(len(cut.sizes), "sheet")
    yield f"  cut files ({formats}) of {sheets} in {folder.parent.name}/{folder.name}"
    if cut.marks is not None:
        inset, length, thickness = cut.marks
        yield (
            f"  registration marks: inset {inset:g} mm, length {length:g} mm, thickness {thickness:g} mm; "
            "set the same in Silhouette Studio"
        )
    if "png" in cut.request.formats:
        yield f"  give the pictures their sizes in Design Space: {_format_sizes(cut.sizes)}"


def _format_sizes(sizes: Mapping[int, Size]) -> str:
    """List sizes with the sheets that have them."""
    by_size: dict[str, list[str]] = {}
    for number, size in sizes.items():
        by_size.setdefault(f"{size.width:.1f} × {size.height:.1f} mm", []).append(str(number))
    return "; ".join(
        f"{size} ({'sheet' if len(numbers) == 1 else 'sheets'} {', '.join(numbers)})"
        for size, numbers in by_size.items()
    )


# Changes since another kit


def _print_changes(changes: Changes) -> None:
    """Print changes, with pieces that have the same reasons together."""
    if not changes.pieces:
        note(f"  nothing changed since {changes.since}: nothing is written")
        return
    note(f"  since {changes.since}:")
    groups: dict[tuple[str, tuple[str, ...]], list[Change]] = {}
    for change in changes.pieces:
        reasons = tuple(f"{side}: {reason.text}" for side, reason in change.reasons)
        groups.setdefault((change.status, reasons), []).append(change)
    order = list(_STATUS_IN_WORDS)
    for (status, reasons), group in sorted(groups.items(), key=lambda entry: order.index(entry[0][0])):
        note(f"    {_STATUS_IN_WORDS[status]}: {_piece_names(group)}")
        for reason in reasons:
            note(f"      {reason}")
    if not changes.groups:
        note("  nothing is to be printed: nothing is written")


def _piece_names(group: Sequence[Change]) -> str:
    names = ", ".join(map(_piece_name, group[:_MOST_NAMES]))
    return f"{names} and {len(group) - _MOST_NAMES} more" if len(group) > _MOST_NAMES else names


def _piece_name(change: Change) -> str:
    """Name a piece, with its number of copies if that matters."""
    was = "" if change.was is None else f" (was {change.was})"
    copies = f" × {change.copies}" if change.copies > 1 or change.status in ("more", "fewer") else ""
    return f"{change.name}{copies}{was}"


def _changes_as_json(changes: Changes) -> dict[str, Any]:
    return {
        "changed_since": changes.since,
        "changes": [
            {
                "status": change.status,
                "component": change.component,
                "card": change.card,
                "copies": change.copies,
                **({} if change.was is None else {"was": change.was}),
                "reasons": [
                    {"side": side, "kind": reason.kind, "what": reason.what, "old": reason.old, "new": reason.new}
                    for side, reason in change.reasons
                ],
            }
            for change in changes.pieces
        ],
        "notes": [diagnostic.as_json() for diagnostic in changes.notes],
    }


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
        print_kit(kit, paths)
    return kit_as_json(kit, paths)


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
            reports[name], kit_start = kit_as_json(kit, paths), kit_end
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
            print_kit(kit, paths)
            return
        drawn_count = len(current.drawings - last.drawings)
        more_files = "" if len(paths) == 1 else f" and {len(paths) - 1} more"
        faces = f", {drawn_count} {'face' if drawn_count == 1 else 'faces'} drawn" if drawn_count else ""
        say(f"{short_path(paths[0])}{more_files}  {seconds:.2f} s{faces}")
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
            note(f"watching {short_path(place)}: what is saved is built again, Ctrl-C ends it")


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
