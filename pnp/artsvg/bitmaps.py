"""Pictures of pixels inside art: PNG and JPEG as data URIs, and nothing else."""

from __future__ import annotations

import io
import re

from pnp.artsvg.known import ADVICE
from pnp.artsvg.outlines import Outlines
from pnp.artsvg.pieces import Bitmap, Node
from pnp.artsvg.places import Place
from pnp.artsvg.reader import Element
from pnp.cardsvg.images import project_images
from pnp.cardsvg.values import is_slice

_BLANKS = re.compile(r"\s+")
_DATA = re.compile(r"\s*data:image/(png|jpe?g)(?:;[^,;]*)*;base64,(.*)", re.DOTALL | re.IGNORECASE)


class Bitmaps:
    """Reads the images of one file."""

    def __init__(self, outlines: Outlines) -> None:
        self._outlines = outlines
        self._problems = outlines.problems
        self._read = project_images(())

    def draw(self, element: Element, place: Place) -> list[Node]:
        """What an image element draws."""
        if place.style.get("visibility", "visible") != "visible":
            return []
        href = element.get("href") or ""
        match = _DATA.fullmatch(href)
        if match is None:
            shown = href[:30] + ("…" if len(href) > 30 else "")
            self._problems.add(
                element.at, "image", f"the image {shown!r} is no PNG or JPEG inside this file", ADVICE["image"], "href"
            )
            return []
        plain = f"data:image/{match[1].lower()};base64,{_BLANKS.sub('', match[2])}"
        try:
            width, height = self._size(plain)
        except ValueError as error:
            self._problems.add(element.at, "image", f"the image cannot be used: {error}", ADVICE["image"], "href")
            return []
        room = place.measured(place.style)
        given = [self._outlines.measure(element, name, room, -1.0) for name in ("width", "height")]
        if given[0] < 0:
            given[0] = width if given[1] < 0 else given[1] * width / height
        if given[1] < 0:
            given[1] = given[0] * height / width
        if not given[0] or not given[1]:
            return []
        x, y = (self._outlines.measure(element, name, room) for name in ("x", "y"))
        fit = (element.get("preserveAspectRatio") or "xMidYMid meet").strip()
        try:
            is_slice(fit)
        except ValueError as error:
            self._problems.add(element.at, "bad-value", str(error), None, "preserveAspectRatio")
        return [Bitmap(plain, (x, y, given[0], given[1]), fit, place.matrix)]

    def _size(self, href: str) -> tuple[int, int]:
        """Width and height in pixels, read from the picture's head alone."""
        from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - few files hold pictures

        data = self._read(href).data
        try:
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as image:
                return image.size
        except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
            raise ValueError(f"it is broken: {error}") from error
