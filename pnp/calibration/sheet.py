"""The calibration sheet, from which a printer's offset, turn and scale are read. All lengths in mm.

The front has plain lines, and the back has the scales of ``verniers`` over them. The sheet is printed on both sides and
held against the light with the back towards the reader. The middle of the front then lies somewhere on a cross of two
scales, which tells to half a millimetre how far backs have to move. One line of every scale runs straight through, and
its figure tells the tenths. Figures from several places tell a turn and a scale as well. Two lines on the front are to
be measured: they tell what the printer makes of a length.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Literal, cast

from pnp.calibration.verniers import CROSS, DEPTH, LETTER, MIDDLE, OUTER, ScaleMark, Vernier, rulers, verniers
from pnp.diagnostics import DefinitionError, Diagnostic
from pnp.imposition.grid import flip_axis
from pnp.imposition.marks.signs import SignKind, sign_lines, sign_width
from pnp.imposition.options import Measure, SheetOptions
from pnp.imposition.page import Note, Page, Segment
from pnp.imposition.strip import Strip
from pnp.records import dataclass
from pnp.units import Size

Mark = Segment | Note
Subject = Literal["measure", "margin", "turn", "light"] | SignKind
"""What a drawing shows: how to print, a line that is measured, the margin, the turn of the sheet, a sheet in light."""

HEIGHT = 15.0
"""Height of a drawing."""
WIDTH = 52.0
_PITCH_LEAST = 17.0
"""Least distance from the top of a drawing to that of the next."""
_PITCH_MOST = 26.0
_BESIDE = 8.0
"""From the number of a drawing to the drawing."""
COLUMN = _BESIDE + WIDTH
"""Width of a column of drawings, with their numbers."""
_NUMBER = 4.6
_FIGURE_SIZE = 2.5
_STROKE = 0.18
_HEAVY = 0.5


def draw_column(subjects: list[Subject], x: float, top: float, height: float, first: int) -> list[Mark]:
    """Return drawings one below the other, numbered from ``first``, in a column whose upper left corner is at (x, top).
    Those that have no room within ``height`` are left out."""
    pitch = min(_PITCH_MOST, max(_PITCH_LEAST, height / max(1, len(subjects))))
    marks: list[Mark] = []
    for index, subject in enumerate(subjects):
        bottom = top - index * pitch - HEIGHT
        if bottom < top - height - 1e-6:
            break
        marks.append(Note(f"{first + index}", x, bottom + HEIGHT / 2 - 0.36 * _NUMBER, _NUMBER))
        marks += draw(subject, x + _BESIDE, bottom)
    return marks


def draw(subject: Subject, x: float, y: float) -> Iterator[Mark]:
    """Yield the drawing of ``subject``, whose lower left corner is at (x, y)."""
    painter = _PAINTERS.get(subject)
    if painter is not None:
        yield from painter(x, y)
    else:
        sign = cast(SignKind, subject)
        yield from sign_lines(sign, Strip(x, y, WIDTH, HEIGHT, False), 0.0, 0.0, HEIGHT)
        left = x + sign_width(sign, HEIGHT)
        yield Note("100%", left, y + HEIGHT / 2 - 0.36 * _NUMBER, _NUMBER)


def _path(*points: tuple[float, float], width: float = _STROKE) -> Iterator[Segment]:
    yield from (Segment(*start, *end, width) for start, end in pairwise(points))


def _box(x: float, y: float, width: float, height: float) -> Iterator[Segment]:
    yield from _path((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))


def _measured(x: float, y: float) -> Iterator[Mark]:
    """Yield a line from end to end, and a ruler below it."""
    length, middle = 44.0, y + 11.5
    yield from _path((x, middle), (x + length, middle), width=_HEAVY)
    for end in (x, x + length):
        yield from _path((end, middle - 2.0), (end, middle + 2.0), width=_HEAVY)
    yield from _box(x - 1.5, y, length + 6.0, 7.4)
    for tick in range(round(length) + 3):
        yield from _path((x + tick, y + 7.4), (x + tick, y + 7.4 - (3.2 if tick % 10 == 0 else 1.5)))
        if tick % 10 == 0:
            yield Note(f"{tick // 10}", x + tick, y + 1.2, _FIGURE_SIZE, anchor="middle")


def _margin(x: float, y: float) -> Iterator[Mark]:
    """Yield steps at an edge of the paper, the first of them missing, and an arrow at the first that is there."""
    pitch, first = 5.0, 4
    yield from _path((x, y), (x, y + HEIGHT), width=_HEAVY)
    for step in range(1, 9):
        left = x + step * pitch
        bottom = y + 2.4 + (step - 1) * 1.2
        if step >= first:
            yield from _path((left, bottom), (left, bottom + 3.6), width=_HEAVY)
        else:
            for part in (0.0, 1.4, 2.8):
                yield from _path((left, bottom + part), (left, bottom + part + 0.7))
        yield Note(f"{step}", left, y - 0.9, 3.4 if step == first else _FIGURE_SIZE, anchor="middle")
    tip, arrow = x + first * pitch, y + 10.2
    yield from _path((tip, y + HEIGHT), (tip, arrow))
    yield from _path((tip - 0.9, arrow + 1.5), (tip, arrow), (tip + 0.9, arrow + 1.5))


def _turned(x: float, y: float) -> Iterator[Mark]:
    """Yield a sheet, and an arrow that runs round it to its other side."""
    yield from _box(x + 4.0, y, 9.2, 13.0)
    middle, radius = x + 8.6, 7.4
    arc = [
        (middle + radius * math.cos(math.radians(turn)), y + 8.4 + 0.82 * radius * math.sin(math.radians(turn)))
        for turn in range(10, 171, 10)
    ]
    yield from _path(*arc, width=_HEAVY / 2)
    tip_x, tip_y = arc[-1]
    yield from _path((tip_x - 0.6, tip_y + 2.0), (tip_x, tip_y), (tip_x + 1.8, tip_y + 1.0), width=_HEAVY / 2)


def _light(x: float, y: float) -> Iterator[Mark]:
    """Yield a window, a sheet that is held against it, and an eye before it."""
    yield from _box(x, y, 13.0, HEIGHT)
    yield from _path((x + 6.5, y), (x + 6.5, y + HEIGHT))
    yield from _path((x, y + HEIGHT / 2), (x + 13.0, y + HEIGHT / 2))
    left, right = x + 16.0, x + 23.0
    yield from _path(
        (left, y + 1.0), (right, y + 2.6), (right, y + 14.2), (left, y + 12.6), (left, y + 1.0), width=_HEAVY
    )
    yield from _path((left + 3.5, y + 1.8), (left + 3.5, y + 13.4))
    yield from _path((left, y + 6.8), (right, y + 8.4))
    eye_x, eye_y = x + 31.0, y + HEIGHT / 2
    for sign in (1, -1):
        yield from _path(
            *((eye_x + 8.0 * part / 8, eye_y + sign * 2.4 * math.sin(math.pi * part / 8)) for part in range(9))
        )
    ring = [(eye_x + 4.0 + 1.3 * math.cos(turn), eye_y + 1.3 * math.sin(turn)) for turn in _TURNS]
    yield from _path(*ring, width=_HEAVY)
    yield from _path((eye_x - 1.2, eye_y), (right + 1.6, eye_y))
    yield from _path((right + 3.1, eye_y + 0.9), (right + 1.6, eye_y), (right + 3.1, eye_y - 0.9))


_TURNS = [math.tau * part / 12 for part in range(13)]
_PAINTERS: Mapping[str, Callable[[float, float], Iterator[Mark]]] = {
    "measure": _measured,
    "margin": _margin,
    "turn": _turned,
    "light": _light,
}


REACH = 14.5
"""The reach of the cross in the middle of the back, figures and words included, and of the cross-hair of the front."""
_FIGURE = 2.12
_LETTER = 5.0
_SIGN = 4.0
_TITLE = 4.2
_SIZES = (3.0, 2.75, 2.5, 2.3, 2.12)
"""Sizes of the words, from the preferred one to the smallest, 6 pt."""
_LEADING = 1.4
_HAIR = 0.1
_LINE = 0.18
"""The width of a line of the front, which is seen through the paper."""
_GAP = 1.2
"""From the middle of a row to the lines of the back, which leave room for the line of the front."""
_FRONT = 3.0
"""From the middle of a row to the end of a line of the front. It shows beside the lines of a back that is off across
the scale."""
_OFF = 2.6
"""The size of the word at the ends of the cross."""
_CLEAR = 3.5
"""Room above and below the words."""
_ASIDE = 7.0
"""Room between the line down the page and the words beside it."""
_STEPS = range(1, 9)
"""The steps at the edges of the paper, in mm from them. The printed ones tell the margins."""
_STEP_WIDTH = 1.2
_EXAMPLE = 20.0
"""The height of the picture that shows how to read a scale."""
_FIRST_OF_BACK = 5
"""Number of the first step on the back."""
_SHOWN = (0.1, 0.2, 0.3, 0.4, 0.5)
_READS = 0.3
_MAGNIFIED = 4.0
"""The distance between lines of the picture, as a multiple of what their figures say."""


@dataclass(frozen=True, slots=True)
class CalibrationWords:
    """Words of a side of the sheet.

    Each of the ``lines`` is a sequence of pieces, between which a long line may break; an empty one leaves a blank
    line. Blanks of ``_`` become boxes to write in. ``example`` stands below a picture of a scale that is read, and
    ``off`` beyond the ends of the cross.
    """

    title: str
    lines: tuple[tuple[str, ...], ...]
    example: str = ""
    off: str = ""


def calibration_pages(
    options: SheetOptions, front: CalibrationWords | None = None, back: CalibrationWords | None = None
) -> tuple[Page, ...]:
    """Return the front and the back of the calibration sheet, or the front alone if backs are not printed.

    The back is printed with the offset of ``options``: the scales then show what is left to correct. Raises
    DefinitionError if a paper has no room for the scales.
    """
    page = options.page
    scales = verniers(page, options.margin)
    lines, notes = [*_ruler_lines(page, options), *_steps(page)], [*_ruler_figures(page, options), *_step_figures(page)]
    if front is not None:
        word_lines, word_notes = _lay_words(front, options, upper=True)
        lines += word_lines
        notes += word_notes
    if not options.turned:
        return (Page(1, 1, "single", page, (), tuple(lines), tuple(notes)),)
    # The lines of the front need no mirroring, over whichever edge the sheet turns: the grid is its own mirror image.
    lines += [
        _line(scale, along, row - _FRONT, row + _FRONT, _LINE) for scale in scales for along, row in scale.fronts()
    ]
    return (
        Page(1, 1, "front", page, (), tuple(lines), tuple(notes)),
        _back_page(scales, options, back),
    )


def _back_page(scales: Sequence[Vernier], options: SheetOptions, words: CalibrationWords | None) -> Page:
    page = options.page
    lines = [line for scale in scales for mark in scale.marks() for line in _back_lines(scale, mark)]
    notes = [note for scale in scales for note in _figures(scale)]
    lines += _cross(page)
    notes += _cross_figures(page, "" if words is None else words.off)
    if words is not None:
        # The words keep clear of those of the front, which shine through.
        word_lines, word_notes = _lay_words(words, options, upper=flip_axis(options.flip) == "horizontal")
        lines += word_lines
        notes += word_notes
    x, y = options.back_offset
    moved = [replace(line, x1=line.x1 + x, y1=line.y1 + y, x2=line.x2 + x, y2=line.y2 + y) for line in lines]
    return Page(
        2, 1, "back", page, (), tuple(moved), tuple(replace(note, x=note.x + x, y=note.y + y) for note in notes)
    )


def _line(scale: Vernier, along: float, low: float, high: float, width: float = _HAIR) -> Segment:
    return Segment(*scale.point(along, low), *scale.point(along, high), width)


def _back_lines(scale: Vernier, mark: ScaleMark) -> Iterator[Segment]:
    """Yield two lines, and between them the gap in which the line of the front is seen."""
    longer = round(mark.value * 10) % 5 == 0
    end = OUTER if longer else OUTER - 0.8
    for side in (-1, 1):
        yield _line(scale, mark.back, mark.row + side * _GAP, mark.row + side * end, _LINE)


def _figures(scale: Vernier) -> Iterator[Note]:
    """Yield the figures between the two rows, each beside its lines, and the letter of the scale at its outer end."""
    for mark in scale.marks():
        text = f"{mark.figure:.1f}" if mark.value else "0"
        inwards = -1 if mark.row > 0 else 1
        x, y = scale.point(mark.back, mark.row + inwards * (OUTER + 0.5))
        if scale.axis == "x":
            yield Note(text, x, y if mark.row > 0 else y - 0.72 * _FIGURE, _FIGURE, anchor="middle")
        else:
            yield Note(text, x, y - 0.36 * _FIGURE, _FIGURE, anchor="end" if mark.row > 0 else "start")
    yield _centred(scale.letter, *scale.point(scale.outer * (scale.half + LETTER / 2), 0.0), _LETTER)


def _centred(text: str, x: float, y: float, size: float) -> Note:
    return Note(text, x, y - 0.36 * size, size, anchor="middle")


def _ruler_lines(page: Size, options: SheetOptions) -> Iterator[Segment]:
    """Yield a line across the page and one down it, through its middle, with a tick for every centimetre."""
    middle_x, middle_y = page.width / 2, page.height / 2
    across, down = rulers(page, options.margin)
    yield Segment(middle_x - across / 2, middle_y, middle_x + across / 2, middle_y, _LINE)
    yield Segment(middle_x, middle_y - down / 2, middle_x, middle_y + down / 2, _LINE)
    for length, upright in ((across, False), (down, True)):
        for centimetre in range(round(length / 10) + 1):
            offset, tick = centimetre * 10 - length / 2, 3.0 if centimetre in (0, round(length / 10)) else 0.8
            if abs(offset) < REACH:
                continue
            x, y = (middle_x, middle_y + offset) if upright else (middle_x + offset, middle_y)
            yield Segment(x - tick, y, x + tick, y, _LINE) if upright else Segment(x, y - tick, x, y + tick, _LINE)


def _ruler_figures(page: Size, options: SheetOptions) -> Iterator[Note]:
    across, down = rulers(page, options.margin)
    x, y = page.width / 2, page.height / 2
    yield Note(f"{across:g} mm", x - across / 2 + 1.5, y + 1.4, 2.5)
    yield Note(f"{down:g} mm", x + 1.6, y - down / 4 + 4.0, 2.5)


def _cross(page: Size) -> Iterator[Segment]:
    """Yield two scales of half millimetres through the middle of the page, on which that of the front is read."""
    x, y = page.width / 2, page.height / 2
    yield Segment(x - MIDDLE, y, x + MIDDLE, y, _HAIR)
    yield Segment(x, y - MIDDLE, x, y + MIDDLE, _HAIR)
    for index in range(round(2 * CROSS) + 1):
        offset = index / 2 - MIDDLE
        if offset == 0:
            continue
        length = 0.6 if index % 2 else 3.0 if index % 20 == 0 else 2.2 if index % 10 == 0 else 1.3
        yield Segment(x + offset, y - length, x + offset, y + length, _HAIR)
        yield Segment(x - length, y + offset, x + length, y + offset, _HAIR)


def _cross_figures(page: Size, off: str) -> Iterator[Note]:
    """Yield the figures of the cross, its letters, and the word ``off`` beyond its ends, where nothing can be read.

    The figures of each half stand on another side, so that they keep clear of each other.
    """
    x, y = page.width / 2, page.height / 2
    for mm in range(0, round(CROSS) + 1, 5):
        offset = mm - MIDDLE
        if offset:
            side = math.copysign(1.0, offset)
            yield _centred(f"{mm}", x + offset, y + side * 4.2, _FIGURE)
            yield _centred(f"{mm}", x - side * 4.4, y + offset, _FIGURE)
    for end in (-1, 1) if off else ():
        yield Note(off, x + end * (MIDDLE + 1.8), y + 0.7, _OFF, anchor="start" if end > 0 else "end")
        yield _centred(off, x, y + end * (MIDDLE + 2.2), _OFF)
    yield _centred("X", x - MIDDLE - 3.0, y - 3.6, _SIGN)
    yield _centred("Y", x - 4.6, y - MIDDLE - 1.4, _SIGN)


def _steps(page: Size) -> Iterator[Segment]:
    """Yield steps at the middle of each edge, each a millimetre farther in than the one before."""
    for step in _STEPS:
        offset = (step - (len(_STEPS) + 1) / 2) * _STEP_WIDTH
        low, high = offset - _STEP_WIDTH / 2, offset + _STEP_WIDTH / 2
        for y in (step, page.height - step):
            yield Segment(page.width / 2 + low, y, page.width / 2 + high, y, _LINE)
        for x in (step, page.width - step):
            yield Segment(x, page.height / 2 + low, x, page.height / 2 + high, _LINE)


def _step_figures(page: Size) -> Iterator[Note]:
    inset = len(_STEPS) + 1.4
    for step in _STEPS[1::2]:
        offset = (step - (len(_STEPS) + 1) / 2) * _STEP_WIDTH
        across, up = page.width / 2 + offset, page.height / 2 + offset - 0.36 * _FIGURE
        yield Note(str(step), across, inset, _FIGURE, anchor="middle")
        yield Note(str(step), across, page.height - inset - 0.72 * _FIGURE, _FIGURE, anchor="middle")
        yield Note(str(step), inset, up, _FIGURE)
        yield Note(str(step), page.width - inset, up, _FIGURE, anchor="end")


def _lay_words(words: CalibrationWords, options: SheetOptions, *, upper: bool) -> tuple[list[Segment], list[Note]]:
    """Lay the words of a side in the upper or the lower half of the page, on either side of the line down its middle.

    They get the largest size that has room. Raises DefinitionError if none has.
    """
    page, inner = options.page, options.margin + 2 * DEPTH["y"] + 2.5
    width = page.width / 2 - inner - _ASIDE / 2
    edge, middle = options.margin + 2 * DEPTH["x"] + _CLEAR, page.height / 2
    top, bottom = (page.height - edge, middle + REACH + _CLEAR) if upper else (middle - REACH - _CLEAR, edge)
    title = Note(words.title, inner, top - 0.75 * _TITLE, _TITLE)
    top -= 2.1 * _TITLE
    right = page.width / 2 + _ASIDE / 2
    picture = _EXAMPLE if words.example else 0.0
    settings = product((words.lines, _closed_up(words.lines)), _SIZES, dict.fromkeys((_drawn_above(words, width), 0.0)))
    for told, size, above in settings:
        leading = size * _LEADING
        taken = math.ceil((picture + above) / leading)
        columns = _columns(told, width, size, int((top - bottom) / leading), taken, options.measure)
        if columns is None:
            continue
        marks: list[Mark] = [title]
        for x, column_top, lines in zip((inner, right), (top, top - taken * leading), columns, strict=True):
            for index, line in enumerate(lines):
                baseline = column_top - 0.75 * size - index * leading
                has_room = index == 0 or not lines[index - 1]
                marks += _written(line, x, baseline, size, options.measure, tall=has_room)
        if above:
            marks += draw_column(["light"], right, top, above, _FIRST_OF_BACK)
        if words.example:
            marks += [*_example(right, top - above), *_example_figures(right, top - above, words.example)]
        elif not columns[1] and width >= COLUMN:
            marks += draw_column(_drawn(options), right, top, top - bottom, 1)
        return [mark for mark in marks if isinstance(mark, Segment)], [mark for mark in marks if isinstance(mark, Note)]
    raise DefinitionError(
        Diagnostic(
            "paper-too-small",
            f"paper of {page.width:g} × {page.height:g} mm has no room for the words of the calibration sheet",
            hint="calibrate on a larger paper",
        )
    )


def _closed_up(lines: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Return the lines without the white above those with a blank, for paper that has no room for it."""
    following = [*lines[1:], ()]
    return [
        line for line, after in zip(lines, following, strict=True) if line or not any("_" in part for part in after)
    ]


