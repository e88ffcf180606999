"""Font stack: fallback along the declared fonts, character by character, and to no other font."""

from __future__ import annotations

import unicodedata
from functools import cache

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts.face import FontFace
from pnp.records import dataclass

# Characters that cannot be set by putting one glyph beside the other, from left to right.
#
# Sources: the Unicode Character Database, version 14: Bidi_Class of UAX 9; Indic_Positional_Category, without the
# visual order of Thai and Lao, and Indic_Syllabic_Category of UAX 44, for what stands before its letter or joins
# letters. The pulli of Tamil is left out, since it stands above its letter and joins nothing. Joining_Type of letters
# that are not written from right to left.

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})
"""Classes of letters and digits from right to left, and of the characters that turn the direction."""
TURNS = frozenset("\u061c\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Invisible characters that only turn the direction (UAX 9, 2)."""
_RIGHT_TO_LEFT_BY_DEFAULT = (
    ("\u0590", "\u08ff"), ("\ufb1d", "\ufdff"), ("\ufe70", "\ufefe"), ("\U00010800", "\U00010fff"),
    ("\U0001e800", "\U0001efff"),
)  # fmt: skip
"""Blocks whose characters are right-to-left even if the database does not know them yet (UAX 9, 3.2)."""
_FIRST_RIGHT_TO_LEFT, _FIRST_JOINED = "\u0590", "\u0900"
_MOVED_OR_JOINED = (
    # Signs that stand before the letter that they follow (Indic_Positional_Category: all that have Left).
    "93F 94E 9BF 9C7-9C8 9CB-9CC A3F ABF B47-B48 B4B-B4C BC6-BC8 BCA-BCC D46-D48 D4A-D4C DD9-DDE F3F 1031 103C 1084 "
    "17BE-17C5 1A19 1A55 1A6E-1A72 1B3E-1B41 1BA6 1C27-1C29 1C34-1C35 A9BA-A9BB A9BF AA2F-AA30 AA34 AAEB AAEE 110B1 "
    "1112C 111B4 111CE 112E1 11347-11348 1134B-1134C 11436 114B1 114B9 114BB-114BC 114BE 115B0 115B8-115BB 116AE 1171E "
    "11726 1182D 11935 11937-11938 119D2 119E4 11CB1 11EF5 "
    # Signs that join their neighbours (Indic_Syllabic_Category: Virama, Invisible_Stacker, Consonant_Subjoined).
    "94D 9CD A4D ACD B4D C4D CCD D4D DCA 1B44 A806 A8C4 A9C0 11046 110B9 111C0 11235 1134D 11442 114C2 115BF 1163F "
    "116B6 11839 119E0 11C3F 1039 17D2 1A60 1BAB AAF6 11133 1193E 11A47 11A99 11D45 11D97 F8D-F97 F99-FBC 1929-192B "
    "1A57 1A5B-1A5E 1BA1-1BA3 1BAC-1BAD 1C24-1C25 11C92-11CA7 11CA9-11CAF "
    # Letters that join: Mongolian and 'Phags-pa; vowels and endings of Hangul that are not written as whole syllables.
    "1807 1820-1878 1887-18A8 18AA A840-A871 1160-11FF D7B0-D7FB"
)


def is_right_to_left(char: str) -> bool:
    """Decide whether a character is of a right-to-left script, or turns the direction of writing."""
    if char < _FIRST_RIGHT_TO_LEFT:
        return False
    direction = unicodedata.bidirectional(char)
    if not direction:
        return any(first <= char <= last for first, last in _RIGHT_TO_LEFT_BY_DEFAULT)
    return direction in _RIGHT_TO_LEFT


def is_moved_or_joined(char: str) -> bool:
    """Decide whether a character is legible only where a font joins it with its neighbours, or moves it."""
    return char >= _FIRST_JOINED and char in _moved_or_joined()


def joins_the_one_before(char: str) -> bool:
    """Decide whether a character is a mark on the character before it, or continues its syllable of Hangul."""
    return "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7fb" or unicodedata.category(char).startswith("M")


@cache
def _moved_or_joined() -> frozenset[str]:
    chars: set[str] = set()
    for part in _MOVED_OR_JOINED.split():
        first, _, last = part.partition("-")
        chars.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(chars)


def word_at(text: str, index: int) -> str:
    """Return the letters and marks around ``index``."""
    start = end = index
    while start > 0 and unicodedata.category(text[start - 1])[0] in "LM":
        start -= 1
    while end < len(text) and (end == index or unicodedata.category(text[end])[0] in "LM"):
        end += 1
    return text[start:end]


class MissingGlyphError(TemplateError):
    """Error for a character that no font of a stack has, or of a script that cannot be set."""


OF_CHARACTERS = frozenset({"missing-glyph", "right-to-left", "joined-script"})
"""Codes of errors whose subject is the word around a character."""
_OUTLINED = "draw the words as an SVG with outlined text (Inkscape: Path > Object to Path) and place it with art()"


@dataclass(frozen=True, slots=True)
class Fallback:
    """Character that the first font of a stack lacks, and the face of the stack that draws it instead."""

    char: str
    wanted: FontFace
    used: FontFace


@dataclass(frozen=True, slots=True)
class PlacedGlyph:
    """Glyph of a line, with the characters that it stands for. Lengths in em.

    ``advance`` is how far it moves the pen here, ``width`` its advance width in the font; ``x`` and ``y`` are its
    offset from the pen, to the right and upwards.
    """

    glyph: int
    text: str
    advance: float
    width: float
    x: float = 0.0
    y: float = 0.0


class FontStack:
    """Fonts in order of preference. The first face that covers a character draws it."""

    features: tuple[str, ...] = ()
    """OpenType tags of the features that are on (``shaping``)."""

    def __init__(self, faces: tuple[FontFace, ...]) -> None:
        if not faces:
            raise ValueError("a font stack needs at least one face")
        self.faces = faces
        self._drawn_by: dict[str, tuple[FontFace, float]] = {}

    def face_for(self, char: str) -> FontFace | None:
        """Return the first face that covers ``char``; None if none does, or if the character cannot be set."""
        drawn_by = self._drawn_by.get(char)
        if drawn_by is None:
            if is_right_to_left(char) or self._needs_shaping(char):
                return None
            for face in self.faces:
                glyph = face.glyphs.get(ord(char))
                if glyph is not None:
                    drawn_by = self._drawn_by[char] = (face, face.advance(glyph))
                    break
            else:
                return None
        return drawn_by[0]

    def _needs_shaping(self, char: str) -> bool:
        """Decide whether ``char`` needs more than its plain glyph."""
        return is_moved_or_joined(char)

    def reach(self, text: str) -> tuple[float, float]:
        """Return how far the ink of a text goes above its baseline and below it, in em; both are 0 for blanks.

        Raises MissingGlyphError for a character that no face covers.
        """
        extents = [face.ink(char) for face, part in self.runs(text) for char in part]
        return max((up for _, up in extents), default=0.0), max((-low for low, _ in extents), default=0.0)

    def runs(self, text: str) -> list[tuple[FontFace, str]]:
        """Cut ``text`` into the longest runs of one face.

        Raises MissingGlyphError for the first character that no face covers.
        """
        runs: list[tuple[FontFace, str]] = []
        start = 0
        current: FontFace | None = None
        for index, char in enumerate(text):
            face = self.face_for(char)
            if face is None:
                raise self._missing(text, index)
            if face is not current:
                if current is not None:
                    runs.append((current, text[start:index]))
                current, start = face, index
        if current is not None:
            runs.append((current, text[start:]))
        return runs

    def width(self, text: str, size: float, letter_spacing: float = 0.0) -> float:
        """Return the width in mm of ``text`` on one line at a font size of ``size`` mm.

        ``letter_spacing`` in mm stands between characters, not after the last. Raises MissingGlyphError.
        """
        return self.advance(text, letter_spacing != 0) * size + letter_spacing * max(0, len(text) - 1)

    def advance(self, text: str, spaced: bool = False) -> float:
        """Return the width of ``text`` in em, without the letter-spacing itself. ``spaced`` text has no ligatures.
        Raises MissingGlyphError."""
        drawn_by = self._drawn_by
        try:
            return sum([drawn_by[char][1] for char in text])
        except KeyError:
            self.runs(text)
            return sum([drawn_by[char][1] for char in text])

    def glyphs(self, text: str, spaced: bool = False) -> list[tuple[FontFace, tuple[PlacedGlyph, ...]]]:
        """Return the glyphs of ``text`` in the longest runs of one face. Raises MissingGlyphError."""
        return [
            (face, tuple(PlacedGlyph(glyph, char, *[face.advance(glyph)] * 2) for char, glyph in face.spelled(part)))
            for face, part in self.runs(text)
        ]

    def fallbacks(self, text: str) -> tuple[Fallback, ...]:
        """Return each different character of ``text`` that the first face lacks, in order. Raises MissingGlyphError."""
        first = self.faces[0]
        seen: dict[str, Fallback] = {}
        for face, run in self.runs(text):
            if face is not first:
                for char in run:
                    seen.setdefault(char, Fallback(char, first, face))
        return tuple(seen.values())

    def _missing(self, text: str, index: int, place: Location | None = None) -> MissingGlyphError:
        # An error that no other font can mend comes first.
        unmendable = (at for at, other in enumerate(text) if is_right_to_left(other) or self._needs_shaping(other))
        index = next(unmendable, index)
        char = text[index]
        name = unicodedata.name(char, "a character without a name")
        shown = repr(char) if char.isprintable() else name
        excerpt = text if len(text) <= 40 else text[:37] + "…"
        where = f"character {index + 1} of {excerpt!r}"
        if is_right_to_left(char):
            message = f"text from right to left cannot be set yet: {shown} (U+{ord(char):04X}, {name}), {where}"
            hint = _without_turns(text) or _OUTLINED
            return MissingGlyphError(Diagnostic("right-to-left", message, place, hint, subject=word_at(text, index)))
        if self._needs_shaping(char):
            message = (
                f"{shown} (U+{ord(char):04X}, {name}), {where}, is joined with the letters beside it or moved, which "
                "cannot be done yet"
            )
            hint = self._composed(text, index) or _OUTLINED
            return MissingGlyphError(Diagnostic("joined-script", message, place, hint, subject=word_at(text, index)))
        stack = ", ".join(f"{face.family} {face.weight}" for face in self.faces)
        message = f"no font of the stack ({stack}) has {shown} (U+{ord(char):04X}, {name}), {where}"
        hint = "write it another way, draw it as a shape, or add a font that has it to the stack in theme.toml"
        if char == "\ufffd":
            hint = "the text was saved in another encoding, and this is what is left: save the original as UTF-8 again"
        hint = self._composed(text, index) or hint
        return MissingGlyphError(Diagnostic("missing-glyph", message, place, hint, subject=word_at(text, index)))

    def _composed(self, text: str, index: int) -> str | None:
        """Return a hint if the word around ``index`` can be set with composed characters (Unicode NFC)."""
        word = word_at(text, index)
        composed = unicodedata.normalize("NFC", word)
        if composed == word or any(self.face_for(char) is None for char in composed):
            return None
        return f"write {composed!r} with whole characters (Unicode NFC): here their parts are written one by one"


def _without_turns(text: str) -> str | None:
    """Return a hint if only invisible characters are right-to-left."""
    if any(is_right_to_left(char) and char not in TURNS for char in text):
        return None
    turns = dict.fromkeys(f"U+{ord(char):04X}" for char in text if char in TURNS)
    noun = "this invisible character" if len(turns) == 1 else "these invisible characters"
    return f"delete {noun} ({', '.join(turns)})"
