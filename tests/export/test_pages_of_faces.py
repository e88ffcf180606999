"""A PDF of faces has one on each page, with its boxes, and nothing else."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from pnp.units import PT_PER_MM

Project = Callable[..., Path]
Exported = Callable[..., Path]


def in_mm(box: pikepdf.Object) -> list[float]:
    return [round(float(edge) / PT_PER_MM, 2) for edge in box.as_list()]


def test_boxes_of_trim_and_bleed_stand_on_every_page(project: Project, exported: Exported) -> None:
    project()
    folder = exported("--to", "pdf", "--bleed", "3mm")
    with pikepdf.open(folder / "cards.pdf") as pdf:
        assert len(pdf.pages) == 4
        for page in pdf.pages:
            assert in_mm(page.MediaBox) == in_mm(page.BleedBox) == [0, 0, 69, 94]
            assert in_mm(page.TrimBox) == [3, 3, 66, 91]
        assert "/Names" not in pdf.Root
        assert "/AF" not in pdf.Root
        assert "/PnpSeal" not in pdf.docinfo
        labels = [str(label.P) for label in list(pdf.Root.PageLabels.Nums)[1::2]]
    assert labels == ["cards a front ×3", "cards a back ×3", "cards b front ×1", "cards b back ×1"]
    rows = list(csv.DictReader((folder / "files.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["file"], row["page"], row["copies"]) for row in rows] == [
        ("cards.pdf", "1", "3"),
        ("cards.pdf", "2", "3"),
        ("cards.pdf", "3", "1"),
        ("cards.pdf", "4", "1"),
    ]


def test_a_page_paints_its_face_and_no_mark(project: Project, exported: Exported) -> None:
    project()
    data = (exported("--to", "pdf") / "cards.pdf").read_bytes()
    with pikepdf.open(BytesIO(data)) as pdf:
        for page in pdf.pages:
            operators = [str(instruction.operator) for instruction in pikepdf.parse_content_stream(page)]
            assert (operators[:6], operators[-1]) == (["cm", "q", "re", "W", "n", "cm"], "Q")
            assert "/Artifact" not in page.Contents.read_bytes().decode("latin-1")


@pytest.mark.parametrize("round_", [True, False])
def test_a_token_has_no_line_along_which_it_is_cut(round_: bool, project: Project, exported: Exported) -> None:
    shape = "round" if round_ else "square"
    keys = f'of = "few", template = "face", size = "50mm", shape = "{shape}"'
    project(f'dots = {{ kind = "tokens", title = "dots", {keys} }}\n')
    with pikepdf.open(exported("--to", "pdf") / "dots.pdf") as pdf:
        assert in_mm(pdf.pages[0].MediaBox) == [0, 0, 50, 50]
        assert "S" not in [str(instruction.operator) for instruction in pikepdf.parse_content_stream(pdf.pages[0])]
