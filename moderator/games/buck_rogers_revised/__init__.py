"""Buck Rogers by Peet Smith's house rules: bids and cards for the turn order, a battle board, a black market.

This package ties the parts of the game together and holds no rule.
"""
