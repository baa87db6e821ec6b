# ruff: noqa: RUF001 - the words of signatures in many languages
"""The sender's card below the orders: names, companies, addresses and mottoes that look like orders and are none."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from moderator.language.grammar.labels import read_label
from moderator.language.reading.text_lines import TextLine

_CLOSING = re.compile(
    r"(?:(?:many |with |best |kind |warm |all the |viele |liebe |schöne |mit |beste |freundlichen |freundliche |bien )*"
    r"(?:best|cheers|thanks|thank you|thx|regards|wishes|greetings|sincerely|yours|love|bye|ciao|ttyl|cu|see (?:you|ya)"
    r"|grüße|gruss|gruß|grüßen|mfg|lg|vg|saludos|cordialement|amicalement|groeten|groetjes|hälsningar|hilsen|saluti))\b"
    r"[^\d:;]{0,40}",
    re.IGNORECASE,
)
_COMPANY = re.compile(
    r"(?P<name>.*\b(?:Ltd|LTD|Limited|LIMITED|GmbH|GMBH|mbH|Inc|INC|LLC|LLP|PLC|plc|AG|KG|KGaA|OHG|UG|SE|S\.?A\.?S?|S\.?r\.?l"
    r"|S\.?p\.?A|B\.?V|N\.?V|Oyj?|AB|A/S|ApS|ASA?|Pty|PTY|Co|CO|Corp|CORP|Corporation|Company"
    r"|K\.?K|e\.?\s?V|d\.?o\.?o|Sp\. z o\.\s?o)"
    r"\.?)(?:\s*[,|·•(–—-].*)?"
)
_ADDRESSES = (
    re.compile(r".*(?:\w@\w[\w-]*\.\w|\bwww\.|https?://).*", re.IGNORECASE),
    re.compile(
        r"(?:.*[^\w\s]\s*)?(?:(?:t|m|p|f|tel|phone|telefon|tél|fax|mob|mobile|mobil|cell|handy|direct|office)\b[.:\s]*)?"
        r"(?:\+|\(?0|\(\d{3}\))[\d\s()./–-]{6,24}(?:[^\W\d]{1,9}[.:]?[\s\d()+./–-]{6,24}){0,3}",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:(?:building|bldg|suite|ste|floor|fl|room|rm|unit|apt|apartment|flat|block|tower|level|dock|office|house|zimmer|haus"
        r"|etage|stock|postfach|p\.?\s?o\.?\s?box|box)\.?\s+(?:no\.?\s*)?\#?(?:\d{1,5}\s?[a-z]?|[a-z]\s?-?\d{0,4})"
        r"|\d{1,3}(?:st|nd|rd|th)\s+floor)(?:\s*[,|·•–—].*)?",
        re.IGNORECASE,
    ),
    re.compile(
        r"\d{1,5}(?:[a-z]|[-/]\d{1,4})?,?\s+(?:[\w'’.]+\s+){0,4}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|square|sq|way|court|ct"
        r"|boulevard|blvd|terrace|close|crescent|quay|park|hill|gardens|mews|row|walk|highway|hwy)\b\.?(?:\s*[,|·•–—].*)?",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:[^\W\d][\w.'’-]*,?\s+){1,4}(?:[A-Z]{2}\s+)?(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})(?:,.*)?"
        r"|(?:[A-Z]{1,2}[ -])?(?:\d{4,6}|\d{3} \d{2})(?: [A-Z]{2})?\s+[^\W\d_][^\d]{2,40}"
    ),
    re.compile(r"(?:.*[^\d])?\d{8,}(?:[^\d].*)?"),
    re.compile(
        r"(?:[^\W\d][\w.'’-]*\s+){0,3}[\w.'’-]*(?:straße|strasse|str\.|weg|gasse|platz|allee|ring|damm|straat|laan|gatan|vej)\s+\d{1,4}\s?[a-z]?"
        r"(?:\s*[,|·•–—].*)?|(?:rue|via|calle|rua|avenida|piazza|plaza|place) [^\d]{3,40},? \d{1,4}",
        re.IGNORECASE,
    ),
)
"""An address in the net, a telephone number, a room in a house, a town with its post code, a number
of a register, a street in English order, one in others."""
_RANK = re.compile(r"(?:[\w'’]+\s+)*(?:\#|no\.?\s?|number\s)1\s+(?P<of>[^\W\d].*)", re.IGNORECASE)
_SLOGAN = re.compile(r"[\"“„«'‘].+[\"”“»'’]\W*(?:[–—-]\s*[^\d]+)?")
_JOINERS = frozenset(
    "and of the & for in on at a to | - – — · / + de der die das und von van y et la le du"  # noqa: SIM905 - reads as a row
    " des dem vom zu zum zur im am del di da do".split()
)
_HEADING = re.compile(r"\b(?:orders?|turn|moves?|sheet)\b", re.IGNORECASE)
"""What stands above orders, and is nobody's name."""
_NAME_WORDS, _TITLE_WORDS = 3, 3
_CARD_LINES, _CARD_WIDTH = 40, 120
"""Lines at the end of a letter among which a card is looked for, and the longest line of one."""


