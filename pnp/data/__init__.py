"""Files of rows: CSV, TSV, and the sheets of workbooks, read into tables of texts in which every cell has its place."""
