"""What the lines of a letter that are no orders say: what they ask for, what they say of the orders, mere talk."""
