"""Rules of iroha: cards, the record of decisions, and the door that answers by them."""
