"""What a game gets without writing it: rules, states, layouts of examples and claims that follow from its types."""
