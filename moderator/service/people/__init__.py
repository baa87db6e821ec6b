"""What people are known for here: how reliable they are, how well they play, and how a series of matches stands."""
