"""The reference engines: the rules of each game as pure functions on frozen states."""
