# ruff: noqa: RUF001 - the words of letters in many languages
"""Greetings, closings and names: the lines of a letter that say nothing but who writes to whom, and kindly."""

import re
from collections.abc import Sequence

from moderator.language.grammar.words import Line
from moderator.language.reading.signatures import is_closing
from moderator.language.reading.text_lines import TextLine

_GREETING = re.compile(
    r"\W*(?:hi|hiya|hello|hallo|hullo|hey|heya|hej|hei|hola|dear|dearest|liebe[rs]?|sehr geehrte[rs]?|moin(?: moin)?|servus|grüß (?:dich|euch|gott)|guten (?:tag|morgen|abend)|salut|bonjour|bonsoir"
    r"|cher|chère|ciao|caro|cara|buongiorno|olá|oi|ahoj|cześć|witam|привет|здравствуйте|добрый день|good (?:morning|evening|afternoon|day)|morning|evening|g'?day|greetings|howdy|yo|ahoy|beste|geachte|kære|kjære|hyvä|terve|tere)"
    r"(?![^\W_])(?P<rest>[^\d?;:]{0,40}?)\W*",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"[-\u2013\u2014*~_/\s]*(?P<first>[^\W\d_a-zß-ÿ][^\W\d_]*)\.?(?:[-' ](?:(?:van|von|de|der|den|la|le|da|di|du|zu) )*[^\W\d_a-zß-ÿ][\w']*\.?){0,3}"
    r"[\s,)*~_/-]*"
)
"""A name of one to four words, each with a capital."""
_THANKS = re.compile(
    r"\W*(?:(?:many|best|kind|warm|with|all the|kindest|warmest|friendly|very|so|and|my) )*(?:thanks?(?: you| u)?|thx|ty|tia|cheers|regards|greetings|wishes|best|ciao|bye(?:[- ]bye)?|love|sincerely|yours|rgds|br|kr|ta"
    r"|danke(?: schön| sehr)?|vielen dank|merci|gracias|grazie|obrigado|dank je|bedankt|tack|tak|takk|kiitos|dzięki|спасибо|gruß|grüße|lg|vg|mfg|saludos|groeten|hilsen|mvh|pozdrawiam|с уважением)"
    r"(?: (?:again|in advance|everyone|everybody|all|guys|folks|you|so much|very much|a lot|a million|mate|friend|sir|truly|faithfully|sincerely|ever|and|bye|regards|cheers|best|wishes|from|to|moderator|gm|for|your|the|work|help|running|this|it|game|match|report|patience|effort|time))*\W*",
    re.IGNORECASE,
)
_WORDS_OF_NAME = 4


def is_courtesy(text: str) -> bool:
    """Tell whether a line is a greeting or takes leave, and says nothing else."""
    if _THANKS.fullmatch(text) or is_closing(text):
        return True
    found = _GREETING.fullmatch(text)
    return found is not None and len(Line(found["rest"]).words) <= _WORDS_OF_NAME


def is_name(text: str) -> bool:
    """Tell whether a line may be the name of its writer."""
    found = _NAME.fullmatch(text)
    return found is not None and (len(text.strip()) == 1 or not text.strip().isupper())


def names_below(lines: Sequence[TextLine]) -> frozenset[int]:
    """Return the numbers of the names at the end of some lines, of which the last is the last of a letter's own."""
    found: set[int] = set()
    for line in reversed(lines):
        if is_name(line.text):
            found.add(line.number)
        elif line.text.strip() and not is_courtesy(line.text.strip()):
            break
        if len(found) >= 2:  # noqa: PLR2004 - a name and a title
            break
    return frozenset(found)
