"""The solar system: the board, pieces, orders and moves that rule sets of Buck Rogers share; no game by itself."""
