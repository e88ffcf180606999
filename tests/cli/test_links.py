"""Files of a pack may come from a stranger: nothing is read or written through a link that leads out of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "symlink"), reason="needs links")

PACK = """[mine]
engine = "deck"
title = "Mine"
[mine.decks]
cards = [{ id = "a" }]
[mine.components.cards]
kind = "cards"
title = "cards"
template = "face"
of = "cards"
"""
FACE = '<rect width="20" height="20" fill="#ff0000"/>'


@pytest.fixture
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is not of the pack, with a file in it."""
    folder = tmp_path_factory.mktemp("other")
    (folder / "precious.pdf").write_bytes(b"precious")
    return folder


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A folder with a deck: the working directory."""
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "templates" / "deck" / "face.svg.j2").write_text(FACE, encoding="utf-8")
    (tmp_path / "games.toml").write_text(PACK, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", [("build", "mine"), ("build", "mine", "--svg"), ("preview", "mine")])
@pytest.mark.parametrize("link", ["output", "output/mine"])
def test_nothing_is_written_through_a_folder_that_is_a_link_out(
    link: str, command: tuple[str, ...], pack: Path, other: Path, pnp: Callable[..., Any]
) -> None:
    (pack / link).parent.mkdir(exist_ok=True)
    (pack / link).symlink_to(other, target_is_directory=True)
    ran = pnp(*command)
    assert ran.status == 3
    assert "error[outside-project]" in ran.err
    assert [path.name for path in (other).iterdir()] == ["precious.pdf"]


@pytest.mark.parametrize("out", [(), ("--out", "kits")])
def test_a_file_outside_is_not_replaced_through_a_link(
    out: tuple[str, ...], pack: Path, other: Path, pnp: Callable[..., Any]
) -> None:
    folder = pack / (out[1] if out else "output/mine")
    folder.mkdir(parents=True)
    (folder / "mine-en-a4.pdf").symlink_to(other / "precious.pdf")
    ran = pnp("build", "mine", *out)
    assert ran.status == 3
    assert "error[outside-project]" in ran.err
    assert (other / "precious.pdf").read_bytes() == b"precious"


def test_links_within_the_project_and_a_folder_that_is_named_are_followed(
    pack: Path, other: Path, pnp: Callable[..., Any]
) -> None:
    (pack / "kits").mkdir()
    (pack / "output").symlink_to("kits")
    assert pnp("build", "mine").status == 0
    assert (pack / "kits" / "mine" / "mine-en-a4.pdf").exists()
    (pack / "disk").symlink_to(other)
    assert pnp("build", "mine", "--out", "disk").status == 0
    assert (other / "mine-en-a4.pdf").exists()


def test_a_definition_that_is_a_link_out_is_not_shown(pack: Path, other: Path, pnp: Callable[..., Any]) -> None:
    secret = other / "secret.txt"
    secret.write_text("root:x:0:0\n", encoding="utf-8")
    (pack / "games.toml").unlink()
    (pack / "games.toml").symlink_to(secret)
    for command in (("list",), ("check",), ("build", "mine")):
        ran = pnp(*command)
        assert ran.status == 2
        assert "error[outside-project]" in ran.err
        assert "root" not in ran.err + ran.out


@pytest.mark.parametrize("name", ["templates", "fonts"])
def test_a_folder_that_is_a_link_out_is_not_read(name: str, pack: Path, other: Path, pnp: Callable[..., Any]) -> None:
    elsewhere = other / name
    if name == "templates":
        (pack / name).rename(elsewhere)
    else:
        elsewhere.mkdir()
    (pack / name).symlink_to(elsewhere, target_is_directory=True)
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert f"error[outside-project]: the folder {name} is a link" in ran.err


def test_a_font_that_is_a_link_out_is_not_read(pack: Path, other: Path, pnp: Callable[..., Any]) -> None:
    (pack / "fonts").mkdir()
    (pack / "fonts" / "mine.ttf").symlink_to(other / "precious.pdf")
    ran = pnp("build", "mine")
    assert ran.status == 2
    assert "mine.ttf: error[font]: this is a link out" in ran.err
