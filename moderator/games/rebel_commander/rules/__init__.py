"""The rules of Rebel Commander: the position, the sequence of play and its steps, and the GM's amendments."""
