"""A match and what is asked in it: seats, recorded orders, records, deadlines, reports."""
