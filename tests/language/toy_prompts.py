"""What the toy war asks for."""

from moderator.core.game import Prompt

THREE = Prompt(phase="orders", turn=1, numbers=("1", "2", "3"))
PAIRS = Prompt(phase="orders", turn=1, numbers=("1a", "1b", "2a", "2b"))
UNNUMBERED = Prompt(phase="retreat", turn=1)
