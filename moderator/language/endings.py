"""What ends the orders of a letter: END, a signature mark, the start of an unmarked quote."""

import re
from collections.abc import Sequence

_END = re.compile(r"\W*end(?:\s+of)?(?:\s+(?:my\s+)?orders?)?\W*", re.IGNORECASE)
_PRESS_END = re.compile(r"\W*end(?:\s+(?:of\s+)?(?:press|message))?\W*", re.IGNORECASE)
_SIGNATURE = re.compile(r"--\s?")
_WROTE = re.compile(
    r"(?:on|am|le|el|il|op|em|den|på|w dniu|dne|dnia)\s.{4,300}?"
    r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|napisał\(?a?\)?|napsal\(?a?\)?)"
    r"[^:]{0,200}:?",
    re.IGNORECASE,
)
_WROTE_ADDRESS = re.compile(
    r".{0,200}<[^<>\s]+@[^<>\s]+>\s*(?:wrote|schrieb|a écrit|escribió|ha scritto)\s*:", re.IGNORECASE
)
_SEPARATOR = re.compile(
    r"[-_=\s]*(?:original message|forwarded message|begin forwarded message|ursprüngliche nachricht|"
    r"weitergeleitete nachricht|message d'origine|message transféré|mensaje original|messaggio originale|"
    r"oorspronkelijk bericht|mensagem original|original meddelelse|ursprungligt meddelande)[-_=\s:]*",
    re.IGNORECASE,
)
_FROM = re.compile(r"\*?(?:from|von|de|da|van|från|fra|od)\s?:\*?\s.*", re.IGNORECASE)
_FIELD = re.compile(
    r"\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden|skickat|sendt|to|an|à|para|aan|till|til|"
    r"subject|betreff|objet|asunto|oggetto|onderwerp|ämne|emne)\s?:\*?\s.*",
    re.IGNORECASE,
)
_WROTE_LINES = 3
_FIELD_LINES = 4
_LONGEST = 500


def is_end(text: str) -> bool:
    """Tell whether a line says END and nothing else."""
    return len(text) < _LONGEST and _END.fullmatch(text) is not None


def is_press_end(text: str) -> bool:
    """Tell whether a line ends the text of a message."""
    return len(text) < _LONGEST and _PRESS_END.fullmatch(text) is not None


def is_signature(text: str) -> bool:
    """Tell whether a line is the mark above a signature."""
    return _SIGNATURE.fullmatch(text.strip("\r\n")) is not None


def attribution(texts: Sequence[str]) -> int:
    """Return how many lines at the start say that somebody wrote something ("On … wrote:"), 0 for none."""
    joined = ""
    for count, text in enumerate(texts[:_WROTE_LINES], 1):
        if not text.strip() or len(text) > _LONGEST:
            return 0
        joined = f"{joined} {text.strip()}".strip()
        if joined.endswith(":") and (_WROTE.fullmatch(joined) or _WROTE_ADDRESS.fullmatch(joined)):
            return count
    return 0


def starts_quote(texts: Sequence[str]) -> bool:
    """Tell whether an unmarked quote starts here: a separator line, or a block of header fields."""
    first = texts[0].strip()
    if len(first) > _LONGEST:
        return False
    if _SEPARATOR.fullmatch(first):
        return True
    if not _FROM.fullmatch(first):
        return False
    following = [text.strip() for text in texts[1 : 1 + 2 * _FIELD_LINES] if text.strip()]
    return any(_FIELD.fullmatch(text) for text in following[:_FIELD_LINES])
