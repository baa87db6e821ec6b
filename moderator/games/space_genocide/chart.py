"""The board of a view in plain text."""
from moderator.games.space_genocide.view import View


def chart(view: View) -> str:
    """Return the board."""
    return ""
