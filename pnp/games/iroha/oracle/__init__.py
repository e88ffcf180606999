"""Second, plain reading of the rules of iroha. It shares no code with the first."""
