"""What a template computes and never prints, and conditions that are never true, are told at their line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DEFINITION = """\
[mine]
engine = "deck"
title = { en = "Mine", fr = "À moi" }
[mine.decks]
all = "cards.csv"
[mine.components]
cards = { kind = "cards", title = "cards", template = "card", of = "all", edge = "border" }
tent = { kind = "folded", title = "tent", template = "tent", net = { is = "panels", panels = [
  { id = "near", size = "60mm x 40mm" }, { id = "far", size = "60mm x 40mm", on = "near.top", fold = -90 },
] } }
"""
TENT = """\
{% for id, panel in net.panels.items() %}<g transform="{{ panel.transform }}">
<rect x="9" y="9" width="9" height="9" fill="#224466"/></g>{% endfor %}"""
READ = "{% set read = [card.cost, card.fast, card.code] %}"
WORDS = """\
[en]
do-draw = "Take a card from the deck."
do-sell = "Sell a card for {price} coins."
do-rest = "Leave the table for now."
[fr]
do-draw = "Prends une carte du paquet."
do-sell = "Vends une carte pour {price} pièces."
do-rest = "Quitte la table."
"""
CARD = READ + "{{ line(card.name, 8, 12, 5) }}{{ block(card.text, 8, 30, 40, 4) }}{{ line(card.kind, 8, 70, 4) }}"


@pytest.fixture
def told(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check a game with these templates, and return the warnings about them."""

    def check(card: str = CARD, tent: str = TENT) -> list[str]:
        folder = tmp_path / "templates/deck"
        folder.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(DEFINITION, encoding="utf-8")
        rows = [
            *("name,kind,text,cost,fast,code", "Newt,tool,Take one card from the deck.,3,TRUE,07"),
            "Moth,relic,Draw two of the red cards.,,FALSE,12",
        ]
        (tmp_path / "cards.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        (folder / "card.svg.j2").write_text(card, encoding="utf-8")
        (folder / "tent.svg.j2").write_text(tent, encoding="utf-8")
        (folder / "words.toml").write_text(WORDS, encoding="utf-8")
        codes = (
            "unused-template",
            "empty-face",
            "in-text",
            "fixed-condition",
            "exchanged-sides",
            "unread-file",
            "near-cut",
            "unprinted-part",
            "empty-loop",
            "never-equal",
            "unprinted-column",
            "printed-name",
            "unseen-shape",
            "unread-variable",
            "copied-branch",
            "unread-words",
            "one-language",
            "repeated-words",
            "unchanged-value",
        )
        messages = pnp("check").err
        assert "error[" not in messages, messages
        return [line for line in messages.splitlines() if any(f"warning[{code}]" in line for code in codes)]

    return check


def test_a_template_in_order_is_not_told(told: Callable[..., list[str]]) -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("slip", "message"),
    [
        ("{% set name = line(card.name, 8, 12, 5) %}", "unprinted-part]: nothing prints what line draws for 'name'"),
        (
            "{% set b = block('One two', 8, 12, 50, 5) %}{% set h = b.height %}",
            "nothing prints what block draws for 'b'",
        ),
        ("{% for n in range(4, 1) %}<g/>{% endfor %}", "empty-loop]: range(4, 1) is empty, and the loop never runs"),
        ("{% for n in range(0) %}<g/>{% endfor %}", "empty-loop]: range(0) is empty, and the loop never runs"),
        ('{% if card.kind == "Tool" %}<g/>{% endif %}', "never-equal]: card.kind is never 'Tool'"),
        ('{% if card.kind in ("tool", "relics") %}<g/>{% endif %}', "never-equal]: card.kind is never 'relics'"),
        ('{% if component.id != "card" %}<g/>{% endif %}', "never-equal]: component.id is never 'card'"),
        ('{% if face.edge == "bleeds" %}<g/>{% endif %}', "never-equal]: face.edge is never 'bleeds'"),
        ('{% if component.id == "deck" %}<g/>{% endif %}', "never-equal]: no component is called 'deck'"),
        ('{% if "card.kind" == "tool" %}<g/>{% endif %}', "fixed-condition]: this compares two texts, 'card.kind'"),
        ('{% if card.kind == "tool" or "relic" %}<g/>{% endif %}', "fixed-condition]: 'relic' alone is always true"),
        ('{% if component == "cards" %}<g/>{% endif %}', "fixed-condition]: component is no text, and never 'cards'"),
        ('{% if language == "FR" %}<g/>{% endif %}', "never-equal]: language is never 'FR'"),
        ('{% if item.id == "10" %}<g/>{% endif %}', "never-equal]: item.id is never '10'"),
        ('{% if card.fast == "TRUE" %}<g/>{% endif %}', "card.fast is true or false, and never the text 'TRUE'"),
        ('{% if card.cost == "3" %}<g/>{% endif %}', "card.cost is a number, and never the text '3'"),
        ("{% if card.code in (7, 12.5) %}<g/>{% endif %}", "card.code is a text, and never the number"),
        (
            '{% for name in ["one", "two"] %}{{ line(loop.index, 8, 80, 4) }}{% endfor %}',
            "this loop never reads 'name'",
        ),
        ("{% for row in game.decks['all'] %}{{ line('x', 8, 80, 4) }}{% endfor %}", "this loop never reads 'row'"),
        (
            "{% for n in range(card.text | length) %}<circle cx='9' cy='80' r='1'/>{% endfor %}",
            "unread-variable]: this loop never reads 'n'",
        ),
        (
            "{% for n in range(2) %}<path d='M1 80{% for k in range(3) %}h2v1{% endfor %}'/>{% endfor %}",
            "unread-variable]: this loop never reads 'n'",
        ),
        (
            "{% set ns = namespace(y=9) %}{% for n in range(3) %}{{ line(n, 8, ns.y, 4) }}{% endfor %}",
            "unchanged-value]: a loop reads ns.y, which nothing changes",
        ),
        (
            "{% set ns = namespace(y=9) %}{% for n in range(3) %}{{ line(n, 8, ns.y, 4) }}{% set y = 5 %}{% endfor %}",
            "unchanged-value]: a loop reads ns.y, which nothing changes",
        ),
        (
            '{% for key in ["do-draw", "do-rest", "do-draw"] %}{% set said = key %}{% endfor %}',
            "repeated-words]: 'do-draw' stands twice in this list, and 'do-sell' not at all",
        ),
        ("{% set said = [w('do-draw'), w('do-draw')] %}", "repeated-words]: 'do-draw' stands twice in this list"),
        (
            '{% if card.kind == "tool" %}<g/>{% elif card.kind == "tool" %}<g/>{% endif %}',
            "fixed-condition]: line 2 asks the same before",
        ),
        (
            "{% set said = 1 if card.cost == 3 else 2 if card.cost == 3 else 0 %}",
            "fixed-condition]: line 2 asks the same before",
        ),
        (
            '{% if card.kind == "tool" %}{% set a = "tool" %}'
            '{% elif card.kind == "relic" %}{% set a = "tool" %}{% endif %}',
            "copied-branch]: the branch of 'relic' is that of 'tool' once more",
        ),
        (
            '{% for row in game.decks["all"] %}{% set of = game.decks["all"] '
            '| selectattr("fields.kind", "equalto", row) | list %}{% endfor %}',
            "fixed-condition]: 'row' is a whole row of a deck",
        ),
        (
            "{% if card.cost and card.cost >= 30 %}<g/>{% endif %}",
            "never-equal]: card.cost is never above 3, and this asks for 30",
        ),
        ('{% if language == "jp" %}<g/>{% endif %}', "never-equal]: language is never 'jp'"),
        ('{% if language == "german" %}<g/>{% endif %}', "never-equal]: language is never 'german'"),
        ('{{ line("a" if language != "ger" else "b", 9, 50, 4) }}', "never-equal]: language is never 'ger'"),
        ("{{ line('Leave the table for now.', 8, 80, 4) }}", "one-language]: 'Leave the table for now.' is typed"),
        ("{% if card.code == true %}<g/>{% endif %}", "card.code is a text, and never true"),
    ],
)
def test_a_slip_is_told_at_its_line(told: Callable[..., list[str]], slip: str, message: str) -> None:
    rest = CARD if "card.name" not in slip else CARD.replace("{{ line(card.name, 8, 12, 5) }}", "")
    (line,) = [line for line in told(f"{rest}\n{slip}") if "unread-column" not in line]
    assert line.startswith("templates/deck/card.svg.j2:2: ") and message in line


