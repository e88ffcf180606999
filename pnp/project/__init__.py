"""Projects: the definition in use, the resources that go with it, and places for messages."""
