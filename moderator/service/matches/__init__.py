"""A match and what is asked in it: seats, sheets on file, records, deadlines, reports."""
