"""Movement: how a line is carried out on the board of its moment."""
