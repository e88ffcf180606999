"""Rules of kasane: the cards, the record of decisions, and the answers to questions by kind."""
