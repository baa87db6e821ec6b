"""Boards: places, neighbours, distances, ways, and how a place is written and drawn in plain text."""
