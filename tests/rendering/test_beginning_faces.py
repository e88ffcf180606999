"""New game with only a line or two of templates for each face.

``shared/beginning.svg.j2`` draws a whole kit of them, in both languages, and its examples are read back like those of
any other game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pnp import cardsvg
from pnp.build.build import build_kit
from pnp.build.faces import render_kit
from pnp.build.options import BuildOptions, KitContext
from pnp.cardsvg.nodes import Group, Text
from pnp.examples import ExampleSet
from pnp.project.project import Project, open_project
from pnp.rendering.face import Face, PrintedCard
from pnp.rendering.templates.sources import places_of

IMPORT = '{% import "shared/beginning.svg.j2" as begin with context %}\n'
INKS = 'settings.colours | map(attribute="ink") | list'
GAME: dict[str, str] = {
    "words.toml": """\
[en]
reading-single-card-group = "One card is a group."
reading-nobody-fits-nobody = "Nobody wins."
reading-same-colour-discard-allowed = "It is allowed."
winning = "The largest selection is winning."
turn-heading = "Your turn: one of these"
winning-heading = "Who is winning"
turn-more = "There is no pass: who cannot win plays a card and goes out. The rule lasts until the next discard."
[ja]
reading-single-card-group = "1枚も組。"
reading-nobody-fits-nobody = "誰も勝っていない。"
reading-same-colour-discard-allowed = "捨ててよい。"
winning = "一番多く選べた人が勝っている。"
turn-heading = "手番に一つ選ぶ"
winning-heading = "勝っているのは"
turn-more = "パスはない。勝てないときも1枚置いて脱落する。脱落するのは手番の人だけで、最後まで残った人の勝ち。"
""",
    "theme.toml": '[look]\naccent = "#0f5d54"\npale = "#e6f1ee"\n',
    "card.svg.j2": "{{ begin.front(card.ink, card.number, card.mark, t(card.letter), t(card.name)) }}",
    "order.svg.j2": '{{ begin.front("#f0b429", mark="sun", name=t(game.title), text=w("law")) }}',
    "playing.svg.j2": '{{ begin.front(look.accent, mark="moon") }}',
    "back.svg.j2": f'{{{{ begin.back({INKS}, "sun") }}}}',
    "summary-front.svg.j2": """\
{% set steps = [(w("turn-play"), w("turn-play-how")), (w("turn-discard"), w("turn-discard-how"))] %}
{{ begin.summary_front(card.part, steps, law=w("law"), mark="sun") }}""",
    "summary-back.svg.j2": "{{ begin.summary_back() }}",
    "rules.svg.j2": f"""\
{{% set sections = [
(w("setup-heading"), w("winning")),
(w("turn-heading"), [w("turn-play-how"), w("turn-discard-how"), w("law")]),
(w("winning-heading"), w("turn-more")),
] %}}
{{{{ begin.rules(sections, slogan=w("slogan"), mark="sun", inks={INKS}) }}}}""",
    "mini.svg.j2": """\
{% macro mini(card_, x, y, width, height) %}
{{ begin.mini(card_, lookup(settings.colours, card_.fields.colour).ink, x, y, width, height) }}
{% endmacro %}
{% macro badge(card_, x, y, width, height) %}
{% set colour = lookup(settings.colours, card_.fields.colour) %}
{{ begin.badge(card_, colour.ink, x, y, width, height, mark=colour.mark) }}
{% endmacro %}
{% set row_ground, joiner, disc = begin.row_ground, begin.joiner, begin.disc %}""",
}
DEFINITION = """\
[mine]
extends = "shipped:red"
title = { en = "Sage & Salt", ja = "薬草と塩" }
"""

SECTIONS = {
    "en": (
        "Sage & Salt",
        "Set-up",
        "Your turn: one of these",
        "Who is winning",
        "Worked examples",
        "May I do that?",
    ),
    "ja": ("薬草と塩", "準備", "手番に一つ選ぶ", "勝っているのは", "例", "これはできる？"),
}
CREDIT = {
    "en": "Sage & Salt by Carl Chudyk and Chris Cieslik. Published by Asmadi Games, 2014.",
    "ja": "薬草と塩　ゲームデザイン：",
}
NO_EXAMPLES = ExampleSet((), (), (), ())


@pytest.fixture
def mine(tmp_path: Path) -> Callable[..., Project]:
    """Return a game with the rules of red and templates of its own, which are a line or two each."""

    def project(paper: str = "a4", **files: str) -> Project:
        folder = tmp_path / "templates" / "red"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {**GAME, **{f"{name}.svg.j2": text for name, text in files.items()}}.items():
            (folder / name).write_text(IMPORT + text if name.endswith("j2") else text, encoding="utf-8")
        (tmp_path / "games.toml").write_text(f'[project]\npaper = "{paper}"\n{DEFINITION}', encoding="utf-8")
        return open_project(tmp_path / "games.toml")

    return project


@pytest.fixture
def drawn(mine: Callable[..., Project]) -> Callable[..., list[PrintedCard]]:
    """Return the cards of one or several components of that game, without examples."""

    def leaves(*only: str, **files: str) -> list[PrintedCard]:
        project = mine(**files)
        kit = render_kit(
            KitContext.of(project, project.game("mine"), BuildOptions(only=only)), NO_EXAMPLES, lambda _label: None
        )
        return [leaf for _, cards in kit.groups for leaf in cards]

    return leaves


def texts(face: Face) -> list[Text]:
    nodes: list[Text] = []
    pending = list(face.drawing.nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, Text):
            nodes.append(node)
        elif isinstance(node, Group):
            pending += node.children
    return nodes


def words(face: Face) -> list[str]:
    return list(cardsvg.strings(face.drawing))


@pytest.mark.parametrize(("language", "paper"), [("en", "letter"), ("ja", "a4")])
def test_a_whole_kit_of_beginning_faces_is_read_back(language: Any, paper: str, mine: Callable[..., Project]) -> None:
    project = mine(paper)
    kit = build_kit(project, project.game("mine"), BuildOptions(language=language))
    shown = {example.id for face in kit.faces for example in face.examples}
    sides = [face for face in kit.faces if face.component == "rules"]
    assert len(shown) >= 15
    assert sorted(example.id for face in sides for example in face.examples) == sorted(shown)
    assert [face.side for face in sides] == ["front", "back"][: len(sides)]
    assert kit.report.passed
    assert kit.report.places > len(shown)
    for face in (*sides, *(face for face in kit.faces if face.component == "summary")):
        sizes = [chunk.runs[0].style.font_size or 0.0 for text in texts(face) for chunk in text.chunks]
        # Readings over Japanese terms are half as large as these.
        assert min(size for size in sizes if language == "en" or size > 2) >= 2.12
        assert min(sizes) >= 1.42
    printed_words = [text for face in sides for text in words(face)]
    places = [printed_words.index(text) for text in SECTIONS[language]]
    assert places == sorted(places)
    assert CREDIT[language] in "".join(printed_words)
    assert printed_words.count({"en": "box", "ja": "箱"}[language]) == 1, "among the contents, though it states no use"


def test_no_letter_of_a_code_comes_near_the_cut(mine: Callable[..., Project]) -> None:
    project = mine()
    kit = build_kit(project, project.game("mine"), BuildOptions(only=("summary",)))
    feet = []
    for face in (face for face in kit.faces if face.side == "back"):
        for base, size in re.findall(
            r'<text x="3.6" y="([\d.]+)"[^>]* font-size="([\d.]+)"[^>]*>[0-9A-Z]{4}-[0-9A-Z-]+<', face.svg
        ):
            feet.append(88 - float(base) - 0.2 * float(size))  # the tail of a Q
    assert feet
    assert min(feet) >= 3


def test_a_sheet_that_is_too_full_goes_on_and_its_words_keep_their_size(
    drawn: Callable[..., list[PrintedCard]],
) -> None:
    def sheet(sections: int) -> str:
        return '{{ begin.rules([("A", w("turn-more"))' + ', ("B", w("turn-more"))' * (sections - 1) + "]) }}"

    sides, sizes = [], []
    for count in (4, 50, 150):
        faces = [face for leaf in drawn("rules", rules=sheet(count)) for face in (leaf.front, leaf.back) if face]
        matches = [
            size for face in faces for size in re.findall(r'font-size="([\d.]+)"[^>]*>There is no pass', face.svg)
        ]
        assert len(matches) == count
        sides.append(len(faces))
        sizes.append(float(matches[0]))
    assert sides[0] < sides[1] < sides[2]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= 3.0


def test_a_card_has_its_number_for_both_sides_and_underlined_where_it_could_be_another(
    drawn: Callable[..., list[PrintedCard]],
) -> None:
    cards = {leaf.card: leaf.front for leaf in drawn("cards")}
    assert words(cards["red-7"]) == ["7", "R", "red", "7", "R", "7"]
    assert cards["red-6"].svg.count("<rect") == cards["red-7"].svg.count("<rect") + 3
    assert "rotate(180" in cards["red-7"].svg


def test_a_counted_card_has_its_mark_as_often_as_its_number_says(drawn: Callable[..., list[PrintedCard]]) -> None:
    card = "{{ begin.counted(card.ink, card.number, card.mark) }}"
    cards = {leaf.card: leaf.front for leaf in drawn("cards", card=card)}
    assert words(cards["red-7"]) == ["7", "7"]
    marks = [
        len(re.findall(r'<g transform="translate\([\d.]+ [\d.]+\) rotate', cards[f"red-{n}"].svg)) for n in (1, 4, 7)
    ]
    assert marks == [1, 4, 7]
    assert cards["red-6"].svg.count("<rect") == cards["red-7"].svg.count("<rect") + 2, "6 is underlined"


def test_the_question_of_an_example_stands_over_it_in_the_style_named(mine: Callable[..., Project]) -> None:
    asked: dict[str, set[str]] = {}
    for style in ("brief", "named"):
        project = mine(**{"summary-back": f'{{{{ begin.summary_back(style="{style}") }}}}'})
        kit = build_kit(project, project.game("mine"), BuildOptions(only=("summary",)))
        faces = [face for face in kit.faces if face.side == "back"]
        asked[style] = {text for face in faces for text in words(face)}
        assert any(face.examples for face in faces)
    headings = {"Strongest card", "Same number", "Same colour"}
    assert headings <= asked["named"] and not headings & asked["brief"]


@pytest.mark.parametrize(
    ("example", "key"),
    [
        ("rule-red", "bold frame: wins · pale: not counted"),
        ("opening", "bold frame: wins"),
        ("check-discard", "pale: not counted"),
        ("check-same-colour", ""),
    ],
)
def test_the_key_of_a_face_names_the_signs_that_its_examples_show(
    example: str, key: str, mine: Callable[..., Project]
) -> None:
    shared = "".join(f'{{% import "shared/{name}.svg.j2" as {name} with context %}}' for name in ("parts", "columns"))
    some = f'(examples + checks) | %sattr("id", "eq", "{example}") | list'
    shown = 'shown=(examples + checks) | selectattr("id", "in", seen.ids) | list'
    column = "{{ columns.example_column(%s, 3.6, 3, 55, 60, begin.drawing, seen=seen) }}"
    faces = {
        "summary-front": shared + column.replace(", seen=seen", "") % (some % "reject"),
        "summary-back": f"""{shared}{{% set seen = namespace(ids=[]) %}}{column % (some % "select")}
            {{{{ parts.summary_foot(76, code, {shown}) }}}}""",
    }
    project = mine(**faces)
    kit = build_kit(project, project.game("mine"), BuildOptions(only=("summary", "rules")))
    (back,) = [face for face in kit.faces if face.component == "summary" and face.side == "back" and face.examples]
    assert [printed.id for printed in back.examples] == [example]
    assert [text for text in words(back) if "frame:" in text or "pale:" in text] == ([key] if key else [])
    sheet = [text for face in kit.faces if face.component == "rules" for text in words(face)]
    assert "bold frame: wins · pale: not counted" in sheet


@pytest.mark.parametrize(("part", "has_law"), [("card.part", True), ("1", False)])
def test_the_back_of_the_first_summary_has_a_law_over_its_examples(
    part: str, has_law: bool, mine: Callable[..., Project]
) -> None:
    law = "What is not played scores nothing at all, and what is played scores as many points as it shows. " * 2
    project = mine(**{"summary-back": f'{{{{ begin.summary_back(law="{law}", part={part}) }}}}'})
    kit = build_kit(project, project.game("mine"), BuildOptions(only=("summary",)))
    (back,) = [face for face in kit.faces if face.side == "back"]
    assert " ".join(words(back)).count("scores nothing at all") == 2 * has_law
    top = min(float(y) for y in re.findall(r'data-box="\S+ (\S+)', back.svg))
    assert back.examples
    assert 14 < top < 3 + 3 + 11 + 3 if has_law else top == 3


def test_a_game_without_a_box_of_its_own_gets_a_tuck_box(drawn: Callable[..., list[PrintedCard]]) -> None:
    assert places_of("box.svg.j2", "mine")[:2] == ("mine/box.svg.j2", "shared/default/box.svg.j2")
    assert places_of("box.svg.j2", "deck") == ("deck/box.svg.j2", "shared/box.svg.j2")
    (leaf,) = drawn("box", box='{% include "shared/default/box.svg.j2" %}')
    assert words(leaf.front).count("Sage & Salt") == 2
    assert {"2–4 players", "30 minutes"} & set(words(leaf.front))
    assert any("Carl Chudyk" in text for text in words(leaf.front))


def test_a_game_without_a_back_suits_and_inks_gets_one_in_the_ink_of_its_theme(
    drawn: Callable[..., list[PrintedCard]],
) -> None:
    (leaf,) = drawn("order", back='{% include "shared/default/back.svg.j2" %}')
    assert leaf.back is not None
    inks = set(re.findall(r'<use href="#lozenge"[^>]* fill="(#\w+)"', leaf.back.svg))
    # The accent of the theme, #0f5d54, in two steps to white.
    assert inks == {"#4b867f", "#9fbebb"}


def test_all_cards_have_one_back_and_it_is_the_same_upside_down(drawn: Callable[..., list[PrintedCard]]) -> None:
    backs = {leaf.back.id: leaf.back for leaf in drawn("cards", "order", "playing") if leaf.back}
    (back,) = backs.values()
    lozenges = {
        (round(float(x) - 31.5, 2), round(float(y) - 44, 2)): ink
        for x, y, ink in re.findall(r'<use href="#lozenge" x="([-\d.]+)" y="([-\d.]+)" fill="(#\w+)"', back.svg)
    }
    assert len(lozenges) > 60
    assert len(set(lozenges.values())) == 7
    assert all(lozenges[-x, -y] == ink for (x, y), ink in lozenges.items())


def test_a_card_with_a_text_has_it_in_a_white_box(drawn: Callable[..., list[PrintedCard]]) -> None:
    (leaf,) = drawn("order")
    assert "Sage & Salt" in words(leaf.front)
    assert "Only played, and not winning? You are out." in " ".join(words(leaf.front))
    assert 'rx="2.4" fill="#ffffff"' in leaf.front.svg


@pytest.mark.parametrize("size", ["63mm x 88mm", "44mm x 68mm"])
def test_faces_of_a_deck_without_examples_can_begin_with_them_too(size: str, tmp_path: Path) -> None:
    folder = tmp_path / "templates" / "deck"
    folder.mkdir(parents=True)
    front = "{{ begin.front(card.ink, number=card.number, name=card.title, text=column(card, 'text')) }}"
    (folder / "mine.svg.j2").write_text(IMPORT + front, encoding="utf-8")
    (folder / "mine-back.svg.j2").write_text(IMPORT + '{{ begin.back(["#0f5d54", "#f0b429"]) }}', encoding="utf-8")
    cards = [f'{{ number = {n}, ink = "#{n:02d}5d54", title = "Herb {n}", text = "Draw {n}." }}' for n in range(1, 21)]
    (tmp_path / "games.toml").write_text(
        f'[project]\ncard = "{size}"\n[herbs]\nengine = "deck"\ntitle = "Herbs"\ndecks.all = [{", ".join(cards)}]\n'
        '[herbs.components]\ncards = { kind = "cards", title = "cards", of = "all", template = "mine", '
        'back = "mine-back" }\n',
        encoding="utf-8",
    )
    project = open_project(tmp_path / "games.toml")
    kit = build_kit(project, project.game("herbs"), BuildOptions())
    fronts = [face for face in kit.faces if face.side == "front"]
    assert [words(face)[:2] for face in fronts[:2]] == [["1", "Herb 1"], ["2", "Herb 2"]]
    assert len(kit.faces) == 21
