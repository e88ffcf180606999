"""Lint names: find those of a theme, of words and of icons that nothing reads, and that nearly are names in use; and
icons and components that are called as others are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence, Set
from difflib import get_close_matches
from typing import Any

from pnp.build.faces import RenderedKit
from pnp.build.warnings import own_templates
from pnp.check.texts import own_words, written_texts
from pnp.diagnostics import Diagnostic, Location
from pnp.inside import lies_in
from pnp.model.component import Component, cell_texts
from pnp.model.game import Game
from pnp.model.text import Language, Text, Translated, for_language, layout_language
from pnp.project.project import Project
from pnp.records import dataclass
from pnp.rendering.access_log import Part
from pnp.rendering.art import ArtLibrary
from pnp.rendering.templates.sources import SHARED
from pnp.rendering.text.words import PLACEHOLDER, wordings_by_language
from pnp.toml.document import KeyPath, locate_key, parse_toml
from pnp.toml.findings import listed

_NEAR = 0.75
"""Least likeness of a misspelt name to the right one, from 0 to 1."""
_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)
_RULE = re.compile(r"\.([A-Za-z_][\w-]*)(?=[^{}]*\{)")
_CLASS = re.compile(r"""\bclass\s*=\s*["']([^"']*)["']""")
_NEAR_VALUE = 0.7
_PAIR = 2
_PICTURE = re.compile(r"(?i)\.(?:png|jpe?g)$")
_VALUE = re.compile(r"""(?<![\w.])values(?:\.|\[\s*["'])([\w-]+)""")
_ANY_VALUE = re.compile(r"""(?<![\w.])values(?:\[(?!\s*["'])|\.(?:get|items|keys)\b|\s*\|)""")
"""Words of a template that read values by names which it does not write."""
_COMMENT = re.compile(r"""#[^"'\n]*$""", re.MULTILINE)
_NEAR_WORDS = 0.85
"""The same for keys of words. Many of them end alike: ``turn-heading``, ``end-heading``."""


def lint_names(project: Project, game: Game, language: Language, read: Collection[Part]) -> Iterator[Diagnostic]:
    """Yield a warning for each name in the game's theme, words and icons that may be misspelt. ``read`` has what the
    faces read.

    Names that are like no other are left out: a theme and words may hold more than a game reads.
    """
    templates = project.resources(game).templates
    words_read = {name.rpartition(" (")[0] for kind, name in read if kind == "words"}

    def is_read(kind: str, name: str) -> bool:
        return name in words_read if kind == "words" else _is_read(kind, name, language, read)

    looks = templates.every("shared/theme.toml", f"{game.engine}/theme.toml")
    yield from _misspelt((names for look in looks.items() for names in _names_of_theme(*look, language)), is_read)
    if game.engine == "deck":
        files = templates.every("shared/words.toml", f"{game.engine}/words.toml")
        yield from _misspelt((names for words in files.items() for names in _names_of_words(*words)), is_read)
        yield from _unread_values(project, game)
        yield from _unread_terms(project, game)
    yield from _lint_icons(project, game)
    yield from _lint_classes(project, game)
    yield from _same_art(project, game)
    yield from _same_pictures(project, game)
    yield from _same_title(project, game)


@dataclass(frozen=True, slots=True)
class _NameTable:
    """Names of a table in the text of a file. ``kind`` is ``fonts``, ``type``, ``look`` or ``words``."""

    kind: str
    file: str
    text: str
    path: KeyPath
    names: Sequence[str]


def _misspelt(tables: Iterable[_NameTable], is_read: Callable[[str, str], bool]) -> Iterator[Diagnostic]:
    """Yield a warning for each name that nothing reads and that is like a name of an earlier table, which it may be
    meant to override. Tables of weaker files come first."""
    known: dict[str, set[str]] = {}
    for table in tables:
        earlier = known.setdefault(table.kind, set())
        is_words = table.kind == "words"
        # A table of words that has the right key as well means another one.
        candidates = earlier.difference(table.names) if is_words else earlier
        for name in (name for name in table.names if name not in earlier and not is_read(table.kind, name)):
            near = _near(name, candidates, _NEAR_WORDS if is_words else _NEAR)
            if near:
                message = f"no face reads {name!r} of the {'words' if is_words else 'theme'}"
                place, hint = locate_key(table.text, table.file, (*table.path, name)), f"did you mean {near[0]!r}?"
                yield Diagnostic("unread-name", message, place, hint, severity="warning")
        earlier.update(table.names)


def _near(name: str, names: Set[str], likeness: float) -> list[str]:
    return get_close_matches(name, sorted(names), 1, likeness)


def _names_of_theme(file: str, text: str, language: Language) -> Iterator[_NameTable]:
    """Yield the names that a theme file gives for a language, by table: ``fonts.en``, ``type.en``, ``look``."""
    table: dict[str, Any] = parse_toml(text, file)
    yield _NameTable("look", file, text, ("look",), [*table.get("look", {})])
    for kind in ("fonts", "type"):
        for tag in dict.fromkeys((layout_language(language), language)):
            names = [*(for_language(table.get(kind, {}), tag) or {})]
            yield _NameTable(kind, file, text, (kind, tag), names)


def _names_of_words(file: str, text: str) -> Iterator[_NameTable]:
    """Yield the keys that a words file has, by language."""
    for language, wordings in wordings_by_language(file, text).items():
        yield _NameTable("words", file, text, (language,), [*wordings])


def _is_read(kind: str, name: str, language: Language, read: Container[Part]) -> bool:
    if kind == "fonts":
        return ("font", f"{name} ({language})") in read
    look = name.replace("-", "_")
    return ("look", look if kind == "look" else f"type_{look}") in read


def _unread_values(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each free value that nothing reads: of a game that extends another one, those that it adds;
    of others, those beside values that a template reads."""
    added, inherited = project.added_values(game.id)
    values = {name: project.locate(game.id, ("values", name)) for name in game.resolved.get("values", {})}
    definition = "" if project.file is None else _COMMENT.sub("", project.file.read_text("utf-8"))
    texts = [*own_templates(project, game), definition]
    read = {match[1].replace("-", "_") for text in texts for match in _VALUE.finditer(text)}
    if any(map(_ANY_VALUE.search, texts)) or not (inherited or read & {name.replace("-", "_") for name in values}):
        return
    for name, place in (added if inherited else values).items():
        if name.replace("-", "_") not in read:
            near = _near(name, inherited, _NEAR_VALUE)
            hint = f"did you mean {near[0]!r}?" if near else f"what it extends has {listed(sorted(inherited), 'and')}"
            hint = hint if inherited else f"did you mean it where another one is read? Else leave {name!r} out"
            yield Diagnostic("unread-name", f"no template reads the value {name!r}", place, hint, severity="warning")


def _unread_terms(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each reading, and for each word that lines do not part, of a word that stands in no text."""
    for file, text in own_words(project, game):
        tables: dict[str, Any] = parse_toml(text, file)
        kept_whole: list[str] = tables.get("together", {}).get("ja", [])
        terms: list[tuple[str, KeyPath]] = [(term, ("ruby", term)) for term in tables.get("ruby", {})]
        terms += [(term, ("together", "ja", index)) for index, term in enumerate(kept_whole)]
        texts = [written.text for written in written_texts(project, game)] if terms else []
        texts += [*own_templates(project, game)] if terms else []
        shared = "\n".join(project.resources(game).templates.every(f"{SHARED}/words.toml").values() if terms else ())
        for term, path in terms:
            if term not in shared and not any(_may_have(term, written) for written in texts):
                message = f"no text has {term!r}, for which [{path[0]}] says something"
                hint = "write it as the texts do, or leave it out"
                yield Diagnostic("unread-name", message, locate_key(text, file, path), hint, severity="warning")


def _may_have(term: str, text: str) -> bool:
    """Tell whether a text has a term, or may have it once a value is filled in that begins or ends it."""
    ends = ((f"{term[:at]}{{", f"}}{term[at:]}") for at in range(1, len(term)))
    return term in text or ("{" in text and any(begun in text or ended in text for begun, ended in ends))


def _lint_icons(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each icon of the definition that no text writes, and that is like one that a text writes."""
    if not game.icons:
        return
    written = {match[1] for text in written_texts(project, game) for match in PLACEHOLDER.finditer(text.text)}
    for name in game.icons.keys() - written:
        near = _near(name, written - game.icons.keys(), _NEAR)
        if near and not any(name in text for text in own_templates(project, game)):
            message, hint = f"no text writes the icon {name!r}", f"did you mean {near[0]!r}?"
            place = project.locate(game.id, ("text-icons", name))
            yield Diagnostic("unread-name", message, place, hint, severity="warning")


def _lint_classes(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each class of a drawing without a rule, if a rule of its style is for a class that is nearly
    the same, and that nothing has."""
    for path in sorted((project.folder / "templates" / game.engine / "art").glob("*.svg")):
        text = path.read_bytes().decode("utf-8", "replace")
        style = " ".join(_STYLE.findall(text))
        rules = {match[1] for match in _RULE.finditer(style)}
        classes = {name: match for match in _CLASS.finditer(text) for name in match[1].split()} if rules else {}
        for name, match in classes.items():
            near = [] if name in rules else _near(name, rules - classes.keys(), _NEAR)
            if near:
                line = text.count("\n", 0, match.start()) + 1
                place = Location(path.relative_to(project.folder).as_posix(), line, source=text.split("\n")[line - 1])
                message = f"the style of this drawing has no rule for the class {name!r}"
                yield Diagnostic("unread-name", message, place, f"did you mean {near[0]!r}?", severity="warning")


def _same_art(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each icon that draws just what another one draws, though there is art of its own name. Also
    yield one for each art file that is the same as an earlier file."""
    art = ArtLibrary(project.resources(game).templates, game.engine)
    drawn: dict[tuple[str, str], list[str]] = {}
    for name, icon in game.icons.items():
        drawn.setdefault((icon.art, icon.color), []).append(name)
    for (drawn_art, _), names in drawn.items():
        for name in (name for name in names if len(names) > 1 and name != drawn_art and art.has(name)):
            other = names[1] if name == names[0] else names[0]
            message = f"the icon {name!r} draws the art {drawn_art!r}, as {other!r} does, and there is art {name!r}"
            place = project.locate(game.id, ("text-icons", name))
            yield Diagnostic("same-art", message, place, f'write art = "{name}"', severity="warning")
    files: dict[bytes, str] = {}
    for path in sorted((project.folder / "templates" / game.engine / "art").glob("*.svg")):
        other = files.setdefault(path.read_bytes(), path.name)
        if other != path.name:
            place = Location(path.relative_to(project.folder).as_posix())
            message, hint = f"this drawing is the same as {other}", "draw it, or use one file for both"
            yield Diagnostic("same-art", message, place, hint, severity="warning")


def _same_pictures(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each picture of a cell that is a copy, byte for byte, of one that another cell names."""
    cells = {text.text: text for text in [*cell_texts(game.decks.values(), ".")][::-1] if _PICTURE.search(text.text)}
    paths = {name: project.folder / name for name in [*cells][::-1]}
    there = {name: path for name, path in paths.items() if lies_in(path, project.folder) and path.is_file()}
    sizes = Counter(path.stat().st_size for path in there.values())
    alike: dict[bytes, list[str]] = {}
    for name, path in there.items():
        if sizes[path.stat().st_size] > 1:
            alike.setdefault(path.read_bytes(), []).append(name)
    copies = [names for names in alike.values() if len(names) > 1]
    # A program that exports a picture for each card makes more of them.
    if len(copies) == 1 and len(copies[0]) == _PAIR and not there[copies[0][0]].samefile(there[copies[0][1]]):
        first, second = copies[0]
        message = f"the picture {second} is the same as {first}"
        place, hint = cells[second].locate(), "save its own picture, or name one file in both cells"
        yield Diagnostic("same-art", message, place, hint, severity="warning")


def _same_title(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for two components with one title, if the title suits only one of them."""
    titled: dict[Text, list[Component]] = {}
    for component in game.components if game.engine == "deck" else ():
        titled.setdefault(component.title, []).append(component)
    for title, components in titled.items():
        suited = {component.id: component for component in components if _suits(title, component)}
        owner = next(iter(suited.values()), components[0])
        for component in components if suited else ():
            if component.id not in suited and component.template != owner.template:
                message = f"{component.id!r} has the title of {owner.id!r}"
                place = project.locate(game.id, ("components", component.id, "title"))
                yield Diagnostic("same-title", message, place, "give it a title of its own", severity="warning")


def lint_copies(project: Project, game: Game, rendered: RenderedKit) -> Iterator[Diagnostic]:
    """Yield a warning for each component that prints the pieces of an earlier one, on the same material: its entry was
    copied, and its deck or template was not changed. Under another title, backs may tell two decks apart."""
    earlier: dict[tuple[object, ...], str] = {}
    for component, cards in rendered.groups if game.engine == "deck" else ():
        if component.instead_of is not None or not cards:
            continue
        fronts = frozenset((card.front.digest, card.front.trim) for card in cards)
        backs = frozenset(None if card.back is None else card.back.digest for card in cards)
        sheet = None if component.sheet is None else component.sheet.name
        alike = [
            earlier.setdefault((component.stock, sheet, fronts, name), component.id)
            for name in (component.title, backs)
        ]
        first = next((name for name in alike if name != component.id), None)
        if first is not None:
            message = f"{component.id!r} prints the pieces of {first!r} once more"
            hint = "name its own deck (of) or template; for more of them, write copies"
            place = project.locate(game.id, ("components", component.id))
            yield Diagnostic("same-pieces", message, place, hint, severity="warning")


def _suits(title: Text, component: Component) -> bool:
    """Tell whether a title is nearly a name of a component in the definition."""
    names = [component.id, component.template, *filter(None, [component.of])]
    wordings = title.wordings.values() if isinstance(title, Translated) else (title,)
    return any(get_close_matches(text.casefold().replace(" ", "-"), names, 1, _NEAR) for text in wordings)
