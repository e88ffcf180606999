"""Parts that every game shares: answers, lessons, scores, play and the record that a game hands over."""
