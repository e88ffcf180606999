"""PDF/X of kits: their structure, read by pikepdf and held to the rules by preflight."""

from __future__ import annotations

import csv
import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from pnp.preflight.check import preflight
from pnp.preflight.content import PreflightLimits
from pnp.prepress import profile
from pnp.units import PT_PER_MM

Run = Callable[..., Any]
Project = Callable[..., Path]
Exported = Callable[..., Path]
FAINT = '<circle cx="20" cy="60" r="9" fill="#03f" opacity="0.4"/>'


def errors(data: bytes, standard: Any, ink: float = 300.0) -> list[object]:
    """Return the findings, without that on bleed: most of these exports have none on purpose."""
    report = preflight(data, standard, PreflightLimits(ink=ink, type=0))
    return [finding for finding in report.findings if finding.rule != "bleed"]


@pytest.mark.parametrize(("standard", "version"), [("x4", "1.6"), ("x1a", "1.4")])
def test_a_file_is_what_it_says_and_the_same_each_time(
    standard: str, version: str, project: Project, exported: Exported
) -> None:
    folder = project()
    face = folder / "templates" / "deck" / "face.svg.j2"
    face.write_text(face.read_text("utf-8") + FAINT, encoding="utf-8")
    out = exported("--to", "pdfx", "--standard", standard, "--edge", "bleed")
    data = (out / "cards.pdf").read_bytes()
    assert data == (exported("--to", "pdfx", "--standard", standard, "--edge", "bleed") / "cards.pdf").read_bytes()
    assert errors(data, standard) == []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.pdf_version == version
        assert "/Names" not in pdf.Root
        assert "/AF" not in pdf.Root
        intent = pdf.Root.OutputIntents[0]
        assert (intent.S, str(intent.OutputConditionIdentifier)) == (pikepdf.Name.GTS_PDFX, "FOGRA39")
        assert intent.DestOutputProfile.read_bytes() == profile.shipped_profile().data
        assert str(pdf.docinfo["/Trapped"]) == "/False"
        for page in pdf.pages:
            left, bottom, right, top = (float(edge) / PT_PER_MM for edge in page.trimbox)
            assert (right - left, top - bottom) == pytest.approx((63, 88), abs=0.001)
            assert [float(edge) for edge in page.obj.BleedBox] == [float(edge) for edge in page.mediabox]
            assert left == pytest.approx(3, abs=0.001)
            assert ("/Group" in page.obj) is (standard == "x4")
    assert (b"ObjStm" in data) is (standard == "x4")


def test_colours_are_inks_and_type_can_be_read(project: Project, exported: Exported) -> None:
    project()
    data = (exported("--to", "pdfx") / "cards.pdf").read_bytes()
    document = pypdfium2.PdfDocument(data)
    assert document[0].get_textpage().get_text_range().strip() == "one"
    document.close()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        used = {
            str(step.operator)
            for item in pdf.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == pikepdf.Name.Form
            for step in pikepdf.parse_content_stream(item)
        }
    assert "k" in used
    assert not used & {"g", "G", "rg", "RG", "cs", "CS"}


