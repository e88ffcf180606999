"""Files of rows: CSV, TSV and workbook sheets, read into tables of texts with a location for every cell."""
