"""Lint the templates of a game: find what they compute and never print, and conditions that are never true."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import astuple
from difflib import get_close_matches
from importlib.metadata import version
from typing import Any

from pnp.build.warnings import own_templates
from pnp.cache.disk import REPORTS, DiskCache, cache_folder
from pnp.cache.edition import edition
from pnp.check.texts import own_words
from pnp.check.translations import other_languages
from pnp.diagnostics import Diagnostic, Location
from pnp.model.component import Component, Item, cell_texts
from pnp.model.game import Game
from pnp.model.text import LANGUAGES, Translated
from pnp.project.project import Project, decks_of
from pnp.rendering.access_log import Part
from pnp.rendering.templates.compiler import COMPILER
from pnp.rendering.templates.conditions import TemplateSlip
from pnp.rendering.templates.slips import Constant, KnownNames, TemplateFacts, find_slips, template_facts
from pnp.rendering.templates.sources import TemplateSource, places_of
from pnp.rendering.text.words import wordings_by_language
from pnp.toml.document import locate_key

READING = (
    *(f"pnp.rendering.templates.{module}" for module in ("conditions", "slips", "typed_texts")),
    *COMPILER,
)
"""Modules that the facts about a template follow from."""
_CLOSED: Mapping[str, Collection[str]] = {"face.edge": ("bleed", "border")}
"""All texts that these values can be."""
_IMPORTED = re.compile(r"""\{%-?\s*(?:import|from|include)\s+["']([^"']+)\.svg\.j2["']""")
_JOINED = re.compile(r"""["']([\w-]+)["']\s*~|~\s*["']([\w-]+)["']""")
"""Texts that a template makes a name of, together with others."""
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)\s*\([^%]*%\}")
_WHOLE_MACRO = re.compile(r"\{%-?\s*macro\b.*?endmacro\s*-?%\}", re.DOTALL)
_DRAWN = re.compile(r"\{\{|<[a-z]")
_FEW_IN = 8
"""Unread words are told if they are at most one word in this number."""
_NEAR = 0.75
"""Least likeness of a misspelt column to the right one, from 0 to 1."""
_SENTENCE = 4
"""Fewest words of a sentence."""


def lint_templates(
    project: Project, game: Game, components: Sequence[Component], read: Collection[Part] | None
) -> Iterator[Diagnostic]:
    """Yield a warning for each slip of a template that lies in the folder of the project. ``read`` has what all faces
    of the game read; None says that some were left out."""
    languages, sentences = other_languages(project, game, ()), _sentences(project, game)
    words, unread = _translated(project, game), [] if read is None else _unread_words(project, game, read)
    for name, source in _own_sources(project, game, components).items():
        known = KnownNames(_known_values(project, game, name), languages, sentences, words, unread)
        for slip in find_slips(_facts(source.text), known):
            place = Location(source.name, slip.line, source=source.text.split("\n")[slip.line - 1])
            yield Diagnostic(slip.code, slip.message, place, slip.hint, severity="warning")
        yield from _uncalled_macros(project, game, source)
        yield from _no_columns(project, game, name, source)
    yield from _lone_unread_words(project, game, unread)
    yield from _exchanged(project, game)
    for path in sorted((project.folder / "templates" / game.engine).glob("*.svg")):
        place = Location(path.relative_to(project.folder).as_posix())
        hint = f"templates end in .svg.j2, and art lies in templates/{game.engine}/art"
        yield Diagnostic("unread-file", "nothing reads this file", place, hint, severity="warning")


def _uncalled_macros(project: Project, game: Game, source: TemplateSource) -> Iterator[Diagnostic]:
    """Yield a warning for each macro that the template of a face of a deck defines and that nothing calls. A file of
    macros alone may have more of them than one game calls."""
    if game.engine != "deck" or not _DRAWN.search(_WHOLE_MACRO.sub("", source.text)):
        return
    file = source.name.rpartition("/")[2]
    texts = "\n".join([_MACRO.sub("", source.text), *(text for text in own_templates(project, game) if file in text)])
    for match in _MACRO.finditer(source.text):
        if re.search(rf"\b{match[1]}\b", texts) is None:
            line = source.text.count("\n", 0, match.start()) + 1
            place = Location(source.name, line, source=source.text.split("\n")[line - 1])
            message = f"nothing calls the macro {match[1]!r}, so nothing draws what it has"
            hint = f"write {{{{ {match[1]}(…) }}}} where it is to stand"
            yield Diagnostic("unprinted-part", message, place, hint, severity="warning")


