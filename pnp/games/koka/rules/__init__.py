"""Rules of koka: dice, the record of decisions, and the door that answers by them."""
