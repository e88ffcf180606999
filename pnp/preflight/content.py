"""Inspect the content of pages: read every operator, also of forms, patterns and glyphs."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

import pikepdf
from PIL import Image, ImageChops

from pnp.preflight.colours import CMYK, GREY, RGB, ColourSpace, shading_ink, space_of
from pnp.preflight.rules import Findings
from pnp.preflight.streams import LARGEST, LARGEST_PICTURE, TooMuchError, check_size, filters
from pnp.records import dataclass
from pnp.units import MM_PER_PT

# Pictures in a PDF: how fine they are where they lie, and how much ink their darkest places have.

_LARGEST_SIDE = 2000
"""Pixels: a picture is looked at no closer; what is darker than the limit over less of it, no press notices."""
_SHARE = 0.001
"""Of the pixels of a picture: so many may have more ink."""


def picture_ink(stream: pikepdf.Stream, space: ColourSpace) -> float | None:
    """The ink of the darkest thousandth of a picture, 1 for one ink in full; None where its colours are no inks, or are
    packed in a way that is not looked into. Raises TooMuchError, and ValueError for a damaged picture."""
    if space.family not in ("DeviceCMYK", "ICCBased") or space.parts != 4:
        return None
    image = _cmyk(stream)
    if image is None:
        return None
    image.thumbnail((_LARGEST_SIDE, _LARGEST_SIDE), Image.Resampling.BOX)
    sums = sorted(map(sum, zip(*(channel.tobytes() for channel in image.split()), strict=True)))
    return sums[-max(1, int(len(sums) * _SHARE))] / 255


def _cmyk(stream: pikepdf.Stream) -> Image.Image | None:
    width, height = (int(stream.get(key, 0)) for key in ("/Width", "/Height"))
    if width <= 0 or height <= 0 or stream.get("/BitsPerComponent") != 8:
        return None
    if width * height * 4 > LARGEST_PICTURE:
        raise TooMuchError(f"a picture has {width:,} × {height:,} pixels")
    packed = filters(stream)
    upside_down = _decodes_inverted(stream)
    if packed == ["/DCTDecode"]:
        image: Image.Image = Image.open(io.BytesIO(stream.read_raw_bytes()), formats=("JPEG",))
        if image.size != (width, height) or image.mode != "CMYK":
            return None
        # Pillow turns what Adobe's programs write upside down; a PDF says so itself, with Decode.
        image = ImageChops.invert(image)
    elif set(packed) <= {"/FlateDecode"}:
        check_size(stream, width * height * 4 + height + 65_536)
        data = stream.read_bytes()
        if len(data) < width * height * 4:
            raise ValueError("a picture holds less than it says")
        image = Image.frombytes("CMYK", (width, height), data[: width * height * 4])
    else:
        return None
    return ImageChops.invert(image) if upside_down else image


def _decodes_inverted(stream: pikepdf.Stream) -> bool:
    said = stream.get("/Decode")
    return isinstance(said, pikepdf.Array) and len(said) > 0 and float(said[0]) == 1


def picture_space(stream: pikepdf.Stream, named: object) -> ColourSpace:
    """The colour space of a picture; that of a stencil is none."""
    if bool(stream.get("/ImageMask")):
        return ColourSpace("DeviceGray", 1)
    return space_of(stream.get("/ColorSpace"), named)


# Whether the fonts of a PDF are in it.

_FILES = ("/FontFile", "/FontFile2", "/FontFile3")


def embedded(font: object) -> str | None:
    """The name of a font whose program is not in the file; None where it is. Type 3 fonts draw for themselves."""
    if not isinstance(font, pikepdf.Dictionary):
        return "that a page names and does not have"
    kind = font.get("/Subtype")
    if kind == pikepdf.Name.Type3:
        return None
    name = str(font.get("/BaseFont", "/without a name"))[1:]
    holder: object = font
    if kind == pikepdf.Name.Type0:
        descendants = font.get("/DescendantFonts")
        holder = descendants[0] if isinstance(descendants, pikepdf.Array) and len(descendants) else None
    descriptor = holder.get("/FontDescriptor") if isinstance(holder, pikepdf.Dictionary) else None
    has = isinstance(descriptor, pikepdf.Dictionary) and any(
        isinstance(descriptor.get(key), pikepdf.Stream) for key in _FILES
    )
    return None if has else name


# The graphics state of a page, as far as rules ask for it (ISO 32000-1, 8.4).

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """The map that applies ``inner`` first, then ``outer``."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def smallest(matrix: Matrix) -> float:
    """By how much a map shortens what it shortens most: the lesser singular value of its linear part."""
    a, b, c, d, _, _ = matrix
    whole = a * a + b * b + c * c + d * d
    area = abs(a * d - b * c)
    far = math.sqrt(max(0.0, whole * whole - 4 * area * area))
    return math.sqrt(max(0.0, (whole - far) / 2))


