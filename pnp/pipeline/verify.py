"""Verify a printed PDF, or the code on a card, against the definition of today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pnp.definition import definition_sha256
from pnp.definition.resolved import settings_of_resolved
from pnp.diagnostics import DefinitionError, Diagnostic, Location, PnpError, TemplateError, VerificationError
from pnp.examples import STYLES, example_from_json, rechecker, strings
from pnp.games.core.answer import PositionError
from pnp.kit_code import code_of, parse_code
from pnp.model.game import Game
from pnp.model.text import LANGUAGES, Language
from pnp.pipeline.definitions import kind_of
from pnp.pipeline.examples import definition_words
from pnp.pipeline.project import Project, engine_of
from pnp.printing.manifest import digest
from pnp.rendering.words import Words
from pnp.verification.check import Report, check_pdf, read_manifest
from pnp.verification.readback import PrintedPdf


def verify_bytes(project: Project, data: bytes, label: str) -> Report:
    """Re-check every example of a PDF. A file that cannot be checked, whatever is wrong with it, is a problem of the
    report."""
    try:
        return _verify(project, data, label)
    except (VerificationError, DefinitionError) as error:
        return Report(0, 0, tuple(replace(item, location=Location(label)) for item in error.diagnostics))


def _verify(project: Project, data: bytes, label: str) -> Report:
    with PrintedPdf(data, label) as pdf:
        manifest = read_manifest(pdf)
        if isinstance(manifest, Diagnostic):
            return Report(0, 0, (manifest,))
        today = project.find(str(manifest.get("game")))
        if today is None:
            missing = Diagnostic(
                "unknown-game",
                f"the file was built from {manifest.get('game')!r}, which is not in {project.label}",
                Location(label),
                "name the definition it was built from with --games",
            )
            return Report(0, 0, (missing,))
        settings, problems, notes = _as_printed(manifest, today, project, label)
        checker = _Checker(project, today, settings)
        report = check_pdf(pdf, manifest, checker.recheck, checker.printed)
        return replace(report, problems=(*problems, *report.problems), notes=(*report.notes, *notes))


@dataclass(frozen=True, slots=True)
class CodeReport:
    """What the code of a card says about today's definition."""

    game: str | None
    rules_agree: bool
    words_agree: bool


def verify_code(project: Project, text: str) -> CodeReport:
    """Whether a card printed long ago still agrees with today's definition. Raises PnpError for what is no code."""
    try:
        asked = parse_code(text)
    except ValueError as error:
        raise PnpError(Diagnostic("bad-code", str(error), hint="type the code as it stands beside the QR")) from error
    for game in project.games.values():
        engine = engine_of(game)
        if not engine.kinds:
            continue
        now = code_of(game.id, engine.figures(game.settings), definition_words(game))
        if now.game == asked.game:
            return CodeReport(game.id, now.figures == asked.figures, now.words == asked.words)
    return CodeReport(None, False, False)


def _as_printed(
    manifest: Mapping[str, Any], today: Game, project: Project, label: str
) -> tuple[Any, list[Diagnostic], list[Diagnostic]]:
    """The game's settings as they were when the file was printed, with problems and notes on the way."""
    recorded = str(manifest.get("definition_sha256"))
    if recorded == definition_sha256(today):
        return today.settings, [], []
    table = manifest.get("definition")
    if not isinstance(table, dict) or digest(table) != recorded:
        altered = Diagnostic(
            "altered-manifest", "the definition in the manifest is not the one the file was built from", Location(label)
        )
        return today.settings, [altered], []
    note = Diagnostic(
        "definition-differs",
        f"the file was printed from another version of [{today.id}] than "
        f"{project.label} holds now; its examples are checked against today's rules",
        Location(label),
        severity="note",
    )
    return settings_of_resolved(kind_of(today.engine), table), [], [note]


class _Checker:
    """Knows today's rules, and how the examples were worded when they were printed."""

    def __init__(self, project: Project, today: Game, settings_then: Any) -> None:
        self._today = today
        self._settings_then = settings_then
        self._engine = engine_of(today)
        self._words: dict[Language, Words] = {}
        self._project = project
        self._recheck = rechecker(self._engine, today.settings)

    def recheck(self, entry: Mapping[str, Any]) -> Sequence[str]:
        """What is wrong with an entry's answer under today's rules."""
        return self._recheck(example_from_json(entry))

    def printed(self, entry: Mapping[str, Any], language: str) -> Sequence[Sequence[str]]:
        """The strings of an entry, in every style it may have been drawn in."""
        example = example_from_json(entry)
        words = self._words_in(language)
        try:
            tableau = self._engine.explain(self._settings_then, example)
        except (PositionError, ValueError, LookupError):
            return ()
        try:
            return [strings(tableau, words.word, words.language, style) for style in STYLES]
        except TemplateError:
            # A position that the rules refuse may have no words. Where they do not, the words themselves are at fault.
            if self.recheck(entry):
                return ()
            raise

    def _words_in(self, language: str) -> Words:
        known: Language = next((item for item in LANGUAGES if item == language), "en")
        if known not in self._words:
            self._words[known] = self._project.resources(self._today).words(self._today.engine, known)
        return self._words[known]
