"""Warn about the words of faces: their size, their place, their marks, and what a template makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.build.warnings import own_templates
from pnp.check.component_findings import (
    ComponentFindings,
    ShownFinding,
    and_more,
    face_warning,
    first_and_count,
    shorten,
)
from pnp.check.doubled_words import doubles_words
from pnp.check.findings import ICON_IN_TEXT, SAME_SIZE, SOMETHING_ELSE, VALUE_NAME
from pnp.check.texts import MARKED, written_texts
from pnp.diagnostics import Diagnostic, Location
from pnp.looks.lettering import SEEN
from pnp.model.text import Language, Translated
from pnp.project.project import decks_of
from pnp.project.source_locations import wording_of
from pnp.units import PT_PER_MM

_NO_SMALLER = "no type is smaller: ask for this size or more"
_FOOTNOTE = re.compile(r"[^\s*]\*(?![\w*])")
"""Asterisk behind a word, which refers to one below."""
_LARGE_ICON = 2.0
"""Height in em over which an icon hides the lines beside its own."""


def small_type_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for the smallest type, if it is under the least that the definition wants."""
    small = findings.found("small")
    if small:
        smallest = min(small, key=lambda found: found.amount)
        others = len(small) - 1
        more = f", and {others} more have such type" if others else ""
        least = f"{findings.game.defaults.least_type * PT_PER_MM:.3g}"
        message = (
            f"{shorten(smallest.text)} is set in {smallest.amount:.2g} pt on {smallest.name}, under the {least} pt of "
            f"least-type{more}"
        )
        hint = "shorten the text, give it more room, or ask for less with least-type"
        yield face_warning("small-type", message, findings.words(smallest), hint, small)


def resized_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for the text whose size is farthest from the one that its template asks for."""
    resized = findings.found("other-size")
    if resized:
        worst = min(resized, key=lambda found: found.amount / max(found.finding.wanted, SAME_SIZE))
        size, wanted = worst.amount, worst.finding.wanted
        others = len({(found.text, found.amount, found.finding.wanted) for found in resized}) - 1
        more = f", and {others} more text{'s are' if others > 1 else ' is'} set in another size" if others else ""
        sizes = [f"{length * PT_PER_MM:.3g} pt" for length in (size, wanted)]
        words = worst.text.strip(f" {ICON_IN_TEXT}")
        subject = f"{shorten(worst.text)} is" if words else "a text of icons is"
        message = f"{subject} set in {sizes[0]} on {worst.name}, and the template asks for {sizes[1]}{more}"
        hint = "shorten the text, or give it more room" if size < wanted else _NO_SMALLER
        yield face_warning("other-size", message, findings.words(worst), hint, resized)


def overprint_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for words that collide with others, or lie beneath a shape."""
    overprinted = findings.found("overprint")
    if overprinted:
        first = overprinted[0]
        more = and_more(overprinted, ", and words on {} more face{s} are", ", and words on 1 more face are")
        message = f"{shorten(first.text)} is printed over {first.detail} on {first.name}{more}"
        hint = "move one of them, or give the text a width that ends before the other"
        if first.detail == SOMETHING_ELSE:
            message = f"{shorten(first.text)} lies beneath {first.detail} on {first.name} and cannot be read{more}"
            hint = 'draw the words after it, or give a frame fill="none"'
            icons = findings.game.icons.items()
            large = next((icon for icon, entry in icons if entry.size > _LARGE_ICON), None)
            hint += f", or write a smaller size for the icon {large!r}" if large else ""
        yield face_warning("printed-over", message, findings.words(first), hint, overprinted)


