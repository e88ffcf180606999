"""Lint the texts of a game, in its cells and in its words: find what is printed in letters and was meant otherwise."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

from pnp.build.warnings import html_in
from pnp.diagnostics import Diagnostic, Location
from pnp.model.component import cell_texts
from pnp.model.game import Game
from pnp.model.text import Language, language_tag
from pnp.project.project import Project
from pnp.project.source_locations import limit_messages, texts_of_definition
from pnp.records import dataclass
from pnp.rendering.art import ArtLibrary
from pnp.rendering.text.words import PLACEHOLDER, texts_of, wordings_by_language
from pnp.toml.document import locate_key

_RUN = re.compile(r"[^\x00-\x7f]{2,}")
_LATIN_SIGNS = re.compile(r"[¡-ÿ]")
"""Letters and signs of Western Europe. Read wrongly, they begin with Â or Ã."""
_SIGNS = re.compile(r"[‐-•…‰′″‹›€™−←-⇿☀-➿\U0001f300-\U0001faff]")
"""Signs and pictures. Read wrongly, they begin as ``_SIGN_BEGINNINGS`` says."""
_SIGN_BEGINNINGS = ("â€", "â‚¬", "â„¢", "âˆ’", "â†", "â‡", "â˜", "â™", "âš", "âœ", "âž", "ðŸ")
_KANA = re.compile(r"[ぁ-ヿ]")
_MISREAD_KANA = re.compile("[縺繧繝]")
"""What the first two bytes of kana are in Shift JIS. Two of these rare kanji in one run are no word."""
_SCRIPTS = frozenset({"LATIN", "GREEK", "CYRILLIC", "HIRAGANA", "CJK", "HANGUL"})
_CLOSING = "”“’»›…–—"
"""Signs that may follow a word without a blank, and are no letter of it."""


def misread(text: str) -> tuple[str, str] | None:
    """Return the first letters of a text that were read in a wrong encoding, and what they should be; else None.

    >>> misread("Shipâ€™s Bell"), misread("CafÃ©"), misread("«Café…»")
    (('â€™', '’'), ('Ã©', 'é'), None)
    """
    if text.isascii():
        return None
    for run in _RUN.finditer(text):
        meant = _from_western(text, run) or _from_japanese(run[0])
        if meant is not None:
            return run[0], meant
    return None


def _from_western(text: str, run: re.Match[str]) -> str | None:
    """Return what a run of letters is if it was read as Windows-1252, or None if it may be meant."""
    try:
        meant = run[0].encode("cp1252").decode("utf-8")
    except UnicodeError:
        return None
    if all(_SIGNS.fullmatch(char) for char in meant):
        return meant if run[0].startswith(_SIGN_BEGINNINGS) else None
    if len(meant) > 1:
        # By chance, two signs one behind the other hardly make letters of one script.
        scripts = {unicodedata.name(char, "").partition(" ")[0] for char in meant if char.isalpha()}
        return meant if len(scripts) == 1 and scripts <= _SCRIPTS else None
    following = text[run.end() : run.end() + 1]
    if run[0][-1] == "\u00a0" or (run[0][-1] in _CLOSING and not following.isalpha()):
        return None  # a capital at the end of a word, and a blank, a quotation mark or dots
    if _LATIN_SIGNS.fullmatch(meant):
        return meant
    beside = text[max(run.start() - 1, 0) : run.start()] + following
    is_polish = run[0][0] in "ÄÅ" and unicodedata.name(meant, "").startswith("LATIN SMALL")
    return meant if is_polish and any(char.islower() for char in beside) else None


def _from_japanese(run: str) -> str | None:
    """Return what a run of letters is if it was read as Shift JIS, as far as it can be told; else None."""
    data = run.encode("cp932", "ignore")
    meant = data.decode("utf-8", "ignore")
    is_whole = data.decode("utf-8", "replace") == meant and data.decode("cp932", "replace") == run
    if not _KANA.search(meant) or len(meant) >= len(run):
        return None
    return meant if (is_whole and len(meant) > 1) or len(_MISREAD_KANA.findall(run)) > 1 else None


_UNDERLINED = re.compile(r"(?<!\w)__(?=[^\W_])([^_\n]*[^\W_])__(?!\w)")
"""Words that other programs print bold."""
_UNREAD = re.compile(r"\{\{ *[a-z][a-z0-9_-]* *\}\}|(?<!\{)\{ *[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)* *\}(?!\})")
"""Name in braces, where ``PLACEHOLDER`` reads none: with two braces, a blank, a point or a capital."""
_BRACKETS = re.compile(r"\(([a-z][a-z0-9_-]{2,})\)|\[([a-z][a-z0-9_-]+)\]|(?<![\w:]):([a-z][a-z0-9_-]+):(?![\w:])")
"""Name of an icon as other programs write it. ``(a)`` numbers the items of a list."""
_SLANTED = re.compile(r"(?<![\w\\])_([^\W_][^_\n]* [^_\n]*[^\s_])_(?!\w)")
_PLACEHOLDER = re.compile(
    r"\b(?:TODO|TBD|FIXME|[Ll]orem ipsum)\b"
    r"|^(?:\?{2,}|[xX]{3,}|asdf\w*|[Nn]ew card|[Uu]ntitled|[Cc]ard (?:name|text|title))$",
    re.ASCII,
)
_UNEVEN = re.compile(r"(?<![\w*\\])(?:\*\*(?=[^\W_])[^*\n]*[^\W_]\*(?![\w*])|\*(?=[^\W_])[^*\n]*[^\W_]\*\*(?![\w*]))")
"""Words with two asterisks on one side and one on the other."""
_WIDE_BRACES = re.compile(r"[｛{]\s*([A-Za-zａ-ｚＡ-Ｚ][\w-]*)\s*[｝}]")
_WIDE_BOLD = re.compile(r"＊＊([^＊\s](?:[^＊]*[^＊\s])?)＊＊")
MARKED = re.compile(r"(?<![\w*\\])(\*{1,2})(?=[^\s*])[^*\n]*[^\s*\\]\1(?![\w*])")
"""Words between asterisks."""
_BOLD = re.compile(r"\*\*[^*\s][^*]*\*\*")


@dataclass(frozen=True, slots=True)
class WrittenText:
    """Text that a maker wrote, and a function that finds its place."""

    text: str
    locate: Callable[[], Location | None]
    is_wording: bool = False
    """True for a text of words.toml."""
    language: Language | None = None
    """Language of the text, None if it is the same in all."""


def written_texts(project: Project, game: Game) -> Iterator[WrittenText]:
    """Yield the texts of the cards of a game, of its own words, and of its other tables."""
    for cell in cell_texts(game.decks.values()):
        yield WrittenText(cell.text, cell.locate, language=cell.language)
    for name, text in own_words(project, game):
        for language, table in wordings_by_language(name, text).items():
            for key, wording in table.items():
                place = partial(locate_key, text, name, (language, key))
                yield from (WrittenText(form, place, is_wording=True, language=language) for form in texts_of(wording))
    for entry in texts_of_definition(game):
        if entry.path[0] != "decks":
            tag = language_tag(str(entry.path[-1]))
            yield WrittenText(entry.value, partial(project.locate, game.id, entry.path), language=tag)


def own_words(project: Project, game: Game) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the words files that are of this game alone."""
    own = f"templates/{game.engine}/words.toml"
    files = project.resources(game).templates.every(f"{game.engine}/words.toml")
    return ((name, text) for name, text in files.items() if name.endswith(own))


