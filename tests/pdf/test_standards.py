"""Files that last and can be read aloud: PDF/A-3b (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), by a validator."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pytest
from PIL import ImageCms

from pnp.imposition.page import Circle, Note, Page, Segment
from pnp.pdf import Attachment, Bookmark, Caption, write_pdf
from pnp.pdf.writer import srgb
from pnp.units import Size
from tests.pdf.standards import broken
from tests.pdf.test_features_of_fonts import ON, sheet

FEATURES = sorted((Path(__file__).parent / "features").glob("*.svg"))
MARKS = (Segment(1, 1, 9, 1), Segment(1, 2, 9, 2, cased=True), Segment(1, 3, 9, 3, registration=True))
SIDE = '<svg viewBox="0 0 60 40"><rect width="60" height="40" fill="#123456"/>{}</svg>'


def captions(faces: dict[str, str]) -> dict[str, Caption]:
    return {name: Caption(f"card: {name}", "en") for name in faces}


@pytest.mark.parametrize("path", FEATURES, ids=lambda path: path.stem)
def test_whatever_a_face_paints_keeps_both_standards(path: Path, make_job: Callable[..., Any]) -> None:
    faces = {path.stem: path.read_text(encoding="utf-8")}
    data = write_pdf(make_job(faces, captions=captions(faces)))
    assert broken(data, "3b") == {}
    assert broken(data, "ua1") == {}


@pytest.mark.parametrize("style", ["", ON])
def test_fonts_are_as_wide_as_the_file_says(style: str, make_job: Callable[..., Any]) -> None:
    assert broken(write_pdf(make_job({"a": sheet(style)})), "3b") == {}


def whole_job(make_job: Callable[..., Any], **changes: object) -> Any:
    """Job with everything that a page and a file can carry."""
    faces = {"red": SIDE.format(""), "blue": SIDE.format("")}
    job = make_job(faces)
    note = Note("Red 赤 · page 1", 5, 30, 3)
    pages = tuple(
        Page(page.number, page.sheet, page.side, Size(60, 40), page.placements, MARKS, (note,), (Circle(9, 9, 5),))
        for page in job.pages
    )
    values: dict[str, object] = {
        "pages": pages,
        "captions": captions(faces),
        "bookmarks": (Bookmark("Red", 1), Bookmark("青", 2)),
        "attachments": (Attachment("pnp-manifest.json", "application/json", "what is printed", b"{}"),),
        "author": "Ōta & 太田",
        "subject": "a < b",
        "keywords": "k",
        "info": {"PnpSeal": "{}"},
        **changes,
    }
    return make_job(faces, **values)


def test_marks_labels_and_attachments_keep_both_standards(make_job: Callable[..., Any]) -> None:
    data = write_pdf(whole_job(make_job))
    assert broken(data, "3b") == {}
    assert broken(data, "ua1") == {}


@pytest.mark.parametrize(
    ("gone", "profile", "rule"),
    [
        ("/OutputIntents", "3b", "PDFA3B-DEVICE-RGB-001"),
        ("/Metadata", "3b", "PDFA3B-METADATA-STRUCTURE-001"),
        ("/AF", "3b", "PDFA3B-FILE-SPEC-ASSOCIATION-001"),
        ("/StructTreeRoot", "ua1", "PDFUA1-STRUCT-TREE-ROOT-001"),
        ("/Lang", "ua1", ""),
    ],
)
def test_the_validator_finds_what_is_missing(gone: str, profile: Any, rule: str, make_job: Callable[..., Any]) -> None:
    with pikepdf.open(io.BytesIO(write_pdf(whole_job(make_job)))) as pdf:
        del pdf.Root[gone]
        buffer = io.BytesIO()
        pdf.save(buffer)
    failures = broken(buffer.getvalue(), profile)
    assert failures
    assert not rule or rule in failures, failures


def test_the_metadata_say_what_the_information_says(make_job: Callable[..., Any]) -> None:
    with pikepdf.open(io.BytesIO(write_pdf(whole_job(make_job)))) as pdf:
        packet = pdf.Root.Metadata.read_raw_bytes()
        meta, info = pdf.open_metadata(), pdf.docinfo
        assert (
            (meta["dc:title"], meta["dc:creator"]) == (str(info.Title), [str(info.Author)]) == ("Test", ["Ōta & 太田"])
        )
        assert (
            (meta["dc:description"], meta["pdf:Keywords"]) == (str(info.Subject), str(info.Keywords)) == ("a < b", "k")
        )
        assert (meta["pdf:Producer"], meta["xmp:CreatorTool"]) == (str(info.Producer), str(info.Creator))
        assert (meta.pdfa_status, meta["pdfuaid:part"], list(meta["dc:language"])) == ("3B", "1", ["en"])
    ElementTree.fromstring(packet)
    assert b"Date" not in packet, "the same input gives the same bytes"


def test_a_control_character_in_a_title_leaves_the_metadata_whole(make_job: Callable[..., Any]) -> None:
    assert broken(write_pdf(whole_job(make_job, title="Red\x01\x0b 赤")), "3b") == {}


def test_a_file_without_captions_says_nothing_of_its_structure(make_job: Callable[..., Any]) -> None:
    with pikepdf.open(io.BytesIO(write_pdf(make_job({"a": SIDE.format("")})))) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert b"BDC" not in pdf.pages[0].Contents.read_bytes()
        assert "pdfuaid:part" not in pdf.open_metadata()


def test_the_profile_is_srgb_and_may_be_given_away() -> None:
    profile = ImageCms.ImageCmsProfile(io.BytesIO(srgb()))
    assert "sRGB" in ImageCms.getProfileDescription(profile)
    assert "No copyright" in ImageCms.getProfileCopyright(profile)
    # Every colour is found where the library's own sRGB has it.
    there = ImageCms.buildTransform(profile, ImageCms.createProfile("sRGB"), "RGB", "RGB")
    from PIL import Image  # noqa: PLC0415

    colours = [(r, g, b) for r in range(0, 256, 51) for g in range(0, 256, 51) for b in range(0, 256, 51)]
    picture = Image.new("RGB", (len(colours), 1))
    picture.putdata(colours)
    assert ImageCms.applyTransform(picture, there).tobytes() == picture.tobytes()


def test_colours_of_a_home_file_are_rgb_and_grey_alone(make_job: Callable[..., Any]) -> None:
    with pikepdf.open(io.BytesIO(write_pdf(whole_job(make_job)))) as pdf:
        buffer = io.BytesIO()
        pdf.save(buffer, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
        assert b"DeviceCMYK" not in buffer.getvalue()
        for page in pdf.pages:
            operators = [str(step.operator) for step in pikepdf.parse_content_stream(page)]
            assert not {"k", "K"} & set(operators)
            space = page.obj.Resources.ColorSpace.All
            assert [str(part) for part in space[:3]] == ["/Separation", "/All", "/DeviceGray"]
