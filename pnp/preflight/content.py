"""Check of the content of pages: every operator, also of forms, patterns and glyphs."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

import pikepdf
from PIL import Image, ImageChops

from pnp.preflight.colours import CMYK, GREY, RGB, ColourSpace, shading_ink, space_of
from pnp.preflight.rules import Findings
from pnp.preflight.streams import MAX_OPERATOR_BYTES, MAX_PICTURE_BYTES, TooMuchError, check_size, filters, unpack_outer
from pnp.records import dataclass
from pnp.units import MM_PER_PT

# Pictures: ink of their darkest places

_MAX_SIDE = 2000
"""Pixels of the longer side at which a picture is checked. Presses tolerate darker places that are smaller."""
_DARKEST_SHARE = 0.001
"""Share of the pixels of a picture that may have more ink."""


def picture_ink(stream: pikepdf.Stream, space: ColourSpace) -> float | None:
    """Return the ink of the darkest thousandth of a picture, 1 for one ink in full.

    None if its colours are no inks, or its encoding is not read. Raises TooMuchError, and ValueError for a damaged
    picture.
    """
    if space.family not in ("DeviceCMYK", "ICCBased") or space.components != 4:
        return None
    image = _open_cmyk(stream)
    if image is None:
        return None
    image.thumbnail((_MAX_SIDE, _MAX_SIDE), Image.Resampling.BOX)
    sums = sorted(map(sum, zip(*(channel.tobytes() for channel in image.split()), strict=True)))
    return sums[-max(1, int(len(sums) * _DARKEST_SHARE))] / 255


def _open_cmyk(stream: pikepdf.Stream) -> Image.Image | None:
    width, height = (int(stream.get(key, 0)) for key in ("/Width", "/Height"))
    if width <= 0 or height <= 0 or stream.get("/BitsPerComponent") != 8:
        return None
    if width * height * 4 > MAX_PICTURE_BYTES:
        raise TooMuchError(f"a picture has {width:,} × {height:,} pixels")
    encodings = filters(stream)
    inverted = _decodes_inverted(stream)
    if encodings[-1:] == ["/DCTDecode"]:
        packed = unpack_outer(stream.read_raw_bytes(), encodings[:-1])
        if packed is None:
            return None
        image: Image.Image = Image.open(io.BytesIO(packed), formats=("JPEG",))
        if image.size != (width, height) or image.mode != "CMYK":
            return None
        # Pillow undoes the inversion of Adobe's programs; a PDF states it itself, with Decode.
        image = ImageChops.invert(image)
    elif set(encodings) <= {"/FlateDecode"}:
        check_size(stream, width * height * 4 + height + 65_536)
        content = stream.read_bytes()
        if len(content) < width * height * 4:
            raise ValueError("a picture holds less than it says")
        image = Image.frombytes("CMYK", (width, height), content[: width * height * 4])
    else:
        return None
    return ImageChops.invert(image) if inverted else image


def _decodes_inverted(stream: pikepdf.Stream) -> bool:
    decode = stream.get("/Decode")
    return isinstance(decode, pikepdf.Array) and len(decode) > 0 and float(decode[0]) == 1


def picture_space(stream: pikepdf.Stream, named: object) -> ColourSpace:
    """Return the colour space of a picture; of a stencil, DeviceGray."""
    if bool(stream.get("/ImageMask")):
        return ColourSpace("DeviceGray", 1)
    return space_of(stream.get("/ColorSpace"), named)


# Embedding of fonts

_PROGRAM_KEYS = ("/FontFile", "/FontFile2", "/FontFile3")


def missing_font(font: object) -> str | None:
    """Return the name of a font whose program is not in the file, else None. Type 3 fonts need no program."""
    if not isinstance(font, pikepdf.Dictionary):
        return "that a page names and does not have"
    kind = font.get("/Subtype")
    if kind == pikepdf.Name.Type3:
        return None
    name = str(font.get("/BaseFont", "/without a name"))[1:]
    descendant: object = font
    if kind == pikepdf.Name.Type0:
        descendants = font.get("/DescendantFonts")
        descendant = descendants[0] if isinstance(descendants, pikepdf.Array) and len(descendants) else None
    descriptor = descendant.get("/FontDescriptor") if isinstance(descendant, pikepdf.Dictionary) else None
    has_program = isinstance(descriptor, pikepdf.Dictionary) and any(
        isinstance(descriptor.get(key), pikepdf.Stream) for key in _PROGRAM_KEYS
    )
    return None if has_program else name


# Graphics state of a page, as far as rules need it (ISO 32000-1, 8.4)

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def concatenate(inner: Matrix, outer: Matrix) -> Matrix:
    """Return the map that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def least_scale(matrix: Matrix) -> float:
    """Return the smallest scale factor of a map: the lesser singular value of its linear part."""
    a, b, c, d, _, _ = matrix
    squares = a * a + b * b + c * c + d * d
    area = abs(a * d - b * c)
    difference = math.sqrt(max(0.0, squares * squares - 4 * area * area))
    return math.sqrt(max(0.0, (squares - difference) / 2))


