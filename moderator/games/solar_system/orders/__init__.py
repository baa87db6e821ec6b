"""The orders: their types, their syntax and how they are read."""
