"""Template context: type, art, colour, codes and worked examples, for one kit in one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from difflib import get_close_matches
from functools import wraps
from typing import Any

from markupsafe import Markup

from pnp.cache.keys import value_key
from pnp.cardsvg.xml_text import quoteattr
from pnp.diagnostics import Diagnostic, TemplateError, shorten
from pnp.fonts import FontBook
from pnp.model.game import Game
from pnp.model.text import LANGUAGES, Language, Translated, layout_language
from pnp.records import dataclass
from pnp.rendering.art import ArtLibrary, Colours, IconSet
from pnp.rendering.graphics import colour
from pnp.rendering.graphics.arrangements import attended, composed, festoon, wreath
from pnp.rendering.graphics.nets import FoldPainter
from pnp.rendering.graphics.qr import qr_path
from pnp.rendering.graphics.rays import polar, rainbow, sunburst
from pnp.rendering.printable import plain
from pnp.rendering.sheets.tableau import TableauPainter
from pnp.rendering.templates.fields import CardFields, Values
from pnp.rendering.templates.filters import short_round
from pnp.rendering.templates.sandbox import Sandbox, make_environment
from pnp.rendering.templates.sources import SHARED, TemplateFolders
from pnp.rendering.text.ruby import game_readings
from pnp.rendering.text.theme import Look, Theme, load_theme
from pnp.rendering.text.typeset import Typesetter
from pnp.rendering.text.words import FilledText, Words, load_words


@dataclass(frozen=True, slots=True)
class LanguageKit:
    """Everything that the templates of one engine need in one language."""

    language: Language
    words: Words
    theme: Theme
    typesetter: Typesetter
    art: ArtLibrary
    painter: TableauPainter
    environment: Sandbox
    edition: Hashable
    """Key of look, fonts, icons and readings. Kits with equal keys draw the same with the same templates, words, art
    and game."""


def make_language_kit(folders: TemplateFolders, game: Game, book: FontBook, language: Language) -> LanguageKit:
    """Load words and theme, and open the templates of the engine of ``game`` in ``language``. Missing words are
    collected in ``words.lacking``, so that an author can add them all at once."""
    engine = game.engine
    own_words = f"{engine}/words.toml"
    # A game without words of its own borrows the shared English ones.
    files, bare = folders.every(f"{SHARED}/words.toml", own_words), not folders.every(own_words)
    words = load_words(files, language, f"templates/{own_words}", {}, borrow=bare)
    english = {} if bare or language in LANGUAGES else load_words(files, "en", words.own).wording
    words = replace(words, english=english)
    looks = folders.every("shared/theme.toml", f"{engine}/theme.toml")
    theme = load_theme(looks, language)
    art = ArtLibrary(folders, engine)
    icons = IconSet(game.icons, art, language)
    words = replace(words, icons=icons, accessed=theme.access_log.words)
    terms = (
        replace(words.terms, ruby={**words.terms.ruby, **game_readings(game)})
        if layout_language(language) == "ja"
        else words.terms
    )
    typesetter = Typesetter(book, theme, terms, icons)
    environment = make_environment(folders, engine, {})
    art.spend = environment.spend
    painter = TableauPainter(words, typesetter, environment)
    environment.globals.update(_helpers(game, words, typesetter, art, painter, theme.look))
    for arrange in (wreath, festoon, composed, attended):
        environment.globals[arrange.__name__] = _charged(environment, arrange)
    folds = FoldPainter(words, typesetter)
    environment.globals.update({"fold_lines": folds.lines, "fold_tabs": folds.tabs})
    environment.globals.update({"fold_ticks": folds.ticks, "fold_creases": folds.creases, "fold_cuts": folds.cuts})
    environment.globals["fold_legend"] = folds.legend
    environment.globals.update({"game": game, "settings": game.settings, "language": language, "look": theme.look})
    environment.globals["values"] = Values(game.values, language)
    environment.globals["readings"] = readings_of(game.settings)
    edition_inputs = dict(looks), terms.together, sorted(terms.ruby.items()), sorted(game.icons.items())
    edition = engine, language, value_key(edition_inputs), book
    return LanguageKit(language, words, theme, typesetter, art, painter, environment, edition)


def readings_of(settings: Any) -> tuple[str, ...]:
    """Return the word keys that tell how the settings decide what a source leaves open. Each field of
    ``settings.readings`` gives one key, ``reading-<name>-<value>``."""
    readings = getattr(settings, "readings", None)
    if readings is None or not is_dataclass(readings):
        return ()
    return tuple(
        f"reading-{field.name.rstrip('_')}-{getattr(readings, field.name)}".replace("_", "-")
        for field in fields(readings)
    )


_NAME = re.compile(r"(?:card|values|game|face|look)\.[a-z]\w*")
"""Name of a value, as templates write it."""
_MISSPELT_ADDRESS = re.compile(r"(?!https?://)h?t{1,3}ps?\s?[:/]|(?!https?:)(?:hpt|htp|hts|ttp)\w{0,3}:", re.IGNORECASE)
"""Beginning of an address of the web without its colon or strokes, or with letters out of place."""
_BROKEN_ADDRESS = re.compile(r"https?://\S*[ \t]+\S*\Z", re.IGNORECASE)
"""Address with a blank in it, and no words behind it."""
_ARRANGEMENT_WORK = 150
"""Steps of a template that an arrangement of motifs counts for: it is searched for up to 2 ms."""


def _charged(environment: Sandbox, arrange: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of templates that takes its work off what the face has left."""

    @wraps(arrange)
    def charged(*measures: Any, **options: Any) -> Any:
        environment.spend(_ARRANGEMENT_WORK)
        return arrange(*measures, **options)

    del charged.__wrapped__  # it has methods, such as one that empties its cache
    return charged


