"""What a sentence of an example must say, where that does not follow from the position and the oracle's answer."""

from pnp.games.core.claims import Claims
from pnp.games.core.genres.trick_claims import TRICK_COUNTED, TRICK_PHRASES

CLAIMS = Claims(phrases=TRICK_PHRASES, counted=TRICK_COUNTED)
