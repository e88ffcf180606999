"""Verify built PDFs and the codes of printed cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pnp.build.compare.example_pictures import verify_printed
from pnp.cli.batch import run_all
from pnp.cli.output import counted, report, say, say_json, tick
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.project.project import Project, open_project
from pnp.verify import verify as pipeline
from pnp.verify.check import VerifyReport


def verify_files(definition: Path | None, paths: Sequence[Path], as_json: bool) -> bool:
    """Verify files, report each, and return True if all hold.

    A file that cannot be read does not keep the others from being verified. It ends the command after them, with its
    own error.
    """
    project = open_project(definition)
    batch = run_all({str(path): partial(_verify_file, project, path) for path in paths})
    reports = batch.results
    for verify_report in reports.values():
        report((*verify_report.problems, *verify_report.notes))
    if as_json:
        say_json(
            [
                {
                    "file": path,
                    "ok": verify_report.passed,
                    "examples": verify_report.examples,
                    "places": verify_report.places,
                    "pictures": verify_report.pictures,
                    "pictures_left_out": verify_report.pictures_left_out,
                    "problems": [problem.as_json() for problem in verify_report.problems],
                    "notes": [verify_note.as_json() for verify_note in verify_report.notes],
                }
                for path, verify_report in reports.items()
            ]
            + [
                {
                    "file": path,
                    "ok": False,
                    "problems": [problem.as_json() for problem in error.diagnostics],
                    "notes": [],
                }
                for path, error in batch.errors.items()
            ]
        )
    else:
        for path, verify_report in reports.items():
            if verify_report.passed:
                mark = "–" if verify_report.pictures_left_out else tick(True)
                say(f"{mark} {path}: {_summary(verify_report)}")
            else:
                count = len(verify_report.problems)
                say(f"{tick(False)} {path}: {counted(count, 'problem')}")
    batch.exit_on_error("looked at", as_json=False)
    return all(verify_report.passed for verify_report in reports.values())


def _summary(report: VerifyReport) -> str:
    """Say what holds, and by what it was compared."""
    held = f"{report.examples} examples and checks hold, in {report.places} places"
    if report.pictures_left_out:
        left = report.pictures_left_out
        return f"{held}, by their text; {left} picture{'s were' if left > 1 else ' was'} not compared"
    return f"{held}, by text and picture" if report.places else held


def verify_code(definition: Path | None, code: str, as_json: bool) -> bool:
    """Verify the code of a printed card, report it, and return True if the rules have not changed."""
    project = open_project(definition)
    verified = pipeline.verify_code(project, code)
    if as_json:
        say_json(
            {
                "ok": verified.rules_agree,
                "game": verified.game,
                "rules_agree": verified.rules_agree,
                "words_agree": verified.words_agree,
            }
        )
    elif verified.game is None:
        say(f"{tick(False)} {code}: the card belongs to no game of {project.label}")
    elif not verified.rules_agree:
        say(f"{tick(False)} {code}: the rules of {verified.game} have changed since the card was printed")
    elif not verified.words_agree:
        say(f"{tick(True)} {code}: the rules of {verified.game} are those of the card; names or letters have changed")
    else:
        say(f"{tick(True)} {code}: the card agrees with {verified.game} as it is today")
    return verified.rules_agree


def _verify_file(project: Project, path: Path) -> VerifyReport:
    try:
        pdf = path.read_bytes()
    except OSError as error:
        raise PnpError(
            Diagnostic(
                "unreadable",
                f"the file cannot be read: {error.strerror}",
                Location(str(path)),
                "name a PDF that pnp build has written",
            )
        ) from error
    return verify_printed(project, pdf, str(path))