def _helpers(
    game: Game, words: Words, typesetter: Typesetter, art: ArtLibrary, painter: TableauPainter, look: Look
) -> Mapping[str, Callable[..., Any]]:
    def use_art(
        name: str, x: float, y: float, width: float, height: float | None = None, color: Colours = None
    ) -> Markup:
        return Markup(art.use(name, x, y, width, width if height is None else height, color))

    def image(href: str, x: float, y: float, width: float, height: float, fit: str = "xMidYMid meet") -> Markup:
        box = f'x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:.5g}"'
        return Markup(f"<image href={quoteattr(href)} {box} preserveAspectRatio={quoteattr(fit)}/>")

    def qr(data: str, x: float, y: float, size: float, fill: str = "#1b1a1f") -> Markup:
        if not data.strip():
            raise ValueError("a QR code of no text leads nowhere")
        if _NAME.fullmatch(data):
            raise ValueError(f"a QR code of the name {data!r} leads nowhere: write it without quotes")
        if _MISSPELT_ADDRESS.match(data):
            raise ValueError(f"the address {data!r} leads nowhere: it begins with https:// or http://")
        if _BROKEN_ADDRESS.match(data):
            raise ValueError(f"the address {data!r} leads nowhere: there is a blank in it")
        path, modules = qr_path(data)
        scale = size / modules
        return Markup(
            f'<g transform="translate({x:.5g} {y:.5g}) scale({scale:.6g})">'
            f'<path d="{path}" fill={quoteattr(str(fill))}/></g>'
        )

    return {
        "line": typesetter.line,
        "block": typesetter.block,
        "type_at_most": typesetter.type_at_most,
        "text_width": lambda text, *measures, **options: typesetter.width(_as_text(text), *measures, **options),
        "w": words,
        "t": words.text,
        "phrase": words.word,
        "art": use_art,
        "image": image,
        "has_art": art.has,
        "qr": qr,
        "sunburst": sunburst,
        "rainbow": rainbow,
        "ring": _ring,
        "polar": polar,
        "on": lambda ground: colour.on(ground, look.dark, look.contrast),
        "tint": colour.tint,
        "shade": colour.shade,
        "mix": colour.mix,
        "readable": colour.readable,
        "steeped": colour.darken_to_contrast,
        "overprinted": colour.overprinted,
        "contrast": colour.contrast,
        "flow": painter.flow,
        "tableau": painter.draw,
        "lookup": lambda items, key: _lookup(items, key, game),
        "column": lambda card, *names: _column(card, names, words),
        "fail": _fail,
        "min": min,
        "max": max,
        "round": short_round,
        "len": len,
        "abs": abs,
        "enumerate": enumerate,
        "zip": zip,
    }


def _as_text(text: object) -> str:
    """Return a text as it reads, with the values filled into it."""
    return text if isinstance(text, FilledText) else plain(text)


def _ring(*measures: Any, **options: Any) -> Markup:
    from pnp.rendering.graphics.shapes import ring  # noqa: PLC0415 - svgwrite takes longer to import than most faces to draw

    return ring(*measures, **options)


def _lookup(items: Iterable[Any], key: str, game: Game) -> Any:
    """Return the item of a deck, or of a settings list, whose id is ``key``."""
    for item in items:
        if item.id == key:
            return item
    deck = next((f"in the deck {name!r}" for name, deck in game.decks.items() if deck is items), "in this list")
    ids = {item.id.casefold(): item.id for item in items}
    near = get_close_matches(str(key).casefold(), ids, 1, 0.6)
    hint = f"did you mean {ids[near[0]]!r}?" if near else f"its ids are {shorten(', '.join(ids.values()))}"
    raise TemplateError(Diagnostic("unknown-id", f"there is no {key!r} {deck}", hint=hint))


def _column(card: CardFields | Mapping[str, Any], names: Sequence[str], words: Words) -> str:
    """Return the text of the first column of ``names`` that is neither missing nor empty. It is in the language of the
    face. Without such a column the text is empty. ``card`` is the card of the face, or a row of ``game.decks``."""
    for name in (column for column in names if column in card):
        value = card[name]
        if text := words.text(value) if isinstance(value, Translated) else str(value):
            return text
    return ""


def _fail(message: str, about: object = None, at: str | None = None) -> None:
    """Let a template refuse what it cannot draw. ``about`` is the text of the definition to correct, ``at`` its key."""
    subject = None if about is None else str(about)
    raise TemplateError(Diagnostic("template-refuses", message, subject=subject, key=at))
