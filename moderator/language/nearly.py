"""Lines that nearly are an order or a command: answered with the line to send, never taken for it.

What stands where it may be quoted is asked back. A message that is not marked as one and a resignation are told apart
from chatter here, since both would be missed: whoever wrote them waits for an answer, or is waited for.
"""

import re

from moderator.core.errors import Problem, Stage

_PRESS = re.compile(
    r"\W*(?:press|message|msg)\s+(?:to\s+|for\s+)?(?P<whom>\w[^:.!?;]{0,39}?)\s*:\s*(?P<text>.*)", re.IGNORECASE
)
_PRESS_BARE = re.compile(r"\W*PRESS\s+(?!TO\b)(?P<whom>\w+),?(?:\s+(?P<text>.*))?")
"""Without a colon only in capitals: "press on" is a sentence."""

_LEAVE = (
    r"(?:resign|quit|give up|surrender|capitulate|drop out|withdraw from the (?:game|match)|leave the (?:game|match))"
)
_WILL = r"(?:['\u2019]m| am|['\u2019]ll| will| must| (?:would like|want|wish|have|need) to)"
_RESIGN = re.compile(
    rf"\W*(?:(?:so|well|sorry|ok),?\s+)?(?:i|we){_WILL}?\s+(?:hereby\s+|now\s+)?"
    rf"(?:{_LEAVE}|resigning|quitting|out)\b[^?]{{0,40}}",
    re.IGNORECASE,
)
_RESIGN_BARE = re.compile(rf"\W*(?:{_LEAVE}|resignation)[^\w?]*", re.IGNORECASE)
_UNSURE = re.compile(r"\b(?:if|unless|not|never|or|until)\b|n['\u2019]t\b", re.IGNORECASE)


def press(text: str) -> Problem | None:
    """Return a complaint about a line that begins a message without PRESS TO, with the line that would."""
    found = _PRESS.fullmatch(text) or _PRESS_BARE.fullmatch(text)
    if found is None:
        return None
    message = (found["text"] or "").strip()
    hint = f"PRESS TO {found['whom'].strip()}"
    return _problem("press-like", text, f"{hint}: {message}" if message else hint)


def resignation(text: str) -> Problem | None:
    """Return a complaint about a line that says that its writer leaves, with the commands that say so here."""
    meant = _RESIGN.fullmatch(text) or _RESIGN_BARE.fullmatch(text)
    if meant is None or _UNSURE.search(text):
        return None
    return _problem("resign-like", text, "RESIGN", "CONCEDE")


def quoted_order(text: str, meant: str) -> Problem:
    """Return a question about an order that may be quoted, with the line that gives it."""
    return _problem("perhaps-quoted", text, meant)


def quoted_command(text: str) -> Problem:
    """Return a question about a command that may be quoted; nobody is offered to send it by pressing a button."""
    return _problem("perhaps-command", text)


def _problem(code: str, text: str, *hints: str) -> Problem:
    return Problem(code=code, stage=Stage.UNREADABLE, column=0, fragment=text, hints=hints)
