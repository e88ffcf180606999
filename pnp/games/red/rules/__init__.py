"""Rules of red: cards, the record of decisions, and the door that answers by them."""
