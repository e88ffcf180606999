"""``pnp check`` warns of what will look wrong on paper, at the place that says it, and of nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

GROUND = (
    '<rect x="{0}" y="{0}" width="{{{{ face.width - 2 * {0} }}}}" height="{{{{ face.height - 2 * {0} }}}}" fill="{1}"/>'
)
OVER = (
    '<rect x="{{ -face.bleed }}" y="{{ -face.bleed }}" width="{{ face.width + 2 * face.bleed }}" '
    'height="{{ face.height + 2 * face.bleed }}" fill="#15908a"/>'
)
WORDS = '{{ line(card.title, 8, 20, 4, fill="#222222") }}'


def ground(inset: float, fill: str = "#15908a") -> str:
    """A rectangle so far inside the trim."""
    return GROUND.format(inset, fill)


@pytest.fixture
def warned(pnp: Callable[..., Any], tmp_path: Path) -> Callable[..., list[str]]:
    """The first lines of what ``pnp check`` says of a deck with this face, which has to be in order all the same."""

    def check(face: str, component: str = "", table: str = "", cards: str = "title\nNewt\nCrow\n") -> list[str]:
        (tmp_path / "templates" / "deck").mkdir(parents=True, exist_ok=True)
        (tmp_path / "templates" / "deck" / "face.svg.j2").write_text(face, encoding="utf-8")
        (tmp_path / "cards.csv").write_text(cards, encoding="utf-8")
        (tmp_path / "games.toml").write_text(
            f'[mine]\nengine = "deck"\ntitle = "Mine"\n{table}\n[mine.decks]\ncards = "cards.csv"\n'
            f'[mine.components.cards]\nkind = "cards"\ntitle = "cards"\ntemplate = "face"\nof = "cards"\n{component}\n',
            encoding="utf-8",
        )
        ran = pnp("check")
        assert ran.status == 0, ran.err
        return [line for line in ran.err.splitlines() if re.match(r"\S+ warning\[|warning\[", line)]

    return check


@pytest.mark.parametrize(
    "face",
    [
        ground(0) + WORDS,
        ground(0.5) + WORDS,
        f'<circle cx="0" cy="40" r="9" fill="#15908a"/>{WORDS}',
        f'<path d="M-3 20L70 30" stroke="#333333" stroke-width="0.6"/>{WORDS}',
        '<g transform="rotate(180 31.5 44)"><symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol>'
        f'<use href="#s" x="-3" y="40" width="9" height="9"/></g>{WORDS}',
    ],
)
def test_art_where_two_cards_share_a_cut_is_told_at_the_component(face: str, warned: Callable[..., list[str]]) -> None:
    place = "games.toml:7:1: warning[shared-cut]: cards/01 and 1 more: art reaches the cut, and with edge = "
    assert [line.startswith(place) for line in warned(face)] == [True]
    warnings = warned(face, 'edge = "border"')
    assert len(warnings) == 1
    assert warnings[0].startswith("games.toml:12:8: warning[shared-cut]")


@pytest.mark.parametrize(
    ("face", "component", "table"),
    [
        pytest.param(ground(3) + WORDS, "", "", id="a panel inside the rim"),
        pytest.param(ground(1.2) + WORDS, "", "", id="a panel that no cut reaches"),
        pytest.param(ground(-3, "#ffffff") + ground(3) + WORDS, "", "", id="white paper over the trim"),
        pytest.param(OVER + ground(2, "#ffffff") + WORDS, "", "", id="one plain rim on all cards"),
        pytest.param(OVER + ground(-3, "#fff") + WORDS, "", "", id="white over it"),
        pytest.param(
            '<clipPath id="c"><rect x="3" y="3" width="57" height="82"/></clipPath>'
            f'<g clip-path="url(#c)">{ground(-3)}</g>{WORDS}', "", "", id="clipped to a panel",
        ),
        pytest.param(OVER + WORDS, 'edge = "bleed"', "", id="bleed"),
        pytest.param(ground(0) + WORDS, "", 'gutter = "6mm"', id="cards that are held apart"),
    ],
)  # fmt: skip
def test_a_rim_that_two_cards_may_share_is_not_told(
    face: str, component: str, table: str, warned: Callable[..., list[str]]
) -> None:
    assert warned(face, component, table) == []


def test_grounds_of_several_colours_may_not_meet_at_a_cut(warned: Callable[..., list[str]]) -> None:
    face = OVER.replace("#15908a", "{{ card.ground }}") + ground(2, "#ffffff") + WORDS
    assert warned(face, cards="title,ground\nNewt,#15908a\nCrow,#15908a\n") == []
    warnings = warned(face, cards="title,ground\nNewt,#15908a\nCrow,#54322b\n")
    assert [line.split("]")[0] for line in warnings] == ["games.toml:7:1: warning[shared-cut"]


def test_a_picture_is_looked_at_as_it_is_painted(warned: Callable[..., list[str]], tmp_path: Path) -> None:
    """Its own white or clear rim is one too."""
    face = f'{{{{ image("card.png", 0, 0, face.width, face.height, fit="none") }}}}{WORDS}'
    picture = Image.new("RGBA", (630, 880), "#ffffff")
    for colour, count in (("#ffffffff", 0), ("#00000000", 0), ("#15908aff", 1)):
        picture.paste(colour, (0, 0, 630, 880))
        picture.paste("#eeeeee", (50, 50, 580, 830))
        picture.save(tmp_path / "card.png")
        assert len(warned(face)) == count, colour


@pytest.mark.parametrize(
    ("face", "message"),
    [
        (ground(0), "cards/01 and 1 more: the ground ends at the trim, and the bleed stays white all round"),
        (ground(-1.5), "cards/01 and 1 more: the ground ends at the trim, and the bleed stays white all round"),
        (f'{OVER}<rect x="20" y="-3" width="30" height="3" fill="#ffffff"/>', "stays white at the top"),
        (ground(4), "nothing of cards runs over the trim"),
        (ground(1), "the ground ends inside the cut, and leaves a white rim all round"),
        (f'{ground(1)}<rect x="-3" y="60" width="69" height="31" fill="#15908a"/>', "white rim at the top"),
        ('<rect x="-3" y="-3" width="59" height="81" fill="#15908a"/>', "white rim at the right and bottom"),
    ],
)
def test_bleed_that_stays_white_is_told_at_the_edge(face: str, message: str, warned: Callable[..., list[str]]) -> None:
    warnings = warned(face + WORDS, 'edge = "bleed"')
    assert [message in line for line in warnings] == [True], warnings
    assert warnings[0].startswith("games.toml:12:8: warning[white-bleed]: ")


@pytest.mark.parametrize(
    ("face", "table"),
    [
        (OVER, ""),
        ('<circle cx="0" cy="40" r="12" fill="#15908a"/>', ""),
        (OVER + '<rect x="20" y="-3" width="3" height="3" fill="#ffffff"/>', ""),
        ('<linearGradient id="g"><stop offset="0" stop-color="#444"/><stop offset="1" stop-color="#999"/>'
         f'</linearGradient>{ground(-3, "url(#g)")}', ""),
    ],
)  # fmt: skip
def test_bleed_that_art_runs_over_is_not_told(face: str, table: str, warned: Callable[..., list[str]]) -> None:
    assert warned(face + '{{ line(card.title, 31, 20, 4, fill="#ffffff") }}' * ("circle" not in face) +
                  "{{ card.title and '' }}", 'edge = "bleed"', table) == []  # fmt: skip


def test_round_tokens_bleed_over_their_circle(pnp: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.components]\n'
        'coins = { kind = "tokens", title = "coins", template = "coin", size = "18mm" }\n',
        encoding="utf-8",
    )
    for radius, told in ((9, "ends at the trim"), (10.5, ""), (5, ""), (8.3, "ends inside the cut"), (7.5, "inside")):
        face = f'<circle cx="9" cy="9" r="{radius}" fill="#54322b"/>'
        (tmp_path / "templates" / "deck" / "coin.svg.j2").write_text(face, encoding="utf-8")
        ran = pnp("check")
        assert ran.status == 0
        place = "games.toml:5:9: warning[white-bleed]: coins/coins: the ground "
        lines = [line for line in ran.err.splitlines() if "warning[" in line]
        assert [line.startswith(place) and told in line for line in lines] == [True] * bool(told), lines


@pytest.mark.parametrize(
    "face",
    [
        '<rect x="-3" y="-3" width="40" height="81" fill="#15908a"/>',
        '<rect x="-3" y="-3" width="69" height="81" fill="#15908a"/>',
        '<rect x="-3" y="-3" width="59" height="94" fill="#15908a"/>',
        '<rect x="-3" y="-3" width="59" height="81" fill="#15908a"/><rect x="56" y="70" width="10" height="21"/>',
        '<rect x="4" y="4" width="52" height="74" fill="#15908a"/><rect x="-3" y="20" width="9" height="4"/>',
    ],
)
def test_a_picture_or_a_band_on_white_is_no_ground_that_is_too_small(
    face: str, warned: Callable[..., list[str]]
) -> None:
    assert warned(face + WORDS, 'edge = "bleed"') == []


def test_a_bleed_that_is_too_small_is_told_where_it_was_asked_for(
    pnp: Callable[..., Any], warned: Callable[..., list[str]], tmp_path: Path
) -> None:
    assert warned(OVER + WORDS, 'edge = "bleed"') == []
    (told,) = (line for line in pnp("check", "--bleed", "0mm").err.splitlines() if "warning[" in line)
    assert told == "warning[no-bleed]: the bleed is 0 mm, and cards run over the edge"
    definition = tmp_path / "games.toml"
    project = '[project]\nbleed = "0mm"\n'
    definition.write_text(project + definition.read_text("utf-8"), encoding="utf-8")
    (told,) = (line for line in pnp("check").err.splitlines() if "warning[" in line)
    assert told.startswith("games.toml:2:9: warning[no-bleed]: the bleed is 0 mm")
    assert "warning[" not in pnp("check", "--bleed", "3mm").err


@pytest.mark.parametrize("size", [40, 160, 190])
def test_the_ground_of_a_large_round_token_is_seen_whole(pnp: Callable[..., Any], tmp_path: Path, size: int) -> None:
    (tmp_path / "templates" / "deck").mkdir(parents=True)
    (tmp_path / "games.toml").write_text(
        '[mine]\nengine = "deck"\ntitle = "Mine"\n[mine.components]\n'
        f'coins = {{ kind = "tokens", title = "coins", template = "coin", size = "{size}mm" }}\n',
        encoding="utf-8",
    )
    face = '{% set r = face.width / 2 %}<circle cx="{{ r }}" cy="{{ r }}" r="{{ r + face.bleed }}" fill="#54322b"/>'
    (tmp_path / "templates" / "deck" / "coin.svg.j2").write_text(face, encoding="utf-8")
    assert "white-bleed" not in pnp("check").err


SMALL = '<text x="8" y="30" font-family="EB Garamond" font-size="{0}">{{{{ card.title }}}}</text>'


def test_small_type_of_all_cards_is_told_at_its_line(warned: Callable[..., list[str]]) -> None:
    warnings = warned(SMALL.format(1.8))
    assert warnings == [
        "templates/deck/face.svg.j2:1: warning[small-type]: 'Newt' is set in 5.1 pt on cards/01, under the 6 pt of "
        "least-type, and 1 more have such type"
    ]
    assert warned(f'<g transform="scale(2)">{SMALL.format(1.8)}</g>') == []
    assert warned(SMALL.format(2.12)) == []


def test_the_least_size_of_type_is_the_users(warned: Callable[..., list[str]]) -> None:
    assert warned(SMALL.format(2.5), table='least-type = "7pt"') == []
    warnings = warned(SMALL.format(2.4), table='least-type = "7pt"')
    assert [line.split(" on ")[0] for line in warnings] == [
        "templates/deck/face.svg.j2:1: warning[small-type]: 'Newt' is set in 6.8 pt"
    ]
    assert warned(SMALL.format(1.2), table='least-type = "3pt"') == []


def test_words_of_a_template_that_are_small_are_told_at_its_line(warned: Callable[..., list[str]]) -> None:
    warnings = warned(WORDS + SMALL.format(1.5).replace("{{ card.title }}", "made by hand"))
    assert len(warnings) == 1
    assert warnings[0].startswith("templates/deck/face.svg.j2:1: warning[small-type]: 'made by hand' is set in 4.3 pt")


def test_bold_words_without_an_end_are_told_at_their_cell(warned: Callable[..., list[str]]) -> None:
    face = "{{ block(card.title, 8, 20, 40, 4) }}"
    assert warned(face, cards="title\nA **bold** newt\n") == []
    warnings = warned(face, cards="title\nNewt\nA **bold newt\n")
    assert warnings == ["cards.csv:3:1: warning[unclosed-bold]: this ** is never closed: it is printed as it stands"]


@pytest.mark.parametrize(
    ("inks", "sights"),
    [
        (("#c8102e", "#00843d"), "with deuteranopia"),
        (("#1f77b4", "#9467bd"), "with protanopia and deuteranopia"),
        (("#15908a", "#178f88"), "to all eyes"),
        (("#e69f00", "#0072b2"), None),
        (("#d55e00", "#009e73"), None),
    ],
)
def test_cards_that_colours_alone_tell_apart_need_colours_that_differ_to_all_eyes(
    inks: tuple[str, str], sights: str | None, warned: Callable[..., list[str]]
) -> None:
    face = ground(5, "{{ card.ink }}") + '{{ line(card.number, 20, 40, 9, "numeral", fill=on(card.ink)) }}'
    rows = [f"{number},{ink}" for ink in inks for number in (1, 2, 3)]
    warnings = warned(face, cards="\n".join(("number,ink", *rows, "")))
    expected = (
        f"cards.csv:5:3: warning[alike-colours]: the cards 01 and 04 differ in colour alone, and "
        f"{inks[0]} and {inks[1]} look alike {sights}; the same goes for 2 more pairs of cards"
    )
    assert warnings == ([expected] if sights else [])


def test_colours_of_cards_that_something_else_tells_apart_may_look_alike(warned: Callable[..., list[str]]) -> None:
    face = ground(5, "{{ card.ink }}") + '{{ line(card.suit ~ card.number, 9, 40, 6, "numeral", fill="#fff") }}'
    cards = "suit,number,ink\nA,1,#c8102e\nB,1,#00843d\nA,2,#c8102e\nB,2,#00843d\n"
    assert warned(face, cards=cards) == []
    unread = warned(face.replace("card.suit ~ card.number", "card.number"), cards=cards)
    assert [line.split("]")[0] for line in unread] == [
        "cards.csv:1:1: warning[unread-column",
        "cards.csv:3:5: warning[alike-colours",
    ]


def test_colours_of_cards_that_art_by_their_ids_tells_apart_may_look_alike(
    warned: Callable[..., list[str]], tmp_path: Path
) -> None:
    art = tmp_path / "templates/deck/art"
    art.mkdir(parents=True)
    for name, shape in (("fox", '<circle cx="5" cy="5" r="4"/>'), ("owl", '<rect width="9" height="9"/>')):
        (art / f"{name}.svg").write_text(f'<svg viewBox="0 0 10 10">{shape}</svg>', encoding="utf-8")
    ground_of_card, cards = ground(5, "{{ card.ink }}"), "id,ink\nfox,#c8102e\nowl,#00843d\n"
    assert warned(f"{ground_of_card}{{{{ art(item.id, 20, 30, 20) }}}}", cards=cards) == []
    (message,) = warned(f'{ground_of_card}{{{{ art("fox", 20, 30, 20) }}}}', cards=cards)
    assert "warning[alike-colours]: the cards fox and owl differ in colour alone" in message


def test_colours_of_a_game_that_have_marks_of_their_own_may_look_alike(pnp: Callable[..., Any], tmp_path: Path) -> None:
    text = '[mine]\nextends = "shipped:red"\n[mine.colours]\nred = { ink = "#c8102e" }\ngreen = { ink = "#00843d" }\n'
    (tmp_path / "games.toml").write_text(text, encoding="utf-8")
    ran = pnp("check")
    assert (ran.status, ran.err) == (0, "")


def test_words_that_can_hardly_be_seen_are_told_where_their_ink_stands(warned: Callable[..., list[str]]) -> None:
    face = ground(5, "{{ card.ground }}") + "{{ line(card.title, 9, 40, 6, fill=card.ink) }}"
    cards = "title,ground,ink\nNewt,#15908a,#ffffff\nCrow,#15908a,#2a9d8f\nOwl,#ffffff,#f4f4f4\n"
    assert warned(face, cards=cards) == [
        "cards.csv:3:14: warning[unseen-ink]: 'Crow' on cards/02 can hardly be seen: #2a9d8f on #15908a",
        "cards.csv:4:13: warning[unseen-ink]: 'Owl' on cards/03 can hardly be seen: #f4f4f4 on #ffffff",
    ]


@pytest.mark.parametrize(
    "words",
    [
        '{{ line(card.title, 9, 40, 6, fill="#dddddd") }}',
        '<text x="9" y="40" font-family="Oswald" font-size="6" fill="#ffffff" stroke="#222222" stroke-width="0.3">'
        "{{ card.title }}</text>",
        '<rect x="6" y="30" width="50" height="15" fill="#222222"/>{{ line(card.title, 9, 40, 6, fill="#ffffff") }}',
        '<g mask="url(#m)"><mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="63" height="88">'
        '<rect width="63" height="88" fill="#ffffff"/></mask><rect x="6" y="30" width="50" height="15"/></g>'
        '{{ line(card.title, 9, 40, 6, fill="#ffffff") }}',
        '<text x="9" y="40" font-family="Oswald" font-size="6" fill="none">{{ card.title }}</text>',
    ],
)  # fmt: skip
def test_words_that_something_sets_off_can_be_seen(words: str, warned: Callable[..., list[str]]) -> None:
    warnings = warned(words)
    assert [line for line in warnings if "#dddddd" not in line] == []
    assert len(warnings) == ("#dddddd" in words)


def test_what_is_painted_over_words_later_is_not_their_ground(warned: Callable[..., list[str]]) -> None:
    dark = '<rect x="6" y="30" width="50" height="15" fill="#222222" fill-opacity="0.02"/>'
    white = '{{ line(card.title, 9, 40, 6, fill="#ffffff") }}'
    assert warned(dark.replace("0.02", "1") + white) == []
    assert len(warned(white + dark)) == 1
    assert len(warned(dark + white)) == 1


def test_a_flood_of_warnings_is_one_for_each_component_and_ink(warned: Callable[..., list[str]]) -> None:
    face = ground(0) + '{{ line(card.title, 9, 40, 6, fill="#15908a") }}' + SMALL.format(1.5)
    cards = "title\n" + "".join(f"card {number}\n" for number in range(1, 61))
    codes = [re.sub(r".*warning\[(.*?)\].*", r"\1", line) for line in warned(face, cards=cards)]
    assert codes == ["shared-cut", "small-type", "unseen-ink"]
