"""The rules of red: cards, the record of decisions, and the one door that answers by them."""
