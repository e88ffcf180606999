"""Provenance of faces: templates, art, words, look and font roles, so that a later run can tell which changed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass

from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.context import LanguageKit

_TERMS: Part = "words", "[together] and [ruby]"


@dataclass(frozen=True, slots=True)
class FaceSource:
    """Source of a face: the template that drew it, its kit, and everything that it read.

    ``parts`` were read from the kit. ``templates`` holds every template involved, ``outside`` the names that they read
    from outside, and ``art`` the names of the art on the face.
    """

    face: str
    language: Language
    template: str
    kit: LanguageKit
    parts: frozenset[Part]
    templates: tuple[str, ...]
    outside: frozenset[str]
    art: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaceProvenance:
    """Parts of faces by face id, the text of each part, and the outside names that each face's templates read. A name
    from outside is, for example, ``settings``."""

    parts: Mapping[str, frozenset[Part]]
    texts: Mapping[Part, str]
    names: Mapping[str, frozenset[str]]


def provenance_of(sources: Sequence[FaceSource]) -> FaceProvenance:
    """Return the provenance of these faces. An imported template reads its look and fonts once, as it is loaded. So a
    look or font that one face of a template reads counts for all faces of that template."""
    texts: dict[Part, str] = {}
    parts: dict[str, frozenset[Part]] = {}
    names: dict[str, frozenset[str]] = {}
    shared: dict[tuple[str, str], frozenset[Part]] = {}
    for source in sources:
        key = source.template, source.language
        earlier = shared.setdefault(key, frozenset())
        if not source.parts <= earlier:
            shared[key] = earlier | {part for part in source.parts if part[0] != "words"}
    parts_by_source: dict[tuple[Hashable, ...], frozenset[Part]] = {}
    for source in sources:
        kit = source.kit
        names[source.face] = source.outside
        source_key = source.template, source.templates, source.art, source.parts, source.language
        if source_key not in parts_by_source:
            parts_read = source.parts | shared[source.template, source.language]
            part_texts = _files(source) | {_with_language(kit, part): _part_text(kit, part) for part in parts_read}
            if terms := kit.typesetter.terms:
                # Any text may contain an unbreakable term or one with ruby.
                part_texts[_with_language(kit, _TERMS)] = repr((sorted(terms.together), sorted(terms.ruby.items())))
            texts |= part_texts
            parts_by_source[source_key] = frozenset(part_texts)
        parts[source.face] = parts_by_source[source_key]
    return FaceProvenance(parts, texts, names)


def _files(source: FaceSource) -> dict[Part, str]:
    """Return the texts of the templates that drew a face, and of the art on it."""
    templates = (source.kit.environment.file_of(name) for name in source.templates)
    texts = {("template", file.name): file.text for file in templates if file is not None}
    return texts | {("art", file.name): file.text for file in source.kit.art.files(source.art)}


def _with_language(kit: LanguageKit, part: Part) -> Part:
    """Return a part with its language, if it has one."""
    kind, name = part
    return part if kind == "look" else (kind, f"{name} ({kit.language})")


def _part_text(kit: LanguageKit, part: Part) -> str:
    """Return the text of a part in the language of the kit."""
    kind, name = part
    if kind == "look":
        return repr(kit.theme.look.value(name))
    value = kit.words.wording.get(name) if kind == "words" else kit.theme.fonts.get(name)
    # Without the name of a class: a digest of this text is printed, and outlives the program.
    return repr([getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else value)
