"""Draw the pictures of docs/printing.md: the order of cuts, nested nets, a gutterfold, marks, cut stock.

Run from the checkout: python docs/gallery/printing.py [cuts nets gutterfold marks stock]
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2 as pdfium
from PIL import Image, ImageDraw, ImageFont

from pnp.build.build import build_kit
from pnp.build.kit import KitFile
from pnp.build.options import BuildOptions
from pnp.imposition.page import Page, Segment
from pnp.project.project import open_project
from pnp.shipped import shipped

HERE = Path(__file__).parent
GROUND, BLUE = (214, 218, 224), (20, 90, 200)
LONG = 15.0
"""Lines between blocks are longer than this, marks and crosses are shorter; in mm."""
STOCK = """
[mine]
extends = "shipped:red"
card = "55mm x 91mm"
sheet = "a-one-51003"
"""


def built(game: str, options: BuildOptions, games: Path | None = None) -> KitFile:
    """The kit's file; of a definition of its own, if there is one."""
    project = open_project(games or shipped("games.toml"))
    return build_kit(project, project.game(game), options).files[0]


def painted(file: KitFile, page: Page, dpi: float) -> Image.Image:
    """A page of a kit."""
    picture: Image.Image = pdfium.PdfDocument(file.pdf)[page.number - 1].render(scale=dpi / 72).to_pil()
    return picture.convert("RGB")


def lettering(size: float) -> ImageFont.FreeTypeFont:
    """``size`` in pixels."""
    return ImageFont.truetype(str(shipped("fonts") / "BarlowSemiCondensed-Bold-latin.ttf"), size)


def kept(picture: Image.Image, name: str, colours: int) -> None:
    """The picture as a file beside this one."""
    picture.quantize(colours).save(HERE / f"printing-{name}.png", optimize=True)


