"""``pnp verify``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Optional

import typer

from pnp.cli.arguments import GamesOption, JsonOption
from pnp.cli.output import note, report, say, say_json, tick
from pnp.cli.several import each
from pnp.diagnostics import Diagnostic, Location, PnpError

if TYPE_CHECKING:
    from pnp.verify.check import Report


def verify(
    files: Annotated[Optional[list[Path]], typer.Argument(metavar="FILE.pdf…", help="PDFs that pnp has built.")] = None,  # noqa: UP045 - typer reads it at run time
    code: Annotated[Optional[str], typer.Option("--code", metavar="CODE", help="The code on a printed card.")] = None,  # noqa: UP045 - typer reads it at run time
    games: GamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Re-check every example of a built PDF, or the code of a printed card, against the rules of today.

    Exit status 1 when an example does not hold or is not what is printed.
    """
    from pnp.project.project import open_project  # noqa: PLC0415

    if bool(files) == bool(code):
        raise PnpError(Diagnostic("usage", "name a PDF to verify, or a code with --code; one of the two"))
    project = open_project(games)
    good = _code(project, code, as_json) if code else _files(project, files or [], as_json)
    if not good:
        raise typer.Exit(1)


def _files(project: object, files: list[Path], as_json: bool) -> bool:
    """Whether all files hold. Of several, one that cannot be read does not keep the others from being looked at; it
    ends the command after them, as an error of its own."""
    done = each({str(path): partial(_report_of, project, path) for path in files})
    for found in done.results.values():
        report((*found.problems, *found.notes))
    if as_json:
        say_json(
            [
                {
                    "file": str(path),
                    "ok": found.passed,
                    "examples": found.examples,
                    "places": found.places,
                    "problems": [item.as_json() for item in found.problems],
                    "notes": [item.as_json() for item in found.notes],
                }
                for path, found in done.results.items()
            ]
            + [
                {"file": path, "ok": False, "problems": [item.as_json() for item in error.diagnostics], "notes": []}
                for path, error in done.errors.items()
            ]
        )
    else:
        for path, found in done.results.items():
            if found.passed:
                say(f"{tick(True)} {path}: {found.examples} examples and checks hold, in {found.places} places")
            else:
                count = len(found.problems)
                say(f"{tick(False)} {path}: {count} problem{'s' if count > 1 else ''}")
    done.leave("looked at", as_json=False)
    return all(found.passed for found in done.results.values())


def _report_of(project: Any, path: Path) -> Report:
    from pnp.verify.verify import verify_bytes  # noqa: PLC0415

    try:
        data = path.read_bytes()
    except OSError as error:
        raise PnpError(
            Diagnostic(
                "unreadable",
                f"the file cannot be read: {error.strerror}",
                Location(str(path)),
                "name a PDF that pnp build has written",
            )
        ) from error
    return verify_bytes(project, data, str(path))


def _code(project: object, code: str, as_json: bool) -> bool:
    from pnp.project.project import Project  # noqa: PLC0415
    from pnp.verify.verify import verify_code  # noqa: PLC0415

    assert isinstance(project, Project)
    found = verify_code(project, code)
    if as_json:
        say_json(
            {
                "ok": found.rules_agree,
                "game": found.game,
                "rules_agree": found.rules_agree,
                "words_agree": found.words_agree,
                **({"earlier": list(found.earlier)} if found.earlier else {}),
            }
        )
    elif found.game is None:
        say(f"{tick(False)} {code}: the card belongs to no game of {project.label}")
    elif not found.rules_agree:
        say(f"{tick(False)} {code}: the rules of {found.game} have changed since the card was printed")
    elif not found.words_agree:
        say(f"{tick(True)} {code}: the rules of {found.game} are those of the card; names or letters have changed")
    else:
        say(f"{tick(True)} {code}: the card agrees with {found.game} as it is today")
    if not as_json:
        for told in found.earlier:
            note(f"  the card was printed before {found.game} had {told}")
    return found.rules_agree
