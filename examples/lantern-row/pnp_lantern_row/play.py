"""A whole game, from the deal until all hands are empty, and what each step of it asks the oracle."""

from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

from pnp.games.core.places import hands_of
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.draft import Draft
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.playing.whole_game import Ask, Settled, WholeGame, won_by
from pnp.games.core.schema import BY_SEAT, SORTED
from pnp.games.core.score import Violation
from pnp_lantern_row.rules import ENDS, Lanterns, Lay, Rules, lay_violation, points_of


class State(NamedTuple):
    """A moment of a game. The row hangs from left to right, the top card of the stock is its first; ``aside`` is not
    used. ``turn`` is the seat to act, or None when all hands are empty."""

    turn: int | None
    row: Lanterns
    hands: tuple[Annotated[Lanterns, SORTED], ...]
    points: Annotated[tuple[int, ...], BY_SEAT]
    stock: Lanterns
    aside: Lanterns


class LanternRow(CardGame[Rules, State, Lay]):
    """The game as it is played: 1 for who wins or shares the win, 0 for the others."""

    hidden = Hidden(from_others=("hands",), from_all=("stock", "aside"), open=("row",))

    def first_state(self, rules: Rules, players: int, cards: Lanterns) -> State:
        """Return the state after the deal. What does not divide among the players is put away. Seat 0 begins."""
        away, hand = len(cards) % players, rules.settings.hand
        used = cards[away:]
        rest = used[players * hand :]
        hands = hands_of(used, players, hand)
        return State(0, rest[:players], hands, (0,) * players, rest[players:], cards[:away])

    def fault(self, rules: Rules, state: State) -> str | None:
        """Return why no game comes to ``state``, or None."""
        seats, turns = len(state.hands), len(state.row) - len(state.hands)
        if turns < 0 or len(state.aside) != len(rules.deck) % seats or min(state.points) < 0:
            return "its row is too short, points are below 0, or too many lanterns are put away"
        turn = turns % seats if any(state.hands) else None
        if state.turn != turn:
            return f"after {turns} turns it is not the turn of seat {state.turn}"
        sizes = [len(hand) for hand in (*state.hands[turn or 0 :], *state.hands[: turn or 0])]
        most = min(rules.settings.hand, sizes[-1] + (not state.stock))
        if sizes != sorted(sizes, reverse=True) or sizes[0] > most:
            return "all hands are equal; once the stock is gone, the seats that have played have one lantern less"
        return None

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Lay]:
        """Return every lantern of the hand at both ends."""
        return (Lay(end, lantern) for end in ENDS for lantern in state.hands[seat])

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Lay]:
        """Return a lantern that hangs in the row already."""
        return (Lay("left", state.row[0]),)

    def against(self, rules: Rules, state: State, seat: int, action: Lay) -> Violation | None:
        """Return the rule that forbids a choice."""
        return lay_violation(rules, state.row, state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Lay) -> State:
        """Return the state in which the lantern hangs at its end and has scored, and a card is drawn."""
        draft = Draft(state)
        draft.hands[seat].remove(action.lantern)
        draft.hands[seat] += draft.stock[:1]
        del draft.stock[:1]
        draft.points[seat] += points_of(rules, state.row, action)
        draft.row.insert(0 if action.end == "left" else len(draft.row), action.lantern)
        draft.turn = (seat + 1) % len(draft.hands) if any(draft.hands) else None
        return draft.state()

    def points(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the points of each seat."""
        return state.points


def step(ask: Ask, rules: Rules, state: State, action: Lay) -> Iterator[Settled]:
    """Yield whether the lay is allowed, what it scores, and where the lanterns are then."""
    draft, seat = Draft(state), state.turn or 0
    row, hand, lay = state.row, draft.hands[seat], list(action)
    yield "legal", ask("may_lay", {"row": row, "hand": hand, "lay": lay})["verdict"] == "allowed"
    draft.points[seat] += ask("score_lay", {"row": row, "lay": lay})["points"]
    draft.row = [action.lantern, *row] if action.end == "left" else [*row, action.lantern]
    hand.remove(action.lantern)
    if draft.stock:
        hand.append(draft.stock.pop(0))
    draft.turn = (seat + 1) % len(draft.hands) if any(draft.hands) else None
    yield from draft.settled()


PLAY = LanternRow()
ASKS = WholeGame(step=step, end=won_by("winners", lambda state: {"points": state.points}))
