"""Measures of the tests of looks tell good from bad on faces that are drawn for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from pnp.cardsvg import Drawing, parse
from pnp.fonts import FontBook
from pnp.shipped import shipped
from pnp.units import Size
from tests.looks.edges import bare, bare_round, frames_too_near, rim_is_white, too_near
from tests.looks.eyes import VISIONS, seen, simulated, tiles, worst
from tests.looks.glyphs import glyphs_of
from tests.looks.hand import held, not_known_again, taken_for_another, words_of_the_index
from tests.looks.kits import one_a_page, painted
from tests.looks.paint import faces_painted
from tests.looks.test_backs import THE_SAME

TRIM, BLEED = Size(63, 88), 3.0
GREEN, VIOLET = "#16845a", "#aa4799"
LARGE = '<text x="31" y="60" font-family="Oswald" font-weight="600" font-size="40" fill="#ffffff">{0}</text>'


@pytest.fixture(scope="module")
def fonts() -> FontBook:
    return FontBook((shipped("fonts"),))


def drawing(inside: str) -> Drawing:
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 69 94">'
    return parse(f"{root}{inside}</svg>", "face.svg")


def ground(fill: str, inset: float = -BLEED, corner: float = 0) -> str:
    size = f'width="{63 - 2 * inset}" height="{88 - 2 * inset}"'
    return f'<rect x="{inset}" y="{inset}" {size} rx="{corner}" fill="{fill}"/>'


def index(text: str, turned: bool = False, x: float = 4, fill: str = "#ffffff") -> str:
    label = f'<text x="{x}" y="15" font-family="Oswald" font-weight="600" font-size="11" fill="{fill}">{text}</text>'
    return f'<g transform="rotate(180 31.5 44)">{label}</g>' if turned else label


def card(text: str, fill: str = GREEN) -> str:
    """Return a card with an index in both corners, and nothing else that differs."""
    return ground(fill) + index(text) + index(text, turned=True)


@pytest.fixture(scope="module")
def pdf_of(fonts: FontBook) -> Callable[..., bytes]:
    return lambda *faces: one_a_page(
        {f"face-{number}": (drawing(face), TRIM, BLEED) for number, face in enumerate(faces)}, fonts
    )


@pytest.fixture(scope="module")
def pictures(pdf_of: Callable[..., bytes]) -> Callable[..., list[Image.Image]]:
    return lambda *faces: painted(pdf_of(*faces))


@pytest.fixture(scope="module")
def mixed_up(pictures: Callable[..., list[Image.Image]]) -> Callable[[str, str], list[str]]:
    """Return a function for the visions in which two cards are not told apart."""

    def find(first: str, second: str) -> list[str]:
        cut = [picture.crop((12, 12, picture.width - 12, picture.height - 12)) for picture in pictures(first, second)]
        strips = held(dict(zip("ab", cut, strict=True)))
        return [vision for vision in VISIONS if taken_for_another(strips, vision)]

    return find


def test_an_index_tells_cards_apart_to_all_eyes(mixed_up: Callable[[str, str], list[str]]) -> None:
    assert mixed_up(card("1"), card("7")) == []
    assert mixed_up(card("6"), card("8")) == []


def test_what_differs_beyond_what_a_hand_shows_tells_nothing_apart(mixed_up: Callable[[str, str], list[str]]) -> None:
    first, second = (ground(GREEN) + LARGE.format(number) for number in "17")
    assert mixed_up(first, second) == list(VISIONS)


def test_an_index_in_one_corner_leaves_turned_cards_alike(mixed_up: Callable[[str, str], list[str]]) -> None:
    assert mixed_up(ground(GREEN) + index("1"), ground(GREEN) + index("7")) == list(VISIONS)


def test_inks_alone_tell_nothing_to_eyes_that_see_them_alike(mixed_up: Callable[[str, str], list[str]]) -> None:
    assert "grey" in mixed_up(card("1", GREEN), card("1", VIOLET))
    assert "colour" not in mixed_up(card("1", GREEN), card("1", VIOLET))
    assert {"grey", "deutan"} <= set(mixed_up(card("1", "#b8741a"), card("1", "#6f8a1a")))
    assert mixed_up(card("1", "#f4c838"), card("1", "#a80f30")) == []


def test_tones_that_are_near_each_other_tell_nothing(mixed_up: Callable[[str, str], list[str]]) -> None:
    assert mixed_up(card("1", "#16845a"), card("1", "#1e8f63")) == list(VISIONS)


def test_what_is_seen_is_as_published() -> None:
    """Check full red, green and blue of the simulations' matrices, and greys, which every vision keeps."""
    for vision in VISIONS:
        assert simulated((119, 119, 119), vision) == pytest.approx((119, 119, 119), abs=1)
    assert simulated((255, 0, 0), "protan") == pytest.approx((109, 95, 0), abs=1)
    assert simulated((0, 255, 0), "deutan") == pytest.approx((239, 214, 58), abs=1)
    assert simulated((0, 0, 255), "tritan") == pytest.approx((0, 107, 150), abs=1)
    white = seen(Image.new("RGB", (1, 1), "#ffffff"), "colour").getpixel((0, 0))
    assert white == (100, 128, 128)