def lint_texts(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each text in a wrong encoding, with marks of other programs, or with an icon that lacks its
    braces, for HTML in words, and for words that are still to come."""
    art = ArtLibrary(project.resources(game).templates, game.engine)
    texts = list(written_texts(project, game))
    has_bold = any(_BOLD.search(text.text) for text in texts)
    found = chain.from_iterable(
        chain(
            *(_wrong_encoding(text), _underlined(text), _uneven_asterisks(text), _wide_marks(text, has_bold)),
            *(_lone_brace(text), _unread_value(text, game, art), _html(text), _placeholder(text)),
        )
        for text in texts
    )
    yield from limit_messages(found, "warnings")
    yield from limit_messages(_unbraced_icons(project, game), "warnings")
    yield from _marked_titles(project, game)


def _wrong_encoding(text: WrittenText) -> Iterator[Diagnostic]:
    meant = misread(text.text)
    if meant is not None:
        message = f"{meant[0]!r} is {meant[1]!r}, read in a wrong encoding"
        hint = 'write it again, or save the file as UTF-8 ("CSV UTF-8" in Excel) from where it was right'
        yield Diagnostic("wrong-encoding", message, text.locate(), hint, severity="warning")


def _underlined(text: WrittenText) -> Iterator[Diagnostic]:
    match = _UNDERLINED.search(text.text)
    if match is not None:
        message = f"{match[0]!r} is printed in letters: bold words stand between asterisks"
        yield Diagnostic("other-markup", message, text.locate(), f"write **{match[1]}**", severity="warning")
    slanted = _SLANTED.search(text.text)
    if slanted is not None:
        message = f"{slanted[0]!r} is printed in letters: italic words stand between asterisks"
        yield Diagnostic("other-markup", message, text.locate(), f"write *{slanted[1]}*", severity="warning")


def _placeholder(text: WrittenText) -> Iterator[Diagnostic]:
    match = _PLACEHOLDER.search(text.text)
    if match is not None:
        message = f"{match[0]!r} stands where words are to come"
        yield Diagnostic("placeholder", message, text.locate(), "write them, or leave it empty", severity="warning")


def _uneven_asterisks(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a wording with two asterisks on one side of words alone; builds warn of it in cells."""
    match = _UNEVEN.search(text.text) if text.is_wording else None
    if match is not None:
        message = f"{match[0]!r} has two asterisks on one side and one on the other, which prints one"
        hint = f"write **{match[0].strip('*')}** or *{match[0].strip('*')}*"
        yield Diagnostic("unclosed-mark", message, text.locate(), hint, severity="warning")


def _wide_marks(text: WrittenText, has_bold: bool) -> Iterator[Diagnostic]:
    """Yield a warning for braces about a name, or asterisks about bold words, in full width."""
    braces = next((match for match in _WIDE_BRACES.finditer(text.text) if "｛" in match[0] or "｝" in match[0]), None)
    bold = _WIDE_BOLD.search(text.text) if has_bold else None
    for match, meant in ((braces, "{%s}"), (bold, "**%s**")):
        if match is not None:
            name = unicodedata.normalize("NFKC", match[1]).lower() if match is braces else match[1]
            message = f"{match[0]!r} is printed in letters: its marks are full-width ones"
            yield Diagnostic("other-markup", message, text.locate(), f"write {meant % name}", severity="warning")


def _marked_titles(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each title of the game or of a component with words between asterisks: sheets print it in
    their labels as it stands."""
    for entry in texts_of_definition(game) if game.engine == "deck" else ():
        of_component = entry.path[0] == "components" and "title" in entry.path[2:3]
        marked = MARKED.search(entry.value) if of_component or entry.path[0] == "title" else None
        if marked is not None:
            message = f"the asterisks of {entry.value!r} are printed: a title has no bold or italic words"
            place = project.locate(game.id, entry.path)
            hint = f"write {entry.value.replace(marked[0], marked[0].strip('*'))}"
            yield Diagnostic("other-markup", message, place, hint, severity="warning")


def _html(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for HTML in a wording; builds warn of it in cells."""
    yield from html_in(text.text, text.locate) if text.is_wording else ()


def _lone_brace(text: WrittenText) -> Iterator[Diagnostic]:
    if text.text.count("{") != text.text.count("}"):
        message = "a brace of this text has no partner: it is printed as it stands"
        hint = "a value or an icon stands between two: {count}, {coin}"
        yield Diagnostic("lone-brace", message, text.locate(), hint, severity="warning")


def _unread_value(text: WrittenText, game: Game, art: ArtLibrary) -> Iterator[Diagnostic]:
    """Yield a warning for the first name in braces that is printed as it stands. Builds warn of ``{{icon}}``."""
    unread = next((match[0] for match in _UNREAD.finditer(text.text) if not PLACEHOLDER.fullmatch(match[0])), None)
    path = "" if unread is None else unread.strip("{ }")
    if unread is not None and not (unread[:2] == "{{" and (path in game.icons or art.has(path))):
        name = path.rpartition(".")[2].lower()
        hint = f"write {{{name}}}" + (
            f", and {name}={path} in the call of w" if "." in path and text.is_wording else ""
        )
        if "." in path and not text.is_wording:
            hint = "a cell has no values: write the figure, or the text in words.toml"
        message = f"{unread!r} is printed in letters: a value or an icon is a name in single braces, in small letters"
        yield Diagnostic("unread-value", message, text.locate(), hint, severity="warning")


def _unbraced_icons(project: Project, game: Game) -> Iterator[Diagnostic]:
    """Yield a warning for each name of an icon in other brackets, if as many texts of the game have it in braces.

    A name in round brackets may be an explanation: it is told if it is the only one, and two texts have braces.
    """
    braced: Counter[str] = Counter()
    for text in written_texts(project, game):
        braced.update({match[1] for match in PLACEHOLDER.finditer(text.text)})
    art = ArtLibrary(project.resources(game).templates, game.engine)
    found: dict[str, list[tuple[WrittenText, str]]] = {}
    for text in written_texts(project, game):
        for match in _BRACKETS.finditer(text.text):
            name = match[1] or match[2] or match[3]
            if braced[name] and f"{{{name}}}" not in text.text and (name in game.icons or art.has(name)):
                found.setdefault(name, []).append((text, match[0]))
    for name, places in found.items():
        in_round = any(written.startswith("(") for _, written in places)
        if len(places) <= (min(1, braced[name] - 1) if in_round else braced[name]):
            for text, written in places:
                message = f"{written!r} is printed in letters, and there is an icon {name!r}"
                hint = f"write {{{name}}}, as other texts do"
                yield Diagnostic("other-markup", message, text.locate(), hint, severity="warning")