def mirror_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for words in mirror writing."""
    mirrored = findings.found("mirror")
    if mirrored:
        message = f"{shorten(mirrored[0].text)} is in mirror writing on {mirrored[0].name}{and_more(mirrored)}"
        hint = "set words outside of the transform that mirrors the art: scale(-1 1) or matrix(-1 …)"
        yield face_warning("mirrored-words", message, findings.drawn(mirrored[0]), hint, mirrored)


def mark_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning about printed asterisks, unless the cell is told already (``unclosed-bold``), or the title."""
    title = findings.game.title
    titles = [*title.wordings.values()] if isinstance(title, Translated) else [title]
    for mark in findings.found("mark"):
        cell, text = next(findings.cells(mark), (None, mark.text))
        is_pair = MARKED.search(text) is not None and (cell is not None or not _escapes_asterisks(findings))
        if (_FOOTNOTE.search(text) and not is_pair) or mark.text in titles:
            continue
        if cell is None or text.count("**") % 2 == 0:
            message = (
                f"an asterisk is printed in {shorten(mark.text)} on {mark.name}: it begins bold or italic words that "
                "never end"
            )
            hint = "close it with another, leave no blank behind it, or set the text with markup=true"
            if is_pair:
                message = f"the asterisks of {shorten(mark.text)} are printed on {mark.name}"
                hint = "set the text with markup=true, or leave them out"
            wording = wording_of(findings.project, findings.game, mark.text) if cell is None else None
            place = cell or (findings.drawn(mark) if wording is None else wording.place)
            yield face_warning("unclosed-mark", message, place, hint, [mark])
            return


def composed_warnings(findings: ComponentFindings, language: Language) -> Iterator[Diagnostic]:
    """Yield a warning for a word that a template or a value put beside the same word, and one for a figure that a
    division left. What is written so is told where it stands, or is meant."""
    doubled = [] if doubles_words(language) else findings.found("twice")
    twice = [words for words in doubled if not _is_written(findings, words.detail)]
    if twice:
        first = twice[0]
        wording = wording_of(findings.project, findings.game, first.text)
        message = f"{first.detail!r} stands in {shorten(first.text)} on {first.name}, and in no text"
        hint = "a value brings the word that stands beside it: leave it out of one of the two"
        place = findings.drawn(first) if wording is None else wording.place
        yield face_warning("composed-words", message, place, hint, twice)
    divided = [figure for figure in findings.found("divided") if not _is_written(findings, figure.detail)]
    if divided:
        message = f"the figure {divided[0].detail} on {divided[0].name} is what a division leaves{and_more(divided)}"
        hint = "write // for /, or round it: {{ (a / b) | round | int }}"
        yield face_warning("divided-figure", message, findings.drawn(divided[0]), hint, divided)


def _is_written(findings: ComponentFindings, words: str) -> bool:
    """Tell whether some words or a figure stand in a text, a cell, a template or the definition."""
    project, game = findings.project, findings.game
    texts = [text.text for text in written_texts(project, game)]
    texts += own_templates(project, game)
    texts += ["" if project.file is None else project.file.read_text("utf-8")]
    cells = (str(value) for deck in decks_of(game).values() for card in deck for value in card.fields.values())
    return any(words in text for text in (*texts, *cells))


def _escapes_asterisks(findings: ComponentFindings) -> bool:
    """Tell whether a text of the game has an asterisk that is to be printed."""
    return any("\\*" in text.text for text in written_texts(findings.project, findings.game))


def name_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield a warning for the name of a value or of words that is printed in letters."""
    names = findings.found("name")
    if names:
        first = names[0]
        hint = "write it without quotes" if VALUE_NAME.fullmatch(first.text) else f'its words are w("{first.text}")'
        message = f"the name {first.text!r} is printed in letters on {first.name}{and_more(names)}"
        yield face_warning("printed-name", message, findings.words(first), hint, names)


def contrast_warnings(findings: ComponentFindings) -> Iterator[Diagnostic]:
    """Yield one warning for each two inks."""
    groups: dict[str, list[ShownFinding]] = {}
    told: set[Location] = set()
    for found in findings.found("contrast"):
        groups.setdefault(found.detail, []).append(found)
    for inks, members in groups.items():
        first = members[0]
        names = list(dict.fromkeys(member.name for member in members))
        message = f"{shorten(first.text)} on {first_and_count(names)} can hardly be seen: {inks}"
        hint = f"their contrast is {first.amount:.2f}, and {SEEN:g} the least; small words need 4.5: readable(), on()"
        place = findings.ink(first, inks.split(" on "))
        if not (place in told and place.file.endswith("theme.toml")):  # one ink on several grounds
            yield face_warning("unseen-ink", message, place, hint, members)
        told.add(place)
