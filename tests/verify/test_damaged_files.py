"""Files that are no kits, damaged kits and manifests of every wrong shape: a message, never a traceback."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from pnp.pdf.objects.manifest import seal


def bare_pdf() -> bytes:
    document = pikepdf.new()
    document.add_blank_page()
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "not-a-pdf"),
        (b"hello, this is a text file\n", "not-a-pdf"),
        (b"%PDF-1.7\n", "not-a-pdf"),
        (b"\x00" * 5000, "not-a-pdf"),
        (b"PK\x03\x04" + b"\xff" * 100, "not-a-pdf"),
        (bare_pdf(), "no-manifest"),
    ],
)
def test_a_file_that_is_no_kit_is_told(data: bytes, code: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(data)
    ran = pnp("verify", "x.pdf")
    assert ran.status == 1
    assert f"x.pdf: error[{code}]" in ran.err
    ran = pnp("verify", "x.pdf", "--json")
    assert ran.status == 1
    assert code in ran.out
    json.loads(ran.out)


def test_a_file_that_is_not_there_or_a_folder_is_told(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "folder.pdf").mkdir()
    for name in ("missing.pdf", "folder.pdf", "x" * 5000):
        ran = pnp("verify", name)
        assert (ran.status, ran.out) == (2, ""), name
        assert "error[unreadable]" in ran.err


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.97, 0.999])
def test_a_file_that_is_cut_off_is_told(
    share: float, printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    data = printed().pdf
    (tmp_path / "x.pdf").write_bytes(data[: int(len(data) * share)])
    ran = pnp("verify", "x.pdf")
    assert ran.status in (0, 1)
    assert ran.status == 0 or "error[" in ran.err


def test_a_page_that_cannot_be_read_is_told(
    printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    with pikepdf.open(io.BytesIO(printed().pdf)) as pdf:
        pdf.Root.Pages.Kids[9] = pdf.make_indirect(pikepdf.Array([1]))
        pdf.save(tmp_path / "x.pdf")
    ran = pnp("verify", "x.pdf")
    assert ran.status == 1
    assert "x.pdf: error[damaged-page]: page " in ran.err
    assert "cannot be read" in ran.err


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(4, 24))])
def test_a_file_with_flipped_bytes_is_told_or_holds(
    seed: int, printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    chance = random.Random(seed)
    data = bytearray(printed().pdf)
    for _ in range(10 ** (seed % 4)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    (tmp_path / "x.pdf").write_bytes(bytes(data))
    ran = pnp("verify", "x.pdf")
    assert ran.status in (0, 1)
    assert ran.status == 0 or "error[" in ran.err


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not json",
        b"\xff\xfe\x00",
        b"[]",
        b"null",
        b"3",
        b"{}",
        b'{"format": 2}',
        b'{"format": 3}',
        b'{"format": 3, "game": "red"}',
        b'{"format": 3, "game": ["red"]}',
        b'{"format": 3, "game": "red", "definition": {}, "pages": [], "examples": []}',
        b'{"format": 3, "game": "red", "pages": null, "examples": null}',
        b'{"format": 3, "game": "red", "pages": [], "examples": [3]}',
        b"[" * 100_000,
        b'{"format": 3, "game": "red", "pages": [], "examples": [{"id": NaN}]}',
        b'{"format": ' + b"9" * 5000 + b"}",
        b'{"format": 3, "game": "red", "pages": [], "examples": [], "made_of": "\\ud800"}',
        b'{"format": 3, "game": "red", "pages": [], "examples": [], "made_of": ' + b"[" * 960 + b"]" * 960 + b"}",
    ],
)
def test_a_manifest_of_the_wrong_shape_is_told(
    data: bytes, printed: Callable[..., Any], tamper: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    changed = tamper(printed(only=("rules",)).pdf)
    changed.attach(data)
    (tmp_path / "x.pdf").write_bytes(changed.data)
    ran = pnp("verify", "x.pdf")
    assert ran.status == 1
    assert "x.pdf: error[" in ran.err
    assert pnp("verify", "x.pdf", "--json").json


ODD: list[Any] = [None, True, -1, 0, 1e308, "", "red", "x" * 1000, [], {}, [[]], {"a": 1}, 10**40, [None], 1.5, "７"]


def _spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(spot for key, item in inner for spot in _spots(item, (*path, key)))]


def _replace(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


@pytest.mark.parametrize("part", ["examples", "pages", "definition", "head"])
@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("times", [4, pytest.param(24, marks=pytest.mark.full)])
def test_any_value_of_a_manifest_may_be_anything(
    part: str,
    sealed: bool,
    times: int,
    printed: Callable[..., Any],
    tamper: Callable[..., Any],
    pnp: Callable[..., Any],
    tmp_path: Path,
) -> None:
    chance = random.Random(f"{part}{sealed}")
    data = printed(only=("rules",)).pdf
    for _ in range(times):
        changed = tamper(data)
        manifest = changed.manifest
        spots = [spot for spot in _spots(manifest) if spot and (spot[0] == part or (part == "head" and len(spot) == 1))]
        spot, new = chance.choice(spots), chance.choice(ODD)
        _replace(manifest, spot, new)
        changed.attach(json.dumps(manifest).encode())
        if sealed:
            try:
                changed.seal_again(seal)
            except (TypeError, KeyError, AttributeError):
                continue
        (tmp_path / "x.pdf").write_bytes(changed.data)
        ran = pnp("verify", "x.pdf")
        assert ran.status in (0, 1), (spot, new)
        assert ran.status == 0 or "error[" in ran.err, (spot, new)
        if not sealed and manifest != tamper(data).manifest:
            assert ran.status == 1, (spot, new)


def test_a_position_that_no_words_are_for_is_told_like_any_that_the_rules_refuse(
    printed: Callable[..., Any], tamper: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    changed = tamper(printed(only=("rules",)).pdf)
    manifest = changed.manifest
    entry = next(example for example in manifest["examples"] if example["kind"] == "may_move")
    entry["in"]["move"][0] = -1
    changed.attach(json.dumps(manifest).encode())
    changed.seal_again(seal)
    (tmp_path / "x.pdf").write_bytes(changed.data)
    ran = pnp("verify", "x.pdf")
    assert ran.status == 1
    assert f"x.pdf: error[wrong-example]: example {entry['id']}: " in ran.err
    assert "are not those of this position and answer: no words can be found for it" in ran.err


def test_words_that_are_gone_are_no_fault_of_the_file(
    printed: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path, root: Path
) -> None:
    (tmp_path / "x.pdf").write_bytes(printed(only=("rules",)).pdf)
    (tmp_path / "games.toml").write_text('[red]\nextends = "shipped:red"\n', encoding="utf-8")
    (tmp_path / "templates" / "red").mkdir(parents=True)
    (tmp_path / "templates" / "red" / "words.toml").write_text('[en]\nverdict-winner = "{none}"\n', encoding="utf-8")
    ran = pnp("verify", "x.pdf")
    assert ran.status == 2
    assert "error[missing-value]: the words for 'verdict-winner' ask for {none}" in ran.err


@pytest.mark.parametrize("text", ["", "x", "[]", "{}", '{"": 3}', '{"rule-red": null}'])
def test_a_seal_of_the_wrong_shape_is_told(
    text: str, printed: Callable[..., Any], tamper: Callable[..., Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    changed = tamper(printed(only=("rules",)).pdf)
    changed.document.docinfo["/PnpSeal"] = text
    (tmp_path / "x.pdf").write_bytes(changed.data)
    ran = pnp("verify", "x.pdf")
    assert ran.status == 1
    assert "x.pdf: error[" in ran.err


def _extend_position(manifest: dict[str, Any]) -> None:
    manifest["examples"][0]["in"]["palettes"] *= 900


LONG: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "places": (lambda manifest: manifest["examples"][0]["places"].extend([{"tokens": []}] * 2_000), "places of them"),
    "strings": (
        lambda manifest: manifest["examples"][0]["places"][0].update(tokens=["7"] * 201),
        "strings of an example",
    ),
    "position": (_extend_position, "values of an example"),
    "pages": (lambda manifest: manifest["pages"].extend([{"slots": []}] * 50_000), "pages"),
    "pieces": (lambda manifest: manifest["pages"][0].update(slots=[{}] * 5_001), "pieces of a page"),
}


@pytest.mark.parametrize("name", LONG)
def test_a_manifest_that_lists_more_than_any_kit_is_told(
    name: str, printed: Callable[..., Any], tamper: Callable[[bytes], Any], pnp: Callable[..., Any], tmp_path: Path
) -> None:
    edit, what = LONG[name]
    changed = tamper(printed().pdf)
    changed.change(edit)
    (tmp_path / "x.pdf").write_bytes(changed.data)
    ran = pnp("verify", "x.pdf")
    assert ran.status == 1
    assert "error[bad-manifest]: the manifest lists" in ran.err
    assert f"{what}; a kit has at most" in ran.err


def test_what_is_printed_of_an_impossible_position_is_not_judged(
    printed: Callable[..., Any],
    tamper: Callable[[bytes], Any],
    pnp: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = tamper(printed().pdf)
    changed.change(lambda manifest: manifest["examples"][0]["in"].update(palettes=[[["red", 1]]] * 90))
    (tmp_path / "x.pdf").write_bytes(changed.data)
    monkeypatch.setattr("pnp.verify.verify.explain_mismatch", None)
    ran = pnp("verify", "x.pdf")
    assert "its position is not possible" in ran.err
    assert "no words can be found for it" in ran.err
