"""docs/decks.md, followed to the letter: from an empty folder to a deck with a new kind of card."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2

PAGE = Path(__file__).parents[2] / "docs" / "decks.md"


def test_the_first_section_works_as_it_is_written(pnp: Callable[..., Any], tmp_path: Path) -> None:
    section = PAGE.read_text(encoding="utf-8").split("## Start with one that works", 1)[1].split("\n## ", 1)[0]
    commands = re.findall(r"^pnp (.*?)\s*(?:#.*)?$", section, re.MULTILINE)
    assert commands[0] == "init --deck my-game" and commands[-1] == "build my-game"
    for command in commands:
        ran = pnp(*command.split())
        assert ran.status == 0 and "warning" not in ran.err, (command, ran.err)

    for name in re.findall(r"`(\w+\.csv|templates/\S+?\.(?:j2|toml))`", section):
        known = (tmp_path / name).exists()
        assert known or "season" in name, name

    fences = dict(re.findall(r"^```(\w*)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE))
    toml, template = fences["toml"], fences[""]
    columns = re.search(r"# ([a-z,]+)$", toml, re.MULTILINE)
    assert columns
    (tmp_path / "seasons.csv").write_text(f"{columns[1]}\nSpring,Take {{leaf}}{{rose}}.,#a0c0a0\n", encoding="utf-8")
    art = tmp_path / "templates" / "deck" / "art"
    (art / "leaf.svg").write_text((art / "dew.svg").read_text("utf-8"), encoding="utf-8")
    definition = tmp_path / "games.toml"
    text = definition.read_text(encoding="utf-8")
    for table, line in re.findall(r"^\[(my-game\.\w+)\]\n(.*)$", toml, re.MULTILINE):
        (heading,) = re.findall(rf"^\[{re.escape(table)}\].*\n", text, re.MULTILINE)
        text = text.replace(heading, f"{heading}{line}\n")
    definition.write_text(text, encoding="utf-8")

    def printed() -> str:
        ran = pnp("build", "my-game", "--only", "seasons")
        assert ran.status == 0 and "warning" not in ran.err, ran.err
        with pypdfium2.PdfDocument((tmp_path / ran.out.strip()).read_bytes()) as pdf:
            return " ".join(str(pdf[0].get_textpage().get_text_bounded()).split())

    shipped = printed()
    assert "Spring" in shipped and re.search(r"Take\s+leaf\s+rose", shipped)
    (tmp_path / "templates" / "deck" / "season.svg.j2").write_text(template, encoding="utf-8")
    definition.write_text(
        text.replace('of = "seasons", template = "card"', 'of = "seasons", template = "season"'), "utf-8"
    )
    assert re.search(r"Spring.*Take\s+leaf\s+rose", printed())
