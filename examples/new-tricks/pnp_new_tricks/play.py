"""A whole game, from the deal until all hands are empty, and what its end asks the oracle."""

from pnp.games.core.genres.tricks import TrickGame, TrickState, trick_asks
from pnp.games.core.playing.whole_game import won_by
from pnp_new_tricks.rules import Rules


class NewTricks(TrickGame[Rules]):
    """The game as it is played: each trick is a point, and the most points win."""

    def points(self, rules: Rules, state: TrickState) -> list[int]:
        """Return the number of tricks that each seat took."""
        return [len(pile) // len(state.taken) for pile in state.taken]


PLAY = NewTricks()
ASKS = trick_asks(won_by("winners", lambda state: {"points": [len(pile) // len(state.taken) for pile in state.taken]}))