def beside(*pictures: Image.Image, apart: int = 24) -> Image.Image:
    """Pictures in a row on a grey ground."""
    size = sum(one.width + apart for one in pictures) + apart, max(one.height for one in pictures) + 2 * apart
    whole, x = Image.new("RGB", size, GROUND), apart
    for one in pictures:
        whole.paste(one, (x, (size[1] - one.height) // 2))
        x += one.width + apart
    return whole


def numbered(draw: ImageDraw.ImageDraw, number: int, at: tuple[float, float]) -> None:
    """A number in a disc; the place in pixels."""
    x, y = at
    draw.ellipse((x - 22, y - 22, x + 22, y + 22), fill=BLUE, outline="white", width=3)
    draw.text((x, y), str(number), fill="white", font=lettering(32), anchor="mm")


def cuts() -> None:
    """A sheet that several components share, with its parting lines in the order in which they are cut."""
    file, dpi = built("kasane", BuildOptions()), 90.0

    def parting(page: Page) -> list[Segment]:
        return [one for one in page.segments if max(abs(one.x2 - one.x1), abs(one.y2 - one.y1)) > LONG]

    shared = (page for page in file.pages if len({place.piece.component for place in page.placements}) > 1)
    page = max((page for page in shared if page.side == "front"), key=lambda page: len(parting(page)))
    picture = painted(file, page, dpi)
    draw, unit = ImageDraw.Draw(picture), dpi / 25.4
    lines = sorted(parting(page), key=lambda one: -max(abs(one.x2 - one.x1), abs(one.y2 - one.y1)))
    for number, line in enumerate(lines, 1):
        ends = [(x * unit, (page.paper.height - y) * unit) for x, y in ((line.x1, line.y1), (line.x2, line.y2))]
        draw.line(ends, fill=BLUE, width=4)
        (x1, y1), (x2, y2) = ends
        numbered(draw, number, ((x1 + x2) / 2, (y1 + y2) / 2))
    kept(beside(picture), "cuts", 64)


def nets() -> None:
    """Dice that lie into one another."""
    file = built("koka", BuildOptions(only=("dice",)))
    kept(beside(painted(file, file.pages[1], 85.0)), "nets", 48)


def flap(picture: Image.Image, width: int, rise: int) -> Image.Image:
    """The picture as it looks turned away about its left edge: narrower, its right edge ``rise`` pixels shorter above
    and below."""
    corners = ((0, 0), (width, rise), (width, picture.height - rise), (0, picture.height))
    rows: list[list[float]] = []
    values: list[float] = []
    wanted = ((0, 0), (picture.width, 0), (picture.width, picture.height), (0, picture.height))
    for (x, y), (u, v) in zip(corners, wanted, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    size = width, picture.height
    return picture.transform(
        size, Image.Transform.PERSPECTIVE, solved(rows, values), Image.Resampling.BICUBIC, fillcolor=GROUND
    )


def solved(rows: list[list[float]], values: list[float]) -> list[float]:
    """What solves these equations (Gauss and Jordan)."""
    table = [[*row, value] for row, value in zip(rows, values, strict=True)]
    for at in range(len(table)):
        best = max(range(at, len(table)), key=lambda row: abs(table[row][at]))
        table[at], table[best] = table[best], table[at]
        table[at] = [one / table[at][at] for one in table[at]]
        for row in range(len(table)):
            if row != at:
                table[row] = [one - table[row][at] * of for one, of in zip(table[row], table[at], strict=True)]
    return [row[-1] for row in table]


def gutterfold() -> None:
    """A sheet before it is folded, while it is, and the cards of it from both sides."""
    file, dpi = built("red", BuildOptions(backs="gutterfold", only=("cards",))), 66.0
    page, unit = file.pages[1], dpi / 25.4
    flat = painted(file, page, dpi)
    half = flat.width // 2
    front, back = flat.crop((0, 0, half, flat.height)), flat.crop((half, 0, flat.width, flat.height))
    bent = Image.new("RGB", (half + half // 3, flat.height), GROUND)
    bent.paste(front, (0, 0))
    bent.paste(flap(back, half // 3, flat.height // 14), (half, 0))
    sides: dict[str, Image.Image] = {}
    for place in page.placements:
        left, top = place.x * unit, (page.paper.height - place.y - place.height) * unit
        card = flat.crop((round(left), round(top), round(left + place.width * unit), round(top + place.height * unit)))
        # What points away from the fold is behind what points to it.
        sides.setdefault(place.face_side, card.rotate(-90 if place.face_side == "front" else 90, expand=True))
    size = sides["front"].size
    cards = Image.new("RGB", (size[0], 2 * size[1] + 24), GROUND)
    cards.paste(sides["front"], (0, 0))
    cards.paste(sides["back"], (0, size[1] + 24))
    picture = beside(flat, bent, cards)
    draw, x = ImageDraw.Draw(picture), 24
    for number, one in enumerate((flat, bent, cards), 1):
        top = (picture.height - one.height) // 2
        numbered(draw, number, (x + one.width / 2, 60 if one is flat or one is bent else top - 36))
        x += one.width + 24
    kept(picture, "gutterfold", 96)


def marks() -> None:
    """The upper left corner of a sheet with each kind of marks."""
    dpi, corners = 92.0, []
    for kind in ("corner", "lines", "cross", "japanese"):
        file = built("kasane", BuildOptions(marks=kind, only=("cards",)))
        shown = painted(file, file.pages[2], dpi).crop((0, 0, round(95 * dpi / 25.4), round(66 * dpi / 25.4)))
        draw = ImageDraw.Draw(shown)
        draw.rectangle((0, shown.height - 42, 130, shown.height), fill=BLUE)
        draw.text((12, shown.height - 21), kind, fill="white", font=lettering(30), anchor="lm")
        corners.append(shown)
    rows = [beside(*corners[:2], apart=12), beside(*corners[2:], apart=12)]
    whole = Image.new("RGB", (rows[0].width, 2 * rows[0].height - 12), GROUND)
    whole.paste(rows[0], (0, 0))
    whole.paste(rows[1], (0, rows[0].height - 12))
    kept(whole, "marks", 128)


def stock() -> None:
    """A sheet of business cards that is cut already, its cuts dashed."""
    with TemporaryDirectory() as folder:
        games = Path(folder) / "games.toml"
        games.write_text(STOCK, encoding="utf-8")
        file, dpi = built("mine", BuildOptions(only=("cards",)), games), 85.0
    page, unit = file.pages[0], dpi / 25.4
    picture = painted(file, page, dpi)
    draw = ImageDraw.Draw(picture)
    for place in page.placements:
        x, y = place.x * unit, (page.paper.height - place.y) * unit
        wide, high = place.width * unit, place.height * unit
        for step in range(0, int(wide), 12):
            draw.line((x + step, y, x + step + 6, y), fill=BLUE, width=2)
            draw.line((x + step, y - high, x + step + 6, y - high), fill=BLUE, width=2)
        for step in range(0, int(high), 12):
            draw.line((x, y - step, x, y - step - 6), fill=BLUE, width=2)
            draw.line((x + wide, y - step, x + wide, y - step - 6), fill=BLUE, width=2)
    kept(beside(picture), "stock", 64)


DRAWN = {"cuts": cuts, "nets": nets, "gutterfold": gutterfold, "marks": marks, "stock": stock}

for wanted in sys.argv[1:] or DRAWN:
    DRAWN[wanted]()
