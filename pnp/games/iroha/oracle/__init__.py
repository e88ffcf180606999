"""A second, plain reading of the rules of iroha; it shares no code with the first."""
