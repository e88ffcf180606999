"""The manifest of a kit, put together from what the pipeline knows of it."""

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
from pnp.examples.said import TELLING
from pnp.imposition import Page
from pnp.model.game import Game
from pnp.model.text import Language, say
from pnp.pdf import Bookmark, Caption
from pnp.pdf.objects.document import packed_by
from pnp.pdf.objects.manifest import NAME, SEAL_KEY, Printed, build_manifest, write
from pnp.pdf.writer import Attachment
from pnp.project.examples import manifest_entries, words_of_then
from pnp.rendering.face import Face
from pnp.verify.as_printed import later_keys


def kit_manifest(
    context: KitContext,
    examples: ExampleSet,
    faces: Mapping[str, Face],
    pages: Sequence[Page],
    beside: Mapping[str, Any] | None = None,
) -> Mapping[str, Any]:
    """What ``pages`` hold and where, and every example on them; ``beside`` are further entries. Not every face is on a
    page: backs may be left out."""
    project, game, options, settings = context.project, context.game, context.options, context.settings
    placed = {place.face for page in pages for place in page.placements}
    shown = [face for key, face in faces.items() if face.examples and key in placed]
    languages = {face.language for face in shown}
    names = {found.id for face in shown for found in face.examples}
    printed = [example for example in examples.examples if example.id in names]
    manifest = build_manifest(
        game.id,
        (settings.paper.name, settings.paper.size.width, settings.paper.size.height),
        definition_sha256(game),
        LazyMapping(faces, _ManifestFace),
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


class _ManifestFace:
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


# What a file says of its faces to whom cannot see them, and its bookmarks.

_LONGEST = 160
"""Of what stands on a face so many characters are said, which tell one card from another."""


def captions(context: KitContext, faces: Mapping[str, Face]) -> dict[str, Caption]:
    """Of each face its component and what it says, or which card it is; of a back, that it is one."""
    project, game, language, cache = context.project, context.game, context.settings.language, context.cache
    words = project.resources(game).words(None, language)
    titles = {one.id: in_one_line(say(one.title, language)) for one in game.components}

    def caption(face: Face) -> Caption:
        said = _said(face)
        key = f"{face.side}-caption" if said or face.side == "front" else "back-caption-plain"
        # As a plain text: words remember what they were put together of.
        return Caption(str(words(key, component=titles[face.component], said=said or face.card)), face.language)

    def known(face: Face) -> Caption:
        if not project.workshop.keeps:
            return caption(face)
        key = edition, titles[face.component], face.side, face.card, face.language, id(face.drawing.nodes)
        return cache.captions.made(key, lambda: (face.drawing, caption(face)))[1]

    edition = frozenset(words.wording.items())
    return {key: known(face) for key, face in faces.items()}


def _said(face: Face) -> str:
    """What stands on a face, once each."""
    whole = " · ".join(dict.fromkeys(in_one_line(text) for text in strings(face.drawing)))
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1].rstrip(' ·')}…"


def bookmarks(game: Game, language: Language, pages: Sequence[Page]) -> tuple[Bookmark, ...]:
    """One for each component, where it begins, in the order of the pages."""
    first: dict[str, int] = {}
    for page in pages:
        for placement in page.placements:
            first.setdefault(placement.piece.component, page.number)
    titles = {one.id: in_one_line(say(one.title, language)) for one in game.components}
    return tuple(Bookmark(titles[name][:1].upper() + titles[name][1:], page) for name, page in first.items())
