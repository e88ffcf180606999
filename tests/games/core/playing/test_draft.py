"""``Draft``: a state that is open to change, and what a step of a game tells of the changes."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import pytest

from pnp.games.core.playing.draft import Draft
from pnp.games.core.schema import BY_SEAT, SORTED
from pnp.games.core.suits import SuitCard

Cards = tuple[SuitCard, ...]
SUN, SEA, SKY = SuitCard("sun", 1), SuitCard("sea", 2), SuitCard("sky", 3)


class State(NamedTuple):
    turn: int | None
    hands: tuple[Annotated[Cards, SORTED], ...]
    where: Annotated[tuple[str, ...], BY_SEAT]
    pile: Cards
    top: SuitCard | None


STATE = State(0, ((SUN,), (SEA,)), ("in", "in"), (SKY,), None)


def test_a_draft_gives_the_next_state_and_leaves_the_first_as_it_is() -> None:
    draft = Draft(STATE)
    draft.hands[0].append(draft.pile.pop(0))
    draft.where[1] = "out"
    draft.turn, draft.top = None, draft.hands[1].pop()
    assert draft.state() == State(None, ((SKY, SUN), ()), ("in", "out"), (), SEA), "hands are sorted"
    assert STATE.hands == ((SUN,), (SEA,)) and STATE.where == ("in", "in") and STATE.pile == (SKY,)
    assert isinstance(draft.state(), State) and isinstance(draft.state().hands[0], tuple)


def test_what_has_changed_is_settled_and_nothing_else() -> None:
    draft = Draft(STATE)
    assert list(draft.settled()) == []
    draft.hands[1] = (SKY, SEA)
    draft.pile = []
    assert list(draft.settled()) == [("hands", ((SUN,), (SEA, SKY))), ("pile", ())]


def test_a_field_that_the_state_lacks_is_refused() -> None:
    draft = Draft(STATE)
    with pytest.raises(AttributeError, match="a State has no field 'piles'"):
        draft.piles = []
    with pytest.raises(AttributeError, match="a State has no field 'hand'"):
        draft.hand.append(SUN)
