"""A letter's way in: kept, identified, understood, applied, answered."""
