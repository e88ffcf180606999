"""A whole game, from the deal until all hands are empty. What the rules decide it asks as a question."""

from collections.abc import Iterable
from typing import NamedTuple

from pnp.games.core.defaults.winners import winners
from pnp.games.core.places import hands_of
from pnp.games.core.playing.card_game import CardGame
from pnp.games.core.playing.draft import Draft
from pnp.games.core.playing.seen import Hidden
from pnp.games.core.score import Violation
from pnp_new_game.rules import Action, Cards, Pile, Rules, may_act, price


class State(NamedTuple):
    """A moment of a game. ``stairs`` lie bottom first. ``turn`` is the seat to act, or None at the end."""

    turn: int | None
    stairs: Cards
    hands: tuple[Pile, ...]
    taken: tuple[Pile, ...]
    aside: Pile


class NewGame(CardGame[Rules, State, Action]):
    """The game as it is played: hands, a card that begins the stairs, the rest aside. Seat 0 begins."""

    hidden = Hidden(from_others=("hands",), from_all=("aside",), open=("stairs", "taken"))

    def first_state(self, rules: Rules, players: int, cards: Cards) -> State:
        """Return the state after the deal."""
        hand = rules.settings.hand
        first, *aside = cards[players * hand :]
        return State(0, (first,), hands_of(cards, players, hand), ((),) * players, tuple(sorted(aside)))

    def fault(self, rules: Rules, state: State) -> str | None:
        """Return why no game comes to ``state``, or None."""
        return None if state.stairs else "the stairs have a card"

    def in_turn(self, rules: Rules, state: State) -> list[int]:
        """Return the seats that still have cards."""
        return [seat for seat, hand in enumerate(state.hands) if hand]

    def choices(self, rules: Rules, state: State, seat: int) -> Iterable[Action]:
        """Return both acts with every card of the hand."""
        return (action for card in state.hands[seat] for action in (Action("lay", card), Action("take", card)))

    def against(self, rules: Rules, state: State, seat: int, action: Action) -> Violation | None:
        """Return the rule that forbids a choice."""
        return rules.forbids(may_act, state.stairs[-1], state.hands[seat], action)

    def after(self, rules: Rules, state: State, seat: int, action: Action) -> State:
        """Return the state in which the card lies on the stairs, or begins new ones, and the next seat acts."""
        draft = Draft(state)
        draft.hands[seat].remove(action.card)
        if action.do == "take":
            draft.taken[seat] += draft.stairs
            draft.stairs = []
        draft.stairs.append(action.card)
        return self.turn_passed(rules, draft.state())

    def winners(self, rules: Rules, state: State) -> tuple[int, ...]:
        """Return the seats that have the least to pay."""
        prices = [out["price"] for out in rules.ask_each(price, state.taken)]
        return tuple(rules.ask(winners, prices)["winners"])


PLAY = NewGame()