def test_a_card_without_words_is_known_again_by_its_corner(pictures: Callable[..., list[Image.Image]]) -> None:
    def pips(count: int, turned: int) -> str:
        dots = [f'<circle cx="9" cy="{8 + 5 * nth}" r="2" fill="#ffffff"/>' for nth in range(5)]
        return (
            ground(GREEN) + "".join(dots[:count]) + f'<g transform="rotate(180 31.5 44)">{"".join(dots[:turned])}</g>'
        )

    good = held(dict(zip("ab", pictures(pips(2, 2), pips(4, 4)), strict=True)))
    bad = held(dict(zip("ab", pictures(pips(2, 4), pips(4, 2)), strict=True)))
    assert not_known_again(good, "ab") == []
    assert not_known_again(bad, "ab") == [("a", "b"), ("b", "a")]


def test_words_count_where_they_are_seen_whole_and_upright(pdf_of: Callable[..., bytes]) -> None:
    faces = [card("12"), ground(GREEN) + index("12"), ground(GREEN) + index("12", x=11)]
    words = [
        [words_of_the_index(glyphs, 63, 88, turn) for turn in (0, 180)]
        for glyphs in glyphs_of(pdf_of(*faces), (BLEED,) * 3)
    ]
    assert words == [[{"12"}, {"12"}], [{"12"}, set()], [set(), set()]]


def test_a_ground_reaches_the_edge_of_the_bleed_or_not(pictures: Callable[..., list[Image.Image]]) -> None:
    white = ground("#ffffff")
    whole, panel, short, round_ = (
        bare(picture, BLEED)
        for picture in pictures(
            ground(GREEN),
            white + ground(GREEN, 3, 4),
            white + ground(GREEN, -2.5),
            white + ground(GREEN, -BLEED, 3),
        )
    )
    assert whole == []
    assert len(panel) == 12
    assert [fault for fault in short if "no ground 0.2 mm" in fault or "corner" in fault] == short
    assert len(short) == 8
    assert len(round_) == 4
    assert all("corner" in fault for fault in round_)


def test_part_of_a_side_without_a_ground_is_found(pictures: Callable[..., list[Image.Image]]) -> None:
    sliver = f'{ground(GREEN)}<rect x="20" y="-3" width="12" height="2.5" fill="#ffffff"/>'
    motif = f'{ground(GREEN)}<rect x="20" y="-3" width="12" height="22" fill="#ffffff"/>'
    faults = [bare(picture, BLEED) for picture in pictures(sliver, motif)]
    assert [fault for fault in faults[0] if "top" in fault] == faults[0] != []
    assert faults[1] == []


def test_a_round_ground_goes_beyond_its_circle_or_not() -> None:
    square = {"width": 84, "height": 84}
    whole, short = (Image.new("RGB", (square["width"], square["height"]), "#ffffff") for _ in range(2))
    for picture, radius in ((whole, 42), (short, 38)):
        inside = [
            (x, y) for x in range(84) for y in range(84) if (x + 0.5 - 42) ** 2 + (y + 0.5 - 42) ** 2 <= radius**2
        ]
        for place in inside:
            picture.putpixel(place, (20, 90, 60))
    assert bare_round(whole, 1.5) == []
    assert len(bare_round(short, 1.5)) == 2


def test_a_white_rim_has_nothing_on_it(pictures: Callable[..., list[Image.Image]]) -> None:
    white = ground("#ffffff")
    good, touched, whole = pictures(
        white + ground(GREEN, 3, 4),
        f'{white}{ground(GREEN, 3, 4)}<circle cx="2.5" cy="40" r="1" fill="{GREEN}"/>',
        ground(GREEN),
    )
    assert [rim_is_white(picture, BLEED) for picture in (good, touched, whole)] == [True, False, False]


def test_type_and_frames_near_the_cut_are_found(pdf_of: Callable[..., bytes]) -> None:
    far, near = (glyphs for glyphs in glyphs_of(pdf_of(index("1"), index("1", x=1.5)), (BLEED,) * 2))
    assert (too_near(far, TRIM), len(too_near(near, TRIM))) == ([], 1)
    frame = '<rect x="{0}" y="{0}" width="{1}" height="{2}" fill="none" stroke="#000000" stroke-width="0.4"/>'

    def framed(inset: float) -> list[str]:
        return frames_too_near(drawing(frame.format(inset, 63 - 2 * inset, 88 - 2 * inset)), TRIM, BLEED)

    assert framed(3.3) == []
    assert len(framed(3.1)) == 4
    assert len(framed(1)) == 4
    assert frames_too_near(drawing(ground(GREEN)), TRIM, BLEED) == []
    assert len(frames_too_near(drawing(ground(GREEN, 2.6, 3)), TRIM, BLEED)) == 4
    assert frames_too_near(drawing(ground(GREEN, 2.6, 3)), TRIM, BLEED, grounds=False) == []


def test_a_back_that_differs_by_a_millimetre_after_half_a_turn_is_found(
    pictures: Callable[..., list[Image.Image]],
) -> None:
    sun = '<circle cx="31.5" cy="{0}" r="12" fill="#fbe51c"/>'
    even, odd, marked = pictures(
        ground(GREEN) + sun.format(44),
        ground(GREEN) + sun.format(44.5),
        f'{ground(GREEN)}<rect x="4" y="4" width="1" height="1" fill="#ffffff"/>',
    )
    differences = [
        worst(*(seen(tiles(picture.rotate(turn)), "colour") for turn in (0, 180))) for picture in (even, odd, marked)
    ]
    assert differences[0] <= THE_SAME < min(differences[1:])


def test_what_is_painted_is_counted_each_time_it_is_called(pdf_of: Callable[..., bytes]) -> None:
    petals = "".join(
        f'<path d="M{nth} 0C{nth + 1} 3 {nth + 2} 5 {nth} 9L{nth + 3} {nth}C1 2 3 4 5 {nth}Z" fill="#ffffff"/>'
        for nth in range(40)
    )
    flower = f'<symbol id="flower" viewBox="0 0 50 50">{petals}</symbol>'
    use = '<use href="#flower" x="{0}" y="9" width="9" height="9"/>'
    single, triple = (
        f"<defs>{flower}</defs>{ground(GREEN)}{''.join(use.format(9 * nth) for nth in range(count))}"
        for count in (1, 3)
    )
    assert faces_painted(pdf_of(ground(GREEN), single, triple)) == [[1], [41], [121]]
    assert faces_painted(pdf_of(card("1"))) == [[3]]