_IN_CARD = re.compile(r"""["']([^"'{}%]+)["']\s+(?:not\s+)?in\s+card\s*(?:%|\}|\)|and\b|or\b|else\b)""")
"""Question whether a card has a column."""


def _no_columns(project: Project, game: Game, name: str, source: TemplateSource) -> Iterator[Diagnostic]:
    """Yield a warning for each question whether a card has a column that no card of any deck has, and that nearly is
    one which they have. A template may serve decks with more columns."""
    games = [other for other in project.games.values() if other.engine == game.engine]
    columns = {column for other in games for deck in other.decks.values() for card in deck for column in card.fields}
    asked = _IN_CARD.finditer(source.text) if game.engine == "deck" else ()
    for match in asked:
        near = get_close_matches(match[1], sorted(columns), 1, _NEAR)
        if match[1] not in columns and match[1] not in ("id", "copies") and near:
            line = source.text.count("\n", 0, match.start()) + 1
            place = Location(source.name, line, source=source.text.split("\n")[line - 1])
            message = f"no card has a column {match[1]!r}, and {name}.svg.j2 asks for it"
            yield Diagnostic("never-equal", message, place, f"did you mean {near[0]!r}?", severity="warning")


def _lone_unread_words(project: Project, game: Game, unread: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield a warning for each key of the game's own words that nothing reads, where others of its group are read. A
    group that nothing reads may belong to a part that was left out, as may most of the words."""
    for name, text in own_words(project, game):
        tables = wordings_by_language(name, text)
        first = next(iter(tables), "")
        keys = [*tables.get(first, {})]
        groups = {key: [other for other in keys if _group_of(other) == _group_of(key)] for key in unread if key in keys}
        lone = [key for key, group in groups.items() if len(group) == 1 or any(one not in unread for one in group)]
        if len(lone) * _FEW_IN <= len(keys):
            for key in lone:
                place = locate_key(text, name, (first, key))
                hint = f'write w("{key}") where it is to stand, or leave it out'
                message = f"no template reads the words {key!r}, so they are printed nowhere"
                yield Diagnostic("unread-words", message, place, hint, severity="warning")


def _group_of(key: str) -> str:
    return key.partition("-")[0]


def _exchanged(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each component that has another template or back than the one of its name, if nothing uses
    that, or whose front and back are exchanged."""
    if game.engine != "deck":
        return
    games = (other for other in project.games.values() if other.engine == game.engine)
    components = [component for other in games for component in other.components]
    used = {name for component in components for name in (component.template, component.back)}
    for component in game.components:
        if component.template.endswith("back") and component.back and not component.back.endswith("back"):
            message = (
                f"the front of {component.id!r} is drawn by {component.template!r}, its back by {component.back!r}"
            )
            place = project.locate(game.id, ("components", component.id, "template"))
            yield Diagnostic("exchanged-sides", message, place, "exchange the two", severity="warning")
        own_names = [("template", component.id)]
        if component.back is not None or component.kind in ("cards", "tokens"):
            own_names += [("back", f"{name}-back") for name in dict.fromkeys((component.id, component.template))]
        for key, name in (own for own in own_names if own[1] not in used):
            file = f"{name}.svg.j2"
            is_there = (project.folder / "templates" / game.engine / file).is_file()
            if is_there and not any(file in text for text in own_templates(project, game)):
                used_one = getattr(component, key)
                has = "no back" if used_one is None else f"the {key} {used_one!r}"
                message = f"{component.id!r} has {has}, and nothing uses {file}"
                path = ("components", component.id, *((key,) if used_one else ()))
                hint = f"did you mean {name!r}?" if used_one else f'write back = "{name}"'
                yield Diagnostic("unused-template", message, project.locate(game.id, path), hint, severity="warning")


def _sentences(project: Project, game: Game) -> list[str]:
    """Return the keys of the game's own words, in its first language, that are sentences."""
    tables = [next(iter(wordings_by_language(*words).values()), {}) for words in own_words(project, game)]
    return [
        key
        for table in tables
        for key, wording in table.items()
        if isinstance(wording, str) and len(wording.split()) >= _SENTENCE
    ]


def _translated(project: Project, game: Game) -> dict[str, str]:
    """Return how a template reads the facts and the own words of a game that another language says otherwise, by their
    first wording. A title may be typed as a name."""
    facts = list(game.facts.wordings.values()) if isinstance(game.facts, Translated) else []
    keys = {facts[0]: "t(game.facts)"} if len(set(facts)) > 1 else {}
    for words in own_words(project, game):
        first, *others = (wordings_by_language(*words) or {"": {}}).values()
        for key, wording in first.items():
            if isinstance(wording, str) and any(table.get(key, wording) != wording for table in others):
                keys.setdefault(wording, f'w("{key}")')
    return keys


def _unread_words(project: Project, game: Game, read: Collection[Part]) -> list[str]:
    """Return the keys of the game's own words that no face reads and no template, cell or definition names."""
    words_read = {name.rpartition(" (")[0] for kind, name in read if kind == "words"}
    keys = [key for words in own_words(project, game) for key in next(iter(wordings_by_language(*words).values()), {})]
    lacking = [key for key in dict.fromkeys(keys) if key not in words_read] if game.engine == "deck" else []
    if not lacking or project.file is None:
        return []
    templates = [*own_templates(project, game)]
    joined = {match[1] or match[2] for text in templates for match in _JOINED.finditer(text)}
    texts = [*templates, project.file.read_text("utf-8"), *(cell.text for cell in cell_texts(game.decks.values()))]
    named = [key for key in lacking if any(key.startswith(part) or key.endswith(part) for part in joined)]
    return [key for key in lacking if key not in named and not any(key in text for text in texts)]


def _facts(source: str) -> TemplateFacts:
    """Return the facts about a template, which are kept in the user's cache."""
    cache = DiskCache(REPORTS, cache_folder())
    release = version("jinja2").encode()
    key = hashlib.sha256(release + edition(*READING) + source.encode("utf-8", "surrogatepass")).hexdigest()
    text = cache.find(key)
    if text is not None:
        slips, *others = json.loads(text)
        return TemplateFacts(tuple(TemplateSlip(*slip) for slip in slips), *map(_as_tuples, others))
    facts = template_facts(source)
    cache.keep(key, json.dumps(astuple(facts)).encode())
    return facts


def _as_tuples(data: Any) -> Any:
    return tuple(map(_as_tuples, data)) if isinstance(data, list) else data


def _own_sources(project: Project, game: Game, components: Sequence[Component]) -> dict[str, TemplateSource]:
    """Return the project's own templates that draw these components, and those that they import, by name."""
    names = list(
        dict.fromkeys(
            name for component in components for name in (component.template, component.back or component.template)
        )
    )
    sources: dict[str, TemplateSource] = {}
    for name in names:
        source = project.resources(game).templates.find(*places_of(f"{name}.svg.j2", game.engine))
        if source is not None and (project.folder / source.name).is_file():
            sources[name] = source
            names += [other for other in _IMPORTED.findall(source.text) if other not in names]
    return sources


def _known_values(project: Project, game: Game, template: str) -> Mapping[str, Collection[Constant]]:
    """Return what values may be in a template, by the name of the value."""
    games = [game]
    if game.engine == "deck":  # decks share their templates; a game with rules has its own
        games += [other for other in project.games.values() if other.engine == "deck" and other.id != game.id]
    known: dict[str, Collection[Constant]] = {**_CLOSED}
    known["component.id"] = list(dict.fromkeys(component.id for other in games for component in other.components))
    known["language"] = [*LANGUAGES, *(game.title.wordings if isinstance(game.title, Translated) else ())]
    known["component.kind"] = [component.kind for component in game.components]
    drawn = [(other, one) for other in games for one in other.components if template in (one.template, one.back)]
    known["net.panels"] = [panel.id for _, one in drawn if one.net is not None for panel in one.net.panels]
    columns: dict[str, dict[tuple[type, Constant], Constant]] = {}
    for other, deck in ((other, one.of) for other, one in drawn if one.of is not None):
        for card in decks_of(other)[deck]:
            for name, value in _values_of(card):
                columns.setdefault(name, {})[type(value), value] = value  # 1 equals True
    return {**known, **{name: tuple(values.values()) for name, values in columns.items()}}


def _values_of(card: Item) -> Iterator[tuple[str, Constant]]:
    """Yield the texts, figures and flags of a card, by their names in templates."""
    yield from (("item.id", card.id), ("card.id", card.id))
    for column, value in card.fields.items():
        values = value.wordings.values() if isinstance(value, Translated) else (value,)
        yield from ((f"card.{column}", cell) for cell in values if isinstance(cell, str | int | float))
