"""Build a kit: faces, sheets, PDF, and the files that go with it."""
