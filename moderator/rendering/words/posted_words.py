"""Words for a forum: what letters say of letters, said of posts, and what is to be written, long enough for a post.

The templates speak of letters alone. For posts their sentences pass through here before anything is filled in, as they
would for a translation; so no word of a player is ever changed. Forums refuse posts of a few characters, so PLEASE goes
with whatever is short and may be sent alone: in sentences, and in lists of what to send.
"""

import re
from collections.abc import Iterable

from moderator.language.reading.commands import COMMANDS

_BY_MAIL = re.compile(r"\b(?:mail|address)")
_ONE_WORD = re.compile(
    r"(?:answer this letter|reply) with the (?:one )?word (\w+)|the one word (\w+)|the word ([A-Z]+)(?=[;.])",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"\b([Yy]our|[Tt]his|[Aa]|[Aa]ny|[Ee]ach|[Aa]nother|earlier|later|older|[Ff]irst|same|one|three|many|how)"
    r" letter(s?)\b(?! of ours)|\bthe letter(?= itself)"
)
_FORMS = (re.sub(r"\s*\[[^]]*\]", "", form) for form in COMMANDS.syntax().values())
_ALONE = re.compile(
    r"(?<!wrote )(?<!your )(?<!says )(?<!takes )"
    rf"\b({'|'.join(form for form in _FORMS if form.isalpha())}|PASS|YES|NO)\b"
    r"(?!:| ?[A-Z0-9%<\[{]| and (?:a|its) | on a line| beside )"
)
"""What may be a post of its own, where a sentence does not tell what somebody said, or what goes on a longer one."""
_SHORT = re.compile(r"[A-Z]+|HELP [A-Z-]+|CONFIRM \d")


def posted(message: str) -> str:
    """Return a sentence of a template as a post says it. What tells of mail stays as it is."""
    if _BY_MAIL.search(message):
        return message
    message = _ONE_WORD.sub(lambda word: f"write {word[1].upper()}" if word[1] else word[2] or word[3], message)
    return _LETTER.sub(
        lambda found: f"{found[1]} post{found[2]}" if found[1] else "the post", _ALONE.sub(r"\1 PLEASE", message)
    )


def sendable(lines: Iterable[str]) -> list[str]:
    """Return lines that may be sent, each alone, as forums take them."""
    return [f"{line} PLEASE" if _SHORT.fullmatch(line) else line for line in lines]
