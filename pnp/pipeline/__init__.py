"""The pipeline: from a definition file to a verified PDF. Everything here returns; nothing prints."""
