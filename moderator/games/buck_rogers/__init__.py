"""Buck Rogers: two to six factions fight for the 42 territories of the planets, which travel around the Sun.

This package ties the parts of the game together and holds no rule.
"""
