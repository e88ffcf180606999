"""Manifests are written piece by piece, compressed, and sealed on the way."""

from __future__ import annotations

import hashlib
import random
import zlib
from typing import Any

import pytest

from pnp.canonical import canonical, digest
from pnp.pdf.objects.document import compress_data, compress_pieces
from pnp.pdf.objects.manifest import seal, write_manifest

MANIFEST: dict[str, Any] = {
    "format": 2,
    "examples": [{"id": "one", "in": {"b": 1, "a": 2}}, {"id": "two"}],
    "pages": [{"number": number, "slots": [{"card": f"card-{number}"}]} for number in range(500)],
    "a first key": None,
}


@pytest.mark.parametrize("lacking", [(), ("a first key",), ("pages", "format", "a first key")])
def test_what_is_written_is_the_manifest_and_its_seal_that_of_its_parts(lacking: tuple[str, ...]) -> None:
    manifest = {key: value for key, value in MANIFEST.items() if key not in lacking}
    written: list[bytes] = []
    manifest_seal = write_manifest(manifest, written.append)
    rest = {key: value for key, value in manifest.items() if key != "examples"}
    assert b"".join(written) == canonical(manifest)
    assert manifest_seal == {
        "": digest(rest)[:16],
        "one": digest(manifest["examples"][0])[:16],
        "two": digest({"id": "two"})[:16],
    }
    assert seal(manifest) == manifest_seal


@pytest.mark.parametrize("size", [0, 1, 200, 16_383, 16_384, 40_000, 400_000])
@pytest.mark.parametrize("step", [1_000, 7_919, 100_000])
def test_data_are_packed_to_the_same_bytes_in_pieces(size: int, step: int) -> None:
    chance = random.Random(size)
    data = b"".join(b'{"card":"%d","x":%d},' % (offset, chance.randrange(99)) for offset in range(size // 20 + 1))[
        :size
    ]
    whole = compress_data(data)
    in_pieces, returned = compress_pieces(
        lambda take: [take(data[offset : offset + step]) for offset in range(0, size, step)] and "told"
    )
    assert in_pieces == whole
    assert whole.size == size
    assert whole.check == hashlib.md5(data, usedforsecurity=False).hexdigest()
    assert zlib.decompress(whole.data) == data
    assert returned == ("told" if size else [])
