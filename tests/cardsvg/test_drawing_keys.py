"""The key of a drawing: equal exactly if the same is painted."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from pnp.cardsvg import Drawing, parse, project_images
from pnp.fonts import FontBook
from pnp.ink.greys import PictureConverter, to_greys
from pnp.ink.redraw import reduce_ink
from pnp.ink.tones import OUTLINE, SAVER
from pnp.prepress.flatten import flatten_transparency

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="80mm" viewBox="0 0 60 80">'
FAINT = f'{HEAD}<rect width="60" height="80" fill="#fc0"/><rect width="9" height="9" fill="#00c" opacity="0.5"/></svg>'


def test_the_name_of_a_drawing_does_not_matter() -> None:
    first, renamed, other = (parse(svg, name) for svg, name in ((FAINT, "a"), (FAINT, "b"), (f"{HEAD}</svg>", "a")))
    assert first.key == renamed.key
    assert first.key != other.key


@pytest.mark.parametrize("mask", [False, True])
def test_the_content_of_a_picture_matters_wherever_it_stands(tmp_path: Path, mask: bool) -> None:
    image = '<image href="a.png" x="0" y="0" width="9" height="9"/>'
    masked = f'<defs><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="9" height="9">{image}</mask></defs>'
    svg = f'{HEAD}{masked}<rect width="9" height="9" mask="url(#m)"/></svg>' if mask else f"{HEAD}{image}</svg>"
    keys = []
    for colour in ("red", "red", "blue"):
        Image.new("RGB", (4, 4), colour).save(tmp_path / "a.png")
        keys.append(parse(svg, "face", project_images(tmp_path)).key)
    assert keys[0] == keys[1] != keys[2]


def test_a_drawing_whose_nodes_were_changed_has_another_key(root: Path) -> None:
    fonts, pictures = FontBook([root / "fonts"]), PictureConverter()

    def changed(drawing: Drawing) -> list[Drawing]:
        return [
            drawing,
            to_greys(drawing, pictures),
            flatten_transparency(drawing),
            *(reduce_ink(drawing, fonts, strength, pictures) for strength in (SAVER[0], SAVER[1], OUTLINE)),
            to_greys(reduce_ink(drawing, fonts, OUTLINE, pictures), pictures),
        ]

    first, again = (changed(parse(FAINT, name)) for name in "ab")
    assert len({drawing.key for drawing in first}) == len(first)
    assert [drawing.key for drawing in first] == [drawing.key for drawing in again]