def _drawn(options: SheetOptions) -> list[Subject]:
    """Return what is drawn beside the words of the front, step by step."""
    if not options.turned:
        return ["single", "measure", "margin"]
    return ["flip-long" if options.flip == "long" else "flip-short", "measure", "margin", "turn"]


def _drawn_above(words: CalibrationWords, width: float) -> float:
    """Return the height of what is drawn above the example of the back; 0 for a side without one, or without room."""
    return HEIGHT + _CLEAR if words.example and width >= COLUMN else 0.0


def _written(line: str, x: float, y: float, size: float, measure: Measure, *, tall: bool) -> Iterator[Mark]:
    """Yield a line whose baseline begins at (x, y), with a box in the place of each blank. ``tall`` boxes reach into
    the white above the line."""
    for part in re.findall(r"_+|[^_]+", line):
        width = measure(part, size)
        if part.startswith("_"):
            low, high = (y - 0.62 * size, y + 1.38 * size) if tall else (y - 0.2 * size, y + 0.95 * size)
            corners = ((x, low), (x + width, low), (x + width, high), (x, high), (x, low))
            yield from (Segment(*start, *end, _LINE) for start, end in pairwise(corners))
        elif part.strip():
            yield Note(part.rstrip(), x, y, size)
        x += width


def _example_positions(x: float) -> Iterator[tuple[float, float, float]]:
    """Yield the figures of the lines in the picture, and the x of those of the front and of the back."""
    for index, offset in enumerate(_SHOWN):
        back = x + 4.0 + index * 6.6
        yield offset, back + (_READS - offset) * _MAGNIFIED, back