def is_closing(text: str) -> bool:
    """Tell whether a line takes leave, as people do above their names."""
    return _CLOSING.fullmatch(text) is not None


def card(
    lines: Sequence[TextLine], counts: Callable[[str], bool], is_strange: Callable[[str, int], bool]
) -> frozenset[int]:
    """Return the numbers of the lines below the orders that are their sender's card: a company, a street, a motto.

    ``counts`` tells orders and commands, below the last of which a card stands: behind an empty line, a closing or a
    name. ``is_strange`` tells lines that hold nothing of the game from some word on: a typo in an order is none.
    """
    own = [line for line in lines if not line.quoted][-_CARD_LINES:]
    last = next((at for at in reversed(range(len(own))) if counts(own[at].text)), -1)
    numbers = {label for line in own[: last + 1] if (label := read_label(line.text).label)}
    signed, found = False, set[int]()
    for first, paragraph in _paragraphs(own[last + 1 :]):
        texts = [line.text.strip()[:_CARD_WIDTH] for line in paragraph]
        below = not first
        named = [_is_company(text, is_strange) for text in texts]
        sure = [at or _is_address(text) for at, text in zip(named, texts, strict=True)]
        signed = signed or (below and any(sure)) or (last >= 0 and any(named))
        for line, text, surely in zip(paragraph, texts, sure, strict=True):
            below = below or signed
            if is_closing(text) or (below and last >= 0 and _is_name(text, is_strange)):
                signed = True
            elif below and (surely or _is_of_card(text, numbers, is_strange, signed=signed)):
                found.add(line.number)
    return frozenset(found)


def _paragraphs(lines: Sequence[TextLine]) -> Iterator[tuple[bool, list[TextLine]]]:
    """Yield lines by paragraphs, each with whether it is what stands right at the beginning."""
    paragraph: list[TextLine] = []
    first = True
    for line in lines:
        if line.text.strip():
            paragraph.append(line)
            continue
        if paragraph:
            yield first, paragraph
        paragraph, first = [], False
    if paragraph:
        yield first, paragraph


def _is_address(text: str) -> bool:
    """Tell whether a line says where somebody is to be found."""
    return any(pattern.fullmatch(text) for pattern in _ADDRESSES)


def _is_company(text: str, is_strange: Callable[[str, int], bool]) -> bool:
    """Tell whether a line is a company, by its legal form, or a joke of that kind ("No. 1 Dad")."""
    rank = _RANK.fullmatch(text)
    if rank is not None:
        return _is_title(rank["of"].split()) and is_strange(rank["of"], 1)
    company = _COMPANY.fullmatch(text)
    return company is not None and is_strange(company["name"], 1)


def _is_of_card(text: str, numbers: Collection[str], is_strange: Callable[[str, int], bool], *, signed: bool) -> bool:
    """Tell a title or a motto, which an order with a typo may look like; ``numbers`` are those of the orders."""
    label, rest, *_ = read_label(text)
    if label and _is_numbered_title(rest, is_strange, short=signed and (not numbers or label in numbers)):
        return True
    words = text.split()
    if not is_strange(text, 1) or len(words) == 1:
        return False
    if _SLOGAN.fullmatch(text) or (len(words) >= _TITLE_WORDS and _is_title(words)):
        return True
    return signed and text[0].isupper() and (len(words[0]) == 1 or not words[0].isupper())


def _is_numbered_title(title: str, is_strange: Callable[[str, int], bool], *, short: bool) -> bool:
    """Tell what stands behind a number as a title does ("1. Vorsitzende"), a ``short`` one if that may be one."""
    words = title.split()
    return len(words) >= (1 if short else _TITLE_WORDS) and _is_title(words) and is_strange(title, 0)


def _is_name(text: str, is_strange: Callable[[str, int], bool]) -> bool:
    """Tell whether a line may be the name of somebody."""
    words = text.strip(" ,.-–—").split()
    told = 0 < len(words) <= _NAME_WORDS and not text.endswith(":") and not _HEADING.search(text)
    return told and _is_title(words) and is_strange(text, 0)


def _is_title(words: Sequence[str]) -> bool:
    """Tell whether words begin with capitals, as titles and names do, and are not all in capitals."""
    capital = all(word.lower() in _JOINERS or word.strip("(\"'‘“[")[:1].isupper() for word in words)
    return capital and (len(words) == 1 or not "".join(words).isupper())
