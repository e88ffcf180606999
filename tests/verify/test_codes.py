"""The code of a card printed long ago: whether it agrees with the rules and the words of today."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def code(printed: Callable[..., Any]) -> str:
    return str(printed().manifest["code"])


def overlay(folder: Path, lines: str) -> None:
    (folder / "games.toml").write_text(f'[red]\nextends = "shipped:red"\n{lines}\n', encoding="utf-8")


def test_the_code_of_todays_rules_agrees(code: str, pnp: Callable[..., Any]) -> None:
    ran = pnp("verify", "--code", code)
    assert (ran.status, ran.out, ran.err) == (0, f"✓ {code}: the card agrees with red as it is today\n", "")
    assert pnp("verify", "--code", code, "--json").json == {
        "ok": True,
        "game": "red",
        "rules_agree": True,
        "words_agree": True,
    }


def test_the_code_fits_on_a_card_and_is_printed_there(code: str, printed: Callable[..., Any]) -> None:
    kit = printed()
    assert len(code) <= 20
    pages = [*kit.slots("rules"), *kit.slots("rules", face="back")]
    assert any(code in kit.slot_text(number, slot) for number, slot in pages)
    number, slot = kit.slots("summary", face="back")[0]
    assert code in kit.slot_text(number, slot)


@pytest.mark.parametrize("typed", [str.lower, lambda text: text.replace("-", " "), lambda text: f" {text} "])
def test_a_code_may_be_typed_carelessly(typed: Callable[[str], str], code: str, pnp: Callable[..., Any]) -> None:
    assert pnp("verify", "--code", typed(code)).status == 0


@pytest.mark.parametrize(
    "lines", ["hand = 6", "draw = 'never'", "[red.colours]\ngreen = { rule = { is = 'sum', of = 8 } }"]
)
def test_changed_rules_are_told(lines: str, code: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    overlay(tmp_path, lines)
    ran = pnp("verify", "--code", code)
    assert ran.status == 1
    assert "the rules of red have changed since the card was printed" in ran.out
    assert pnp("verify", "--code", code, "--json").json["rules_agree"] is False


@pytest.mark.parametrize("lines", ["title = 'Rot'", "[red.colours]\nred = { name = 'scarlet', letter = 'S' }"])
def test_changed_words_are_told_and_are_no_fault(
    lines: str, code: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    overlay(tmp_path, lines)
    ran = pnp("verify", "--code", code)
    assert ran.status == 0
    assert "names or letters have changed" in ran.out


@pytest.mark.parametrize("lines", ["paper = 'letter'", "card = 'mini'", "[red.colours]\nred = { ink = '#c00000' }"])
def test_what_the_card_does_not_say_does_not_change_its_code(
    lines: str, code: str, pnp: Callable[..., Any], tmp_path: Path
) -> None:
    overlay(tmp_path, lines)
    assert pnp("verify", "--code", code).out.endswith("the card agrees with red as it is today\n")


def test_a_mistyped_character_is_told(code: str, pnp: Callable[..., Any]) -> None:
    mistyped = ("3" if code[0] != "3" else "4") + code[1:]
    ran = pnp("verify", "--code", mistyped)
    assert (ran.status, ran.out) == (2, "")
    assert "is mistyped" in ran.err


@pytest.mark.parametrize(
    "text", ["hello", "----", "0" * 200, "ＡＢＣＤ-12345-12345-1", "06TF-2TSVF-AC27", "ßßßß-ßßßßß-ßßßßß-ß"]
)
def test_what_is_no_code_is_refused(text: str, pnp: Callable[..., Any]) -> None:
    ran = pnp("verify", "--code", text)
    assert (ran.status, ran.out) == (2, "")
    assert "error[bad-code]" in ran.err


def test_the_code_of_an_unknown_game_is_told(code: str, pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "games.toml").write_text('[other]\nextends = "shipped:red"\n', encoding="utf-8")
    ran = pnp("verify", "--code", code)
    assert ran.status == 1
    assert "the card belongs to no game of games.toml\n" in ran.out


def test_a_file_or_a_code_must_be_named_and_not_both(code: str, pnp: Callable[..., Any]) -> None:
    for arguments in ((), ("x.pdf", "--code", code), ("--code", "")):
        ran = pnp("verify", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert "error[usage]" in ran.err


def test_the_code_of_other_rules_is_none_of_before(pnp: Callable[..., Any], tmp_path: Path) -> None:
    text = '[koka]\nextends = "shipped:koka"\ngames = 3\n'
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    ran = pnp("verify", "--code", "65JF-682BB-4Q4KF-A")
    assert (ran.status, ran.err) == (1, "")