@pytest.mark.parametrize("format_", ["pdf", "pdfx"])
def test_outlined_type_looks_the_same_and_needs_no_fonts(format_: str, project: Project, exported: Exported) -> None:
    project()
    pictures = []
    for more in ((), ("--outlines",)):
        document = pypdfium2.PdfDocument((exported("--to", format_, *more) / "cards.pdf").read_bytes())
        pictures.append(document[0].render(scale=3).to_pil().convert("L"))
        text = document[0].get_textpage().get_text_range().strip()
        assert text == ("" if more else "one")
        document.close()
    # Readers fatten small type a little; nothing has moved.
    a, b = (one.resize((one.width // 12, one.height // 12), Image.Resampling.BOX) for one in pictures)
    assert max(abs(x - y) for x, y in zip(a.tobytes(), b.tobytes(), strict=True)) <= 12
    with pikepdf.open(io.BytesIO((exported("--to", format_, "--outlines") / "cards.pdf").read_bytes())) as pdf:
        assert not any(
            isinstance(one, pikepdf.Dictionary) and one.get("/Type") == pikepdf.Name.Font for one in pdf.objects
        )


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_a_cut_line_is_a_spot_colour_along_the_trim(standard: str, project: Project, exported: Exported) -> None:
    dots = 'dots = { kind = "tokens", title = "dots", of = "few", template = "back", size = "20mm" }\n'
    project('cards = { kind = "cards", title = "cards", of = "few", template = "face", back = "back" }\n' + dots)
    out = exported("--to", "pdfx", "--standard", standard, "--cut-line")
    assert errors((out / "cards.pdf").read_bytes(), standard) == []
    with pikepdf.open(out / "cards.pdf") as pdf:
        page = pdf.pages[0]
        space = page.obj.Resources.ColorSpace.CutContour
        assert [str(part) for part in list(space)[:3]] == ["/Separation", "/CutContour", "/DeviceCMYK"]
        steps = [(str(step.operator), list(step.operands)) for step in pikepdf.parse_content_stream(page)]
        (box,) = [operands for operator, operands in steps[-8:] if operator == "re"]
        assert [float(edge) for edge in box] == pytest.approx([0, 0, 63, 88])
        layers = "/OCProperties" in pdf.Root
        assert layers is (standard == "x4")
        assert ("BDC" in [operator for operator, _ in steps]) is layers
    with pikepdf.open(out / "dots.pdf") as pdf:
        operators = [str(step.operator) for step in pikepdf.parse_content_stream(pdf.pages[0])]
        assert operators.count("c") == 4
    with pikepdf.open(exported("--to", "pdfx", "--standard", standard) / "cards.pdf") as pdf:
        assert "/ColorSpace" not in pdf.pages[0].obj.Resources


def test_the_profile_of_a_shop_is_the_output_intent(project: Project, exported: Exported, tmp_path: Path) -> None:
    project()
    shutil.copy(Path(profile.__file__).with_name("fogra39.icc"), tmp_path / "own.icc")
    with pikepdf.open(exported("--to", "pdfx", "--icc", "own.icc") / "cards.pdf") as pdf:
        intent = pdf.Root.OutputIntents[0]
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert str(intent.Info).startswith("FOGRA39 coated")
        assert "/RegistryName" not in intent


def test_a_wrong_profile_is_refused_and_nothing_is_written(pnp: Run, project: Project) -> None:
    folder = project()
    (folder / "own.icc").write_bytes(b"no profile")
    ran = pnp("export", "mine", "--to", "pdfx", "--icc", "own.icc")
    assert ran.status == 2
    assert "own.icc: error[bad-profile]: this is no ICC profile" in ran.err
    assert not (folder / "output").exists()


def test_what_x1a_cannot_show_is_refused_at_its_place_and_nothing_is_written(pnp: Run, project: Project) -> None:
    folder = project()
    face = folder / "templates" / "deck" / "face.svg.j2"
    blend = '<rect width="20" height="20" fill="#fff" style="mix-blend-mode: multiply"/>'
    face.write_text(face.read_text("utf-8") + "\n" + blend, encoding="utf-8")
    ran = pnp("export", "mine", "--to", "pdfx", "--standard", "x1a")
    assert ran.status == 2
    assert "error[seen-through]: PDF/X-1a knows no transparency: the blend mode multiply" in ran.err
    assert "face" in ran.err.split("error[")[0]
    assert not (folder / "output").exists()
    assert pnp("export", "mine", "--to", "pdfx").status == 0


def test_a_photograph_becomes_ink(project: Project, exported: Exported) -> None:
    folder = project()
    fall = Image.linear_gradient("L")
    Image.merge("RGB", (fall, fall.rotate(90), fall.rotate(180))).resize((900, 900)).save(folder / "photo.jpg")
    face = folder / "templates" / "deck" / "face.svg.j2"
    face.write_text('<image href="photo.jpg" x="5" y="5" width="50" height="50"/>', encoding="utf-8")
    data = (exported("--to", "pdfx", "--standard", "x1a") / "cards.pdf").read_bytes()
    assert errors(data, "x1a") == []
    plain = pypdfium2.PdfDocument((exported("--to", "pdf") / "cards.pdf").read_bytes())
    inked = pypdfium2.PdfDocument(data)
    before, after = (file[0].render(scale=1).to_pil().convert("RGB") for file in (plain, inked))
    # PDFium shows inks in its own way; dark stays dark, and red stays red.
    assert before.size == after.size
    apart = [abs(a - b) for a, b in zip(before.resize((8, 8)).tobytes(), after.resize((8, 8)).tobytes(), strict=True)]
    assert sum(apart) / len(apart) < 40
    plain.close()
    inked.close()


def test_drivethrucards_gets_pdf_x_1a_with_its_ink(pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", "red", "--shop", "dtc", "--out", "out", "--only", "order", "--only", "summary")
    assert ran.status == 0, ran.err
    with zipfile.ZipFile(tmp_path / "out" / "red-en-dtc-order-summary.zip") as archive:
        data = archive.read("poker.pdf")
        rows = list(csv.DictReader(io.StringIO(archive.read("files.csv").decode())))
    assert errors(data, "x1a", 240.0) == []
    assert [row["side"] for row in rows[:4]] == ["back", "front", "back", "front"]


OWN = """
[corner]
title = "Corner"
formats = ["pdfx"]
standard = "x1a"
ink-limit = 260
outlines = true
dpi = 300
[corner.products.cards]
title = "cards"
size = "63mm x 88mm"
bleed = "3mm"
safe = "3mm"
"""


def test_a_shop_of_ones_own_says_standard_ink_and_outlines(pnp: Run, project: Project, tmp_path: Path) -> None:
    project(shops=OWN)
    assert pnp("export", "mine", "--shop", "corner", "--out", "out").status == 0
    with zipfile.ZipFile(tmp_path / "out" / "mine-en-corner.zip") as archive:
        data = archive.read("cards.pdf")
    assert errors(data, "x1a", 260.0) == []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not any(
            isinstance(pdf_object, pikepdf.Dictionary) and "/BaseFont" in pdf_object for pdf_object in pdf.objects
        )


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"x1a"', '"x5"', "shops.toml:5:12: error[bad-value]: 'x5' is none of x4, x1a"),
        ("260", "900", "shops.toml:6:13: error[bad-value]: 900 is no amount of ink in percent from 200 to 400"),
        ("260", "true", "True is no amount of ink"),
    ],
)
def test_what_a_shop_cannot_want_is_told_at_its_line(
    before: str, after: str, message: str, pnp: Run, project: Project
) -> None:
    folder = project(shops=OWN.replace(before, after))
    ran = pnp("export", "mine", "--shop", "corner")
    assert ran.status == 2
    assert message in ran.err
    assert not (folder / "output").exists()


@pytest.mark.full
@pytest.mark.parametrize("game", ["collectmate", "iroha", "kasane", "koka", "red"])
@pytest.mark.parametrize("arguments", [("--standard", "x1a"), ("--standard", "x4", "--outlines"), ("--cut-line",)])
def test_every_shipped_game_passes_preflight(game: str, arguments: tuple[str, ...], pnp: Run, tmp_path: Path) -> None:
    ran = pnp("export", game, "--to", "pdfx", "--out", "out", *arguments)
    assert ran.status == 0, ran.err
    for path in (tmp_path / "out").rglob("*.pdf"):
        assert errors(path.read_bytes(), None) == [], path.name
