"""Manifest of a kit, put together from the results of a build; captions and bookmarks of its PDF."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pnp.build.faces import kit_code
from pnp.build.options import KitContext
from pnp.build.sheets import in_one_line
from pnp.canonical import LazyMapping
from pnp.cardsvg import strings
from pnp.definition import definition_sha256
from pnp.examples import ExampleSet
from pnp.examples.tableau_json import TELLING
from pnp.imposition import Page
from pnp.model.game import Game
from pnp.model.text import Language, say
from pnp.pdf import Bookmark, Caption
from pnp.pdf.objects.document import compress_pieces
from pnp.pdf.objects.manifest import NAME, SEAL_KEY, ExampleRecord, build_manifest, write_manifest
from pnp.pdf.writer import Attachment
from pnp.project.examples import manifest_entries, manifest_words
from pnp.rendering.face import Face


def kit_manifest(
    context: KitContext,
    examples: ExampleSet,
    faces: Mapping[str, Face],
    pages: Sequence[Page],
    further: Mapping[str, Any] | None = None,
) -> Mapping[str, Any]:
    """Return the manifest of ``pages``: what they hold and where, and every example on them. ``further`` holds further
    entries. Faces may be on no page: backs may be left out."""
    project, game, options, settings = context.project, context.game, context.options, context.settings
    placed_faces = {place.face for page in pages for place in page.placements}
    faces_with_examples = [face for key, face in faces.items() if face.examples and key in placed_faces]
    languages = {face.language for face in faces_with_examples}
    printed_ids = {example.id for face in faces_with_examples for example in face.examples}
    printed = [example for example in examples.examples if example.id in printed_ids]
    manifest = build_manifest(
        game.id,
        (settings.paper.name, settings.paper.size.width, settings.paper.size.height),
        definition_sha256(game),
        LazyMapping(faces, _ManifestFace),
        pages,
        manifest_entries(game, examples, printed),
        examples.unkilled,
    )
    manifest |= {"seed": options.seed, "definition": game.resolved, "code": kit_code(game)}
    manifest |= {"telling": TELLING, "words": manifest_words(project, game, examples, printed, languages)}
    if settings.ink != "full":
        manifest |= {"ink": settings.ink}
    if options.grey:
        manifest |= {"grey": True}
    if options.players is not None:
        manifest |= {"players": options.players}
    if settings.printer:
        manifest |= {"printer": settings.printer}
    return {**manifest, **(further or {})}


def attach_manifest(manifest: Mapping[str, Any]) -> tuple[Attachment, Mapping[str, str]]:
    """Return the manifest as a file inside a PDF, and its seal for the document information."""
    packed, seal = compress_pieces(partial(write_manifest, manifest))
    file = Attachment(NAME, "application/json", "What is printed here, and the examples, for checking", packed)
    return file, {SEAL_KEY: json.dumps(seal, ensure_ascii=True, separators=(",", ":"))}


class _ManifestFace:
    """Face as the manifest describes it."""

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
    def examples(self) -> Sequence[ExampleRecord]:
        return [(example.id, example.box, example.tokens, example.ruby) for example in self._face.examples]


# Captions of faces, for readers who cannot see them, and bookmarks

_CAPTION_LENGTH = 160
"""Characters of a face's text in its caption; that many tell cards apart."""


def captions(context: KitContext, faces: Mapping[str, Face]) -> dict[str, Caption]:
    """Return the caption of each face: its component, and its text or its card. A plain back has the caption of a
    back."""
    project, game, language, cache = context.project, context.game, context.settings.language, context.cache
    words = project.resources(game).sheet_words(game.engine, language)
    titles = {component.id: in_one_line(say(component.title, language)) for component in game.components}

    def caption(face: Face) -> Caption:
        text = _face_text(face)
        key = f"{face.side}-caption" if text or face.side == "front" else "back-caption-plain"
        # Convert to a plain string: words remember their parts.
        return Caption(str(words(key, component=titles[face.component], said=text or face.card)), face.language)

    def cached_caption(face: Face) -> Caption:
        if not project.build_cache.keeps:
            return caption(face)
        key = edition, titles[face.component], face.side, face.card, face.language, face.drawing.key
        return cache.captions.get_or_create(key, lambda: caption(face))

    edition = frozenset(words.wording.items())
    return {key: cached_caption(face) for key, face in faces.items()}


def _face_text(face: Face) -> str:
    """Return the texts of a face, each once, shortened."""
    whole = " · ".join(dict.fromkeys(in_one_line(text) for text in strings(face.drawing)))
    return whole if len(whole) <= _CAPTION_LENGTH else f"{whole[: _CAPTION_LENGTH - 1].rstrip(' ·')}…"


def bookmarks(game: Game, language: Language, pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    """Return a bookmark for each component at its first page, in the order of the pages."""
    first_pages: dict[str, int] = {}
    for page in pages:
        for placement in page.placements:
            first_pages.setdefault(placement.piece.component, page.number)
    titles = {component.id: in_one_line(say(component.title, language)) for component in game.components}
    return tuple(Bookmark(titles[name][:1].upper() + titles[name][1:], page) for name, page in first_pages.items())
