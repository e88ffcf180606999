"""The rules: the record of decisions, and the one door that answers by them."""
