"""Shared templates: macros and words common to games stand once; a game or a user may override them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import TemplateError
from pnp.model.text import LANGUAGES, Phrase
from pnp.registry import game_packages
from pnp.rendering.text.theme import load_theme
from pnp.rendering.text.words import load_words

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
SHARED = TEMPLATES / "shared"
SPOKEN = sorted(name for name in game_packages() if (TEMPLATES / name / "words.toml").is_file())
GUIDE = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
LONG = 6
_MACRO = re.compile(r"\{% macro (\w+)\((.*?)\) %\}(.*?)\{% endmacro %\}", re.DOTALL)
_INK = re.compile(r"#[0-9a-f]{6}")

Render = Callable[..., list[Any]]
Macros = Mapping[tuple[str, ...], set[str]]


def body_of(text: str, aliases: set[str]) -> tuple[str, ...]:
    """Return the lines of a macro without the game's name and without its inks."""
    for alias in aliases:
        text = re.sub(rf"\b{alias}\.", "", text)
    return tuple(_INK.sub("#", line.strip()) for line in text.splitlines() if line.strip())


def macros_by_body(files: Mapping[str, list[str]]) -> Macros:
    """Map the body of every long macro to the games that have it."""
    games_by_body: dict[tuple[str, ...], set[str]] = {}
    for game, texts in files.items():
        for text in texts:
            aliases = set(re.findall(r'\{% import "macros\.svg\.j2" as (\w+)', text))
            for _, _, inside in _MACRO.findall(text):
                body = body_of(inside, aliases)
                if len(body) >= LONG:
                    games_by_body.setdefault(body, set()).add(game)
    return games_by_body


def games_files() -> dict[str, list[str]]:
    folders = [folder for folder in sorted(TEMPLATES.iterdir()) if folder.is_dir() and folder != SHARED]
    return {f.name: [path.read_text(encoding="utf-8") for path in sorted(f.rglob("*.j2"))] for f in folders}


def wording(folder: str, language: str) -> dict[str, str]:
    return tomllib.loads((TEMPLATES / folder / "words.toml").read_text(encoding="utf-8")).get(language, {})


def shared_macros() -> Iterator[tuple[str, str, list[str]]]:
    for path in sorted(SHARED.glob("*.j2")):
        for name, parameters, _ in _MACRO.findall(path.read_text(encoding="utf-8")):
            if not name.startswith("_"):
                yield path.name, name, re.findall(r"(?:^|, )(\w+)", parameters)


def test_no_long_macro_stands_in_two_games() -> None:
    games_by_body = macros_by_body(games_files())
    assert len(games_by_body) > 40
    assert {body[0]: games for body, games in games_by_body.items() if len(games) > 1} == {}


def test_the_same_macro_under_another_name_and_in_other_inks_is_found() -> None:
    lines = "\n".join(f'<rect x="{n}" fill="{{{{ one.dark }}}}" stroke="#123456"/>' for n in range(LONG))
    first = f'{{% import "macros.svg.j2" as one with context %}}\n{{% macro a(x) %}}\n{lines}\n{{% endmacro %}}'
    second = first.replace("one", "two").replace("macro a", "macro b").replace("#123456", "#654321")
    assert list(macros_by_body({"one": [first], "two": [second]}).values()) == [{"one", "two"}]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_all_games_have_alike_are_shared(language: str) -> None:
    all_words = [wording(game, language) for game in SPOKEN]
    assert len(all_words) >= 5
    first, *others = all_words
    assert [key for key in first if all(words.get(key) == first[key] for words in others)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SPOKEN)
def test_no_game_repeats_a_shared_word(game: str, language: str) -> None:
    own, shared = wording(game, language), wording("shared", language)
    assert [key for key in own if own[key] == shared.get(key)] == []


