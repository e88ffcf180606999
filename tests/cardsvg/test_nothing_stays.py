"""What reading a face needs is given back at once, and not when garbage is searched for."""

from __future__ import annotations

import gc

from pnp import cardsvg

FACE = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<defs><symbol id="dot" viewBox="0 0 1 1"><circle cx="0.5" cy="0.5" r="0.5"/></symbol></defs>
<g><use href="#dot" x="1" y="1" width="4" height="4"/>
<text x="1" y="9" font-family="Noto Sans" font-size="3">one</text></g></svg>"""


def test_a_face_that_was_read_leaves_nothing_behind() -> None:
    cardsvg.parse(FACE, "face")  # what is kept for all faces is made with the first
    gc.collect()
    gc.disable()
    try:
        for number in range(20):
            cardsvg.parse(FACE, f"face {number}")
        left = gc.collect()
    finally:
        gc.enable()
    assert left < 20
