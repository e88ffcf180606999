"""Find slips of typing in a text, such as a word or a blank twice, and weights that no font of a theme has."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator
from pathlib import Path

from pnp.check.doubled_words import doubles_words, word_twice
from pnp.check.texts import WrittenText
from pnp.diagnostics import Diagnostic
from pnp.fonts.book import INDEX
from pnp.fonts.face import FontFace
from pnp.fonts.files import describe
from pnp.inside import lies_in
from pnp.model.game import Game
from pnp.model.text import Language
from pnp.project.project import Project
from pnp.rendering.access_log import Part
from pnp.rendering.text.theme import load_theme
from pnp.toml.document import locate_key, parse_toml

_BLANKS = re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)")
_UNSEEN = re.compile(r"[\ufeff\u200e\u200f\u2060]|(?<=[A-Za-zÀ-ɏ])\u200b(?=[A-Za-zÀ-ɏ])")
"""Characters without a picture that come with a copied text."""
_AFTER_SENTENCE = re.compile(r"[.!?:][*_\"')”’»]*( +)(?=\S)")
_BLANK_BEFORE = re.compile(r"(?<=[\w}*)])[ \u3000]([.,。、])(?=[\s*_\"')”’»]|$|(?<=[。、]))")
_HYPHENS = re.compile(r"(?<=[^\W\d_]) -- (?=[^\W\d_])|(?<=[^\W\d_])--(?=[^\W\d_])")
"""Hyphens of a typewriter that stand for a dash."""
_SIGNS_TWICE = re.compile(r"(?<![.\d])\.\.(?![.\d/])|,,(?=\s|$)|,\.(?![.\d])|。。|、、|、。|。、|をを")
"""Sign written twice by mistake. Two commas before a word are quotation marks of a typewriter."""
_PAIRS = (("(", ")"), ("（", "）"), ("「", "」"), ("『", "』"), ("【", "】"), ("“", "”"))
_NUMBERED = re.compile(r"(?:^|(?<=[.;:,] ))(?:[a-z]|\d{1,2})\)|[:;][-o]?[()]", re.MULTILINE)
"""Mark of a list, such as ``a)``, or a smile."""
_FEWEST_WORDS = 4
_RANGE = re.compile(r"(?<![\d.,])(\d{1,3}) ?(?:to|bis|-|–|〜|～) ?(\d{1,3}) ?(?:players|Spieler|人)")
_ENDS = " \t\u00a0\u3000"


def lint_typing(texts: Collection[WrittenText], language: Language) -> Iterator[Diagnostic]:
    """Yield a warning for each slip of typing in the texts of a game, those without a language in ``language``. Two
    blanks after a sentence are a habit of those who write most of theirs so."""
    gaps = [len(match[1]) for text in texts for match in _AFTER_SENTENCE.finditer(text.text)]
    is_habit = 2 * sum(gap > 1 for gap in gaps) >= len(gaps) > 0
    for text in texts:
        if not doubles_words(text.language or language):
            yield from _word_twice(text)
        yield from _blanks(text, is_habit)
        yield from _signs(text)
        yield from _ends(text)
        yield from _unseen(text)
        yield from _alone(text)
        yield from _range(text)


def _word_twice(text: WrittenText) -> Iterator[Diagnostic]:
    words = word_twice(text.text)
    if words is not None:
        yield _slip(text, f"{words!r} has a word twice", f"write it once: {words.split()[0]!r}")


def _blanks(text: WrittenText, is_habit: bool) -> Iterator[Diagnostic]:
    ends = {match.start(1) for match in _AFTER_SENTENCE.finditer(text.text)} if is_habit else set()
    for match in _BLANKS.finditer(text.text):
        if match.start() not in ends:
            shown = _around(text.text, match.start(), match.end())
            yield _slip(text, f"{shown!r} has {match.end() - match.start()} blanks in a row", "write one")
            return


def _signs(text: WrittenText) -> Iterator[Diagnostic]:
    blank = _BLANK_BEFORE.search(text.text)
    if blank is not None:
        shown = _around(text.text, blank.start(), blank.end())
        yield _slip(text, f"{shown!r} has a blank before {blank[1]!r}", f"write {blank[1]!r} right behind the word")
    dash = _HYPHENS.search(text.text)
    if dash is not None:
        shown = _around(text.text, dash.start(), dash.end())
        yield _slip(text, f"{shown!r} has two hyphens for a dash", "write – or —")
    twice = _SIGNS_TWICE.search(text.text)
    if twice is not None:
        shown = _around(text.text, twice.start(), twice.end())
        signs = " or ".join(repr(sign) for sign in dict.fromkeys(twice[0]))
        yield _slip(text, f"{shown!r} has {twice[0]!r}", f"write {signs}")


def _ends(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a blank at an end. Wordings may be put together of parts."""
    if not text.is_wording and text.text.strip() and (text.text[0] in _ENDS or text.text[-1] in _ENDS):
        where = "begins" if text.text[0] in _ENDS else "ends"
        yield _slip(text, f"this text {where} with a blank", "delete it, inside of the quotes")


