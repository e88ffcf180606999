"""Verify a printed PDF, or the code on a card, against today's definition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError, VerificationError
from pnp.kit_code import make_code, parse_code
from pnp.model.game import Game
from pnp.project.examples import definition_words
from pnp.project.project import Project, engine_of
from pnp.records import dataclass
from pnp.steps import begin_step
from pnp.verify.check import VerifyReport, check_pdf, read_manifest
from pnp.verify.checker import ExampleChecker
from pnp.verify.printed_settings import printed_settings
from pnp.verify.readback import PrintedPdf

_REBUILD = "build the kit again"


def verify_bytes(project: Project, data: bytes, label: str, *, new: bool = False) -> VerifyReport:
    """Check every example of a PDF. A file that cannot be checked is a problem of the report. In a ``new`` file, which
    has just been made, other words than today's are a problem too."""
    begin_step("reading this PDF", label)
    try:
        return _verify(project, data, label, new)
    except (RecursionError, UnicodeEncodeError) as error:
        deep = isinstance(error, RecursionError)
        reason = "is nested too deeply" if deep else "has halves of characters, which no text holds"
        return VerifyReport(
            0, 0, (Diagnostic("bad-manifest", f"the attached manifest {reason}", Location(label), _REBUILD),)
        )
    except (VerificationError, DefinitionError) as error:
        return VerifyReport(
            0, 0, tuple(replace(diagnostic, location=Location(label)) for diagnostic in error.diagnostics)
        )


def _verify(project: Project, data: bytes, label: str, new: bool) -> VerifyReport:
    with PrintedPdf(data, label) as pdf:
        manifest = read_manifest(pdf)
        if isinstance(manifest, Diagnostic):
            return VerifyReport(0, 0, (manifest,))
        today = project.find(str(manifest.get("game")))
        if today is None:
            missing = Diagnostic(
                "unknown-game",
                f"the file was built from {manifest.get('game')!r}, which is not in {project.label}",
                Location(label),
                "name the definition it was built from with --games",
            )
            return VerifyReport(0, 0, (missing,))
        settings = printed_settings(manifest, today, project, label)
        checker = ExampleChecker(project, today, settings.printed, manifest, new=new)
        filled = None if new else _filled_components(manifest, today)
        report = check_pdf(pdf, manifest, checker.recheck, checker.judge, filled)
        return replace(report, problems=(*settings.problems, *report.problems), notes=(*report.notes, *settings.notes))


def _filled_components(manifest: Mapping[str, Any], today: Game) -> frozenset[str]:
    """Return the components of a file that are filled with examples.

    They are the summaries, in the printed definition or in today's, of a game with essential lessons.
    """
    if not any(lesson.essential for lesson in engine_of(today).lessons(today.settings)):
        return frozenset()
    definition = manifest.get("definition")
    printed_components = definition.get("components") if isinstance(definition, dict) else None
    kinds = {component.id: component.kind for component in today.components} | {
        name: entry.get("kind")
        for name, entry in (printed_components.items() if isinstance(printed_components, dict) else ())
        if isinstance(entry, dict)
    }
    return frozenset(name for name, kind in kinds.items() if kind == "summary")


@dataclass(frozen=True, slots=True)
class CodeReport:
    """Agreement of the code of a card with today's definition."""

    game: str | None
    rules_agree: bool
    words_agree: bool


def verify_code(project: Project, text: str) -> CodeReport:
    """Compare the code of a card with today's definition. Raises PnpError for an invalid code."""
    try:
        code = parse_code(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-code", str(error), hint="type the code as it stands beside the QR")) from error
    for game in project.games.values():
        engine = engine_of(game)
        if not engine.kinds:
            continue
        current = make_code(game.id, engine.figures(game.settings), definition_words(game))
        if current.game != code.game:
            continue
        return CodeReport(game.id, current.figures == code.figures, current.words == code.words)
    return CodeReport(None, False, False)
