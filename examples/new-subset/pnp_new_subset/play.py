"""A whole game, from the deal until one player is left. What the rules decide it asks as a question."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

from pnp.games.core.genres.subsets import Cards
from pnp.games.core.places import hands_of
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.draft import Draft
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.schema import SORTED
from pnp.games.core.score import Violation
from pnp_new_subset.rules import Action, Rules, may_act


class State(NamedTuple):
    """A moment of a game. A seat that is out has no row; its cards lie aside. ``turn`` is the seat to act, or None when
    one seat is left."""

    turn: int | None
    hands: tuple[Annotated[Cards, SORTED], ...]
    rows: tuple[Cards, ...]
    aside: Annotated[Cards, SORTED]

    @property
    def seats_in(self) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat, row in enumerate(self.rows) if row]


class NewSubset(CardGame[Rules, State, Action]):
    """The game as it is played: hands, a card that begins each row, the rest aside. Seat 0 begins."""

    hidden = Hidden(from_others=("hands",), from_all=("aside",), open=("rows",))

    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        """Return the state after the deal."""
        used = players * rules.settings.hand
        rows = tuple((card,) for card in cards[used : used + players])
        return State(0, hands_of(cards, players, rules.settings.hand), rows, tuple(sorted(cards[used + players :])))

    def fault(self, rules: Rules, state: State) -> str | None:
        """Return why no game comes to ``state``, or None."""
        dealt = rules.settings.hand + 1
        if not state.seats_in:
            return "a seat is left"
        if any(row and len(hand) + len(row) != dealt for hand, row in zip(state.hands, state.rows, strict=True)):
            return f"hand and row of a seat have {dealt} cards together"
        if any(hand and not row for hand, row in zip(state.hands, state.rows, strict=True)):
            return "a seat that is out has no hand"
        return None

    def in_turn(self, rules: Rules, state: State) -> list[int]:
        """Return the seats that are not out, until one is left."""
        return state.seats_in if len(state.seats_in) > 1 else []

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return every card of the hand, and the pass."""
        return (*(Action("lay", card) for card in state.hands[seat]), Action("pass", None))

    def slips(self, rules: Rules, state: State, seat: int | None) -> Iterable[Action]:
        """Return a card that lies in a row already, and acts with and without a card where none and one belong."""
        laid = next(row for row in state.rows if row)[0]
        return (Action("lay", laid), Action("pass", laid), Action("lay", None))

    def against(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return the rule that forbids a choice."""
        return rules.forbids(may_act, state.rows, seat, state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Return the state in which the card lies in the row, or the seat is out; the next seat that is in acts."""
        draft = Draft(state)
        if action.card is None:
            draft.aside += draft.hands[seat] + draft.rows[seat]
            draft.hands[seat], draft.rows[seat] = [], []
        else:
            draft.hands[seat].remove(action.card)
            draft.rows[seat].append(action.card)
        return self.turn_passed(rules, draft.state())

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seat that is left."""
        return tuple(state.seats_in)


PLAY = NewSubset()