def _example(x: float, y: float) -> Iterator[Segment]:
    """Yield the lines of an enlarged part of a scale, in which one line runs straight through."""
    middle = y - 4.6
    for _, front, back in _example_positions(x):
        yield Segment(front, middle - 1.7, front, middle + 1.7, _LINE)
        for side in (-1, 1):
            yield Segment(back, middle + side * 1.7, back, middle + side * 4.6, _LINE)


def _example_figures(x: float, y: float, text: str) -> Iterator[Note]:
    for offset, _, back in _example_positions(x):
        size = 3.0 if offset == _READS else 2.3
        yield Note(f"{offset:.1f}", back, y - 10.0 - 0.72 * size, size, anchor="middle")
    yield Note(text, x, y - 14.2 - 0.72 * 2.6, 2.6)


def _columns(
    lines: Sequence[Sequence[str]], width: float, size: float, most: int, taken: int, measure: Measure
) -> tuple[list[str], list[str]] | None:
    """Break the lines into two columns of at most ``most`` lines; the second has ``taken`` lines fewer.

    Paragraphs stay whole. Returns None if they do not fit.
    """
    columns: tuple[list[str], list[str]] = ([], [])
    current = 0
    for paragraph in _paragraphs(lines):
        set_lines = [line for pieces in paragraph for line in _lines(pieces, width, size, measure)]
        if any(measure(line, size) > width for line in set_lines):
            return None
        gap = [""] if columns[current] else []
        if current == 0 and len(columns[0]) + len(gap) + len(set_lines) > most:
            current, gap = 1, []
        if len(columns[current]) + len(gap) + len(set_lines) > most - current * taken:
            return None
        columns[current].extend([*gap, *set_lines])
    return columns


def _paragraphs(lines: Sequence[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    paragraph: list[Sequence[str]] = []
    for line in lines:
        if line:
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def _lines(pieces: Iterable[str], width: float, size: float, measure: Measure) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if line and measure((line + piece).rstrip(), size) > width:
            yield line.rstrip()
            line = ""
        line += piece
    if line:
        yield line.rstrip()
