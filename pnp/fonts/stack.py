"""A declared stack of fonts: glyph-by-glyph fallback along it, and nowhere else."""

from __future__ import annotations

import unicodedata

from pnp.diagnostics import Diagnostic, Location, TemplateError
from pnp.fonts.face import FontFace
from pnp.fonts.scripts import TURNS, is_moved_or_joined, is_right_to_left, word_at
from pnp.records import dataclass


class MissingGlyphError(TemplateError):
    """A character that none of the fonts of a stack can draw, or of a script that cannot be set."""


OF_CHARACTERS = frozenset({"missing-glyph", "right-to-left", "joined-script"})
"""The codes of such errors, whose subject is the character, or the word that it stands in."""
_OUTLINED = "draw the words as an SVG with outlined text (Inkscape: Path > Object to Path) and place it with art()"


@dataclass(frozen=True, slots=True)
class Fallback:
    """A character that the first font of a stack lacks, and the face of the stack that draws it instead."""

    char: str
    wanted: FontFace
    used: FontFace


@dataclass(frozen=True, slots=True)
class SetGlyph:
    """A glyph of a line: the characters that it stands for, how far it moves the pen, how far the font says that it
    does, and how far it stands from the pen, to the right and upwards. All in em."""

    glyph: int
    text: str
    advance: float
    width: float
    x: float = 0.0
    y: float = 0.0


class Stack:
    """Fonts in order of preference. Each character is drawn by the first face that covers it."""

    features: tuple[str, ...] = ()
    """What of the fonts is on, by tags of OpenType: see ``shaping``."""

    def __init__(self, faces: tuple[FontFace, ...]) -> None:
        if not faces:
            raise ValueError("a font stack needs at least one face")
        self.faces = faces
        self._found: dict[str, tuple[FontFace, float]] = {}

    def face_for(self, char: str) -> FontFace | None:
        """The first face that covers ``char``, None where none does, and for characters that cannot be set."""
        found = self._found.get(char)
        if found is None:
            if is_right_to_left(char) or self._needs_shaping(char):
                return None
            for face in self.faces:
                glyph = face.glyphs.get(ord(char))
                if glyph is not None:
                    found = self._found[char] = (face, face.advance(glyph))
                    break
            else:
                return None
        return found[0]

    def _needs_shaping(self, char: str) -> bool:
        """Whether a glyph for ``char`` alone would come out wrong."""
        return is_moved_or_joined(char)

    def runs(self, text: str) -> list[tuple[FontFace, str]]:
        """``text`` cut into the longest runs of one face.

        Raises MissingGlyphError for the first character that no face of the stack covers.
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
        """The width in mm of ``text`` on one line at a font size of ``size`` mm.

        ``letter_spacing`` in mm stands between characters, not after the last. Raises MissingGlyphError.
        """
        return self.advance(text, letter_spacing != 0) * size + letter_spacing * max(0, len(text) - 1)

    def advance(self, text: str, spaced: bool = False) -> float:
        """The width of ``text`` in em, without the letter-spacing itself: ``spaced`` says that there is some, which
        parts ligatures. Raises MissingGlyphError."""
        found = self._found
        try:
            return sum(found[char][1] for char in text)
        except KeyError:
            self.runs(text)
            return sum(found[char][1] for char in text)

    def glyphs(self, text: str, spaced: bool = False) -> list[tuple[FontFace, tuple[SetGlyph, ...]]]:
        """The glyphs of ``text`` in the longest runs of one face, ``spaced`` out or not. Raises MissingGlyphError."""
        return [
            (face, tuple(SetGlyph(glyph, char, *[face.advance(glyph)] * 2) for char, glyph in face.spelled(part)))
            for face, part in self.runs(text)
        ]

    def fallbacks(self, text: str) -> tuple[Fallback, ...]:
        """Each different character of ``text`` that the first face lacks, in order. Raises MissingGlyphError."""
        first = self.faces[0]
        seen: dict[str, Fallback] = {}
        for face, run in self.runs(text):
            if face is not first:
                for char in run:
                    seen.setdefault(char, Fallback(char, first, face))
        return tuple(seen.values())

    def missing_glyph(self, text: str, place: Location | None = None) -> MissingGlyphError | None:
        """The error for the first character of ``text`` that no face covers, None where all are covered."""
        for index, char in enumerate(text):
            if self.face_for(char) is None:
                return self._missing(text, index, place)
        return None

    def _missing(self, text: str, index: int, place: Location | None = None) -> MissingGlyphError:
        # What no font can mend goes first.
        index = next((at for at, one in enumerate(text) if is_right_to_left(one) or self._needs_shaping(one)), index)
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
        hint = self._composed(text, index) or hint
        return MissingGlyphError(Diagnostic("missing-glyph", message, place, hint, subject=char))

    def _composed(self, text: str, index: int) -> str | None:
        """What to do where the word at a place can be set if its letters and marks are written as one character."""
        word = word_at(text, index)
        composed = unicodedata.normalize("NFC", word)
        if composed == word or any(self.face_for(char) is None for char in composed):
            return None
        return f"write {composed!r} with whole characters (Unicode NFC): here their parts are written one by one"


def _without_turns(text: str) -> str | None:
    """What to do where nothing is from right to left but invisible characters."""
    if any(is_right_to_left(char) and char not in TURNS for char in text):
        return None
    found = dict.fromkeys(f"U+{ord(char):04X}" for char in text if char in TURNS)
    what = "this invisible character" if len(found) == 1 else "these invisible characters"
    return f"delete {what} ({', '.join(found)})"