@pytest.mark.parametrize(
    "honest",
    [
        "{% set b = block(card.text, 0, 0, 40, 4) %}{{ line(b.height | round | string, 8, 60, 4) }}",
        "{% set b = block('One two', 8, 50, 40, 4) %}{{ b }}{% set h = b.height %}",
        "{% set n = line('One', 8, 50, 4) %}{{ n ~ '' }}",
        "{% for n in range(4) %}{% endfor %}{% for n in range(3, 0, -1) %}{% endfor %}",
        "{% for n in range(0, n) %}{% endfor %}",
        '{% if card.kind == "tool" or card.kind == "tools" %}<g/>{% endif %}',
        '{% if card.kind == "spell" %}<g/>{% endif %}{% if card.name == "" %}<g/>{% endif %}',
        '{% if language == "ja" %}<g/>{% endif %}',
        '{% if item.id == "hero" %}<g/>{% endif %}{% if card.cost == "" or card.cost == "X" %}<g/>{% endif %}',
        "{% for row in game.decks['all'] %}{{ line(loop.index, 8, 70 + loop.index, 4) }}{% endfor %}",
        "{% set at = namespace(y=60) %}{% for row in game.decks['all'] %}{{ line('x', 8, at.y, 4) }}"
        "{% set at.y = at.y + 5 %}{% endfor %}",
        "{% for _ in range(2) %}<circle cx='9' cy='80' r='1'/>{% endfor %}",
        "{% for n in range(2) %}<g transform='translate(9 40) rotate(9)'><rect width='9' height='1'/>{% endfor %}"
        "{% for n in range(2) %}</g>{% endfor %}",
        '{% if card.kind == "tool" %}{% set a = 1 %}{% elif card.kind == "relic" %}{% set a = 1 %}{% endif %}',
        '{% if card.kind == "tool" %}{% set a = 1 %}{% endif %}{% if card.kind == "tool" %}{% set b = 2 %}{% endif %}',
        "{% if card.cost and (card.cost >= 10 or card.cost > 9 or card.cost > 20) %}<g/>{% endif %}",
        "{{ line('Leave the table for now.' if language == 'en' else 'Ailleurs', 8, 80, 4) }}",
        "{{ line('Take a card.', 8, 80, 4) }}{{ line('Mine', 8, 85, 4) }}",
        "{% set ns = namespace(y=60) %}{{ line('x', 8, ns.y, 4) }}{% for n in range(2) %}{% endfor %}",
        "{% set ns = namespace(y=60, step=5) %}{% for n in range(2) %}{{ line('x', 8, ns.y, 4) }}"
        "{% set ns.y = ns.y + ns.step %}{% endfor %}",
        "{% for _ in ('a', 'b') %}{% endfor %}{% for one in (1, 2) %}{% endfor %}",
        "{% set said = [w('do-sell', price=1), w('do-sell', price=2)] %}{% set icons = ['do', 'do'] %}",
        '{% if card.fast == true %}<g/>{% endif %}{% if card.cost in ("3", 3) %}<g/>{% endif %}',
    ],
)
def test_what_may_be_meant_is_not_told(told: Callable[..., list[str]], honest: str) -> None:
    assert told(f"{CARD}{{% set n = 2 %}}{honest}") == []


