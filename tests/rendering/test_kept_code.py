"""Compiled templates are cached between runs: the same faces come out, of whole code."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest

from pnp.cache.disk import FOLDER, TEMPLATES, DiskCache
from pnp.rendering.templates.compiler import CompiledTemplateCache, TemplateReads
from tests.conftest import ROOT

CODE = compile("answer = 6 * 7", "face.svg.j2", "exec")
READS = TemplateReads({"card", "face"}, {"macros.svg.j2", None}, {"card.name"})
FACE = '<rect width="{{ face.width }}" height="{{ face.height }}" fill="#ffffff"/>{{ line(card.name, 5, 20, 5) }}'


def values(code: object) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(code, names)  # type: ignore[arg-type]
    return names


def test_what_is_kept_is_found_by_text_and_name(tmp_path: Path) -> None:
    cache = CompiledTemplateCache(tmp_path / "new" / "folder")
    assert cache.find("text", "face", "face.svg.j2") is None
    cache.keep("text", "face", "face.svg.j2", CODE, READS)
    cached = CompiledTemplateCache(tmp_path / "new" / "folder").find("text", "face", "face.svg.j2")
    assert cached is not None
    assert values(cached[0])["answer"] == 42
    assert cached[1] == READS
    for other in [("texts", "face", "face.svg.j2"), ("text", "other", "face.svg.j2"), ("text", "face", None)]:
        assert cache.find(*other) is None
    assert cache.find("face.svg.j2", "text", "face") is None


def test_code_of_a_damaged_file_is_as_good_as_none_and_is_written_anew(tmp_path: Path) -> None:
    cache = CompiledTemplateCache(tmp_path)
    cache.keep("text", "face", None, CODE, READS)
    (file,) = (tmp_path / "templates").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:-3])
    assert cache.find("text", "face", None) is None
    cache.keep("text", "face", None, CODE, READS)
    assert file.read_bytes() == whole


def built(folder: Path, cache: Path | str) -> bytes:
    """Return the PDF of a build in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "pnp", "build", "mine", "--quiet"],
        cwd=folder,
        env={**os.environ, FOLDER: str(cache), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return (folder / "output/mine/mine-en-a4.pdf").read_bytes()


def picture(pdf: bytes) -> bytes:
    """Return the first page as a picture."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return bytes(document[0].render(scale=1).to_pil().tobytes())
    finally:
        document.close()


def test_a_build_is_the_same_without_with_new_and_with_old_code_and_follows_the_template(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache, face = tmp_path_factory.mktemp("cache"), folder / "templates/deck/card.svg.j2"
    face.write_text(FACE, encoding="utf-8")
    plain = built(folder, "")
    assert built(folder, cache) == plain
    (own,) = (cache / "templates").iterdir()
    whole = own.read_bytes()
    assert built(folder, cache) == plain
    face.write_text(FACE.replace("5, 20, 5", "5, 30, 5"), encoding="utf-8")
    moved = built(folder, cache)
    assert moved != plain
    face.write_text(FACE, encoding="utf-8")
    # Cached code is used: with the code of another template, that template's face comes out.
    (other,) = {*(cache / "templates").iterdir()} - {own}
    DiskCache(TEMPLATES, cache).keep(own.name, other.read_bytes()[32:])
    assert picture(built(folder, cache)) == picture(moved) != picture(plain)
    own.write_bytes(b"nothing of the kind")
    assert built(folder, cache) == plain
    assert own.read_bytes() == whole


def test_what_is_kept_is_code_that_marshal_reads(tmp_path: Path) -> None:
    CompiledTemplateCache(tmp_path).keep("text", "face", None, CODE, READS)
    (file,) = (tmp_path / "templates").iterdir()
    code, names, others, attributes = marshal.loads(file.read_bytes()[32:])
    assert (names, others, attributes) == (["card", "face"], ["macros.svg.j2", None], ["card.name"])
    assert values(code)["answer"] == 42