def test_a_word_of_the_game_wins_over_a_shared_one(render: Render) -> None:
    template = "{{ line(w('setup-heading'), 5, 9, 3) }}{{ line(w('score-heading'), 5, 19, 3) }}"
    (svg, _) = (face.svg for face in render(template, files={"words.toml": "[en]\nsetup-heading = 'Lay out'"}))
    assert ">Lay out<" in svg
    assert ">Scoring<" in svg


def test_examples_are_worded_with_the_shared_words_below_those_of_the_game() -> None:
    files = {"shared/words.toml": "[en]\na = 'shared a'\nb = 'shared b'", "red/words.toml": "[en]\nb = 'red b'"}
    words = load_words(files, "en", "red/words.toml")
    assert [words.word(Phrase(key, {})) for key in ("a", "b")] == ["shared a", "red b"]


def test_a_look_of_ones_own_overrides_name_by_name_and_may_add(render: Render) -> None:
    theme = '[look]\ndark = "#112233"\nrim = 2.5\ngold-leaf = "#d9ab48"\n'
    template = '{{ line(look.dark ~ " " ~ look.rim ~ " " ~ look.gold_leaf ~ " " ~ look.corner, 5, 9, 3) }}'
    assert ">#112233 2.5 #d9ab48 4<" in render(template, files={"theme.toml": theme})[0].svg


def test_figures_on_a_ground_follow_the_look(render: Render) -> None:
    template = '<path d="M5 5h9" stroke="{{ on("#ee8513") }}"/><path d="M5 9h9" stroke="{{ on("#31147e") }}"/>'
    assert render(template)[0].svg.count('stroke="#1b1a1f"') == 1
    own = render(template, files={"theme.toml": '[look]\ndark = "#112233"\ncontrast = 15\n'})[0].svg
    assert own.count('stroke="#112233"') == 2


@pytest.mark.parametrize(
    ("expression", "code", "hint"),
    [
        ("line(look.zzz, 5, 9, 3)", "unknown-look", "theme.toml has: accent, "),
        ("line(look.accnet, 5, 9, 3)", "unknown-look", "did you mean 'accent'?"),
        ("line('a', 5, 9, 3, 'zzz')", "unknown-font", "theme.toml has: "),
        ("line('a', 5, 9, 3, 'titel')", "unknown-font", "did you mean 'title'?"),
    ],
)
def test_a_name_that_the_theme_does_not_have_is_told_at_its_line(
    expression: str, code: str, hint: str, render: Render
) -> None:
    with pytest.raises(TemplateError) as raised:
        render("\n{{ " + expression + " }}")
    (diagnostic,) = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.location is not None and diagnostic.location.line) == (code, 2)
    assert diagnostic.hint is not None
    assert diagnostic.hint.startswith(hint)


@pytest.mark.parametrize("text", ["look = 3", "[look]\ndark = true", "[look]\ndark = [1]", "[look]\nDark = '#123456'"])
def test_a_look_of_the_wrong_shape_is_told(text: str) -> None:
    with pytest.raises(TemplateError, match=r"mine/theme\.toml.*is no entry of a look"):
        load_theme({"mine/theme.toml": text}, "en")


def test_a_shared_template_is_found_where_the_game_has_one_of_that_name(render: Render) -> None:
    template = (
        '{% import "shared/parts.svg.j2" as shared with context %}{% import "parts.svg.j2" as own with context %}'
        '{{ shared.paper("#abcdef") }}{{ own.paper() }}'
    )
    own = '{% macro paper() %}<path d="M1 1h2"/>{% endmacro %}'
    svg = render(template, files={"parts.svg.j2": own})[0].svg
    assert 'fill="#abcdef"' in svg
    assert "M1 1h2" in svg


def test_a_shared_template_of_ones_own_wins(render: Render, folder: Path) -> None:
    (folder / "templates" / "shared").mkdir()
    own = '{% macro paper() %}<path d="M1 1h2"/>{% endmacro %}'
    (folder / "templates" / "shared" / "parts.svg.j2").write_text(own, encoding="utf-8")
    template = '{% import "shared/parts.svg.j2" as parts with context %}{{ parts.paper() }}'
    assert "M1 1h2" in render(template)[0].svg