@dataclass(frozen=True, slots=True)
class PaintColour:
    """Colour of fills or strokes: its space and its numbers, None for a pattern."""

    space: ColourSpace = GREY
    values: tuple[float, ...] | None = (0.0,)


@dataclass(slots=True)
class ReaderState:
    """Graphics state while operators are read."""

    matrix: Matrix = IDENTITY
    fill: PaintColour = field(default_factory=PaintColour)
    stroke: PaintColour = field(default_factory=PaintColour)
    width: float = 1.0
    font: object = None
    size: float = 0.0
    mode: int = 0
    text: Matrix = IDENTITY
    path_start: tuple[float, float] = (0.0, 0.0)
    """Start of the current path, in current coordinates."""
    overprints: tuple[bool, bool] = (False, False)
    """True for fills and for strokes that are set to overprint."""
    overprint_mode: int = 0

    def copy(self) -> ReaderState:
        """Return a copy to restore."""
        return replace(self)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return a point in the coordinates of the page, in points."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f


# Operators that change the graphics state and paint nothing


def _concatenate_matrix(state: ReaderState, values: list[float]) -> None:
    a, b, c, d, e, f = values
    state.matrix = concatenate((a, b, c, d, e, f), state.matrix)


def _set_text_matrix(state: ReaderState, values: list[float]) -> None:
    a, b, c, d, e, f = values
    state.text = (a, b, c, d, e, f)


def _move_text(state: ReaderState, values: list[float]) -> None:
    x, y = values
    state.text = concatenate((1.0, 0.0, 0.0, 1.0, x, y), state.text)


def _set_fill(space: ColourSpace) -> Callable[[ReaderState, list[float]], None]:
    def change(state: ReaderState, values: list[float]) -> None:
        state.fill = PaintColour(space, tuple(values))

    return change


def _set_stroke(space: ColourSpace) -> Callable[[ReaderState, list[float]], None]:
    def change(state: ReaderState, values: list[float]) -> None:
        state.stroke = PaintColour(space, tuple(values))

    return change


def _set_number(name: str) -> Callable[[ReaderState, list[float]], None]:
    def change(state: ReaderState, values: list[float]) -> None:
        setattr(state, name, int(values[0]) if name == "mode" else values[0])

    return change


def _begin_path(state: ReaderState, values: list[float]) -> None:
    state.path_start = values[0], values[1]


def _begin_text(state: ReaderState, values: list[float]) -> None:
    del values
    state.text = IDENTITY


STATE_OPERATORS: Mapping[str, Callable[[ReaderState, list[float]], None]] = {
    "cm": _concatenate_matrix,
    "w": _set_number("width"),
    "g": _set_fill(GREY),
    "rg": _set_fill(RGB),
    "k": _set_fill(CMYK),
    "G": _set_stroke(GREY),
    "RG": _set_stroke(RGB),
    "K": _set_stroke(CMYK),
    "m": _begin_path,
    "re": _begin_path,
    "BT": _begin_text,
    "Tm": _set_text_matrix,
    "Td": _move_text,
    "TD": _move_text,
    "Tr": _set_number("mode"),
}
"""Change by each operator, from its numbers. Raises ValueError or IndexError for wrong numbers."""


_OPERATORS_READ = (
    "q Q cm w gs g G rg RG k K cs CS sc SC scn SCN m re "
    "f F f* B B* b b* S s sh Do BT Tf Tm Td TD T* Tr Tj TJ ' \" BI ID EI"
)
_FILL_OPERATORS = {"f", "F", "f*", "B", "B*", "b", "b*"}
_STROKE_OPERATORS = {"B", "B*", "b", "b*", "S", "s"}
_TEXT_OPERATORS = {"Tj", "TJ", "'", '"'}
_MAX_DEPTH = 24
_MAX_OPERATORS = 4_000_000
_MAX_SAVED = 400
_TOLERANCE = 0.025
"""Excess of ink, of one ink in full, that rounding and JPEG may add."""
_FINE_RESOLUTION, _PATCH_PIXELS = 250, 36
"""Pixels per inch below which a picture looks soft on paper, and pixels in all up to which it is meant as a patch."""
_SMALL_TYPE, _MOST_INKS = 9.0, 3
"""Size of type in points under which more inks than these blur it."""
_HAIRLINE = 0.25
"""Width in points below which lines may vanish (GWG 2015 says the same)."""