def test_a_wording_that_a_list_lacks_and_nothing_reads_is_told(told: Callable[..., list[str]]) -> None:
    listed = "{% for key in ['do-draw', 'do-sell'] %}{{ line(w(key, price=2), 8, 40 + 9 * loop.index, 4) }}{% endfor %}"
    (line,) = told(CARD + listed)
    assert line.startswith("templates/deck/card.svg.j2:1: warning[unread-words]: this list has no 'do-rest'")
    assert told(CARD + listed + "{% set key = 'do-r' ~ 'est' %}") == []
    assert told(CARD + listed + "{# do-rest is for another day #}") == []
    assert told(CARD + "{% set keys = ['code', 'do-sell'] %}{{ line(w(keys[1], price=2), 8, 40, 4) }}") == []


def test_a_slip_of_a_shared_macro_is_told_once(told: Callable[..., list[str]], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    macro = "{% macro rings() %}{% for n in range(3) %}<circle cx='9' cy='80' r='1'/>{% endfor %}{% endmacro %}"
    (tmp_path / "templates/deck/shapes.svg.j2").write_text(macro, encoding="utf-8")
    (tmp_path / "templates/deck/unused.svg.j2").write_text(macro, encoding="utf-8")
    (line,) = told('{% import "shapes.svg.j2" as shapes %}' + CARD + "{{ shapes.rings() }}")
    assert line == "templates/deck/shapes.svg.j2:1: warning[unread-variable]: this loop never reads 'n'"


def test_a_list_of_one_without_a_comma_is_told(told: Callable[..., list[str]]) -> None:
    (line,) = told(tent=TENT.replace("<rect", '{% if id in ("near") %}<g/>{% endif %}<rect'))
    assert line.endswith("warning[in-text]: `in` looks for letters of the text 'near': a list of one has a comma")
    assert told(tent=TENT.replace("<rect", '{% if id in ("near",) %}<g/>{% endif %}<rect')) == []


def test_a_name_that_is_no_panel_is_told(told: Callable[..., list[str]]) -> None:
    (line,) = told(tent=TENT.replace("<rect", '{% if id == "front" %}<g/>{% endif %}<rect'))
    assert line.endswith("warning[never-equal]: no panel is called 'front'")


def test_a_template_without_its_ending_is_told(told: Callable[..., list[str]], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "templates/deck/back.svg").write_text("<g/>", encoding="utf-8")
    assert told() == ["templates/deck/back.svg: warning[unread-file]: nothing reads this file"]


def test_a_panel_that_the_net_lacks_is_told(told: Callable[..., list[str]]) -> None:
    slip = TENT.replace("<rect", '{% if id in ("near", "afr") %}<g/>{% endif %}<rect')
    (line,) = told(tent=slip)
    assert line.endswith("warning[never-equal]: a panel is never 'afr'")
    (line,) = told(tent=slip.replace("<g/>", "{{ '' if id != 'fra' else '' }}").replace('"afr"', '"far"'))
    assert line.endswith("warning[never-equal]: a panel is never 'fra'")


@pytest.mark.parametrize("condition", ["not card.text", "card.text == none"])
def test_texts_that_no_face_prints_are_told_at_their_column(told: Callable[..., list[str]], condition: str) -> None:
    body = CARD.replace("{{ block", f"{{% if {condition} %}}{{{{ block").replace("40, 4) }}", "40, 4) }}{% endif %}")
    (line,) = told(body)
    assert line.startswith("cards.csv:1:11: warning[unprinted-column]: templates read the column 'text' of 'all'")


def test_texts_in_capitals_or_in_parts_are_printed(told: Callable[..., list[str]]) -> None:
    assert told(CARD.replace("card.text", "card.text | upper")) == []
    assert told(CARD.replace("card.text", "card.text.split(' ')[2:] | join(' ')")) == []


def test_a_value_in_quotes_is_told(told: Callable[..., list[str]]) -> None:
    (line,) = [line for line in told(CARD.replace("card.kind", '"card.kind"')) if "unread" not in line]
    assert "card.svg.j2:1: warning[printed-name]: the name 'card.kind' is printed in letters on cards/01" in line


@pytest.mark.parametrize(
    ("shape", "reason"),
    [
        ('<rect x="5" y="50" width="9" height="9" fill="none" stroke-width="1"/>', "it has neither fill nor stroke"),
        ('<line x1="5" y1="50" x2="50" y2="50"/>', "it has neither fill nor stroke"),
        ('<rect x="5" y="50" width="9" height="9" fill="#112233" opacity="0"/>', "it has an opacity of 0"),
        ('<rect x="5" y="500" width="9" height="9" fill="#112233"/>', "it lies outside of the face"),
    ],
)
def test_a_shape_that_draws_nothing_is_told_at_its_line(
    told: Callable[..., list[str]], shape: str, reason: str
) -> None:
    (line,) = told(f"{CARD}\n{shape}")
    assert line.startswith("templates/deck/card.svg.j2:2") and line.endswith(f", and 1 more face is alike: {reason}")


def test_a_shape_that_some_cards_have_is_not_told(told: Callable[..., list[str]]) -> None:
    paint = "{{ '#112233' if card.kind == 'tool' else 'none' }}"
    assert told(f'{CARD}<rect x="5" y="50" width="9" height="9" fill="{paint}"/>') == []


def test_a_component_with_another_template_than_that_of_its_name_is_told(
    told: Callable[..., list[str]], tmp_path: Path
) -> None:
    folder = tmp_path / "templates/deck"
    folder.mkdir(parents=True)
    (folder / "cards.svg.j2").write_text(CARD, encoding="utf-8")
    (line,) = told()
    assert line == (
        "games.toml:7:55: warning[unused-template]: 'cards' has the template 'card', and nothing uses cards.svg.j2"
    )
    (folder / "parts.svg.j2").write_text('{% include "cards.svg.j2" %}', encoding="utf-8")
    assert told() == []


@pytest.mark.parametrize("own", ["card-back", "cards-back"])
def test_a_component_with_another_back_than_that_of_its_name_is_told(
    told: Callable[..., list[str]], tmp_path: Path, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "templates/deck"
    folder.mkdir(parents=True)
    (folder / f"{own}.svg.j2").write_text(CARD, encoding="utf-8")
    (line,) = told()
    assert line == f"games.toml:7:9: warning[unused-template]: 'cards' has no back, and nothing uses {own}.svg.j2"
    monkeypatch.setitem(globals(), "DEFINITION", DEFINITION.replace('of = "all"', 'of = "all", back = "card"', 1))
    (line,) = told()
    assert line == (
        f"games.toml:7:82: warning[unused-template]: 'cards' has the back 'card', and nothing uses {own}.svg.j2"
    )


def test_a_template_that_draws_nothing_is_told(told: Callable[..., list[str]]) -> None:
    (line,) = [line for line in told("{% if card.kind == 'hero' %}<g/>{% endif %}") if "empty-face" in line]
    assert line == "games.toml:7:55: warning[empty-face]: card.svg.j2 draws nothing (cards/01)"


@pytest.mark.parametrize(
    ("x", "place"),
    [("1", "templates/deck/card.svg.j2:1"), ("{'Newt': 1}.get(card.name, 8)", "cards.csv:2:1")],
    ids=["all cards", "one card"],
)
def test_a_fault_of_one_card_is_told_at_its_cell_and_of_all_at_the_template(
    told: Callable[..., list[str]], x: str, place: str
) -> None:
    (line,) = told(CARD.replace("line(card.name, 8", f"line(card.name, {x}"))
    assert line.startswith(f"{place}: warning[near-cut]: 'Newt' stands 1.0 mm from the cut on cards/01")


def test_texts_in_the_language_of_a_side_are_printed(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    definition = DEFINITION[: DEFINITION.index("tent =")].replace('edge = "border"', 'front-language = "fr"')
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    rows = "name,text.en,text.fr\nNewt,Take one card from the deck.,Prends une carte de la pioche.\n"
    more = "Moth,Draw two of the red cards.,Pioche deux des cartes rouges.\n"
    (tmp_path / "cards.csv").write_text(rows + more, encoding="utf-8")
    (tmp_path / "templates/deck/card.svg.j2").write_text("{{ block(card.text, 8, 30, 40, 4) }}", encoding="utf-8")
    assert "unprinted-column" not in pnp("check", "--lang", "en").err


def test_texts_of_the_language_of_a_kit_without_blanks_are_printed(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates/deck").mkdir(parents=True)
    (tmp_path / "games.toml").write_text(DEFINITION[: DEFINITION.index("tent =")], encoding="utf-8")
    rows = "name,text.en,text.ja\nNewt,Draw one more card.,もう一枚引く。\nMoth,Put one card back.,一枚戻す。\n"
    (tmp_path / "cards.csv").write_text(rows, encoding="utf-8")
    (tmp_path / "templates/deck/card.svg.j2").write_text("{{ block(card.text, 8, 30, 40, 4) }}", encoding="utf-8")
    assert "unprinted-column" not in pnp("check", "--lang", "ja").err


DOT = '<circle cx="30" cy="70" r="3" fill="#a05020"/>'
COVER = '<rect x="20" y="60" width="20" height="19" fill="#dddddd"/>'
GROUND = '<rect x="-3" y="-3" width="69" height="94" fill="#f0e0d0"/>'
FRAME = '<rect x="8" y="50" width="16" height="26" fill="none" stroke="#f0e0d0" stroke-width="0.4"/>'


@pytest.mark.parametrize(
    ("shapes", "fault"),
    [
        (DOT + COVER, "it is covered by what is drawn after it"),
        (COVER + DOT, ""),
        (DOT + COVER.replace('fill="', 'opacity="0.5" fill="'), ""),
        (DOT + COVER + DOT.replace('"30"', '"50"'), ""),
        (f"<g>{DOT}</g>{COVER}", ""),
        (DOT.replace("#a05020", "#f0e0d0"), "it has the colour of its ground"),
        (DOT.replace("/>", ' stroke="#000000"/>').replace("#a05020", "#f0e0d0"), ""),
        (COVER.replace("20", "19") + DOT.replace("#a05020", "#dddddd"), "it has the colour of its ground"),
        (FRAME, "it has the colour of its ground"),
        (FRAME + FRAME.replace('x="8"', 'x="28"'), "it has the colour of its ground"),
        (f"<g>{FRAME}</g>", "it has the colour of its ground"),
        (FRAME.replace("#f0e0d0", "#eeddcc"), ""),
        (COVER + FRAME.replace('x="8"', 'x="28"'), ""),
        (f"<g>{FRAME}{FRAME.replace('#f0e0d0', '#224466').replace('0.4', '0.2')}</g>", ""),
        (f'{COVER}<path d="M8 50{"h1" * 16}V70H30" fill="none" stroke="#f0e0d0" stroke-width="0.4"/>', ""),
        (FRAME.replace("#f0e0d0", "#224466").replace("0.4", "1.2") + FRAME.replace("#f0e0d0", "#eeaa66"), ""),
        (
            FRAME.replace("#f0e0d0", "#224466")
            + COVER.replace("20", "6", 1)
            .replace("60", "40", 1)
            .replace('width="20" height="19"', 'width="20" height="39"'),
            "it is covered by what is drawn after it",
        ),
        (COVER + FRAME + FRAME.replace('x="8"', 'x="28"'), ""),
        (f'<path d="M29 60H31V90Z" fill="#333333"/>{DOT.replace("#a05020", "#f0e0d0")}', ""),
    ],
)
def test_a_shape_that_nobody_sees_is_told(told: Callable[..., list[str]], shapes: str, fault: str) -> None:
    lines = told(f"{GROUND}{shapes}\n{CARD}")
    message = f"templates/deck/card.svg.j2:1:{{}}: warning[unseen-shape]: a shape draws nothing on cards/01: {fault}"
    assert [line.startswith(message.partition("{}")[0]) and line.endswith(fault) for line in lines] == [True] * bool(
        fault
    ), lines
