"""The manifest of a kit, put together from what the pipeline knows of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pnp.build.faces import kit_code
from pnp.build.options import BuildOptions, PrintSettings
from pnp.canonical import MadeTable
from pnp.definition import definition_sha256
from pnp.examples import ExampleSet
from pnp.examples.tableau_text import TELLING
from pnp.imposition import Page
from pnp.model.game import Game
from pnp.pdf.objects.document import packed_by
from pnp.pdf.objects.manifest import NAME, SEAL_KEY, Printed, build_manifest, write
from pnp.pdf.writer import Attachment
from pnp.project.examples import manifest_entries, words_of_then
from pnp.project.project import Project
from pnp.rendering.face import Face
from pnp.verify.as_printed import later_keys


def kit_manifest(
    project: Project,
    game: Game,
    options: BuildOptions,
    settings: PrintSettings,
    examples: ExampleSet,
    faces: Mapping[str, Face],
    pages: Sequence[Page],
    beside: Mapping[str, Any] | None = None,
) -> Mapping[str, Any]:
    """What ``pages`` hold and where, and every example on them; ``beside`` are further entries. Not every face is on a
    page: backs may be left out."""
    placed = {place.face for page in pages for place in page.placements}
    shown = [face for key, face in faces.items() if face.examples and key in placed]
    languages = {face.language for face in shown}
    names = {found.id for face in shown for found in face.examples}
    printed = [example for example in examples.examples if example.id in names]
    manifest = build_manifest(
        game.id,
        (settings.paper.name, settings.paper.size.width, settings.paper.size.height),
        definition_sha256(game),
        MadeTable(faces, _Record),
        pages,
        manifest_entries(project, game, printed),
        examples.unkilled,
    )
    manifest |= {"seed": options.seed, "definition": game.resolved, "code": kit_code(game)}
    manifest |= {"telling": TELLING, "words": words_of_then(project, game, printed, languages)}
    manifest |= {"later_keys": later_keys(game)}
    if settings.ink != "full":
        manifest |= {"ink": settings.ink}
    if options.grey:
        manifest |= {"grey": True}
    if options.players is not None:
        manifest |= {"players": options.players}
    if settings.printer:
        manifest |= {"printer": settings.printer}
    return {**manifest, **(beside or {})}


def attached(manifest: Mapping[str, Any]) -> tuple[Attachment, Mapping[str, str]]:
    """The manifest as a file inside a PDF, and its seal for the document information."""
    packed, seal = packed_by(partial(write, manifest))
    file = Attachment(NAME, "application/json", "What is printed here, and the examples, for checking", packed)
    return file, {SEAL_KEY: json.dumps(seal, ensure_ascii=True, separators=(",", ":"))}


class _Record:
    """What the manifest says of a face."""

    __slots__ = ("_face",)

    def __init__(self, face: Face) -> None:
        self._face = face

    @property
    def language(self) -> str:
        return self._face.language

    @property
    def sha256(self) -> str:
        return self._face.digest

    @property
    def examples(self) -> Sequence[Printed]:
        return [(found.id, found.box, found.tokens, found.ruby) for found in self._face.examples]