@dataclass(frozen=True, slots=True)
class PreflightLimits:
    """House limits: the most ink in percent, the smallest type in points."""

    ink: float = 300.0
    type: float = 6.0


def _shows_glyphs(operands: Sequence[object]) -> bool:
    """Tell whether the operands of an operator for text hold a character."""
    parts = list(operands[-1]) if operands and isinstance(operands[-1], pikepdf.Array) else operands
    return any(isinstance(part, pikepdf.String) and bytes(part) for part in parts)


class PageWalker:
    """Reader of the pages of one document. Shared content is read once, and reported on the first page that has it."""

    def __init__(self, findings: Findings, limits: PreflightLimits) -> None:
        self._findings = findings
        self._limits = limits
        self._checked: set[tuple[object, ...]] = set()
        self._operators = 0
        self.page = 0
        self._origin = (0.0, 0.0)
        self._calibrated = False

    def walk(self, page: pikepdf.Page, number: int, origin: tuple[float, float]) -> None:
        """Check a page, whose media box begins at ``origin`` in points."""
        self.page, self._origin = number, origin
        resources = page.obj.get("/Resources")
        parent = page.obj.get("/Parent")
        for _ in range(_MAX_DEPTH):
            if resources is not None or not isinstance(parent, pikepdf.Dictionary):
                break
            resources, parent = parent.get("/Resources"), parent.get("/Parent")
        self._calibrated = "/DefaultRGB" in _dictionary(resources, "/ColorSpace")
        for part in (
            page.obj.Contents if isinstance(page.obj.get("/Contents"), pikepdf.Array) else [page.obj.get("/Contents")]
        ):
            if isinstance(part, pikepdf.Stream):
                check_size(part, MAX_OPERATOR_BYTES)
        self._check_group(page.obj, ReaderState())
        if "/Contents" in page.obj:
            self._read_operators(page, resources, ReaderState(), 0)

    def tell(
        self,
        rule: str,
        message: str,
        hint: str,
        place: tuple[float, float] | None = None,
        badness: float | None = None,
    ) -> None:
        """Add a finding on the current page, at a place in points."""
        if place is not None:
            place = ((place[0] - self._origin[0]) * MM_PER_PT, (place[1] - self._origin[1]) * MM_PER_PT)
        self._findings.tell(rule, message, hint, self.page, place, badness)

    def _read_operators(
        self, holder: pikepdf.Page | pikepdf.Object, resources: object, state: ReaderState, depth: int
    ) -> None:
        saved: list[ReaderState] = []
        for step in pikepdf.parse_content_stream(holder, _OPERATORS_READ):
            self._operators += 1
            if self._operators > _MAX_OPERATORS:
                raise TooMuchError(f"the pages have more than {_MAX_OPERATORS:,} operators")
            operator = str(step.operator)
            if operator == "q":
                if len(saved) < _MAX_SAVED:
                    saved.append(state.copy())
            elif operator == "Q":
                state = saved.pop() if saved else state
            else:
                self._apply_operator(operator, list(step.operands), resources, state, depth)

    def _apply_operator(
        self, operator: str, operands: list[object], resources: object, state: ReaderState, depth: int
    ) -> None:
        change = STATE_OPERATORS.get(operator)
        if change is not None:
            try:
                change(state, [float(operand) for operand in operands])  # type: ignore[arg-type]
            except (TypeError, ValueError, IndexError):
                self.tell("damaged", f"the operator {operator} has wrong operands", "write the file again")
        elif operator in ("cs", "CS", "sc", "SC", "scn", "SCN"):
            self._set_colour(operator, operands, resources, state)
        elif operator in _FILL_OPERATORS or operator in _STROKE_OPERATORS:
            if operator in _FILL_OPERATORS:
                self._check_fill(state, state.place(*state.path_start))
            if operator in _STROKE_OPERATORS:
                self._check_stroke(state, state.place(*state.path_start))
                self._check_line(state)
        elif operator in _TEXT_OPERATORS and _shows_glyphs(operands):
            self._check_type(state)
        elif operator == "Tf" and len(operands) == 2:
            state.font, state.size = _dictionary(resources, "/Font").get(str(operands[0])), _number(operands[1])
        elif operator == "gs" and operands:
            self._set_graphics_state(_dictionary(resources, "/ExtGState").get(str(operands[0])), state)
        elif operator == "sh" and operands:
            self._check_shading(_dictionary(resources, "/Shading").get(str(operands[0])), resources, state)
        elif operator == "Do" and operands:
            self._check_xobject(_dictionary(resources, "/XObject").get(str(operands[0])), resources, state, depth)
        elif operator == "INLINE IMAGE" and operands:
            self._check_inline_image(operands[0], resources, state)

    def _set_colour(self, operator: str, operands: list[object], resources: object, state: ReaderState) -> None:
        current = state.fill if operator.islower() else state.stroke
        named = _dictionary(resources, "/ColorSpace")
        if operator in ("cs", "CS"):
            space = space_of(operands[0] if operands else None, named)
            paint = PaintColour(space, (0.0,) * space.components if space.family != "Pattern" else None)
        elif operands and isinstance(operands[-1], pikepdf.Name):
            pattern = _dictionary(resources, "/Pattern").get(str(operands[-1]))
            self._read_pattern(pattern, resources, state)
            paint = PaintColour(current.space, None)
        else:
            paint = PaintColour(current.space, tuple(_numbers(operands)))
        if operator.islower():
            state.fill = paint
        else:
            state.stroke = paint

    def _check_fill(self, state: ReaderState, place: tuple[float, float]) -> None:
        self._check_paint(state.fill, place)
        self._check_overprint(state.fill, state.overprints[0], state, place)
        if state.fill.space.colorant == "All" and any(state.fill.values or ()):
            message = "an area is in the colour of all plates (All): four inks in full"
            self.tell("all-plates", message, "print it in black; only marks outside the trim are on all plates", place)

    def _check_stroke(self, state: ReaderState, place: tuple[float, float]) -> None:
        self._check_paint(state.stroke, place)
        self._check_overprint(state.stroke, state.overprints[1], state, place)

    def _check_overprint(
        self, paint: PaintColour, overprints: bool, state: ReaderState, place: tuple[float, float]
    ) -> None:
        if overprints and paint.values and paint.space.vanishes(paint.values, state.overprint_mode == 1):
            message = "white is set to overprint: it vanishes on press"
            self.tell("overprint", message, "turn overprint off for white", place)

    def _check_paint(self, paint: PaintColour, place: tuple[float, float]) -> None:
        self._check_space(paint.space, place)
        if paint.values is not None:
            self._check_ink(paint.space.ink(paint.values), "a colour", place)

    def _check_space(self, space: ColourSpace, place: tuple[float, float]) -> None:
        family = space.forbidden(self._findings.profile, self._calibrated)
        if family is not None:
            self.tell("colour-space", f"something is painted in {family}", "convert it to CMYK", place)

    def _check_ink(self, ink: float | None, subject: str, place: tuple[float, float]) -> None:
        if ink is not None and ink > self._limits.ink / 100 + _TOLERANCE:
            message = f"{subject} has {round(ink * 100)} % of ink, more than {self._limits.ink:g} %"
            self.tell("ink", message, "convert it with a profile that keeps the limit", place, ink)

    def _check_line(self, state: ReaderState) -> None:
        width = state.width * least_scale(state.matrix)
        if width < _HAIRLINE - 0.005:
            message = f"a line is {width:.2f} pt wide, less than {_HAIRLINE} pt"
            self.tell("hairline", message, "make it wider", state.place(*state.path_start), 1 / (width + 0.001))

    def _check_type(self, state: ReaderState) -> None:
        if state.mode in (3, 7):
            return
        self._check_font(state.font)
        matrix = concatenate(state.text, state.matrix)
        place = matrix[4], matrix[5]
        if state.mode in (0, 2, 4, 6):
            self._check_fill(state, place)
        if state.mode in (1, 2, 5, 6):
            self._check_stroke(state, place)
            self._check_line(state)
        # Type is measured along its own upward direction, since it may be turned or mirrored.
        height = abs(state.size) * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5
        if height < self._limits.type - 0.01:
            message = f"type is {height:.1f} pt, smaller than {self._limits.type:g} pt"
            self.tell("small-type", message, "set it larger, so that people can read it", place, 1 / (height + 0.001))
        inks = state.fill.space.inks(state.fill.values or ())
        if height < _SMALL_TYPE and inks > _MOST_INKS:
            message = f"type of {height:.1f} pt is in {inks} inks: its edges blur where the plates are not in register"
            self.tell("type-inks", message, "print it in one or two inks, best in black alone", place, inks)

    def _check_font(self, font: object) -> None:
        """Check a font that shows glyphs. A font that is only named need not be embedded."""
        key = ("font", _identity(font))
        if key in self._checked:
            return
        self._checked.add(key)
        missing = missing_font(font)
        if missing is not None:
            self.tell("font", f"the font {missing} is not embedded", "embed it, or make outlines of the type")

    def _set_graphics_state(self, dictionary: object, state: ReaderState) -> None:
        if not isinstance(dictionary, pikepdf.Dictionary):
            return
        if "/op" in dictionary or "/OP" in dictionary:
            # OP alone holds for fills too.
            strokes = bool(dictionary.get("/OP", state.overprints[1]))
            state.overprints = bool(dictionary.get("/op", strokes)), strokes
        if "/OPM" in dictionary:
            state.overprint_mode = int(_number(dictionary.get("/OPM")))
        if "/LW" in dictionary:
            state.width = _number(dictionary.get("/LW"))
        font = dictionary.get("/Font")
        if isinstance(font, pikepdf.Array) and len(font) == 2:
            state.font, state.size = font[0], _number(font[1])
        if "/TR" in dictionary or ("/TR2" in dictionary and dictionary.get("/TR2") != pikepdf.Name.Default):
            self.tell("transfer", "a transfer curve changes how much ink is printed", "take it out")
        for key, subject in (("/ca", "a fill"), ("/CA", "a line")):
            if key in dictionary and _number(dictionary.get(key)) < 1:
                self._report_transparency(f"{subject} is {_number(dictionary.get(key)):.0%} opaque", state)
        mode = dictionary.get("/BM")
        modes = [str(name) for name in mode] if isinstance(mode, pikepdf.Array) else [str(mode)]
        if mode is not None and not set(modes) <= {"/Normal", "/Compatible"}:
            self._report_transparency(f"colours are blended ({modes[0][1:]})", state)
        mask = dictionary.get("/SMask")
        if isinstance(mask, pikepdf.Dictionary):
            self._report_transparency("a soft mask covers something", state)
            # The content of a mask is no ink, and may have any colour.
            self._check_group(mask.get("/G"), state)

    def _report_transparency(self, message: str, state: ReaderState) -> None:
        self.tell("transparency", message, "flatten it, or say --standard x4", state.place(*state.path_start))

    def _check_group(self, holder: object, state: ReaderState) -> None:
        group = holder.get("/Group") if isinstance(holder, pikepdf.Dictionary | pikepdf.Stream) else None
        if isinstance(group, pikepdf.Dictionary) and group.get("/S") == pikepdf.Name.Transparency:
            self._report_transparency("something is a transparency group", state)

    def _check_xobject(self, xobject: object, resources: object, state: ReaderState, depth: int) -> None:
        if not isinstance(xobject, pikepdf.Stream):
            return
        kind = xobject.get("/Subtype")
        if kind == pikepdf.Name.Image:
            self._check_picture(xobject, resources, state)
        elif kind == pikepdf.Name.PS:
            self.tell("external", "the page holds PostScript", "take it out", state.place(0, 0))
        elif kind == pikepdf.Name.Form:
            if depth >= _MAX_DEPTH:
                raise TooMuchError(f"forms stand in each other, more than {_MAX_DEPTH} deep")
            if "/Ref" in xobject or "/OPI" in xobject:
                self.tell("external", "what is shown is in another file", "embed it", state.place(0, 0))
            self._read_form(xobject, resources, state, depth)

    def _read_form(self, xobject: pikepdf.Stream, resources: object, state: ReaderState, depth: int) -> None:
        matrix = concatenate(_matrix(xobject.get("/Matrix")), state.matrix)
        linear = tuple(round(factor, 3) for factor in matrix[:4])
        key = ("form", _identity(xobject), linear, state.fill, state.stroke, round(state.width, 3))
        if key in self._checked:
            return
        self._checked.add(key)
        check_size(xobject, MAX_OPERATOR_BYTES)
        inside = state.copy()
        inside.matrix = matrix
        self._check_group(xobject, inside)
        self._read_operators(xobject, xobject.get("/Resources", resources), inside, depth + 1)

    def _read_pattern(self, pattern: object, resources: object, state: ReaderState) -> None:
        if not isinstance(pattern, pikepdf.Dictionary | pikepdf.Stream):
            return
        key = ("pattern", _identity(pattern))
        if key in self._checked:
            return
        self._checked.add(key)
        if isinstance(pattern, pikepdf.Stream):
            check_size(pattern, MAX_OPERATOR_BYTES)
            inside = ReaderState(matrix=_matrix(pattern.get("/Matrix")))
            self._read_operators(pattern, pattern.get("/Resources", resources), inside, _MAX_DEPTH // 2)
        elif pattern.get("/PatternType") == 2:
            self._check_shading(pattern.get("/Shading"), resources, state)

    def _check_shading(self, shading: object, resources: object, state: ReaderState) -> None:
        if not isinstance(shading, pikepdf.Dictionary | pikepdf.Stream):
            return
        place = state.place(*state.path_start)
        space = space_of(shading.get("/ColorSpace"), _dictionary(resources, "/ColorSpace"))
        self._check_space(space, place)
        self._check_ink(shading_ink(shading, space), "a gradient", place)

    def _check_picture(self, xobject: pikepdf.Stream, resources: object, state: ReaderState) -> None:
        place = state.place(0, 0)
        a, b, c, d, _, _ = state.matrix
        width_inches, height_inches = (a * a + b * b) ** 0.5 / 72, (c * c + d * d) ** 0.5 / 72
        width, height = _number(xobject.get("/Width", 0)), _number(xobject.get("/Height", 0))
        if (
            width_inches > 0
            and height_inches > 0
            and min(width / width_inches, height / height_inches) < _FINE_RESOLUTION - 0.5
            and width * height > _PATCH_PIXELS
        ):
            resolution = min(width / width_inches, height / height_inches)
            message = f"a picture has {resolution:.0f} pixels per inch where it lies, fewer than {_FINE_RESOLUTION}"
            self.tell("resolution", message, "use a larger picture, or show it smaller", place, 1 / resolution)
        key = ("picture", _identity(xobject))
        if key in self._checked:
            return
        self._checked.add(key)
        if isinstance(xobject.get("/SMask"), pikepdf.Stream) or _number(xobject.get("/SMaskInData", 0)):
            self._report_transparency("a picture has a soft mask", state)
        if "/OPI" in xobject or xobject.get("/Alternates") is not None:
            self.tell("external", "a picture stands for another one", "embed the one that is meant", place)
        if bool(xobject.get("/ImageMask")):
            return
        space = picture_space(xobject, _dictionary(resources, "/ColorSpace"))
        self._check_space(space, place)
        try:
            ink = picture_ink(xobject, space)
        except TooMuchError:
            raise
        except (OSError, ValueError, SyntaxError, pikepdf.PdfError):
            self.tell("damaged", "a picture cannot be read", "put it in again", place)
            return
        self._check_ink(ink, "a picture", place)

    def _check_inline_image(self, image: object, resources: object, state: ReaderState) -> None:
        dictionary = getattr(image, "obj", None)
        space_value = (
            dictionary.get("/ColorSpace", dictionary.get("/CS")) if isinstance(dictionary, pikepdf.Dictionary) else None
        )
        if space_value is not None:
            self._check_space(space_of(space_value, _dictionary(resources, "/ColorSpace")), state.place(0, 0))


def _dictionary(resources: object, name: str) -> pikepdf.Dictionary:
    dictionary = resources.get(name) if isinstance(resources, pikepdf.Dictionary) else None
    return dictionary if isinstance(dictionary, pikepdf.Dictionary) else pikepdf.Dictionary()


def _identity(pdf_object: object) -> object:
    """Return a key that identifies an object; for a direct object, its source."""
    if isinstance(pdf_object, pikepdf.Object):
        return pdf_object.objgen if pdf_object.objgen != (0, 0) else repr(pdf_object)[:2000]
    return None


def _number(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0


def _numbers(values: Sequence[object]) -> list[float]:
    return [_number(operand) for operand in values]


def _matrix(value: object) -> Matrix:
    if not isinstance(value, pikepdf.Array) or len(value) != 6:
        return IDENTITY
    a, b, c, d, e, f = _numbers(list(value))
    return a, b, c, d, e, f
