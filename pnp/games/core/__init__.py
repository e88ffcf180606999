"""Building blocks of every game: answers, lessons, scores, play, and the record that a game hands over."""
