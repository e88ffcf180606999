"""Inks brought under the limit of a press: black takes over from the three others until paper can hold them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageCms

_STEPS = 24
"""How many amounts of black are tried."""

Inks = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black, 0 to 255."""


class InkLimit:
    """Brings colours under ``most`` ink (255 for one ink in full): each becomes what looks most like it of those with
    more black and as much of the other inks as is allowed, in their proportion."""

    def __init__(self, profile: ImageCms.ImageCmsProfile, most: int) -> None:
        self.most = most
        self._looks = ImageCms.buildTransform(
            profile,
            ImageCms.createProfile("LAB"),
            "CMYK",
            "LAB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
        )

    def held(self, colours: Sequence[Inks]) -> list[Inks]:
        """The colours, each under the limit."""
        over = {colour: self._candidates(colour) for colour in colours if sum(colour) > self.most}
        if not over:
            return list(colours)
        asked = [one for colour, candidates in over.items() for one in (colour, *candidates)]
        looks = iter(self._seen(asked))
        found: dict[Inks, Inks] = {}
        for colour, candidates in over.items():
            wanted = next(looks)
            # Zipped the other way, a look would be taken for each colour that is not there.
            found[colour] = min(zip(candidates, looks, strict=False), key=lambda one: _apart(one[1], wanted))[0]
        return [found.get(colour, colour) for colour in colours]

    def _candidates(self, colour: Inks) -> list[Inks]:
        *others, black = colour
        found = []
        for step in range(_STEPS + 1):
            more = black + (255 - black) * step // _STEPS
            share = min(1.0, (self.most - more) / (sum(others) or 1))
            cyan, magenta, yellow = (int(one * share) for one in others)
            found.append((cyan, magenta, yellow, more))
        return found

    def _seen(self, colours: Sequence[Inks]) -> list[tuple[int, int, int]]:
        image = Image.frombytes("CMYK", (len(colours), 1), bytes(part for colour in colours for part in colour))
        seen = ImageCms.applyTransform(image, self._looks)
        assert seen is not None
        data = seen.tobytes()
        return [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]


def _apart(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """How far apart two colours are, in the steps of CIELAB in 8 bits, where 100 of lightness are 255."""
    return ((one[0] - other[0]) / 2.55) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2