@dataclass(frozen=True, slots=True)
class PaintColour:
    """The colour that is filled or stroked with: its space and its numbers; None for a pattern."""

    space: ColourSpace = GREY
    values: tuple[float, ...] | None = (0.0,)


@dataclass(slots=True)
class ReaderState:
    """What holds while operators are read."""

    matrix: Matrix = IDENTITY
    fill: PaintColour = field(default_factory=PaintColour)
    stroke: PaintColour = field(default_factory=PaintColour)
    width: float = 1.0
    font: object = None
    size: float = 0.0
    mode: int = 0
    text: Matrix = IDENTITY
    at: tuple[float, float] = (0.0, 0.0)
    """Where the path at hand began, in the coordinates at hand."""

    def kept(self) -> ReaderState:
        """A copy to come back to."""
        return replace(self)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """A point in the coordinates of the page, in points."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f


# Operators that change the graphics state and paint nothing.


def _moved(state: ReaderState, values: list[float]) -> None:
    a, b, c, d, e, f = values
    state.matrix = times((a, b, c, d, e, f), state.matrix)


def _set_text(state: ReaderState, values: list[float]) -> None:
    a, b, c, d, e, f = values
    state.text = (a, b, c, d, e, f)


def _next_text(state: ReaderState, values: list[float]) -> None:
    x, y = values
    state.text = times((1.0, 0.0, 0.0, 1.0, x, y), state.text)


def _fill(space: ColourSpace) -> Callable[[ReaderState, list[float]], None]:
    def change(state: ReaderState, values: list[float]) -> None:
        state.fill = PaintColour(space, tuple(values))

    return change


def _stroke(space: ColourSpace) -> Callable[[ReaderState, list[float]], None]:
    def change(state: ReaderState, values: list[float]) -> None:
        state.stroke = PaintColour(space, tuple(values))

    return change


def _setting(name: str) -> Callable[[ReaderState, list[float]], None]:
    def change(state: ReaderState, values: list[float]) -> None:
        setattr(state, name, int(values[0]) if name == "mode" else values[0])

    return change


def _begin(state: ReaderState, values: list[float]) -> None:
    state.at = values[0], values[1]


def _begin_text(state: ReaderState, values: list[float]) -> None:
    del values
    state.text = IDENTITY


CHANGES: Mapping[str, Callable[[ReaderState, list[float]], None]] = {
    "cm": _moved,
    "w": _setting("width"),
    "g": _fill(GREY),
    "rg": _fill(RGB),
    "k": _fill(CMYK),
    "G": _stroke(GREY),
    "RG": _stroke(RGB),
    "K": _stroke(CMYK),
    "m": _begin,
    "re": _begin,
    "BT": _begin_text,
    "Tm": _set_text,
    "Td": _next_text,
    "TD": _next_text,
    "Tr": _setting("mode"),
}
"""What each does with its numbers. Raises ValueError or IndexError for other numbers than it takes."""


_READ = (
    "q Q cm w gs g G rg RG k K cs CS sc SC scn SCN m re "
    "f F f* B B* b b* S s sh Do BT Tf Tm Td TD T* Tr Tj TJ ' \" BI ID EI"
)
_FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
_STROKES = {"B", "B*", "b", "b*", "S", "s"}
_SHOWS = {"Tj", "TJ", "'", '"'}
_DEEPEST = 24
_MOST_OPERATORS = 4_000_000
_NESTED = 400
_TOLERANCE = 0.025
"""Of one ink in full: what rounding and JPEG add."""
_FINE, _COARSE = 250, 36
"""Pixels per inch: fewer than the first look soft on paper; pictures of fewer than the second are meant as patches."""
_HAIRLINE = 0.25
"""In points: thinner lines may vanish (GWG 2015 says the same)."""


@dataclass(frozen=True, slots=True)
class PreflightLimits:
    """What the house asks for: the most ink in percent, the smallest type in points."""

    ink: float = 300.0
    type: float = 6.0


class PageWalker:
    """Reads the pages of one document. What pages share is read once, and told of the first page that has it."""

    def __init__(self, found: Findings, limits: PreflightLimits) -> None:
        self._found = found
        self._limits = limits
        self._seen: set[tuple[object, ...]] = set()
        self._operators = 0
        self.page = 0
        self._origin = (0.0, 0.0)
        self._calibrated = False

    def walk(self, page: pikepdf.Page, number: int, origin: tuple[float, float]) -> None:
        """All of a page, whose media box begins at ``origin`` in points."""
        self.page, self._origin = number, origin
        resources = page.obj.get("/Resources")
        parent = page.obj.get("/Parent")
        for _ in range(_DEEPEST):
            if resources is not None or not isinstance(parent, pikepdf.Dictionary):
                break
            resources, parent = parent.get("/Resources"), parent.get("/Parent")
        self._calibrated = "/DefaultRGB" in _dictionary(resources, "/ColorSpace")
        for part in (
            page.obj.Contents if isinstance(page.obj.get("/Contents"), pikepdf.Array) else [page.obj.get("/Contents")]
        ):
            if isinstance(part, pikepdf.Stream):
                check_size(part, LARGEST)
        self._group(page.obj, ReaderState())
        if "/Contents" in page.obj:
            self._read(page, resources, ReaderState(), 0)

    def tell(
        self,
        rule: str,
        message: str,
        hint: str,
        place: tuple[float, float] | None = None,
        badness: float | None = None,
    ) -> None:
        """Note what is wrong on the page at hand, at a place in points."""
        if place is not None:
            place = ((place[0] - self._origin[0]) * MM_PER_PT, (place[1] - self._origin[1]) * MM_PER_PT)
        self._found.tell(rule, message, hint, self.page, place, badness)

    def _read(self, holder: pikepdf.Page | pikepdf.Object, resources: object, state: ReaderState, depth: int) -> None:
        kept: list[ReaderState] = []
        for step in pikepdf.parse_content_stream(holder, _READ):
            self._operators += 1
            if self._operators > _MOST_OPERATORS:
                raise TooMuchError(f"the pages have more than {_MOST_OPERATORS:,} operators")
            operator = str(step.operator)
            if operator == "q":
                if len(kept) < _NESTED:
                    kept.append(state.kept())
            elif operator == "Q":
                state = kept.pop() if kept else state
            else:
                self._step(operator, list(step.operands), resources, state, depth)

    def _step(self, operator: str, operands: list[object], resources: object, state: ReaderState, depth: int) -> None:
        change = CHANGES.get(operator)
        if change is not None:
            try:
                change(state, [float(one) for one in operands])  # type: ignore[arg-type]
            except (TypeError, ValueError, IndexError):
                self.tell("damaged", f"the operator {operator} has wrong operands", "write the file again")
        elif operator in ("cs", "CS", "sc", "SC", "scn", "SCN"):
            self._colour(operator, operands, resources, state)
        elif operator in _FILLS or operator in _STROKES:
            if operator in _FILLS:
                self._paint(state.fill, state.place(*state.at))
            if operator in _STROKES:
                self._paint(state.stroke, state.place(*state.at))
                self._line(state)
        elif operator in _SHOWS:
            self._type(state)
        elif operator == "Tf" and len(operands) == 2:
            self._font(_dictionary(resources, "/Font").get(str(operands[0])), operands[1], state)
        elif operator == "gs" and operands:
            self._graphics_state(_dictionary(resources, "/ExtGState").get(str(operands[0])), state)
        elif operator == "sh" and operands:
            self._shading(_dictionary(resources, "/Shading").get(str(operands[0])), resources, state)
        elif operator == "Do" and operands:
            self._object(_dictionary(resources, "/XObject").get(str(operands[0])), resources, state, depth)
        elif operator == "INLINE IMAGE" and operands:
            self._inline(operands[0], resources, state)

    def _colour(self, operator: str, operands: list[object], resources: object, state: ReaderState) -> None:
        before = state.fill if operator.islower() else state.stroke
        named = _dictionary(resources, "/ColorSpace")
        if operator in ("cs", "CS"):
            space = space_of(operands[0] if operands else None, named)
            paint = PaintColour(space, (0.0,) * space.parts if space.family != "Pattern" else None)
        elif operands and isinstance(operands[-1], pikepdf.Name):
            pattern = _dictionary(resources, "/Pattern").get(str(operands[-1]))
            self._pattern(pattern, resources, state)
            paint = PaintColour(before.space, None)
        else:
            paint = PaintColour(before.space, tuple(_numbers(operands)))
        if operator.islower():
            state.fill = paint
        else:
            state.stroke = paint

    def _paint(self, paint: PaintColour, place: tuple[float, float]) -> None:
        self._check_space(paint.space, place)
        if paint.values is not None:
            self._check_ink(paint.space.ink(paint.values), "a colour", place)

    def _check_space(self, space: ColourSpace, place: tuple[float, float]) -> None:
        wrong = space.forbidden(self._found.profile, self._calibrated)
        if wrong is not None:
            self.tell("colour-space", f"something is painted in {wrong}", "convert it to CMYK", place)

    def _check_ink(self, ink: float | None, what: str, place: tuple[float, float]) -> None:
        if ink is not None and ink > self._limits.ink / 100 + _TOLERANCE:
            message = f"{what} has {round(ink * 100)} % of ink, more than {self._limits.ink:g} %"
            self.tell("ink", message, "convert it with a profile that keeps the limit", place, ink)

    def _line(self, state: ReaderState) -> None:
        width = state.width * smallest(state.matrix)
        if width < _HAIRLINE - 0.005:
            message = f"a line is {width:.2f} pt wide, less than {_HAIRLINE} pt"
            self.tell("hairline", message, "make it wider", state.place(*state.at), 1 / (width + 0.001))

    def _type(self, state: ReaderState) -> None:
        if state.mode in (3, 7):
            return
        matrix = times(state.text, state.matrix)
        place = matrix[4], matrix[5]
        if state.mode in (0, 2, 4, 6):
            self._paint(state.fill, place)
        if state.mode in (1, 2, 5, 6):
            self._paint(state.stroke, place)
            self._line(state)
        # Upwards is what type is measured by; it may be turned or mirrored.
        height = abs(state.size) * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5
        if height < self._limits.type - 0.01:
            message = f"type is {height:.1f} pt, smaller than {self._limits.type:g} pt"
            self.tell("small-type", message, "set it larger, if anybody is to read it", place, 1 / (height + 0.001))

    def _font(self, font: object, size: object, state: ReaderState) -> None:
        state.font, state.size = font, _number(size)
        key = ("font", _identity(font))
        if key in self._seen:
            return
        self._seen.add(key)
        missing = embedded(font)
        if missing is not None:
            self.tell("font", f"the font {missing} is not embedded", "embed it, or make outlines of the type")

    def _graphics_state(self, said: object, state: ReaderState) -> None:
        if not isinstance(said, pikepdf.Dictionary):
            return
        if "/LW" in said:
            state.width = _number(said.get("/LW"))
        font = said.get("/Font")
        if isinstance(font, pikepdf.Array) and len(font) == 2:
            self._font(font[0], font[1], state)
        if "/TR" in said or ("/TR2" in said and said.get("/TR2") != pikepdf.Name.Default):
            self.tell("transfer", "a transfer curve changes how much ink is printed", "take it out")
        for key, what in (("/ca", "a fill"), ("/CA", "a line")):
            if key in said and _number(said.get(key)) < 1:
                self._seen_through(f"{what} is {_number(said.get(key)):.0%} opaque", state)
        mode = said.get("/BM")
        modes = [str(one) for one in mode] if isinstance(mode, pikepdf.Array) else [str(mode)]
        if mode is not None and not set(modes) <= {"/Normal", "/Compatible"}:
            self._seen_through(f"colours are blended ({modes[0][1:]})", state)
        mask = said.get("/SMask")
        if isinstance(mask, pikepdf.Dictionary):
            self._seen_through("a soft mask covers something", state)
            # What a mask is made of is no ink, and may be any colour.
            self._group(mask.get("/G"), state)

    def _seen_through(self, what: str, state: ReaderState) -> None:
        self.tell("transparency", what, "flatten it, or say --standard x4", state.place(*state.at))

    def _group(self, holder: object, state: ReaderState) -> None:
        group = holder.get("/Group") if isinstance(holder, pikepdf.Dictionary | pikepdf.Stream) else None
        if isinstance(group, pikepdf.Dictionary) and group.get("/S") == pikepdf.Name.Transparency:
            self._seen_through("something is a transparency group", state)

    def _object(self, item: object, resources: object, state: ReaderState, depth: int) -> None:
        if not isinstance(item, pikepdf.Stream):
            return
        kind = item.get("/Subtype")
        if kind == pikepdf.Name.Image:
            self._picture(item, resources, state)
        elif kind == pikepdf.Name.PS:
            self.tell("external", "the page holds PostScript", "take it out", state.place(0, 0))
        elif kind == pikepdf.Name.Form:
            if depth >= _DEEPEST:
                raise TooMuchError(f"forms stand in each other, more than {_DEEPEST} deep")
            if "/Ref" in item or "/OPI" in item:
                self.tell("external", "what is shown is in another file", "embed it", state.place(0, 0))
            self._form(item, resources, state, depth)

    def _form(self, item: pikepdf.Stream, resources: object, state: ReaderState, depth: int) -> None:
        matrix = times(_matrix(item.get("/Matrix")), state.matrix)
        linear = tuple(round(part, 3) for part in matrix[:4])
        key = ("form", _identity(item), linear, state.fill, state.stroke, round(state.width, 3))
        if key in self._seen:
            return
        self._seen.add(key)
        check_size(item, LARGEST)
        inside = state.kept()
        inside.matrix = matrix
        self._group(item, inside)
        self._read(item, item.get("/Resources", resources), inside, depth + 1)

    def _pattern(self, pattern: object, resources: object, state: ReaderState) -> None:
        if not isinstance(pattern, pikepdf.Dictionary | pikepdf.Stream):
            return
        key = ("pattern", _identity(pattern))
        if key in self._seen:
            return
        self._seen.add(key)
        if isinstance(pattern, pikepdf.Stream):
            check_size(pattern, LARGEST)
            inside = ReaderState(matrix=_matrix(pattern.get("/Matrix")))
            self._read(pattern, pattern.get("/Resources", resources), inside, _DEEPEST // 2)
        elif pattern.get("/PatternType") == 2:
            self._shading(pattern.get("/Shading"), resources, state)

    def _shading(self, shading: object, resources: object, state: ReaderState) -> None:
        if not isinstance(shading, pikepdf.Dictionary | pikepdf.Stream):
            return
        place = state.place(*state.at)
        space = space_of(shading.get("/ColorSpace"), _dictionary(resources, "/ColorSpace"))
        self._check_space(space, place)
        self._check_ink(shading_ink(shading, space), "a gradient", place)

    def _picture(self, item: pikepdf.Stream, resources: object, state: ReaderState) -> None:
        place = state.place(0, 0)
        a, b, c, d, _, _ = state.matrix
        wide, tall = (a * a + b * b) ** 0.5 / 72, (c * c + d * d) ** 0.5 / 72
        width, height = _number(item.get("/Width", 0)), _number(item.get("/Height", 0))
        if wide > 0 and tall > 0 and min(width / wide, height / tall) < _FINE - 0.5 and width * height > _COARSE:
            finest = min(width / wide, height / tall)
            message = f"a picture has {finest:.0f} pixels per inch where it lies, fewer than {_FINE}"
            self.tell("resolution", message, "use a larger picture, or show it smaller", place, 1 / finest)
        key = ("picture", _identity(item))
        if key in self._seen:
            return
        self._seen.add(key)
        if isinstance(item.get("/SMask"), pikepdf.Stream) or _number(item.get("/SMaskInData", 0)):
            self._seen_through("a picture has a soft mask", state)
        if "/OPI" in item or item.get("/Alternates") is not None:
            self.tell("external", "a picture stands for another one", "embed the one that is meant", place)
        if bool(item.get("/ImageMask")):
            return
        space = picture_space(item, _dictionary(resources, "/ColorSpace"))
        self._check_space(space, place)
        try:
            ink = picture_ink(item, space)
        except TooMuchError:
            raise
        except (OSError, ValueError, SyntaxError, pikepdf.PdfError):
            self.tell("damaged", "a picture cannot be read", "put it in again", place)
            return
        self._check_ink(ink, "a picture", place)

    def _inline(self, item: object, resources: object, state: ReaderState) -> None:
        said = getattr(item, "obj", None)
        value = said.get("/ColorSpace", said.get("/CS")) if isinstance(said, pikepdf.Dictionary) else None
        if value is not None:
            self._check_space(space_of(value, _dictionary(resources, "/ColorSpace")), state.place(0, 0))


def _dictionary(resources: object, name: str) -> pikepdf.Dictionary:
    found = resources.get(name) if isinstance(resources, pikepdf.Dictionary) else None
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def _identity(item: object) -> object:
    """What an object is told apart by; one that stands where it is used, by what it says."""
    if isinstance(item, pikepdf.Object):
        return item.objgen if item.objgen != (0, 0) else repr(item)[:2000]
    return None


def _number(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0.0


def _numbers(values: Sequence[object]) -> list[float]:
    return [_number(value) for value in values]


def _matrix(value: object) -> Matrix:
    if not isinstance(value, pikepdf.Array) or len(value) != 6:
        return IDENTITY
    a, b, c, d, e, f = _numbers(list(value))
    return a, b, c, d, e, f
