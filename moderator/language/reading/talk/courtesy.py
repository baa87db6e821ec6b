# ruff: noqa: RUF001 - the words of letters in many languages
"""Greetings, closings, names, cards and disclaimers: lines that say who writes to whom, and nothing of the game."""

import re
from collections.abc import Iterable, Iterator, Sequence

from moderator.language.reading.signatures import is_closing
from moderator.language.reading.talk.phrases import phrases
from moderator.language.reading.text_lines import TextLine

_PIECES = {
    "hello": """
        hi|hiya|hello|hallo|hullo|hey|heya|greetings|howdy|yo|ahoy|dear|dearest|g'?day
        good (?:morning|evening|afternoon|day)|morning|evening
        liebe[rs]?|sehr geehrte[rs]?|moin(?: moin)?|servus|grüß (?:dich|euch|gott)|guten (?:tag|morgen|abend)
        salut|bonjour|bonsoir|cher|chère|ciao|caro|cara|buongiorno|hola|olá|oi
        hej|hei|kære|kjære|hyvä|terve|tere|beste|geachte|ahoj|cześć|witam
        привет|здравствуйте|добрый день
    """,
    "very": "many|best|kind|warm|with|all the|kindest|warmest|friendly|very|so|and|my",
    "thanks": """
        thanks?(?: you| u)?|thx|ty|tia|cheers|regards|greetings|wishes|best|ciao|bye(?:[- ]bye)?|love|sincerely|yours
        rgds|br|kr|ta|danke(?: schön| sehr)?|vielen dank|gruß|grüße|lg|vg|mfg
        merci|amicalement|gracias|(?:un )?saludos?
        grazie|saluti|obrigado|dank je|bedankt|groeten|tack|tak|takk|hilsen|mvh|kiitos|dzięki|pozdrawiam
        спасибо|с уважением
    """,
    "whom": """
        all|there|everyone|everybody|folks|guys|team|friends?|again|moderator|mod|gm|sir|madam|players?|captain|mate
        alle|zusammen|allen|ihr lieben|allerseits|tous|à tous|todos|a todos|a tutti|tutti|allemaal
        dear|my|to|and|you|from|of|the|de|von|und|y|et|e|aus|da
    """,
    "to": """
        again|in advance|everyone|everybody|all|guys|folks|you|so much|very much|a lot|a million|mate|friend|sir|truly
        faithfully|sincerely|ever|and|bye|regards|cheers|best|wishes|from|to|moderator|gm|for|your|the|work|help|running
        this|it|game|match|report|patience|effort|time
    """,
}
_GREETING = re.compile(
    rf"\W*(?:{phrases('<hello>', _PIECES)})(?![^\W_])(?P<rest>[^\d?;:.!]{{0,40}}?)\W*", re.IGNORECASE
)
_KINDLY = re.compile(
    rf"\W*(?:{phrases('(?:<very> )*<thanks>', _PIECES)})(?![^\W_])(?P<rest>[^\d?;:.]{{0,40}}?)\W*", re.IGNORECASE
)
_WHOM = re.compile(phrases("<whom>", _PIECES), re.IGNORECASE)
_THANKS = re.compile(rf"\W*(?:{phrases('(?:<very> )*<thanks>(?: <to>)*', _PIECES)})\W*", re.IGNORECASE)
_BOILERPLATE = re.compile(
    phrases(
        r"""
        confidential(?:ity)? (?:notice|e-?mail|message|information|and|or)|intended (?:recipient|solely|only for)
        privileged (?:and|information)|legally privileged|(?:views|opinions) expressed|no liability|attachments are
        notify the sender|delete (?:it|this (?:e-?mail|message)) (?:from|immediately)|before printing
        \[?external(?: e-?mail| sender| message)?\]|external (?:e-?mail|sender|message)|originated (?:from )?outside
        do not click|recogni[sz]e the sender|content is safe|checked (?:for viruses )?by|virus-free|scanned (?:by|for)
        to unsubscribe|unsubscribe from|you (?:have )?received this (?:message|e-?mail) because|mailing list info
        vertrauliche? (?:informationen|mail)|(?:nicht der|richtige) (?:richtige )?(?:adressat|empfänger)
        vertraulich und
        에서 보냄\Z
        strictement confidentiel|message (?:et|est) .*confidentiel|destinataire|confidencial(?:es)?|riservat[oe]
        vertrouwelijk|geadresseerde
        """,
        {},
    ),
    re.IGNORECASE,
)
"""What companies, lists and programs put above or below the letters of everybody."""

_NAME = re.compile(
    r"[-\u2013\u2014*~_/\s]*(?P<first>[^\W\d_a-zß-ÿ][^\W\d_]*)\.?"
    r"(?:[-' ](?:(?:van|von|de|der|den|la|le|da|di|du|zu) )*[^\W\d_a-zß-ÿ][\w']*\.?){0,3}[\s,)*~_/-]*"
)
"""A name of one to four words, each with a capital."""
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_JOINERS = frozenset("van von de der den la le da di du zu".split())  # noqa: SIM905 - reads as a row
_WORDS_OF_NAME, _NAMES_BELOW, _LETTERS_OF_NAME = 4, 2, 4
"""Words of a name behind a greeting, lines of names at the end of a letter, letters of one in a script like Chinese."""


def is_courtesy(text: str) -> bool:
    """Tell whether a line is a greeting or takes leave, and says nothing else."""
    if _THANKS.fullmatch(text):
        return True
    found = _GREETING.fullmatch(text) or _KINDLY.fullmatch(text)
    rest = _WORD.findall(found["rest"]) if found is not None else [text] if is_closing(text) else None
    if rest is None or len(rest) > _WORDS_OF_NAME:
        return False
    return all(_WHOM.fullmatch(word) or (word[:1].isupper() and not word.isupper()) for word in rest)


def is_name(text: str) -> bool:
    """Tell whether a line may be the name of its writer."""
    bare = text.strip()
    if not any(map(str.isupper, bare)):
        return 0 < len(bare) <= _LETTERS_OF_NAME and bare.isalpha() and not bare.islower()
    words = [word for word in _WORD.findall(bare) if word not in _JOINERS]
    return _NAME.fullmatch(text) is not None and all(word[0].isupper() for word in words) and not bare[1:].isupper()


def names_below(lines: Sequence[TextLine]) -> frozenset[int]:
    """Return the numbers of the names at the end of some lines, of which the last is the last of a letter's own."""
    found: set[int] = set()
    for line in reversed(lines):
        if is_name(line.text):
            found.add(line.number)
        elif line.text.strip() and not is_courtesy(line.text.strip()):
            break
        if len(found) >= _NAMES_BELOW:
            break
    return frozenset(found)


def boilerplate(lines: Iterable[TextLine]) -> frozenset[int]:
    """Return the numbers of lines whose paragraph is a disclaimer, a warning of strangers, or the footer of a list."""
    found: set[int] = set()
    for paragraph in _paragraphs(lines):
        if _BOILERPLATE.search(" ".join(line.text for line in paragraph)):
            found.update(line.number for line in paragraph)
    return frozenset(found)


def _paragraphs(lines: Iterable[TextLine]) -> Iterator[list[TextLine]]:
    paragraph: list[TextLine] = []
    for line in lines:
        if paragraph and line.number > paragraph[-1].number + 1:
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph
