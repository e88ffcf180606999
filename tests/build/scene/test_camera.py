"""The camera over a table: what is near, what hides what, and shadows."""

from __future__ import annotations

import pytest
from PIL import Image

from pnp.build.scene.camera import Camera, Surface, draw_scene

CAMERA = Camera((0.0, -300.0, 300.0), (0.0, 0.0, 0.0), 1.0, 400, 300)
GROUND = (230, 230, 230)
RED, GREEN = (220, 20, 20), (20, 180, 20)


def plain(colour: tuple[int, int, int], size: int = 40) -> Image.Image:
    return Image.new("RGBA", (size, size), (*colour, 255))


def lying(x: float, y: float, z: float, colour: tuple[int, int, int], side: float = 60) -> Surface:
    near, far, left, right = y - side / 2, y + side / 2, x - side / 2, x + side / 2
    return Surface(((left, far, z), (right, far, z), (right, near, z), (left, near, z)), plain(colour))


def pixel(picture: Image.Image, place: tuple[float, float, float]) -> tuple[int, ...]:
    x, y = CAMERA.point(place)
    found = picture.getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    return found


def is_of(colour: tuple[int, int, int], found: tuple[int, ...]) -> bool:
    return (
        max(range(3), key=found.__getitem__) == max(range(3), key=colour.__getitem__) and max(found) - min(found) > 80
    )


def test_what_it_looks_at_is_in_the_middle_and_near_things_are_larger() -> None:
    assert CAMERA.point((0.0, 0.0, 0.0)) == pytest.approx((200, 150))
    assert CAMERA.point((0.0, 0.0, 10.0))[1] < 150 < CAMERA.point((0.0, -10.0, 0.0))[1]
    assert CAMERA.scale((0.0, -50.0, 0.0)) > CAMERA.scale((0.0, 50.0, 0.0))


def test_the_corners_of_a_picture_lie_at_the_corners_of_its_surface() -> None:
    quarters = plain(RED)
    quarters.paste((*GREEN, 255), (20, 20, 40, 40))
    surface = Surface(((-50, 50, 0), (50, 50, 0), (50, -50, 0), (-50, -50, 0)), quarters)
    drawn = draw_scene([[surface]], CAMERA, GROUND)
    assert is_of(GREEN, pixel(drawn, (25, -25, 0))), "the lower right of the picture is near, and to the right"
    for place in ((-25, 25, 0), (25, 25, 0), (-25, -25, 0)):
        assert is_of(RED, pixel(drawn, place))


def test_a_thing_hides_those_before_it_and_its_own_far_surfaces() -> None:
    drawn = draw_scene([[lying(0, 0, 0, RED)], [lying(20, 0, 1, GREEN)]], CAMERA, GROUND)
    assert is_of(GREEN, pixel(drawn, (0, 0, 1)))
    assert is_of(RED, pixel(drawn, (-20, 0, 0)))
    front = Surface(((-30, -30, 60), (30, -30, 60), (30, -30, 0), (-30, -30, 0)), plain(GREEN))
    back = Surface(((-30, 30, 60), (30, 30, 60), (30, 30, 0), (-30, 30, 0)), plain(RED))
    for thing in ([front, back], [back, front]):
        assert is_of(GREEN, pixel(draw_scene([thing], CAMERA, GROUND), (0, -30, 30)))


def test_a_reverse_is_plain_and_what_is_tucked_behind_a_panel_is_not_seen() -> None:
    panel = Surface(((-30, 0, 60), (30, 0, 60), (30, 0, 0), (-30, 0, 0)), plain(GREEN))
    tongue = Surface(((-20, 0, 60), (20, 0, 60), (20, 0, 40), (-20, 0, 40)), plain(RED))
    assert tongue.lies_on(panel)
    assert is_of(GREEN, pixel(draw_scene([[panel, tongue]], CAMERA, GROUND), (0, 0, 50)))
    upper_left, upper_right, lower_right, lower_left = panel.corners
    reverse = Surface((upper_right, upper_left, lower_left, lower_right), plain(GREEN), colour=(200, 180, 150))
    assert not CAMERA.sees(reverse)
    red, green, blue = pixel(draw_scene([[reverse]], CAMERA, GROUND), (0, 0, 30))
    assert red > green > blue


def test_what_a_picture_leaves_out_shows_the_table() -> None:
    picture = plain(RED)
    picture.putalpha(0)
    surface = Surface(((-30, 30, 5), (30, 30, 5), (30, -30, 5), (-30, -30, 5)), picture)
    red, green, blue = pixel(draw_scene([[surface]], CAMERA, GROUND), (0, 0, 5))
    assert max(red, green, blue) - min(red, green, blue) < 30, "shadow, but no red"


def test_a_thing_throws_its_shadow_away_from_the_light() -> None:
    drawn = draw_scene([[lying(0, 0, 40, RED)]], CAMERA, GROUND)
    shade, light = pixel(drawn, (36, 20, 0)), pixel(drawn, (-90, -60, 0))
    assert sum(shade) < sum(light) - 60
    assert light == GROUND


def test_what_is_out_of_view_changes_nothing() -> None:
    empty = draw_scene([], CAMERA, GROUND)
    assert draw_scene([[lying(5000, 0, 0, RED)]], CAMERA, GROUND).tobytes() == empty.tobytes()
