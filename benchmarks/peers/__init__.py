"""Other programs on the common job. Each module is a script: CSV file, PDF file to write, font (family or file)."""
