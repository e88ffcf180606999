"""What faces are made of: files of templates and art, words, the look, roles of fonts. A later run can tell by it which
of them are others by then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.records import dataclass
from pnp.rendering.asked import Part
from pnp.rendering.context import LanguageKit
from pnp.rendering.face import Face
from pnp.rendering.generator import Reads

_MINI = "mini.svg.j2"
"""The template that draws the cards of examples, whichever template asks for them."""

_TERMS: Part = "words", "[together] and [ruby]"


@dataclass(frozen=True, slots=True)
class DrawnBy:
    """A face, the template that drew it, in which words and look, and what it ``asked`` for of these."""

    face: Face
    template: str
    kit: LanguageKit
    asked: frozenset[Part]


@dataclass(frozen=True, slots=True)
class MadeOf:
    """The parts of faces, by the ids of the faces; what each part says; and the names from outside, such as
    ``settings``, that the templates of a face read."""

    parts: Mapping[str, frozenset[Part]]
    texts: Mapping[Part, str]
    names: Mapping[str, frozenset[str]]


def made_of(drawn: Sequence[DrawnBy]) -> MadeOf:
    """What these faces are made of.

    A look or a font that a template imported by others asks for as it is loaded, it asks for once: so what one face of
    a template asks for of these, all are taken to.
    """
    texts: dict[Part, str] = {}
    parts: dict[str, frozenset[Part]] = {}
    names: dict[str, frozenset[str]] = {}
    shared: dict[tuple[str, str], frozenset[Part]] = {}
    for one in drawn:
        key = one.template, one.face.language
        shared[key] = shared.get(key, frozenset()) | {part for part in one.asked if part[0] != "words"}
    known: dict[tuple[str, str, bool], tuple[frozenset[Part], frozenset[str]]] = {}
    for one in drawn:
        kit, face = one.kit, one.face
        which = one.template, face.language, bool(face.examples)
        if which not in known:
            known[which] = _templates(one, texts)
        of_files, names[face.id] = known[which]
        art = {("art", file.name): file.text for file in kit.art.files_for(face.svg)}
        said = {_in(kit, part): _said(kit, part) for part in one.asked | shared[which[:2]]}
        if terms := kit.typesetter.terms:
            # What is not parted or has its reading over it: any text may have such a term.
            said[_in(kit, _TERMS)] = repr((sorted(terms.together), sorted(terms.ruby.items())))
        texts |= art | said
        parts[face.id] = of_files | art.keys() | said.keys()
    return MadeOf(parts, texts, names)


def _templates(one: DrawnBy, texts: dict[Part, str]) -> tuple[frozenset[Part], frozenset[str]]:
    """The templates that a face is drawn by, and the names that they read; the texts of the first are put down."""
    environment = one.kit.environment
    pending, names = [f"{one.template}.svg.j2", *([_MINI] if one.face.examples else [])], dict[str, None]()
    while pending:
        name = pending.pop()
        # One that was not compiled has drawn nothing.
        if name not in names and name in environment.sources:
            names[name] = None
            others = environment.reads.get(name, Reads()).others
            # One that is named by a value may be any.
            pending += environment.sources if None in others else [other for other in others if other is not None]
    found = {("template", label): text for label, text in (environment.sources[name] for name in names)}
    texts |= found
    read = (environment.reads.get(name, Reads()).names for name in names)
    return frozenset(found), frozenset[str]().union(*read)


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
