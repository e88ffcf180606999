"""The job as a project of `pnp`: a definition, a CSV file, a template and the font."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from benchmarks.job import JobCard, write_csv
from benchmarks.typeface import Typeface

GAME = "bench"
_DEFINITION = """\
[project]
card = "63mm x 88mm"
paper = "a4"
bleed = "0mm"

[bench]
engine = "deck"
title = "Bench"

[bench.decks]
cards = "cards.csv"

[bench.components]
cards = { kind = "cards", title = "cards", of = "cards", template = "bench" }
"""
_THEME = """\
[fonts.en]
numeral = {{ families = ["{family}"], weight = 400 }}
"""
_INDEX = """\
[[font]]
file = "{file}"
family = "{family}"
weight = 400
"""
TEMPLATE = Path(__file__).parent / "faces" / "bench.svg.j2"


def make_project(folder: Path, cards: Iterable[JobCard], copies: int, typeface: Typeface) -> Path:
    """Write the project into ``folder`` and return its games.toml."""
    templates, fonts = folder / "templates" / "deck", folder / "fonts"
    templates.mkdir(parents=True)
    fonts.mkdir()
    shutil.copyfile(TEMPLATE, templates / TEMPLATE.name)
    shutil.copyfile(typeface.file, fonts / typeface.file.name)
    (templates / "theme.toml").write_text(_THEME.format(family=typeface.family), encoding="utf-8")
    (fonts / "fonts.toml").write_text(_INDEX.format(file=typeface.file.name, family=typeface.family), encoding="utf-8")
    write_csv(folder / "cards.csv", cards, copies)
    definition = folder / "games.toml"
    definition.write_text(_DEFINITION, encoding="utf-8")
    return definition
