"""`pnp check` tells words that shrank, that are printed over something, and that stand near the cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

DEFINITION = """\
[mine]
engine = "deck"
title = "Mine"
[mine.decks]
all = "cards.csv"
[mine.components]
cards = {{ kind = "{kind}", title = "cards", template = "card", of = "all", edge = "bleed"{more} }}
"""
GROUND = '<rect x="-3" y="-3" width="200" height="200" fill="#ddeeff"/>'
COIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4.5"/></svg>'


@pytest.fixture
def warned(tmp_path: Path, pnp: Callable[..., Any]) -> Callable[..., list[str]]:
    """Check a deck of one card, and return its warnings."""

    def check(card: str, title: str = "Common Octopus", more: str = "", kind: str = "cards") -> list[str]:
        art = tmp_path / "templates/deck/art"
        art.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games.toml").write_text(DEFINITION.format(more=more, kind=kind), encoding="utf-8")
        (tmp_path / "cards.csv").write_text(f"title,colour\n{title},red\n", encoding="utf-8")
        (tmp_path / "templates/deck/card.svg.j2").write_text(f"{GROUND}{card}", encoding="utf-8")
        (art / "coin.svg").write_text(COIN, encoding="utf-8")
        result = pnp("check")
        assert result.status == 0, result.err
        return [line for line in result.err.splitlines() if "warning[" in line and "unread-column" not in line]

    return check


def test_a_line_that_shrinks_far_is_told_with_both_sizes(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("{{ line(card.title, 6, 20, 8, width=30) }}")
    assert told.startswith("cards.csv:2:1: warning[other-size]: 'Common Octopus' is set in ")
    assert "on cards/01, and the template asks for 22.7 pt" in told


def test_a_block_that_shrinks_far_is_told(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("{{ block(card.title, 6, 20, 20, 8, height=7) }}")
    assert "other-size" in told


def test_type_that_is_asked_for_too_small_is_told(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("{{ line(card.title, 6, 20, 1.2) }}")
    assert "is set in 6 pt on cards/01, and the template asks for 3.4 pt" in told


def test_a_size_that_is_only_tried_is_not_told(warned: Callable[..., list[str]]) -> None:
    assert warned("{% set try = line(card.title, 6, 20, 8, width=30) %}{{ line(card.title, 6, 20, 4) }}") == []


def test_a_line_that_shrinks_a_little_is_not_told(warned: Callable[..., list[str]]) -> None:
    assert warned("{{ line(card.title, 6, 20, 5.5, width=34) }}") == []


def test_words_over_words_are_told(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("{{ line(card.title, 6, 20, 6) }}{{ line('cost', 30, 20.5, 6) }}")
    assert "warning[printed-over]: 'Common Octopus' is printed over 'cost'" in told or (
        "warning[printed-over]: 'cost' is printed over 'Common Octopus'" in told
    )


@pytest.mark.parametrize(
    "card",
    [
        "{{ line(card.title, 6, 20, 6) }}{{ line('cost', 6, 27, 6) }}",
        "{{ line(card.title, 6.2, 20.2, 6, fill='#6688aa') }}{{ line(card.title, 6, 20, 6) }}",
        "{{ line('A {coin} B', 6, 20, 6, markup=true) }}",
        "{{ block('First\nSecond\nThird', 6, 20, 40, 5, leading=1) }}",
        "{{ art('coin', 6, 10, 40) }}{{ line('coin', 12, 30, 6, fill='#ffffff') }}",
        "{{ art('coin', 6, 10, 9) }}{{ line('3', 9, 16, 6, fill='#ffffff') }}",
    ],
)
def test_words_in_their_places_are_not_told(warned: Callable[..., list[str]], card: str) -> None:
    assert warned(card) == []


@pytest.mark.parametrize("order", ["{art}{line}", "{line}{art}"])
def test_words_that_run_over_an_icon_are_told(warned: Callable[..., list[str]], order: str) -> None:
    card = order.replace("{art}", "{{ art('coin', 35, 14, 7) }}").replace("{line}", "{{ line(card.title, 6, 20, 6) }}")
    (told,) = warned(card)
    assert "warning[printed-over]: 'Common Octopus' is printed over an icon on cards/01" in told


def test_upright_words_that_run_over_an_icon_are_told(warned: Callable[..., list[str]]) -> None:
    card = (
        "{{ art('coin', 31, 30, 6) }}<g transform=\"translate(32 12) rotate(90)\">{{ line(card.title, 0, 0, 6) }}</g>"
    )
    (told,) = warned(card)
    assert "printed-over" in told


def test_words_that_are_printed_twice_are_told(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("{{ line(card.title, 6, 20, 6) }}{{ line(card.title, 6, 20, 6) }}")
    assert "warning[printed-over]: 'Common Octopus' is printed over 'Common Octopus'" in told


def test_the_outline_of_words_is_not_told(warned: Callable[..., list[str]]) -> None:
    outline = "{{ line(card.title, 6, 20, 6, fill='#ffaa00') }}"
    assert warned(f"{outline}{{{{ line(card.title, 6, 20, 6) }}}}") == []


def test_words_near_the_cut_are_told_with_their_distance(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("{{ line(card.title, 0.5, 20, 4) }}")
    assert "warning[near-cut]: 'Common Octopus' stands 0.5 mm from the cut on cards/01" in told


@pytest.mark.parametrize(("x", "distance"), [(1.2, "1.2"), (-0.5, "0.0"), (52.5, "1.5")])
def test_an_icon_near_the_cut_is_told_with_its_distance(
    warned: Callable[..., list[str]], x: float, distance: str
) -> None:
    (told,) = warned(f"{{{{ art('coin', {x}, 20, 9) }}}}")
    assert f"warning[near-cut]: the art 'coin' stands {distance} mm from the cut on cards/01" in told


def test_an_icon_near_the_cut_is_told_at_the_template_and_not_at_an_empty_cell(
    warned: Callable[..., list[str]],
) -> None:
    (told,) = warned("{{ art('coin', 1, 20, 9) }}", title="")
    assert told.startswith("templates/deck/card.svg.j2:1: ")


@pytest.mark.parametrize("place", ["3, 20, 9", "-4, 20, 9", "1, 20, 20"])
def test_art_in_its_place_over_the_cut_or_large_is_not_told(warned: Callable[..., list[str]], place: str) -> None:
    assert warned(f"{{{{ art('coin', {place}) }}}}") == []


@pytest.mark.parametrize(("ground", "told"), [("#000000", 1), ("#0a0a0a", 1), ("#555555", 0)])
def test_an_icon_in_the_colour_of_its_ground_is_told(warned: Callable[..., list[str]], ground: str, told: int) -> None:
    card = f"<rect x='20' y='20' width='20' height='20' fill='{ground}'/>{{{{ art('coin', 25, 25, 9) }}}}"
    messages = warned(card)
    assert len(messages) == told
    assert all("the art 'coin' has the colour of its ground on the face cards/01" in message for message in messages)


def test_a_ring_on_art_in_the_colour_of_its_ground_is_seen(warned: Callable[..., list[str]], tmp_path: Path) -> None:
    ring = (
        '<circle cx="50" cy="50" r="44" fill="#ddeeff"/><circle cx="50" cy="50" r="32" fill="none" stroke="#446688"/>'
    )
    card = "{{ art('ring', 15, 25, 28) }}"
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{ring}</svg>'
    (tmp_path / "templates/deck/art/ring.svg").write_text(svg, encoding="utf-8")
    assert warned(card) == []


def test_faint_art_is_told(warned: Callable[..., list[str]]) -> None:
    (told,) = warned("<g opacity='0.02'>{{ art('coin', 15, 25, 30) }}</g>")
    assert "the art 'coin' has the colour of its ground on the face cards/01" in told


@pytest.mark.parametrize(
    ("text", "shape", "told"),
    [
        ("3", "<rect x='5' y='10' width='20' height='15' fill='#ffffff'/>", 1),
        ("3", "<rect x='5' y='10' width='3' height='15' fill='#ffffff'/>", 0),
        ("12", "<rect x='5' y='10' width='20' height='15' fill='#ffffff'/>", 1),
    ],
)
def test_a_figure_beneath_a_shape_is_told(warned: Callable[..., list[str]], text: str, shape: str, told: int) -> None:
    messages = warned(f"{{{{ line('{text}', 6, 20, 6) }}}}{shape}")
    assert [f"'{text}' lies beneath a shape or a picture" in message for message in messages] == [True] * told


@pytest.mark.parametrize(
    ("shape", "x", "near"),
    [("round", 2.5, True), ("round", 9.0, False), ("hex", 2.0, True), ("hex", 9.0, False)],
)
def test_the_cut_of_round_and_six_sided_pieces_is_their_own(
    warned: Callable[..., list[str]], shape: str, x: float, near: bool
) -> None:
    told = warned(f"{{{{ line('Pool', {x}, 27, 5) }}}}", kind="tokens", more=f', size = "50mm", shape = "{shape}"')
    assert [line for line in told if "near-cut" in line] == told
    assert bool(told) == near


def test_small_pieces_have_no_room_to_keep_words_from_the_cut(warned: Callable[..., list[str]]) -> None:
    assert warned("{{ line('3', 2, 12, 4) }}", kind="tokens", more=', size = "16mm"') == []


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (
            "{{ art('coin', 15, 25, 30) }}<rect x='10' y='20' width='40' height='40' fill='#ffffff'/>",
            "the art 'coin' is covered by what is drawn after it on the face cards/01",
        ),
        ("{{ art('coin', 15, 25, 0.3) }}", "the art 'coin' is 0.3 mm wide on the face cards/01"),
        ("{{ art('coin', 55, 25, 30) }}", "outside of the face cards/01"),
    ],
)
def test_art_that_is_covered_tiny_or_half_off_the_face_is_told(
    warned: Callable[..., list[str]], card: str, message: str
) -> None:
    (told,) = warned(card)
    assert told.startswith("templates/deck/card.svg.j2:1: warning[unseen-art]: ") and message in told


@pytest.mark.parametrize(
    "card",
    [
        "{{ art('coin', 15, 25, 30) }}<rect x='10' y='20' width='20' height='40' fill='#ffffff'/>",
        "{{ art('coin', 15, 25, 30) }}{{ art('coin', 15.5, 25.5, 30, color='#884400') }}",
        "{{ art('coin', 15, 25, 9) }}{{ art('coin', 40, 25, 9) }}<rect x='39' y='24' width='11' height='11'/>",
        "{{ art('coin', 45, 25, 30) }}",
    ],
)
def test_art_that_is_covered_in_part_or_composed_is_not_told(warned: Callable[..., list[str]], card: str) -> None:
    assert [line for line in warned(card) if "unseen-art" in line] == []


@pytest.mark.parametrize(
    ("size", "ink", "is_told"), [(4.8, "#17425c", True), (4.8, "#10303f", False), (9, "#17425c", False)]
)
def test_words_that_are_hard_to_read_on_their_ground_are_told(
    warned: Callable[..., list[str]], size: float, ink: str, is_told: bool
) -> None:
    ground = "<rect x='4' y='20' width='55' height='20' fill='#2f6f9f'/>"
    told = warned(f"{ground}{{{{ line('Tuna', 8, 33, {size}, fill='{ink}') }}}}")
    assert [line for line in told if "[unseen-ink]: 'Tuna'" in line] == told
    assert len(told) == is_told


@pytest.mark.parametrize(
    ("opened", "card", "said"),
    [
        ("<svg viewBox='0 0 24 24'", "{{ art('fish', 15, 25, 30) }}", None),
        ("<svg viewBox='0 0 12 12'", "{{ art('fish', 15, 25, 30) }}", "is cut off by the viewBox of its file for 7"),
        ("<svg width='24mm' height='24mm'", "{{ art('fish', 15, 25, 30) }}", "fills only the upper left corner"),
        ("<svg viewBox='0 0 72 72'", "{{ art('fish', 15, 25, 30) }}{{ art('sea', 15, 25, 30) }}", None),
        ("<svg viewBox='6 6 12 12'", "{{ art('fish', 15, 25, 30) }}", None),
    ],
)
def test_a_view_box_that_does_not_suit_its_drawing_is_told(
    warned: Callable[..., list[str]], tmp_path: Path, opened: str, card: str, said: str | None
) -> None:
    (tmp_path / "templates/deck/art").mkdir(parents=True)
    drawing = "<path d='M2 5H22V19H2Z' fill='#2f6f9f'/></svg>"
    sea = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 72 72'><path d='M2 40H70V60H2Z' fill='#2f6f9f'/></svg>"
    svg = opened.replace("<svg", "<svg xmlns='http://www.w3.org/2000/svg'") + f">{drawing}"
    (tmp_path / "templates/deck/art/fish.svg").write_text(svg, encoding="utf-8")
    (tmp_path / "templates/deck/art/sea.svg").write_text(sea, encoding="utf-8")
    told = [line for line in warned(card) if "unseen-art" in line]
    assert [said is not None and said in line for line in told] == [True] * (said is not None), told


@pytest.mark.parametrize(
    ("colour", "said"),
    [((0, 90, 0, 0), "is transparent all over"), ((255, 255, 255, 255), "is white all over"), ((0, 90, 0, 90), None)],
)
def test_a_picture_that_shows_nothing_is_told(
    warned: Callable[..., list[str]], tmp_path: Path, colour: tuple[int, int, int, int], said: str | None
) -> None:
    Image.new("RGBA", (400, 400), colour).save(tmp_path / "a.png")
    told = [line for line in warned("{{ image('a.png', 15, 25, 30, 30) }}") if "unseen-art" in line]
    assert [said is not None and f"the picture a.png {said}" in line for line in told] == [True] * (said is not None)


def test_words_beneath_a_large_icon_of_their_own_text_are_told_with_its_name(
    warned: Callable[..., list[str]], tmp_path: Path, pnp: Callable[..., Any]
) -> None:
    assert warned("{{ block(card.title, 6, 20, 50, 4, markup=true) }}", "Your {coin} air is {coin} more") == []
    definition = DEFINITION.format(more="", kind="cards").replace(
        "[mine.decks]", '[mine.text-icons]\ncoin = { art = "coin", size = 4 }\n[mine.decks]'
    )
    (tmp_path / "games.toml").write_text(definition, encoding="utf-8")
    told = pnp("check").err
    assert "lies beneath a shape or a picture on cards/01" in told
    assert "or write a smaller size for the icon 'coin'" in told


@pytest.mark.parametrize(
    "card",
    [
        '{{ line(card.title, 6, 20, 6) }}<path d="M6 18.2h40" fill="none" stroke="#cc0000" stroke-width="0.4"/>',
        '{{ line(card.title, 6.4, 20.4, 6, fill="#ccdcec") }}{{ line(card.title, 6, 20, 6) }}',
        '{{ line("Newt* (*not raw)", 6, 20, 4) }}',
    ],
    ids=["struck through", "a shadow", "a footnote"],
)
def test_what_is_meant_with_words_is_not_told(warned: Callable[..., list[str]], card: str) -> None:
    assert warned(card) == []


@pytest.mark.parametrize("alpha", [255, 90])
def test_art_beneath_a_picture_is_told_though_an_icon_shows_it_too(
    warned: Callable[..., list[str]], tmp_path: Path, alpha: int
) -> None:
    Image.new("RGBA", (600, 600), (90, 30, 30, alpha)).save(tmp_path / "oven.png")
    card = "{{ art('coin', 15, 25, 30) }}{{ image('oven.png', 10, 20, 40, 40) }}{{ art('coin', 8, 70, 6) }}"
    told = [line for line in warned(card) if "unseen-art" in line]
    assert len(told) == (alpha == 255)
    assert not told or "the art 'coin' is covered by what is drawn after it on the face cards/01" in told[0]


@pytest.mark.parametrize(
    ("transform", "more", "is_told"),
    [
        ("translate(63 0) scale(-1 1)", "", True),
        ("translate(0 60) scale(1 -1)", "", True),
        ("matrix(0 1 1 0 0 0)", "", True),
        ("translate(63 60) scale(-1 -1)", "", False),
        ("rotate(90 30 30)", "", False),
        ("translate(0 60) scale(1 -1)", "{{ line(card.title, 8, 24, 5) }}", False),
    ],
)
def test_words_in_mirror_writing_are_told(
    warned: Callable[..., list[str]], transform: str, more: str, is_told: bool
) -> None:
    messages = warned(f'<g transform="{transform}">{{{{ line(card.title, 8, 20, 5) }}}}</g>{more}')
    place = "templates/deck/card.svg.j2:1: warning[mirrored-words]:"
    assert messages == [f"{place} 'Common Octopus' is in mirror writing on cards/01"] * is_told


def row_of_frames(count: int, start: float, step: float | str, paint: str = 'fill="none" stroke="#000000"') -> str:
    frame = f'<rect x="{{{{ {start} + {step} * n }}}}" y="50" width="10" height="9" {paint} stroke-width="0.4"/>'
    return f"{{% for n in range({count}) %}}{frame}{{% endfor %}}"


@pytest.mark.parametrize(
    ("count", "start", "step", "distance"),
    [(4, 12, 16, 7), (3, 26, 16, 5), (4, 7, 13, 0), (2, 12, 46, 0), (5, -1, 15, 0), (4, 10, 15.1, 0)],
)
def test_a_row_of_frames_over_the_edge_is_told(
    warned: Callable[..., list[str]], count: int, start: float, step: float, distance: int
) -> None:
    place = "templates/deck/card.svg.j2:1: warning[overrun]:"
    message = f"{place} the last of {count} frames runs {distance} mm over the right edge of cards/01"
    assert warned(row_of_frames(count, start, step)) == [message] * bool(distance)


def test_a_column_of_frames_over_the_edge_is_told(warned: Callable[..., list[str]]) -> None:
    (told,) = warned(f'<g transform="matrix(0 1 -1 0 63 0)">{row_of_frames(4, 35, 16)}</g>')
    assert told.endswith("the last of 4 frames runs 5 mm over the lower edge of cards/01")


def test_an_ornament_without_a_line_may_run_over_the_edge(warned: Callable[..., list[str]]) -> None:
    assert warned(row_of_frames(4, 12, 16, 'fill="#334455"')) == []


def test_frames_in_uneven_steps_may_run_over_the_edge(warned: Callable[..., list[str]]) -> None:
    assert warned(row_of_frames(4, 12, "(14 + n)")) == []