def _unseen(text: WrittenText) -> Iterator[Diagnostic]:
    unseen = _UNSEEN.search(text.text)
    if unseen is not None:
        code = f"U+{ord(unseen[0]):04X}"
        shown = _around(text.text, unseen.start(), unseen.end()).replace(unseen[0], "|")
        yield _slip(text, f"an invisible character, {code}, stands at | in {shown!r}", "write the word again")


def _alone(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a bracket or a quotation mark without its partner. Short wordings may be parts of a text."""
    plain = _NUMBERED.sub("", text.text)
    if text.is_wording and len(plain.split()) < _FEWEST_WORDS:
        return
    for first, second in _PAIRS:
        opened, closed = plain.count(first), plain.count(second)
        is_german = first == "“" and "„" in plain
        if opened != closed and not is_german:
            lone, partner = (first, second) if opened > closed else (second, first)
            yield _slip(text, f"{lone!r} has no partner in this text", f"write {partner!r} where it belongs")
            return


def _range(text: WrittenText) -> Iterator[Diagnostic]:
    """Yield a warning for a range of players that begins with the larger figure."""
    players = _RANGE.search(text.text)
    if players is not None and int(players[1]) > int(players[2]):
        yield _slip(text, f"{players[0]!r} begins with the larger figure", f"write {players[2]} first")


def _around(text: str, start: int, end: int) -> str:
    """Return a part of a text with the words on either side of it."""
    before = text[:start].rpartition("\n")[2].split(" ")[-1]
    after = text[end:].partition("\n")[0].split(" ")[0]
    return f"{before}{text[start:end]}{after}"


def _slip(text: WrittenText, message: str, hint: str) -> Diagnostic:
    return Diagnostic("typing-slip", message, text.locate(), hint, severity="warning")


_FAR = 200
"""Least difference of two weights that are not two names of one."""
_REGULAR, _BOLDER = 400, 700
_LEAST = 100
"""Least weight of a font; old files count from 1 to 9."""


def lint_weights(project: Project, game: Game, language: Language, read: Container[Part]) -> Iterator[Diagnostic]:
    """Yield a warning for each font role, among those that faces ``read``, whose first family has no font of the wanted
    weight, so that the nearest one is printed."""
    resources = project.resources(game)
    yield from _plain_strong(project, game, language, read)
    used: dict[Path, FontFace] = {}
    theme = load_theme(resources.templates.every("shared/theme.toml", f"{game.engine}/theme.toml"), language)
    for name, role in theme.fonts.items():
        if ("font", f"{name} ({language})") in read:
            face, *others = resources.fonts.stack(role.families, role.weight, role.style, role.stretch).faces
            used.update((font.path, font) for font in (face, *others) if lies_in(font.path, project.folder))
            if face.weight != role.weight:
                message = f"the family {face.family} has no font of weight {role.weight}: {face.weight} is printed"
                hint = f"put its font into the folder fonts, or write weight = {face.weight}"
                yield Diagnostic("no-weight", message, theme.place_of_role(name), hint, severity="warning")
    yield from _denied_weights(used.values())


def _plain_strong(project: Project, game: Game, language: Language, read: Container[Part]) -> Iterator[Diagnostic]:
    """Yield a warning if bold words look like all others, though their family has a bolder font."""
    resources = project.resources(game)
    theme = load_theme(resources.templates.every("shared/theme.toml", f"{game.engine}/theme.toml"), language)
    text, strong = theme.fonts.get("text"), theme.fonts.get("strong")
    if text is None or strong is None or ("font", f"strong ({language})") not in read:
        return
    wanted = ((text, text.weight), (strong, strong.weight), (strong, _BOLDER))
    stacks = (resources.fonts.stack(role.families, weight, role.style, role.stretch) for role, weight in wanted)
    plain, bold, bolder = (stack.faces[0] for stack in stacks)
    if bold.path == plain.path and bolder.weight > plain.weight:
        message = f"bold words look like all others: 'strong' and 'text' have {plain.family} in {plain.weight}"
        hint = f"write weight = {bolder.weight}"
        yield Diagnostic("plain-strong", message, theme.place_of_role("strong"), hint, severity="warning")


def _denied_weights(faces: Iterable[FontFace]) -> Iterator[Diagnostic]:
    """Yield a warning for each weight of an index of fonts that is far from what the file says itself, in a family of
    several files. A file that calls itself regular may do so for want of care."""
    for face in faces:
        index = face.path.parent / INDEX
        label = f"{index.parent.name}/{INDEX}"
        text = index.read_text("utf-8") if index.is_file() else ""
        fonts = parse_toml(text, label).get("font", [])
        own = describe(face.path).weight if sum(font["family"] == face.family for font in fonts) > 1 else face.weight
        if abs(own - face.weight) >= _FAR and own != _REGULAR and own >= _LEAST:
            message = f"{face.path.name} says that its weight is {own}, not {face.weight}"
            number = [font["file"] for font in fonts].index(face.path.name)
            place = locate_key(text, label, ("font", number, "weight"))
            yield Diagnostic("denied-weight", message, place, f"write weight = {own}", severity="warning")
