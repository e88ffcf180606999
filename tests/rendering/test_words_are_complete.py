"""Every phrase of an engine or a template has words in every language, and no words are left over."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pnp.model.text import LANGUAGES
from pnp.registry import game_packages
from pnp.rendering.text.words import placeholder_names

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
SPOKEN = sorted(name for name in game_packages() if (TEMPLATES / name / "words.toml").is_file())
_CALL = re.compile(r"""\bw\(\s*((?:"[^"]*"|[\w.]+|\s*~\s*|\s)+)""")
_STRING = re.compile(r'"(-?[a-z][a-z0-9-]*)"')
_ANY = "[a-z0-9-]+"


def words_of(engine: str, language: str) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for folder in ("shared", engine):
        words |= tomllib.loads((TEMPLATES / folder / "words.toml").read_text(encoding="utf-8")).get(language, {})
    return words


def pattern_of(node: ast.expr) -> str | None:
    """Return a regular expression for the keys that an expression can be; None if it is unknown."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr):
        parts = [re.escape(str(v.value)) if isinstance(v, ast.Constant) else "[a-z0-9-]*" for v in node.values]
        return "".join(parts)
    return None


def keys_in_python(engine: str) -> set[str]:
    """Return the keys that an engine requests, and those of all games. Sums, and what is said by schema or in a genre,
    are not said by every game; one that says them and lacks them fails when its examples are worded."""
    patterns = set()
    core = [path for path in (ROOT / "pnp" / "games" / "core").glob("*.py") if path.name != "wording.py"]
    for path in [*(ROOT / "pnp" / "games" / engine).rglob("*.py"), *core]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "phrase"
                and node.args
            ):
                pattern = pattern_of(node.args[0])
                if pattern:
                    patterns.add(pattern)
    return patterns


def keys_in_templates(engine: str) -> set[str]:
    patterns = set()
    for path in [*(TEMPLATES / engine).rglob("*.j2"), *(TEMPLATES / "shared").rglob("*.j2")]:
        for call in _CALL.findall(path.read_text(encoding="utf-8")):
            if " if " in call:
                patterns |= {re.escape(key) for key in _STRING.findall(call.split(" if ")[0] + call.split(" else ")[1])}
                continue
            parts = [part.strip() for part in call.split("~")]
            if parts == [""] or not any(part.startswith('"') for part in parts):
                continue
            patterns.add(
                "".join(re.escape(part.strip('"')) if part.startswith('"') else _ANY for part in parts if part)
            )
    return patterns


@pytest.mark.parametrize("engine", SPOKEN)
def test_every_language_has_words_for_the_same_keys(engine: str) -> None:
    keys = {language: set(words_of(engine, language)) for language in LANGUAGES}
    assert keys["en"] ^ keys["ja"] == set()


@pytest.mark.parametrize("engine", SPOKEN)
def test_words_in_every_language_ask_for_values_that_english_asks_for_too(engine: str) -> None:
    english, japanese = words_of(engine, "en"), words_of(engine, "ja")
    for key, words in japanese.items():
        own = {
            "count",
            "colour",
            "number",
            "trump",
            "trumps",
            "sum",
        }  # for what one language says and the other leaves out
        assert placeholder_names(words) <= placeholder_names(english[key]) | own, key


@pytest.mark.parametrize("engine", SPOKEN)
def test_every_key_that_is_spoken_has_words(engine: str) -> None:
    words = words_of(engine, "en")
    for pattern in keys_in_python(engine) | keys_in_templates(engine):
        assert any(re.fullmatch(pattern, key) for key in words), f"nothing is worded for {pattern}"


def test_both_comparisons_can_fail() -> None:
    assert not re.fullmatch(pattern_of(ast.parse('f"reason-{x}"', mode="eval").body) or "", "verdict-winner")
    assert keys_in_templates("red")
    assert keys_in_python("red")


def test_no_words_for_paper_hold_a_command() -> None:
    texts = list(TEMPLATES.glob("*/words.toml"))
    assert len(texts) > 5
    for path in texts:
        commands = re.findall(r"(?<![\w-])--[a-z][\w-]*|\bpnp\b", path.read_text("utf-8"))
        assert commands == [], path
