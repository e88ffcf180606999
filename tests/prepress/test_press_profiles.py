"""Profiles of presses: the shipped profile, and files that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import ImageCms

from pnp.diagnostics import PnpError
from pnp.prepress.profile import read_profile, shipped_profile


def test_the_shipped_profile_is_a_press_in_cmyk_and_small(tmp_path: Path) -> None:
    shipped = shipped_profile()
    assert shipped.condition == "FOGRA39"
    assert len(shipped.data) < 150_000
    (tmp_path / "own.icc").write_bytes(shipped.data)
    for standard in ("x1a", "x4"):
        own = read_profile(tmp_path / "own.icc", standard)  # type: ignore[arg-type]
        assert (own.data, own.condition) == (shipped.data, None)
        assert own.described.startswith("FOGRA39 coated")


def changed(**parts: bytes) -> bytes:
    data = bytearray(shipped_profile().data)
    for name, value in parts.items():
        offset = {"kind": 12, "space": 16, "mark": 36, "version": 8}[name]
        data[offset : offset + len(value)] = value
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is no ICC profile"),
        (b"%PDF-1.4" * 40, "this is no ICC profile"),
        (changed(mark=b"nope"), "this is no ICC profile"),
        (changed(kind=b"mntr"), "this ICC profile is one of a screen, and not of a press"),
        (changed(space=b"RGB "), "of a press that prints in RGB, not in CMYK"),
        (changed(version=b"\4"), "is of version 4, and PDF/X-1a:2003 knows version 2 alone"),
        (shipped_profile().data[:5000], "damaged: it says it has"),
        (b"\0" * 8_000_001, "larger than 8,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_such_profile_is_refused_with_its_name(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "shop.icc"
    path.write_bytes(data)
    with pytest.raises(PnpError) as refused:
        read_profile(path, "x1a")
    (problem,) = refused.value.diagnostics
    assert problem.code == "bad-profile"
    assert said in problem.message
    assert problem.location is not None
    assert problem.location.file == str(path)
    assert problem.hint


def test_a_profile_of_a_screen_is_refused(tmp_path: Path) -> None:
    (tmp_path / "screen.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    with pytest.raises(PnpError, match="of a screen, and not of a press"):
        read_profile(tmp_path / "screen.icc", "x4")


def test_a_profile_without_its_tables_is_refused(tmp_path: Path) -> None:
    data = bytearray(shipped_profile().data)
    offset = data.index(b"B2A1")
    data[offset : offset + 4] = b"none"
    offset = data.index(b"B2A0")
    data[offset : offset + 4] = b"none"
    (tmp_path / "half.icc").write_bytes(data)
    with pytest.raises(PnpError, match="damaged or incomplete"):
        read_profile(tmp_path / "half.icc", "x4")


def test_a_profile_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PnpError, match="cannot be read: No such file"):
        read_profile(tmp_path / "none.icc", "x4")
