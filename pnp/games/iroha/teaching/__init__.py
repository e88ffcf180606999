"""Teaching of iroha: lessons, misreadings, and examples laid out for a reader."""
