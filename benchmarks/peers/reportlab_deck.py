"""The job on ReportLab alone, every card drawn where it lies: what a maker's own script of thirty lines would do."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT, LEFT, BOTTOM = 63.0, 88.0, 10.5, 16.5


def _marks(canvas: Canvas) -> None:
    canvas.setLineWidth(0.25)
    right, top = LEFT + 3 * WIDTH, BOTTOM + 3 * HEIGHT
    for step in range(4):
        x, y = LEFT + step * WIDTH, BOTTOM + step * HEIGHT
        canvas.line(x * mm, 0, x * mm, (BOTTOM - 3) * mm)
        canvas.line(x * mm, (top + 3) * mm, x * mm, 297 * mm)
        canvas.line(0, y * mm, (LEFT - 3) * mm, y * mm)
        canvas.line((right + 3) * mm, y * mm, 210 * mm, y * mm)


def main(source: str, target: str, font: str) -> None:
    """Draw the cards of the CSV file ``source`` into the PDF file ``target`` with the font file ``font``."""
    registerFont(TTFont("Face", font))
    canvas = Canvas(target, pagesize=(210 * mm, 297 * mm), initialFontName="Face")
    with Path(source).open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    for index, card in enumerate(cards):
        place = index % 9
        if place == 0:
            if index:
                canvas.showPage()
            _marks(canvas)
        x, y = LEFT + place % 3 * WIDTH, BOTTOM + (2 - place // 3) * HEIGHT
        canvas.setFillColor(HexColor(card["hex"]))
        canvas.rect(x * mm, y * mm, WIDTH * mm, HEIGHT * mm, stroke=0, fill=1)
        canvas.setFillColorRGB(1, 1, 1)
        canvas.setFont("Face", 72)
        canvas.drawCentredString((x + WIDTH / 2) * mm, (y + HEIGHT - 52) * mm, card["number"])
        canvas.setFont("Face", 14)
        canvas.drawString((x + 5) * mm, (y + HEIGHT - 9) * mm, card["colour"])
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:4])
