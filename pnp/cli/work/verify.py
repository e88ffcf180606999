"""Verifies built PDFs and the codes of printed cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from pnp.cli.batch import run_all
from pnp.cli.output import note, report, say, say_json, tick
from pnp.diagnostics import Diagnostic, Location, PnpError
from pnp.project.project import Project, open_project
from pnp.verify import verify as pipeline
from pnp.verify.check import VerifyReport


def verify_files(definition: Path | None, paths: Sequence[Path], as_json: bool) -> bool:
    """Verify files, report each, and return whether all hold. Of several, one that cannot be read does not keep the
    others from being verified; it ends the command after them, as an error of its own."""
    project = open_project(definition)
    batch = run_all({str(path): partial(_verify_file, project, path) for path in paths})
    reports = batch.results
    for verified in reports.values():
        report((*verified.problems, *verified.notes))
    if as_json:
        say_json(
            [
                {
                    "file": path,
                    "ok": verified.passed,
                    "examples": verified.examples,
                    "places": verified.places,
                    "problems": [problem.as_json() for problem in verified.problems],
                    "notes": [remark.as_json() for remark in verified.notes],
                }
                for path, verified in reports.items()
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
        for path, verified in reports.items():
            if verified.passed:
                say(f"{tick(True)} {path}: {verified.examples} examples and checks hold, in {verified.places} places")
            else:
                count = len(verified.problems)
                say(f"{tick(False)} {path}: {count} problem{'s' if count > 1 else ''}")
    batch.leave("looked at", as_json=False)
    return all(verified.passed for verified in reports.values())


def verify_code(definition: Path | None, code: str, as_json: bool) -> bool:
    """Verify the code of a printed card, report it, and return whether the rules are those of today."""
    project = open_project(definition)
    checked = pipeline.verify_code(project, code)
    if as_json:
        say_json(
            {
                "ok": checked.rules_agree,
                "game": checked.game,
                "rules_agree": checked.rules_agree,
                "words_agree": checked.words_agree,
                **({"earlier": list(checked.earlier)} if checked.earlier else {}),
            }
        )
    elif checked.game is None:
        say(f"{tick(False)} {code}: the card belongs to no game of {project.label}")
    elif not checked.rules_agree:
        say(f"{tick(False)} {code}: the rules of {checked.game} have changed since the card was printed")
    elif not checked.words_agree:
        say(f"{tick(True)} {code}: the rules of {checked.game} are those of the card; names or letters have changed")
    else:
        say(f"{tick(True)} {code}: the card agrees with {checked.game} as it is today")
    if not as_json:
        for key in checked.earlier:
            note(f"  the card was printed before {checked.game} had {key}")
    return checked.rules_agree


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
    return pipeline.verify_bytes(project, pdf, str(path))
