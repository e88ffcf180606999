"""A whole game, from the deal until all hands are empty, and what its end asks the oracle."""

from __future__ import annotations

from pnp.games.core.genres.tricks import TrickGame, TrickState, trick_asks
from pnp.games.core.playing.whole_game import won_by
from pnp_new_tricks.rules import Rules


def tricks_of(state: TrickState) -> list[int]:
    """Return the number of tricks that each seat took."""
    return [len(pile) // len(state.taken) for pile in state.taken]


class NewTricks(TrickGame[Rules]):
    """The game as it is played: 1 for who wins or shares the win, 0 for the others."""

    def winners(self, rules: Rules, state: TrickState) -> tuple[int, ...]:
        """Return the seats that took the most tricks."""
        return rules.winners(tricks_of(state))


PLAY = NewTricks()
ASKS = trick_asks(won_by("winners", lambda state: {"tricks": tricks_of(state)}))