def test_a_shared_template_that_is_missing_is_told_by_its_path(render: Render) -> None:
    with pytest.raises(TemplateError, match=r"add templates/shared/no\.svg\.j2"):
        render('{% import "shared/no.svg.j2" as no with context %}')


def test_what_a_macro_gives_reads_as_it_was_written(render: Render) -> None:
    """Set a macro's output as text: Jinja escapes it, and it is unescaped once."""
    template = (
        "{% macro said(text) %}{{ text }}{% endmacro %}{{ line(said('O\\'Hara & <Son>'), 5, 9, 3) }}"
        "{{ block(said('Q & A'), 5, 12, 40, 3) }}{{ line(w('by', name=said('B & C')), 5, 19, 3) }}"
        "{% if text_width(said('D & E'), 3) != text_width('D & E', 3) %}{{ fail('wider') }}{% endif %}"
        "{{ line('&amp;', 5, 25, 3) }}"
    )
    svg = render(template, files={"words.toml": "[en]\nby = 'by {name}'"})[0].svg
    texts = re.findall(r">([^<]+)</text>", svg)
    assert texts == ["O'Hara &amp; &lt;Son&gt;", "Q &amp; A", "by B &amp; C", "&amp;amp;"]


@pytest.mark.parametrize(
    ("credits", "said"),
    [
        ('designers = ["A & B", "C"]', "Mine by A & B and C."),
        ('publisher = "P"', "Published by P."),
        ('designers = ["A"]\nartists = ["D", "E", "F"]\npublisher = "P"\nyear = 2014', "Mine by A. Art: D, E and F."),
        ('publisher = "P"\nyear = 2014\nnote = "A note."', "Published by P, 2014. A note. The wording"),
    ],
)
def test_the_notes_of_a_sheet_say_what_the_credits_have(credits: str, said: str, render: Render, folder: Path) -> None:
    definition = folder / "games.toml"
    definition.write_text(f"{definition.read_text(encoding='utf-8')}[mine.credits]\n{credits}\n", encoding="utf-8")
    template = (
        '{% import "shared/sheet.svg.j2" as sheet with context %}'
        "{{ block(sheet.story_notes(), 3, 5, 57, 2.4, minimum=1) }}"
    )
    svg = render(template)[0].svg
    text = " ".join(re.findall(r">([^<]+)<", svg)).replace("&amp;", "&")
    assert text.startswith(said)
    assert "The wording and art of this kit" in text


@pytest.mark.parametrize(("file", "name", "parameters"), list(shared_macros()))
def test_the_guide_lists_every_shared_macro_with_what_it_takes(file: str, name: str, parameters: list[str]) -> None:
    section = GUIDE.split(f"### shared/{file}", 1)[1].split("\n#", 1)[0]
    listed = re.search(rf"`{name}\((.*?)\)`", section)
    assert listed, f"{name} is not listed"
    assert re.findall(r"(?:^|, )(\w+)", listed[1]) == parameters


@pytest.mark.parametrize("name", sorted(tomllib.loads((SHARED / "theme.toml").read_text(encoding="utf-8"))["look"]))
def test_the_guide_lists_every_name_of_the_shared_look(name: str) -> None:
    assert f"`{name}`" in GUIDE.split("## The look of a game", 1)[1].split("\n## ", 1)[0]


def test_no_template_imports_what_it_does_not_use() -> None:
    """Check imports, which are compiled and run for every face."""
    files = [*TEMPLATES.rglob("*.j2"), *(ROOT / "examples").rglob("*.j2")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    unused = [
        (path.name, name)
        for path, text in texts.items()
        for name in re.findall(r'\{% import "[^"]+" as (\w+)', text)
        if not re.search(rf"\b{name}\.", text)
    ]
    assert unused == []
