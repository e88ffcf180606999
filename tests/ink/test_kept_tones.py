"""Tones as JSON."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.ink.choice import FaceTones, RunTones, ShapeTones
from pnp.ink.kept_tones import KeptTones, tones_from_json, tones_to_json
from pnp.ink.scene import OutlineStroke
from pnp.ink.tones import Grey, Solid, Wash

_SHARES = st.floats(0, 1)
_COLOURS = st.tuples(_SHARES, _SHARES, _SHARES)
_TONES = st.one_of(st.builds(Wash, _SHARES), st.builds(Solid, _COLOURS), st.just(Grey()))
_LINES = st.none() | st.builds(OutlineStroke, _COLOURS, st.floats(0, 9), st.booleans())
_SHAPES = st.none() | st.builds(ShapeTones, _TONES, _TONES, _LINES, _LINES)
_RUNS = st.builds(RunTones, st.none() | _COLOURS, st.none() | _COLOURS, st.booleans())
_FACES = st.builds(FaceTones, st.lists(_SHAPES).map(tuple), st.lists(_RUNS).map(tuple))


@given(st.builds(KeptTones, st.integers(0, 7), st.dictionaries(st.text(max_size=9), _FACES, max_size=3)))
def test_tones_are_read_as_they_were_written(kept: KeptTones) -> None:
    assert tones_from_json(tones_to_json(kept)) == kept
