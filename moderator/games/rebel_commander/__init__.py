"""Rebel Commander: Rebel factions and the Empire fight for a planet, three numbered orders a turn."""
