"""Words for a forum: what letters say of letters, said of posts.

The templates speak of letters alone. For posts their sentences pass through here before anything is filled in, as they
would for a translation; so no word of a player is ever changed.
"""

import re

_BY_MAIL = re.compile(r"\b(?:mail|address)")
_ONE_WORD = re.compile(r"answer this letter with the one word (\w+)|the one word (\w+)", re.IGNORECASE)
_LETTER = re.compile(r"\b([Yy]our|[Tt]his|[Aa]|[Aa]ny|[Ee]ach|[Aa]nother|earlier) letter(s?)\b(?! of ours)")


def posted(message: str) -> str:
    """Return a sentence of a template as a post says it.

    Forums refuse posts of one short word, so PLEASE goes with it. What tells of mail stays as it is.
    """
    if _BY_MAIL.search(message):
        return message
    message = _ONE_WORD.sub(lambda word: f"write {word[1].upper()} PLEASE" if word[1] else f"{word[2]} PLEASE", message)
    return _LETTER.sub(r"\1 post\2", message)


def several_posted(one: str, many: str, count: int) -> str:
    """Return the sentence for a number of things as a post says it."""
    return posted(one if count == 1 else many)
