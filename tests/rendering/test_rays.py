"""Rays and rainbows match those of svgwrite, without svgwrite."""

from __future__ import annotations

import subprocess
import sys

import pytest
from svgwrite import Drawing

from pnp import cardsvg
from pnp.rendering.graphics.rays import rainbow, sunburst

INKS = ("#d62828", "#f77f00", "#fcbf49", "url(#a)&<\"'")


@pytest.mark.parametrize(("rays", "share"), [(1, 0.5), (3, 0.5), (20, 0.25)])
def test_rays_are_what_svgwrite_makes_of_them(rays, share):
    drawn = sunburst(10, 20.5, 30, rays, INKS[3], share)
    commands = drawn.split('"')[1].split()
    assert drawn == Drawing(debug=False).path(d=commands, fill=INKS[3]).tostring()
    assert commands.count("M") == commands.count("Z") == rays


def test_a_ray_points_up_and_takes_its_share_of_the_circle():
    assert sunburst(0, 0, 10, 2, "#000", 0.5) == (
        '<path d="M 0 0 L -7.071 -7.071 L 7.071 -7.071 Z M 0 0 L 7.071 7.071 L -7.071 7.071 Z" fill="#000" />'
    )


def test_rainbows_are_what_svgwrite_makes_of_them():
    svg = Drawing(debug=False)
    group = svg.g()
    for ink, radius in zip((*INKS, "#ffffff"), (6.0, 5.0, 4.0, 3.0, 2), strict=True):
        group.add(svg.circle((1, 2.5), radius, fill=ink))
    assert rainbow(1, 2.5, 6, 2, INKS, "#ffffff") == group.tostring()


def test_rays_too_fine_to_print_are_refused():
    with pytest.raises(ValueError, match="a burst of 721 rays is too fine"):
        sunburst(0, 0, 10, 721, "#000")


def test_both_keep_to_the_profile():
    body = sunburst(25, 25, 20, 12, "#102030") + rainbow(25, 25, 10, 4, INKS[:3], "#ffffff")
    cardsvg.parse(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{body}</svg>', "rays")


def test_neither_loads_svgwrite():
    script = "import sys; import pnp.rendering.context; print('svgwrite' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "False\n"
    )
