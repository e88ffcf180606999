"""Games that were played, and what is said of all of them."""

from __future__ import annotations

from pnp.diagnostics import PnpError
from pnp.playtest.figures import Estimate, Figures, Verdict, fairness, share_of_wins
from pnp.playtest.plan import Plan
from pnp.playtest.tally import Tally
from pnp.playtest.words import Words
from pnp.records import dataclass

MARGIN = 0.01
"""How far the share of a place may be from its equal part in a fair game."""
FEW = 30
"""Cases under which no share is told first: chance alone moves it by a third."""
BOT_NAMES = {
    "random": "random legal moves",
    "survivor": "random moves that do not lose at once",
    "greedy": "the move after which one stands best, without a plan",
    "flat": "the move that wins most of some games played out",
    "tree": "tree search over what one knows",
}

_NO_WORDS = Words()


@dataclass(frozen=True, slots=True)
class PlayedTest:
    """Games that were played, and why they ended early: by the user, or by an error."""

    plan: Plan
    definition: str
    """Fingerprint of the game's definition."""
    figures: Figures
    interrupted: bool
    tally: Tally
    error: PnpError | None = None
    words: Words = _NO_WORDS

    @property
    def is_whole(self) -> bool:
        """Whether nothing ended the games early."""
        return not self.interrupted and self.error is None

    @property
    def verdict(self) -> Verdict:
        """Return whether the game is fair, as far as these games tell."""
        return fairness(self.figures, MARGIN)

    @property
    def rival_wins(self) -> Estimate:
        """Share of the games that the rival wins."""
        ended = self.figures.games - self.figures.endless
        return share_of_wins(self.tally, "rival", self.plan.players, ended)

    @property
    def name(self) -> str:
        """Name of the game, and of the changes to it."""
        game = self.plan.game
        name = f"shipped:{game.name}" if game.shipped else game.name
        return ", ".join([name, *(f"{key} = {value}" for key, value in game.changes)])

    @property
    def who(self) -> str:
        """Who plays."""
        plan = self.plan
        if plan.rival is None:
            return BOT_NAMES[plan.bot]
        return f"one seat {plan.rival}, the others {plan.bot}"
