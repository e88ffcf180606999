"""Files to compare with: those that are no kit, another kit or altered are refused, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pikepdf
import pypdfium2
import pytest

from tests.build.gardens import Garden, names
from tests.verify.conftest import Tampering


@pytest.fixture
def refused(garden: Garden, pnp: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Return the error about the printed file, which is refused."""

    def ask() -> str:
        monkeypatch.chdir(garden.folder)
        ran = pnp("build", "--changed-since", "printed.pdf")
        assert (ran.status, ran.out) == (2, "")
        assert not (garden.folder / "output").exists()
        assert "hint: " in ran.err
        return str(ran.err)

    return ask


def opened(garden: Garden) -> Tampering:
    return Tampering(pikepdf.open(garden.printed))


def test_what_is_not_there_is_told(garden: Garden, refused: Callable[[], str]) -> None:
    garden.printed.unlink()
    assert "printed.pdf: error[unreadable]: the file cannot be read: No such file" in refused()


@pytest.mark.parametrize("data", [b"", b"not a PDF at all", b"%PDF-1.7\n%%EOF"])
def test_what_is_no_pdf_is_told(garden: Garden, refused: Callable[[], str], data: bytes) -> None:
    garden.printed.write_bytes(data)
    assert "printed.pdf: error[not-a-pdf]" in refused()


def test_half_a_file_is_told(garden: Garden, refused: Callable[[], str]) -> None:
    data = garden.printed.read_bytes()
    garden.printed.write_bytes(data[: len(data) // 2])
    assert "printed.pdf: error[" in refused()


def test_a_pdf_of_another_program_is_told(garden: Garden, refused: Callable[[], str]) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.save(garden.printed)
    assert "error[no-manifest]: the PDF carries no pnp-manifest.json" in refused()


def test_another_game_is_told(garden: Garden, refused: Callable[[], str], resealed: Callable[..., bytes]) -> None:
    data = resealed(garden.printed.read_bytes(), lambda manifest: manifest.update(game="day-garden"))
    garden.printed.write_bytes(data)
    assert "error[other-game]: the file is a kit of 'day-garden', and this is 'night-garden'" in refused()


@pytest.mark.parametrize(
    "edit",
    [
        lambda manifest: manifest["faces"].update(dict.fromkeys(manifest["faces"], "0" * 64)),
        lambda manifest: manifest["pages"][0]["slots"].pop(),
        lambda manifest: manifest["made_of"].update(drawing="mine"),
        lambda manifest: manifest["definition"].update(title="Mine"),
    ],
)
def test_an_altered_manifest_is_told(garden: Garden, refused: Callable[[], str], edit: Callable[..., Any]) -> None:
    changed = opened(garden)
    changed.change(edit)
    garden.printed.write_bytes(changed.data)
    assert "error[altered-manifest]: the manifest was altered" in refused()


def test_a_file_without_its_seal_is_told(garden: Garden, refused: Callable[[], str]) -> None:
    changed = opened(garden)
    del changed.document.docinfo["/PnpSeal"]
    garden.printed.write_bytes(changed.data)
    assert "error[no-seal]" in refused()


def test_missing_pages_are_told(garden: Garden, refused: Callable[[], str]) -> None:
    changed = opened(garden)
    del changed.document.pages[-1]
    garden.printed.write_bytes(changed.data)
    assert "error[pages]" in refused()


@pytest.mark.parametrize(
    "edit",
    [
        lambda manifest: manifest.pop("pages"),
        lambda manifest: manifest.pop("faces"),
        lambda manifest: manifest.update(faces={}),
        lambda manifest: manifest.update(definition=[1]),
        lambda manifest: manifest.update(made_of=3),
        lambda manifest: manifest["made_of"].update(parts="no base64!"),
        lambda manifest: manifest["made_of"].pop("print"),
        lambda manifest: manifest.update(kept=[{"component": "moths"}]),
        lambda manifest: manifest["pages"][0]["slots"][0].update(x_mm="left"),
        lambda manifest: manifest["pages"][0]["slots"][0].update(width_mm=0),
        lambda manifest: manifest["pages"][0]["slots"][0].update(x_mm=1e300),
        lambda manifest: manifest["pages"][0]["slots"][0].update(rotation=45),
        lambda manifest: manifest.update(paper=None),
    ],
)
def test_a_manifest_of_another_shape_is_told(
    garden: Garden, refused: Callable[[], str], resealed: Callable[..., bytes], edit: Callable[..., Any]
) -> None:
    garden.printed.write_bytes(resealed(garden.printed.read_bytes(), edit))
    assert "error[bad-manifest]: the manifest is damaged" in refused()


def test_a_kit_of_one_component_knows_nothing_of_the_others(garden: Garden) -> None:
    garden.print_all(only=("flowers",))
    changes = garden.changes()
    assert {change.component for change in changes.pieces if change.status == "new"} == {
        "moths",
        "dew",
        "box",
        "rules",
        "pad",
    }
    assert not names(changes)


def test_a_page_that_does_not_exist_is_told(
    garden: Garden, refused: Callable[[], str], resealed: Callable[..., bytes]
) -> None:
    """A stranger's file may name any page, and be sealed all the same."""

    def edit(manifest: dict[str, Any]) -> None:
        manifest.pop("made_of")
        for page in manifest["pages"]:
            page["number"] += 100

    garden.printed.write_bytes(resealed(garden.printed.read_bytes(), edit))
    assert "error[pages]: the manifest lists other pages than the file has" in refused()


def test_a_page_that_cannot_be_read_is_told(
    garden: Garden, refused: Callable[[], str], resealed: Callable[..., bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    garden.printed.write_bytes(resealed(garden.printed.read_bytes(), lambda manifest: manifest.pop("made_of")))
    opens = pypdfium2.PdfDocument.get_page

    def fails(self: Any, index: int) -> Any:
        if index == 0:
            raise pypdfium2.PdfiumError("Failed to load page.")
        return opens(self, index)

    monkeypatch.setattr(pypdfium2.PdfDocument, "get_page", fails)
    assert "printed.pdf: error[damaged-page]: page 1 cannot be read: Failed to load page." in refused()
