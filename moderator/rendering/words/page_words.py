"""Words for a page of the web desk: what letters say of letters, said of what somebody sends from a page.

The templates of letters speak of letters alone. On pages their sentences pass through here before anything is filled
in, as they would for a translation; so no word of a player is ever changed. Where no rule says it well, the template
itself asks whether it is ``on_page``.
"""

import re

_RULES = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"\breply with the word yes\b", "send YES"),
        (r"\breply with (?:the (?:one )?word )?(?=the |this line|[A-Z]{3})", "send "),
        (r"\breply (?=[A-Z]{4})", "send "),
        (r"\bReply (?=[A-Z]{4})", "Send "),
        (r"\bReply with (?=the line)", "Send "),
        (r"\bof (?:an )?earlier letters?\b", "that you sent earlier"),
        (r"\ba later letter of yours\b", "something that you sent later"),
        (r"\bin a later letter of the turn\b", "later in the turn"),
        (r"\bany letter (?=about this match)", "anything "),
        (r"\bwhat your last letter (replaced|dropped)\b", r"what you \1 last"),
        (r"\byour last letter\b", "what you sent last"),
        (r"\byour letter\b", "what you sent"),
        (r"\bYour letter\b", "What you sent"),
        # what games say of their turns
        (r"\b(one|two|three) letter(s?)(?= a turn\b| for it\b)", r"\1 set\2 of orders"),
        (r"\ba letter (?=for battles|for bids|for each)", "a set of orders "),
        (r"\b(each with its own|Your next) letter\b", r"\1 set of orders"),
    )
)


def on_page(message: str) -> str:
    """Return a sentence of a template as a page says it."""
    for pattern, words in _RULES:
        message = pattern.sub(words, message)
    return message


def print_apostrophes(words: str) -> str:
    """Return words with the apostrophes of print. Straight quotes stay: they are signs of what is to be written."""
    return words.replace("'", "\u2019")
