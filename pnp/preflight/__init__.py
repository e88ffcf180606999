"""What a print shop would find wrong with a PDF, whoever wrote it."""
