"""Objects of a PDF file: dictionaries, colours, pictures, structure, metadata and manifest."""
