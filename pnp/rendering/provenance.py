"""Provenance of faces: files of templates and art, words, the look, roles of fonts, so that a later run can tell
which of them changed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from pnp.model.text import Language
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.context import LanguageKit

_TERMS: Part = "words", "[together] and [ruby]"


@dataclass(frozen=True, slots=True)
class FaceSource:
    """A face by its id, with its language, the template that drew it, in which words and look, and what it ``asked``
    for of these; all ``templates`` that had a say, the names that they read from outside, and the names of the ``art``
    on it."""

    face: str
    language: Language
    template: str
    kit: LanguageKit
    asked: frozenset[Part]
    templates: tuple[str, ...]
    outside: frozenset[str]
    art: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaceProvenance:
    """The parts of faces, by the ids of the faces; what each part says; and the names from outside, such as
    ``settings``, that the templates of a face read."""

    parts: Mapping[str, frozenset[Part]]
    texts: Mapping[Part, str]
    names: Mapping[str, frozenset[str]]


def made_of(drawn: Sequence[FaceSource]) -> FaceProvenance:
    """What these faces are made of.

    A look or a font that a template imported by others asks for as it is loaded, it asks for once: so what one face of
    a template asks for of these, all are taken to.
    """
    texts: dict[Part, str] = {}
    parts: dict[str, frozenset[Part]] = {}
    names: dict[str, frozenset[str]] = {}
    shared: dict[tuple[str, str], frozenset[Part]] = {}
    for one in drawn:
        key = one.template, one.language
        before = shared.setdefault(key, frozenset())
        if not one.asked <= before:
            shared[key] = before | {part for part in one.asked if part[0] != "words"}
    known: dict[tuple[Hashable, ...], frozenset[Part]] = {}
    for one in drawn:
        kit = one.kit
        names[one.face] = one.outside
        wanted = one.template, one.templates, one.art, one.asked, one.language
        if wanted not in known:
            asked = one.asked | shared[one.template, one.language]
            found = _files(one) | {_in(kit, part): _said(kit, part) for part in asked}
            if terms := kit.typesetter.terms:
                # What is not parted or has its reading over it: any text may have such a term.
                found[_in(kit, _TERMS)] = repr((sorted(terms.together), sorted(terms.ruby.items())))
            texts |= found
            known[wanted] = frozenset(found)
        parts[one.face] = known[wanted]
    return FaceProvenance(parts, texts, names)


def _files(one: FaceSource) -> dict[Part, str]:
    """The templates that a face was drawn by, and the art on it, with their texts."""
    templates = (one.kit.environment.file_of(name) for name in one.templates)
    found = {("template", file.name): file.text for file in templates if file is not None}
    return found | {("art", file.name): file.text for file in one.kit.art.files(one.art)}


def _in(kit: LanguageKit, part: Part) -> Part:
    """A part with its language, where it has one."""
    kind, name = part
    return part if kind == "look" else (kind, f"{name} ({kit.language})")


def _said(kit: LanguageKit, part: Part) -> str:
    """What a part of a language says."""
    kind, name = part
    if kind == "words":
        return repr(kit.words.wording.get(name))
    return repr(kit.theme.fonts.get(name) if kind == "font" else kit.theme.look.value(name))
