"""The schemas of words, themes and lists of fonts hold for every file there is, and find slips."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pnp.project.other_files import OTHER_FILES, OtherFile, keys_of, schema_of
from tests.conftest import ROOT

FILES = {
    "words": sorted([*ROOT.glob("templates/*/words.toml"), *ROOT.glob("examples/**/words.toml")]),
    "theme": sorted([*ROOT.glob("templates/*/theme.toml"), *ROOT.glob("examples/**/theme.toml")]),
    "fonts": sorted(ROOT.glob("fonts/fonts.toml")),
}


def problems(file: OtherFile, text: str) -> list[str]:
    schema = schema_of(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    return [error.message for error in validator(schema).iter_errors(tomllib.loads(text))]


@pytest.mark.parametrize(
    ("file", "path"),
    [(file, path) for file in OTHER_FILES for path in FILES[file]],
    ids=lambda value: value if isinstance(value, str) else "-".join(value.parts[-3:]),
)
def test_every_file_holds_to_its_schema(file: OtherFile, path: Path) -> None:
    assert problems(file, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("words", "[en]\nturn = 3\n"),
        ("words", '[en]\nturn = { one = "a" }\n'),
        ("words", '[Deutsch]\nturn = "a"\n'),
        ("theme", '[lok]\nnight = "#112233"\n'),
        ("theme", "[fonts.en]\ntitle = { families = [], weight = 400 }\n"),
        ("theme", '[fonts.en]\ntitle = { familys = ["A"], weight = 400 }\n'),
        ("theme", '[fonts.en]\ntitle = { families = ["A"], weight = "bold" }\n'),
        ("theme", "[type.en]\nwords = 0\n"),
        ("fonts", '[[font]]\nfile = "a/b.ttf"\nfamily = "A"\nweight = 400\n'),
        ("fonts", '[[font]]\nfile = "b.ttf"\nfamilly = "A"\nweight = 400\n'),
        ("fonts", '[[font]]\nfile = "b.ttf"\nfamily = "A"\nweight = 4000\n'),
    ],
)
def test_a_slip_breaks_the_schema(file: OtherFile, text: str) -> None:
    assert problems(file, text)


@pytest.mark.parametrize("file", OTHER_FILES)
def test_every_key_of_a_file_is_explained(file: OtherFile, pnp: Callable[..., Any]) -> None:
    lines = pnp("explain", f"{file}.toml").out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [key.path for key in keys_of(file)]
    assert all(key.meaning.endswith(".") for key in keys_of(file))
    assert pnp("schema", "--file", file).json == schema_of(file)
