"""Every icon of sets that everybody uses is drawn as resvg draws it, or refused."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from pnp.cardsvg import Drawing
from pnp.diagnostics import TemplateError
from tests.artsvg.icon_sets import SETS, IconSet
from tests.artsvg.pictures import document, drawing_of, expected, fonts, painted, worst_tile

FOLDER = os.environ.get("PNP_ICON_SETS")
"""Where icon_sets.py has put the sets; .ci/run fetches them first."""
DRAWN = 0.995
TOLERANCE = 8.0
"""Of the whole range, in per cent, in the worst tile of 16 × 16 pixels of a picture 256 pixels wide."""
_BATCH = 50

pytestmark = pytest.mark.full


def batches(items: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The items, so many at a time."""
    following = iter(items)
    while batch := list(islice(following, _BATCH)):
        yield batch


def drawings(icons: list[tuple[str, str]], refused: list[str]) -> dict[str, tuple[str, Drawing]]:
    """The icons that can be drawn, with their texts; the names of the others are added to ``refused``."""
    drawn: dict[str, tuple[str, Drawing]] = {}
    for name, svg in icons:
        try:
            drawn[name] = svg, drawing_of(svg, name)
        except TemplateError as error:
            assert all(one.location is not None and one.location.file == name for one in error.diagnostics), name
            refused.append(str(error))
    return drawn


@pytest.mark.skipif(FOLDER is None, reason="the sets are fetched by .ci/run")
@pytest.mark.parametrize("icons", SETS, ids=lambda icons: icons.package)
def test_every_icon_of_a_set_is_drawn_as_resvg_draws_it(icons: IconSet):
    folder = Path(FOLDER or "")
    icons.check(folder)
    refused: list[str] = []
    wrong: list[str] = []
    count = 0
    worst = 0.0
    book = fonts()
    for batch in batches(icons.icons(folder)):
        count += len(batch)
        drawn = drawings(batch, refused)
        pages = document({name: drawing for name, (_, drawing) in drawn.items()}, book)
        for page, (name, (svg, drawing)) in zip(pages, drawn.items(), strict=True):
            theirs = expected(svg, drawing.bounds)
            difference = worst_tile(painted(page, theirs.height), theirs)
            worst = max(worst, difference)
            if difference > TOLERANCE:
                wrong.append(f"{name}: {difference:.1f} %")
        pages.close()
    sys.stdout.write(f"{icons.package}: {count} files, {len(refused)} refused, {worst:.1f} % in the worst tile\n")
    assert count == icons.files
    assert not wrong, wrong
    assert len(refused) <= count * (1 - DRAWN), refused


def test_the_comparer_sees_a_line_that_is_missing():
    one = Image.new("RGB", (64, 64), (255, 255, 255))
    other = one.copy()
    other.paste((0, 0, 0), (20, 0, 22, 64))
    assert worst_tile(one, one) == 0
    assert worst_tile(one, other) == pytest.approx(12.5, abs=0.2)
    assert worst_tile(one, ImageChops.invert(one)) == pytest.approx(100)
